"""The average strategy of a sampled training, read live from its tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import (
    HOLE_COUNT,
    HOLE_MASKS,
    Range,
    cards_text,
    hole_text,
    parse_cards,
    parse_hole,
)
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint.tables import Sampler
from fifthstreet.tree import BettingTree, Rake
from fifthstreet.tree.strategy import Exploitability, HoleArray, PlainStrategy, check_place


class SampledStrategy(PlainStrategy):
    """The average strategy of a sampled training; it changes as the training continues.

    Threads may share it; a read waits while another thread runs traversals.
    """

    kind = "blueprint"

    def __init__(
        self,
        sampler: Sampler,
        tree: BettingTree,
        ranges: tuple[Range, ...],
        board: tuple[int, ...],
        runout: tuple[int, ...],
        rake: Rake,
        exploitability: Exploitability | None,
    ) -> None:
        super().__init__(tree, ranges, board, rake=rake)
        self._sampler = sampler
        self.runout = runout  # cards to come, if they are the same in every deal
        self._exploitability = exploitability

    def __repr__(self) -> str:
        where = cards_text(self._board) or "any board"
        return (
            f"<SampledStrategy on {where}: {len(self._ranges)} players, "
            f"{self._sampler.information_sets:,} information sets>"
        )

    @property
    def exploitability(self) -> Exploitability | None:
        """The exploitability at the training's last check, if there was one."""
        return self._exploitability

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]

        Uniform where a hand was never dealt, NaN where the board blocks it.
        """
        self._check_board(node, board)
        out = np.empty((int(self._tree.n_children[node]), HOLE_COUNT))
        self._sampler.average(node, list(board), HOLE_MASKS, out)
        return out

    def visits(self, node: int, board: tuple[int, ...]) -> NDArray[np.int64]:
        """Return how often the regrets or averages of each hand were updated.  [1326]

        Hands that are equal up to suits share a row and its visits. All are 0 unless the solver
        was created with `count_visits`.
        """
        self._check_board(node, board)
        out = np.empty(HOLE_COUNT, np.uint64)
        self._sampler.visits(node, list(board), HOLE_MASKS, out)
        return out.astype(np.int64)

    def _check_board(self, node: int, board: tuple[int, ...]) -> None:
        check_place(self, node, board)
        first = len(self._board)
        known = self.runout[: len(board) - first]
        if board[first:][: len(known)] != known:
            start = cards_text([*self._board, *known])
            raise InputError(f"board must start with {start}, got {cards_text(board)}")

    def node(self, path: str, board: str | None = None) -> HoleArray:
        """Return the strategy at a path, [A, 1326]; see `probabilities`.

        `board` is the whole board, like "QsJh2h8c"; without it, the path names the cards dealt.
        """
        node, named = self._tree.find(path)
        if board is not None:
            return self.probabilities(node, tuple(int(card) for card in parse_cards(board)))
        return self.probabilities(node, (*self._board, *named))

    def hand(self, path: str, hand: str, board: str | None = None) -> dict[str, float]:
        """Return how often a hand takes each action at a path."""
        row = self.node(path, board)[:, parse_hole(hand)]
        if np.isnan(row).any():
            raise InputError(f"hand {hand} shares a card with the board")
        actions = self._tree.actions(self._tree.find(path)[0])
        return dict(zip(actions, row.tolist(), strict=True))

    def first_decision(self) -> dict[str, dict[str, float]]:
        """Return the strategy of each hand at the root, for strategies that start on one board."""
        shares = self.probabilities(0, self._board)
        actions = self._tree.actions(0)
        return {
            hole_text(hand): dict(zip(actions, shares[:, hand].tolist(), strict=True))
            for hand in self._first_hands()
        }

    def first_visits(self) -> dict[str, int]:
        """Return how often each hand was visited at the root; see `visits`."""
        counts = self.visits(0, self._board)
        return {hole_text(hand): int(counts[hand]) for hand in self._first_hands()}

    def _first_hands(self) -> list[int]:
        """Return the hands of the first player to act that the board does not block."""
        mask = sum(1 << card for card in self._board)
        return list(self._ranges[int(self._tree.player[0])].without(mask).hands().tolist())
