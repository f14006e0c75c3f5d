"""Hands of players at a node: means over their ranges, and summaries of hands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, cards_text
from fifthstreet.cards.hands import DRAWS, MADE_HANDS, HandClasses, classify, matching_hands
from fifthstreet.errors import InputError
from fifthstreet.tree.strategy import HoleArray

_Row = TypeVar("_Row")


@dataclass(frozen=True)
class HandSummary:
    """A player's strategy, EV and equity with one hand, or with all hands of a class, at a node."""

    hand: str
    player: int
    combos: float  # that reach the node
    ev: float  # chips from this node on
    equity: float
    strategy: dict[str, float]  # by action; empty if the player does not act
    action_ev: dict[str, float]  # chips by action
    player_name: str

    def __repr__(self) -> str:
        play = ", ".join(f"{action} {share:.3f}" for action, share in self.strategy.items())
        return f"<{self.player_name} {self.hand}: EV {self.ev:.2f}{': ' + play if play else ''}>"


class NodeHands(ABC):
    """The hands of all players at a node, with any number of players.

    Arrays are over the 1,326 hands, with NaN for impossible hands.
    """

    path: str
    board: tuple[int, ...]
    player: int  # who acts, -1 no player
    actions: tuple[str, ...]
    reach: tuple[HoleArray, ...]  # [P] weight with which each hand reaches the node
    strategy: HoleArray  # [A, 1326] of the player who acts
    ev: tuple[HoleArray, ...]  # [P] chips
    action_ev: HoleArray  # [A, 1326] chips, of the player who acts

    @property
    @abstractmethod
    def opposing_reach(self) -> tuple[HoleArray, ...]:
        """Weight of the others' hands that share no card with each hand.  [P]"""

    @property
    @abstractmethod
    def equities(self) -> tuple[HoleArray, ...]:
        """Equity of each hand against the others' ranges at this node.  [P]"""

    @abstractmethod
    def player_name(self, player: int) -> str:
        """Return the name of a player, like `OOP`."""

    def __getitem__(self, hand: str) -> HandSummary:
        """Return the summary of a hand, `AhQh`, or a hand class, `AQs`, of the player who acts.

        Classes may depend on the board, like `top pair`, and be mixed: see `matching_hands`. If no
        player acts, it is the first player's hand; see `hand` for the others.
        """
        return self.hand(hand)

    def hand(self, hand: str, player: int | None = None) -> HandSummary:
        """Return the summary of a hand or a hand class of a player."""
        who = max(self.player, 0) if player is None else player
        return self.summary(hand, self.held(hand, who), who)

    def held(self, hands: str, player: int) -> NDArray[np.int64]:
        """Return a player's hands here that match text like `AhQh`, `AQs` or `top pair`.

        InputError if there are none.
        """
        holes = matching_hands(hands, self.board).hands()
        board = sum(1 << card for card in self.board)
        if holes.size and not (HOLE_MASKS[holes] & np.uint64(board) == 0).any():
            raise InputError(f"hand {hands!r} holds a card of the board {cards_text(self.board)}")
        held: NDArray[np.int64] = holes[self.reach[player][holes] > 0]
        if not held.size:
            raise InputError(f"{self.player_name(player)} never has {hands!r} at {self.path!r}")
        return held

    def summary(self, name: str, holes: NDArray[np.int64], player: int) -> HandSummary:
        """Return the means over hands of a player, under a name."""
        rows: dict[str, dict[str, float]] = {"strategy": {}, "action_ev": {}}
        if player == self.player:
            for field, table in (("strategy", self.strategy), ("action_ev", self.action_ev)):
                means = [self._mean(player, row, holes) for row in table]
                rows[field] = dict(zip(self.actions, means, strict=True))
        return HandSummary(
            name,
            player,
            float(self.reach[player][holes].sum()),
            self._mean(player, self.ev[player], holes),
            self._mean(player, self.equities[player], holes),
            player_name=self.player_name(player),
            **rows,
        )

    @cached_property
    def classes(self) -> HandClasses:
        """The made hand and the draw of each hand on this board."""
        return classify(self.board)

    def by_class(
        self, holes: NDArray[np.int64], row: Callable[[str, NDArray[np.int64]], _Row]
    ) -> tuple[tuple[_Row, ...], tuple[_Row, ...]]:
        """Return a row for each made hand and each draw that some of the hands have.

        On the river there are no rows of draws.
        """

        def rows(names: Sequence[str], of_hand: NDArray[np.int8]) -> tuple[_Row, ...]:
            parts = [(name, holes[of_hand[holes] == place]) for place, name in enumerate(names)]
            return tuple(row(name, part) for name, part in parts if part.size)

        draws = rows(DRAWS, self.classes.draw) if len(self.board) < 5 else ()
        return rows(MADE_HANDS, self.classes.made), draws

    @property
    def frequencies(self) -> HoleArray:
        """How often the acting player's range takes each action.  [A]"""
        return np.array([self._mean(self.player, row) for row in self.strategy])

    @property
    def range_action_ev(self) -> tuple[float, ...]:
        """Expected chips of each action for the acting player's hands that take it.  [A]

        It is NaN for an action that no hand takes.
        """
        taken = np.nan_to_num(self.strategy)
        return tuple(
            self._mean(self.player, ev, shares=shares)
            for ev, shares in zip(self.action_ev, taken, strict=True)
        )

    def _mean(
        self,
        player: int,
        values: HoleArray,
        holes: NDArray[np.int64] | None = None,
        shares: HoleArray | float = 1.0,
    ) -> float:
        """Return the mean over hands, weighted by their reach and the others' hands."""
        weights = self.reach[player] * self.opposing_reach[player] * shares
        if holes is not None:
            weights, values = weights[holes], values[holes]
        known = (weights > 0) & ~np.isnan(values)
        total = float(weights[known].sum())
        return float((weights[known] * values[known]).sum()) / total if total > 0 else float("nan")
