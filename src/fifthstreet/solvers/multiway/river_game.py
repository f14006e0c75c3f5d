"""A river with three ranges as arrays: hands in order of strength, payoffs, rows of tables.

Shapes: N nodes, P = 3 players, H hands of a player, S their number padded for vectors, T actions of
all decisions of a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import CARD_COUNT, HOLE_CARDS, HOLE_COUNT, HOLE_MASKS
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.errors import InputError
from fifthstreet.solvers.multiway.node_values import NodeValues, opposing_pairs
from fifthstreet.solvers.multiway.payoffs import ALL_WIN, TriplePayoffs, opponents, share_payoff
from fifthstreet.solvers.multiway.spot import VECTOR_PLAYERS, MultiwaySpot
from fifthstreet.solvers.postflop import normalised
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import HoleArray, locked_node

Row = NDArray[np.float32]
Rows = NDArray[np.float32]  # [T, S]

_ROW_UNIT = 16  # as in native/shared/lanes.hpp
MIN_SHARE = 1e-6  # of pairs of hands that are possible; float32 cannot tell less from none


@dataclass(frozen=True, eq=False)
class RiverHands:
    """A player's hands on a river, in order of strength."""

    holes: NDArray[np.int64]  # [H]
    cards: NDArray[np.uint8]  # [H, 2] among the 47 cards that are not on the board
    strengths: NDArray[np.uint16]  # [H]
    weights: Row  # [S]

    @classmethod
    def of(cls, spot: MultiwaySpot, player: int) -> RiverHands:
        """Return the hands of a player's range that the board does not block."""
        weights = spot.live_ranges[player].weights
        holes = np.flatnonzero(weights)
        board = np.full(len(holes), spot.board_mask, np.uint64)
        strengths = evaluate_masks(HOLE_MASKS[holes], board)
        order = np.argsort(strengths, kind="stable")
        holes = holes[order]
        places = np.zeros(CARD_COUNT, np.uint8)
        left = [card for card in range(CARD_COUNT) if card not in spot.board]
        places[left] = np.arange(len(left))
        padded = np.zeros(row_stride(len(holes)), np.float32)
        padded[: len(holes)] = weights[holes]
        return cls(holes, places[HOLE_CARDS[holes]], strengths[order].astype(np.uint16), padded)

    def spread(self, rows: NDArray[np.floating]) -> HoleArray:
        """Return rows over the player's hands as rows over all hands, NaN for the others.

        Args:
            rows: The last axis is over the hands, padded or not.
        """
        wide: HoleArray = np.full((*rows.shape[:-1], HOLE_COUNT), np.nan)
        wide[..., self.holes] = rows[..., : len(self.holes)]
        return wide


def row_stride(count: int) -> int:
    """Return the length of a padded row."""
    return count // _ROW_UNIT * _ROW_UNIT + _ROW_UNIT


class RiverGame:
    """The arrays of a spot, and the native passes over them."""

    def __init__(self, spot: MultiwaySpot) -> None:
        self.spot, self.tree = spot, spot.tree
        self.hands = tuple(RiverHands.of(spot, player) for player in range(VECTOR_PLAYERS))
        self.weights = [hands.weights for hands in self.hands]
        tree = self.tree
        is_decision = tree.kind == Kind.ACTION
        payoffs = TriplePayoffs.of(tree, spot.rake)
        self.native = _native.TripleSolver(
            players=np.where(is_decision, tree.player, -1).astype(np.int8),
            first_children=tree.first_child,
            children=tree.n_children.astype(np.int32),
            cards=[hands.cards for hands in self.hands],
            strengths=[hands.strengths for hands in self.hands],
            ends=payoffs.ends,
            payoffs=payoffs.payoffs,
        )
        opposing = self.opposing(0, self.weights).astype(np.float64)
        # The weight of all triples of hands that share no card.
        self.matchups = float(np.dot(opposing, self.weights[0]))
        total = float(np.prod([hands.weights.sum(dtype=np.float64) for hands in self.hands]))
        if not self.matchups > MIN_SHARE * total:
            raise InputError("ranges: hands of the three players always share a card")
        self.rows: dict[int, slice] = {}  # of each decision in its player's tables
        self.row_counts = [0] * VECTOR_PLAYERS
        for node in np.flatnonzero(is_decision).tolist():
            player, count = int(tree.player[node]), int(tree.n_children[node])
            start = self.row_counts[player]
            self.rows[node] = slice(start, start + count)
            self.row_counts[player] += count
        self.locks = self._locks()

    def __reduce__(self) -> tuple[type[RiverGame], tuple[MultiwaySpot]]:
        """Pickle the spot: the native passes are built from it again."""
        return RiverGame, (self.spot,)

    def empty_tables(self) -> list[Rows]:
        """Return a table of zeros for each player.  [T, S]"""
        return [
            np.zeros((count, len(weights)), np.float32)
            for count, weights in zip(self.row_counts, self.weights, strict=True)
        ]

    @property
    def table_bytes(self) -> int:
        """Memory of one table of each player."""
        sizes = zip(self.row_counts, self.weights, strict=True)
        return sum(4 * count * len(weights) for count, weights in sizes)

    @property
    def value_bytes(self) -> int:
        """Memory of one player's values at all nodes."""
        return 4 * len(self.tree) * max(map(len, self.weights))

    def _locks(self) -> list[Rows]:
        """Return tables of locked probabilities, negative where nothing is locked; [] without."""
        if not self.spot.locks:
            return []
        tables = self.empty_tables()
        for table in tables:
            table.fill(-1)
        for lock in self.spot.locks:
            node, _ = locked_node(self.tree, self.spot.board, lock)
            player = int(self.tree.player[node])
            hands = self.hands[player]
            given = lock.probabilities(self.tree.actions(node))[:, hands.holes]
            rows = tables[player][self.rows[node], : len(hands.holes)]
            rows[...] = np.where(np.isnan(given), rows, given)
        return tables

    def sweep(self, player: int, payoff: Sequence[float], reach: Sequence[Row]) -> Row:
        """Return what a player's hands win against the reach of the two others.  [S]"""
        out = np.empty_like(self.weights[player])
        first, second = (reach[other] for other in opponents(player))
        self.native.sweep(player, np.array(payoff, np.float32), first, second, out)
        return out

    def opposing(self, player: int, reach: Sequence[Row]) -> Row:
        """Return the weight of the pairs of the others' hands that fit each hand.  [S]"""
        return self.sweep(player, ALL_WIN, reach)

    def values(self, averages: list[Rows], player: int, *, is_best: bool, threads: int) -> Rows:
        """Return counterfactual values of a player's hands at all nodes.  [N, S]

        Args:
            averages: The strategies of all players, or sums of strategies.
            player: Whose values.
            is_best: Whether the player plays a best response instead.
            threads: Number of threads.
        """
        out = np.empty((len(self.tree), len(self.weights[player])), np.float32)
        self.native.evaluate(averages, self.locks, self.weights, player, is_best, threads, out)
        return out

    def probabilities(self, averages: list[Rows], node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        player, rows = int(self.tree.player[node]), self.rows[node]
        strategy = normalised(averages[player][rows].astype(np.float64))
        if self.locks:
            locked = self.locks[player][rows]
            strategy = np.where(locked < 0, strategy, locked)
        return self.hands[player].spread(strategy)

    def reach(self, averages: list[Rows], player: int) -> Rows:
        """Return the reach of a player's hands at all nodes.  [N, S]"""
        out = np.empty((len(self.tree), len(self.weights[player])), np.float32)
        self.native.reach(averages, self.locks, self.weights, player, out)
        return out

    def first_values(self, averages: list[Rows], player: int, threads: int) -> Rows:
        """Return values at all nodes, of averages and of a best response.  [2, N, S]"""
        return np.array(
            [
                self.values(averages, player, is_best=is_best, threads=threads)
                for is_best in (False, True)
            ]
        )

    def chips(self, player: int, values: Row) -> float:
        """Return the chips that a player's range wins, from values of its hands at the root."""
        return float(np.dot(values.astype(np.float64), self.weights[player])) / self.matchups


class RiverValues:
    """Values at all nodes of a river."""

    def __init__(self, game: RiverGame, averages: list[Rows], threads: int) -> None:
        self.game, self._averages, self._threads = game, averages, threads

    @cached_property
    def first(self) -> list[Rows]:
        """Counterfactual values of each player's hands at all nodes.  [P] of [N, S]"""
        return [
            self.game.values(self._averages, player, is_best=False, threads=self._threads)
            for player in range(VECTOR_PLAYERS)
        ]

    def at(self, node: int, reach: Sequence[HoleArray], board: tuple[int, ...]) -> NodeValues:
        """Return what a node is made of."""
        opposing = []
        for player in range(VECTOR_PLAYERS):
            first, second = (reach[other] for other in opponents(player))
            opposing.append(opposing_pairs(first, second))
        return RiverNodeValues(node, tuple(reach), tuple(opposing), self)


@dataclass(frozen=True, eq=False)
class RiverNodeValues(NodeValues):
    """A node of a river."""

    solved: RiverValues

    def values(self, player: int, nodes: Sequence[int]) -> HoleArray:
        """Return counterfactual values of a player's hands at some nodes.  [K, 1326]"""
        rows = self.solved.first[player][list(nodes)]
        return self.solved.game.hands[player].spread(rows)

    def shares(self, player: int, others: Sequence[int]) -> HoleArray:
        """Return the equity of each hand in a pot that these others contest.  [1326]"""
        game = self.solved.game
        rows = []
        for hands, reach, weights in zip(game.hands, self.reach, game.weights, strict=True):
            row = np.zeros_like(weights)
            row[: len(hands.holes)] = reach[hands.holes]
            rows.append(row)
        won = game.hands[player].spread(game.sweep(player, share_payoff(player, others), rows))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.opposing[player] > 0, won / self.opposing[player], 0)
