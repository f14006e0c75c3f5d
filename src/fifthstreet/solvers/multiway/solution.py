"""The result of a solve with three ranges: strategies, values and the error of each player."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, Range, cards_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.multiway.node import MultiwayNode
from fifthstreet.solvers.multiway.river_game import RiverGame, Rows, share_payoff
from fifthstreet.solvers.multiway.spot import PLAYERS, MultiwaySpot
from fifthstreet.solvers.postflop import SolveRecord, normalised
from fifthstreet.support.pictured import Pictured
from fifthstreet.support.storage import (
    open_container,
    reading,
    replacing,
    write_container,
)
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import BettingTree, Kind, Rake
from fifthstreet.tree.strategy import Exploitability, HoleArray, TreeStrategy

MULTIWAY_FILE = "multiway_solution"  # kind of the container
# A value is known only if at least this share of the others' pairs of hands fits the hand; below
# that, the float32 rounding of sums over whole ranges outweighs the result.
_MIN_OPPOSING_SHARE = 1e-4


class MultiwaySolution(TreeStrategy, Pictured):
    """Strategies of three players on a river, with exact values.

    There is no guarantee that strategies of three players are near an equilibrium, even where no
    player could gain much: the players may follow different equilibria, and two of them may win
    from the third together. `exploitability.gains` is what each player could gain alone.
    """

    kind = "multiway solve"

    def __init__(
        self, game: RiverGame, averages: list[Rows], record: SolveRecord, *, threads: int
    ) -> None:
        """Wrap the averages of a solver.

        Args:
            game: The spot and its arrays.
            averages: Strategies of each player, or their sums.  [P] of [T, S]
            record: How they were computed.
            threads: Number of threads of evaluations.
        """
        self.game, self.averages, self.record = game, averages, record
        self.spot, self.threads = game.spot, threads

    def __repr__(self) -> str:
        return (
            f"<MultiwaySolution on {cards_text(self.board)}: {self.record.iterations:,} "
            f"iterations, exploitability {self.exploitability} per player>"
        )

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return self.game.tree

    @property
    def ranges(self) -> tuple[Range, ...]:
        """Hands that each player starts with."""
        return self.spot.ranges

    @property
    def board(self) -> tuple[int, ...]:
        """The board."""
        return self.spot.board

    @property
    def rake(self) -> Rake:
        """The rake."""
        return self.spot.rake

    @property
    def exploitability(self) -> Exploitability:
        """What the players could gain by best responses, each against the two others."""
        return self.record.exploitability

    @property
    def ev(self) -> tuple[float, ...]:
        """Expected chips of each range from the pot."""
        return self.root.range_ev

    @property
    def equity(self) -> tuple[float, ...]:
        """Equity of each range."""
        return self.root.range_equity

    @cached_property
    def root(self) -> MultiwayNode:
        """The root node of the spot."""
        return self.node("r")

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        if self.tree.kind[node] != Kind.ACTION:
            raise InputError(f"node must be a decision, got {node}")
        player, rows = int(self.tree.player[node]), self.game.rows[node]
        strategy = normalised(self.averages[player][rows].astype(np.float64))
        if self.game.locks:
            locked = self.game.locks[player][rows]
            strategy = np.where(locked < 0, strategy, locked)
        return self.game.hands[player].spread(strategy)

    def node(self, path: str) -> MultiwayNode:
        """Return the node at a path like `r:k:b94`.

        Args:
            path: Steps from the root.

        Raises:
            InputError: If the tree has no such node.
        """
        tree, game = self.tree, self.game
        node, _ = tree.find(path)
        player = int(tree.player[node]) if tree.kind[node] == Kind.ACTION else -1
        rows = [reach[node] for reach in self._reach]
        opposing = [game.opposing(each, rows).astype(np.float64) for each in range(PLAYERS)]
        # Values count from the start, where the pot belongs to all in equal shares. Adding the
        # chips that a player has put in since makes them count from this node on.
        shares = (tree.committed[node] + tree.rules.pot_chips / PLAYERS) * tree.rules.chip

        def from_here(who: int, values: NDArray[np.float32]) -> HoleArray:
            known = self._known(who, rows, opposing[who])
            with np.errstate(divide="ignore", invalid="ignore"):
                chips = values[..., : len(known)] / np.where(known, opposing[who], np.nan)
            return game.hands[who].spread(chips + shares[who])

        has_folded = [bool(int(tree.folded[node]) >> each & 1) for each in range(PLAYERS)]

        def equities(who: int) -> HoleArray:
            others = [each for each in range(PLAYERS) if each != who and not has_folded[each]]
            won = game.sweep(who, share_payoff(who, others), rows)
            known = self._known(who, rows, opposing[who])
            return game.hands[who].spread(won / np.where(known, opposing[who], np.nan))

        nothing = [self._spread(each, np.zeros_like(row)) for each, row in enumerate(opposing)]
        empty = np.empty((0, HOLE_COUNT))
        return MultiwayNode(
            solution=self,
            path=tree.path(node),
            kind=Kind(int(tree.kind[node])),
            board=self.board,
            player=player,
            actions=tree.actions(node) if player >= 0 else (),
            pot=tree.pot(node),
            stacks=tree.stacks(node),
            has_folded=tuple(has_folded),
            reach=tuple(np.nan_to_num(self._spread(each, rows[each])) for each in range(PLAYERS)),
            opposing=tuple(
                np.nan_to_num(self._spread(each, opposing[each])) for each in range(PLAYERS)
            ),
            strategy=empty if player < 0 else self.probabilities(node, self.board),
            ev=tuple(
                nothing[each] if has_folded[each] else from_here(each, self._values[each][node])
                for each in range(PLAYERS)
            ),
            action_ev=empty
            if player < 0
            else from_here(player, self._values[player][list(tree.children(node))]),
            shares=tuple(
                nothing[each] if has_folded[each] else equities(each) for each in range(PLAYERS)
            ),
        )

    def _spread(self, player: int, row: NDArray[np.floating]) -> HoleArray:
        return self.game.hands[player].spread(row)

    def _known(
        self, player: int, reach: list[NDArray[np.float32]], opposing: NDArray[np.float64]
    ) -> NDArray[np.bool_]:
        """Return which of a player's hands enough of the others' hands fit."""
        others = [
            float(row.sum(dtype=np.float64)) for who, row in enumerate(reach) if who != player
        ]
        known: NDArray[np.bool_] = opposing > _MIN_OPPOSING_SHARE * others[0] * others[1]
        return known

    @cached_property
    def _reach(self) -> list[Rows]:
        """Reach of each player's hands at all nodes.  [P] of [N, S]"""
        return [self.game.reach(self.averages, player) for player in range(PLAYERS)]

    @cached_property
    def _values(self) -> list[Rows]:
        """Counterfactual values of each player's hands at all nodes.  [P] of [N, S]"""
        return [
            self.game.values(self.averages, player, is_best=False, threads=self.threads)
            for player in range(PLAYERS)
        ]

    def save(self, path: str | os.PathLike[str]) -> int:
        """Write the solution to a file; replace an existing file only when complete.

        Args:
            path: The file, which `open_multiway` opens.

        Returns:
            The size of the file in bytes.
        """
        facts = {"spot": self.spot.to_dict(), "record": self.record.to_dict()}
        arrays: dict[str, NDArray[Any]] = {
            f"averages/{player}": table for player, table in enumerate(self.averages)
        }
        with replacing(path) as file:
            return write_container(file, MULTIWAY_FILE, facts, arrays)


def is_multiway(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is a solution of more than two players.

    Args:
        path: Any file; one that cannot be read is none.
    """
    try:
        return open_container(path, None).kind == MULTIWAY_FILE
    except InputError:
        return False


def open_multiway(path: str | os.PathLike[str], *, threads: int | None = None) -> MultiwaySolution:
    """Open a saved solution with three ranges.

    Args:
        path: A file written by `MultiwaySolution.save`.
        threads: Number of threads; by default one per core.

    Returns:
        The solution.

    Raises:
        InputError: If the file cannot be read.
        DamagedFileError: If the file is damaged or of another kind.
    """
    workers = thread_count(threads)
    container = open_container(path, MULTIWAY_FILE)
    with reading(path):
        spot = MultiwaySpot.from_dict(container.facts["spot"])
        record = SolveRecord.from_dict(container.facts["record"])
        game = RiverGame(spot)
        averages = game.empty_tables()
        for player, table in enumerate(averages):
            container.read_into(f"averages/{player}", table)
    return MultiwaySolution(game, averages, record, threads=workers)
