"""The result of a solve with three ranges: strategies, values and the error of each player."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, Range, cards_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.multiway.node import MultiwayNode
from fifthstreet.solvers.multiway.node_values import NodeValues
from fifthstreet.solvers.multiway.river_game import RiverGame, RiverValues, Rows
from fifthstreet.solvers.multiway.runout_game import RunoutGame, RunoutValues
from fifthstreet.solvers.multiway.spot import VECTOR_PLAYERS, MultiwaySpot
from fifthstreet.solvers.postflop import RIVER, SolveRecord
from fifthstreet.support.pictured import Pictured
from fifthstreet.support.storage import (
    open_container,
    reading,
    replacing,
    write_container,
)
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import BettingTree, Kind, Rake
from fifthstreet.tree.strategy import (
    BOARD_CARDS,
    Exploitability,
    HoleArray,
    TreeStrategy,
    check_place,
)

MULTIWAY_FILE = "multiway_solution"  # kind of the container
# A value is known only if at least this share of the others' pairs of hands fits the hand; below
# that, the float32 rounding of sums over whole ranges outweighs the result.
_MIN_OPPOSING_SHARE = 1e-4


MultiwayGame = RiverGame | RunoutGame


def multiway_game(spot: MultiwaySpot) -> MultiwayGame:
    """Return the arrays of a spot with three ranges."""
    return RiverGame(spot) if spot.street == RIVER else RunoutGame(spot)


class MultiwaySolution(TreeStrategy, Pictured):
    """Strategies of three players, with exact values.

    There is no guarantee that strategies of three players are near an equilibrium, even where no
    player could gain much: the players may follow different equilibria, and two of them may win
    from the third together. `exploitability.gains` is what each player could gain alone.
    """

    kind = "multiway solve"

    def __init__(
        self,
        game: MultiwayGame,
        averages: list[Rows],
        record: SolveRecord,
        *,
        threads: int,
        first_values: list[Rows] | None = None,
    ) -> None:
        """Wrap the averages of a solver.

        Args:
            game: The spot and its arrays.
            averages: Strategies of each player, or their sums.  [P] of [T, S]
            record: How they were computed.
            threads: Number of threads of evaluations.
            first_values: Values at the nodes of the first street, if they are known.  [P] of [N, S]
        """
        self.game, self.averages, self.record = game, averages, record
        self.spot, self.threads, self._first_values = game.spot, threads, first_values

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
    def _solved(self) -> RiverValues | RunoutValues:
        if isinstance(self.game, RiverGame):
            return RiverValues(self.game, self.averages, self.threads)
        return RunoutValues(self.game, self.averages, self._first_values, self.threads)

    @cached_property
    def root(self) -> MultiwayNode:
        """The root node of the spot."""
        return self.node("r")

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        if not 0 <= node < len(self.tree) or self.tree.kind[node] != Kind.ACTION:
            raise InputError(f"node must be a decision, got {node}")
        check_place(self, node, board)
        return self.game.probabilities(self.averages, node, board)

    def node(self, path: str) -> MultiwayNode:
        """Return the node at a path like `r:k:b94:c:c:n8c`.

        Args:
            path: Steps from the root, with the card of each deal.

        Raises:
            InputError: If the tree has no such node, or if the cards cannot be dealt.
        """
        tree = self.tree
        node, cards = tree.find(path)
        missing = BOARD_CARDS[int(tree.street[node])] - len(self.board) - len(cards)
        if missing:
            raise InputError(f"path must name the card of each deal, like n8c, got {path!r}")
        if both := set(cards) & set(self.board):
            raise InputError(f"{cards_text(sorted(both))} in {path!r} is on the board")
        board = (*self.board, *cards)
        player = int(tree.player[node]) if tree.kind[node] == Kind.ACTION else -1
        found = self._solved.at(node, self.reach(node, board), board)
        held = [self._held(who, board) for who in range(VECTOR_PLAYERS)]
        has_folded = [bool(int(tree.folded[node]) >> who & 1) for who in range(VECTOR_PLAYERS)]

        def from_here(who: int, values: HoleArray) -> HoleArray:
            # Values count from the start, where the pot belongs to all in equal shares. Adding the
            # chips that a player has put in since makes them count from this node on.
            put_in = tree.committed[node, who] + tree.rules.pot_chips / VECTOR_PLAYERS
            known = self._known(found, who)
            with np.errstate(divide="ignore", invalid="ignore"):
                chips = values / np.where(known, found.opposing[who], np.nan)
            return np.where(held[who], chips + put_in * tree.rules.chip, np.nan)

        def equities(who: int) -> HoleArray:
            others = [
                each for each in range(VECTOR_PLAYERS) if each != who and not has_folded[each]
            ]
            return np.where(self._known(found, who), found.shares(who, others), np.nan)

        nothing = [np.where(of_player, 0.0, np.nan) for of_player in held]
        empty = np.empty((0, HOLE_COUNT))
        return MultiwayNode(
            solution=self,
            path=tree.path(node, cards),
            kind=Kind(int(tree.kind[node])),
            board=board,
            player=player,
            actions=tree.actions(node) if player >= 0 else (),
            pot=tree.pot(node),
            stacks=tree.stacks(node),
            has_folded=tuple(has_folded),
            reach=found.reach,
            opposing=tuple(
                np.where(held[who], found.opposing[who], 0) for who in range(VECTOR_PLAYERS)
            ),
            strategy=empty if player < 0 else self.probabilities(node, board),
            ev=tuple(
                nothing[who] if has_folded[who] else from_here(who, found.values(who, [node])[0])
                for who in range(VECTOR_PLAYERS)
            ),
            action_ev=empty
            if player < 0
            else from_here(player, found.values(player, tree.children(node))),
            shares=tuple(
                nothing[who] if has_folded[who] else equities(who) for who in range(VECTOR_PLAYERS)
            ),
        )

    def _held(self, player: int, board: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return which hands of a player's range a board leaves.  [1326]"""
        mask = np.uint64(sum(1 << card for card in board))
        held: NDArray[np.bool_] = (self.ranges[player].weights > 0) & (HOLE_MASKS & mask == 0)
        return held

    def _known(self, found: NodeValues, player: int) -> NDArray[np.bool_]:
        """Return which of a player's hands enough of the others' hands fit.  [1326]"""
        others = [float(row.sum()) for who, row in enumerate(found.reach) if who != player]
        known: NDArray[np.bool_] = (
            found.opposing[player] > _MIN_OPPOSING_SHARE * others[0] * others[1]
        )
        return known

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
        if isinstance(self.game, RunoutGame):  # they take longer than reading the file
            arrays |= {f"values/{player}": rows for player, rows in enumerate(self._solved.first)}
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
        game = multiway_game(spot)
        averages = game.empty_tables()
        for player, table in enumerate(averages):
            container.read_into(f"averages/{player}", table)
        first_values = None
        if isinstance(game, RunoutGame):
            first_values = game.empty_first_values()
            for player, rows in enumerate(first_values):
                container.read_into(f"values/{player}", rows)
    return MultiwaySolution(game, averages, record, threads=workers, first_values=first_values)
