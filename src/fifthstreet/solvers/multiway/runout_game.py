"""A flop or turn with three ranges as arrays: hands by board, payoffs, rows of tables.

Shapes: N nodes, P = 3 players, H hands of a player, S their number padded for vectors, B complete
boards, T rows of a player's tables: actions of all decisions of the first street, then of each
turn, then of each river after each turn. On rivers, hands are in order of strength.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import CARD_COUNT, HOLE_CARDS, HOLE_COUNT, HOLE_MASKS
from fifthstreet.cards.hands import strengths_on_boards
from fifthstreet.errors import InputError
from fifthstreet.solvers.multiway.node_values import NodeValues, opposing_pairs
from fifthstreet.solvers.multiway.payoffs import TriplePayoffs, opponents, share_payoff
from fifthstreet.solvers.multiway.river_game import MIN_SHARE, Row, Rows, row_stride
from fifthstreet.solvers.multiway.runouts import DealtRunouts
from fifthstreet.solvers.multiway.spot import VECTOR_PLAYERS, MultiwaySpot
from fifthstreet.solvers.postflop import RIVER, normalised
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import HoleArray, Lock, locked_node

_FLOP = 1
_TURNS_AT_ONCE = 4  # of a measurement, between which interrupts take effect
_CARDS_OF_HANDS = 2 * VECTOR_PLAYERS
_UNSET = -1.0  # of a locked probability


class RunoutGame:
    """The arrays of a spot on a flop or turn, and the native passes over them."""

    def __init__(self, spot: MultiwaySpot) -> None:
        self.spot, self.tree = spot, spot.tree
        live = [range_.weights for range_ in spot.live_ranges]
        self.holes = [np.flatnonzero(weights) for weights in live]
        self.weights: list[Row] = []
        for weights, holes in zip(live, self.holes, strict=True):
            row = np.zeros(row_stride(len(holes)), np.float32)
            row[: len(holes)] = weights[holes]
            self.weights.append(row)
        self.matchups = self._matchups()
        self.left = [card for card in range(CARD_COUNT) if card not in spot.board]
        self.has_turn = spot.street == _FLOP
        self.turns = len(self.left) if self.has_turn else 1
        self.rivers = len(self.left) - (1 if self.has_turn else 0)
        self._place_rows()

    def __reduce__(self) -> tuple[type[RunoutGame], tuple[MultiwaySpot]]:
        """Pickle the spot: the native passes are built from it again."""
        return RunoutGame, (self.spot,)

    def _matchups(self) -> float:
        """Return the weight of all triples of hands that share no card."""
        wide = [range_.weights.astype(np.float64) for range_ in self.spot.live_ranges]
        matchups = float(wide[0] @ opposing_pairs(wide[1], wide[2]))
        if not matchups > MIN_SHARE * float(np.prod([row.sum() for row in wide])):
            raise InputError("ranges: hands of the three players always share a card")
        return matchups

    def _place_rows(self) -> None:
        """Number the rows of each player's decisions, street by street."""
        tree = self.tree
        streets = range(self.spot.street, RIVER + 1)
        self.rows: dict[int, slice] = {}  # of each decision, among the rows of its street
        self.row_counts = [[0] * len(streets) for _ in range(VECTOR_PLAYERS)]
        self.places: dict[int, int] = {}  # of each node, among the nodes of its street
        for level, street in enumerate(streets):
            for place, node in enumerate(np.flatnonzero(tree.street == street).tolist()):
                self.places[node] = place
                if tree.kind[node] == Kind.ACTION:
                    counts = self.row_counts[int(tree.player[node])]
                    self.rows[node] = slice(
                        counts[level], counts[level] + int(tree.n_children[node])
                    )
                    counts[level] += int(tree.n_children[node])

    @cached_property
    def strengths(self) -> list[NDArray[np.uint16]]:
        """Strength of each hand on each complete board, 0 if impossible.  [P] of [B, H]"""
        known = self.spot.board_mask
        to_come = combinations(self.left, RIVER - self.spot.street)
        boards = np.array([known | sum(1 << card for card in dealt) for dealt in to_come])
        return [
            strengths_on_boards(HOLE_MASKS[holes], boards.astype(np.uint64), np.uint16)
            for holes in self.holes
        ]

    @cached_property
    def native(self) -> _native.TripleStreets:
        """The native passes."""
        tree, payoffs = self.tree, TriplePayoffs.of(self.tree, self.spot.rake)
        return _native.TripleStreets(
            players=np.where(tree.kind == Kind.ACTION, tree.player, -1).astype(np.int8),
            first_children=tree.first_child,
            children=tree.n_children.astype(np.int32),
            streets=tree.street,
            left=np.array(self.left, np.uint8),
            cards=[HOLE_CARDS[holes].astype(np.uint8) for holes in self.holes],
            strengths=self.strengths,
            ends=payoffs.ends,
            payoffs=payoffs.payoffs,
        )

    @cached_property
    def locks(self) -> list[Rows]:
        """Tables of locked probabilities, negative where nothing is locked; [] without locks."""
        if not self.spot.locks:
            return []
        tables = self.empty_tables()
        for table in tables:
            table.fill(_UNSET)
        for lock in self.spot.locks:
            self._apply(lock, tables)
        return tables

    def _apply(self, lock: Lock, tables: list[Rows]) -> None:
        """Write a lock into the tables, on all runouts unless its path names the cards."""
        node, cards = locked_node(self.tree, self.spot.board, lock)
        player = int(self.tree.player[node])
        given = lock.probabilities(self.tree.actions(node))
        for turn, river in self._runouts(int(self.tree.street[node]), cards):
            rows = self._node_rows(tables[player], node, turn, river)
            holes = self._order(player, turn, river)
            probabilities = given[:, holes]
            own = rows[:, : len(holes)]
            own[...] = np.where(np.isnan(probabilities), own, probabilities)

    def _runouts(self, street: int, cards: Sequence[int]) -> list[tuple[int, int]]:
        """Return the places of the runouts of a street that begin with some cards."""
        dealt: list[tuple[int, int]] = []
        for turn in range(self.turns) if street > _FLOP else [-1]:
            if self.has_turn and cards and self.left[turn] != cards[0]:
                continue
            for river in range(self.rivers) if street == RIVER else [-1]:
                named = cards[1 if self.has_turn else 0 :]
                if not named or river < 0 or self._river_card(turn, river) == named[0]:
                    dealt.append((turn, river))
        return dealt

    def _river_card(self, turn: int, river: int) -> int:
        return self.left[river if not self.has_turn or river < turn else river + 1]

    def runout(self, board: Sequence[int]) -> tuple[int, int]:
        """Return the places of the turn and river of a board; -1 for cards to come."""
        cards = list(board[len(self.spot.board) :])
        turn = 0
        if self.has_turn:
            turn = self.left.index(cards.pop(0)) if cards else -1
        if not cards:
            return turn, -1
        river = self.left.index(cards[0])
        return turn, river - (self.has_turn and river > turn)

    @lru_cache(maxsize=64)  # noqa: B019
    def _order(self, player: int, turn: int, river: int) -> NDArray[np.int64]:
        """Return a player's hands in the order of the rows: on rivers, of strength."""
        holes: NDArray[np.int64] = self.holes[player]
        if river < 0:
            return holes
        board = river
        if self.has_turn:
            other = river if river < turn else river + 1
            i, j = min(turn, other), max(turn, other)
            board = i * (2 * len(self.left) - i - 1) // 2 + j - i - 1
        strengths = self.strengths[player][board]
        possible = np.flatnonzero(strengths)
        return holes[possible[np.argsort(strengths[possible], kind="stable")]]

    def _node_rows(self, table: Rows, node: int, turn: int, river: int) -> Rows:
        """Return the rows of a decision in its player's table."""
        counts = self.row_counts[int(self.tree.player[node])]
        level = int(self.tree.street[node]) - self.spot.street
        first = 0
        if level > 0:
            first = counts[0] + (turn if self.has_turn else river) * counts[1]
        if level == 2:
            first = counts[0] + self.turns * counts[1] + (turn * self.rivers + river) * counts[2]
        rows = self.rows[node]
        return table[first + rows.start : first + rows.stop]

    def row_count(self, player: int) -> int:
        """Return the number of rows of a player's tables."""
        counts = self.row_counts[player]
        if not self.has_turn:
            return counts[0] + self.rivers * counts[1]
        return counts[0] + self.turns * (counts[1] + self.rivers * counts[2])

    def empty_tables(self) -> list[Rows]:
        """Return zeros for each player, which take memory when they are written.  [T, S]"""
        return [
            np.zeros((self.row_count(player), len(row)), np.float32)
            for player, row in enumerate(self.weights)
        ]

    def empty_first_values(self) -> list[Rows]:
        """Return zeros for the values at the nodes of the first street.  [P] of [N, S]"""
        nodes = int((self.tree.street == self.spot.street).sum())
        return [np.zeros((nodes, len(row)), np.float32) for row in self.weights]

    @property
    def table_bytes(self) -> int:
        """Memory of one table of each player."""
        return sum(4 * self.row_count(player) * len(row) for player, row in enumerate(self.weights))

    @property
    def value_bytes(self) -> int:
        """Memory of the reach and values of a pass at all turns, roughly."""
        nodes = np.bincount(self.tree.street, minlength=RIVER + 1)
        rows = int(nodes[_FLOP] + self.turns * 4 * nodes[_FLOP + 1])
        return 4 * rows * max(map(len, self.weights)) * VECTOR_PLAYERS

    def iterate(
        self,
        regrets: list[Rows],
        averages: list[Rows],
        factors: tuple[Row, Row, Row],
        iteration: int,
        dealt: DealtRunouts,
        threads: int,
    ) -> None:
        """Run an iteration over some runouts; tables change.

        Args:
            regrets: Tables of each player.
            averages: Tables of each player.
            factors: Of positive and negative regrets and of averages, by number of updates so far.
            iteration: Number of iterations so far.
            dealt: The runouts.
            threads: Number of threads.
        """
        positive, negative, keep = factors
        self.native.iterate(
            regrets,
            averages,
            self.locks,
            self.weights,
            positive,
            negative,
            keep,
            iteration,
            dealt.turns,
            dealt.turn_visits,
            dealt.rivers,
            dealt.river_visits,
            threads,
        )

    def first_values(self, averages: list[Rows], player: int, threads: int) -> Rows:
        """Return values at the nodes of the first street, over all runouts.  [2, N, S]

        The first are of the player's average, the others of a best response to the averages of the
        two others.
        """
        width = len(self.weights[player])
        sums = np.zeros((2 * self.native.sum_rows, width), np.float32)
        for first in range(0, self.turns, _TURNS_AT_ONCE):
            turns = np.arange(first, min(first + _TURNS_AT_ONCE, self.turns), dtype=np.int32)
            self.native.add_turns(averages, self.locks, self.weights, player, turns, threads, sums)
        nodes = int((self.tree.street == self.spot.street).sum())
        out = np.empty((2 * nodes, width), np.float32)
        self.native.finish(averages, self.locks, self.weights, player, sums, out)
        return out.reshape(2, nodes, width)

    def chips(self, player: int, values: Row) -> float:
        """Return the chips that a player's range wins, from values of its hands at the root."""
        return float(np.dot(values.astype(np.float64), self.weights[player])) / self.matchups

    def probabilities(self, averages: list[Rows], node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        player, (turn, river) = int(self.tree.player[node]), self.runout(board)
        holes = self._order(player, turn, river)
        rows = self._node_rows(averages[player], node, turn, river)[:, : len(holes)]
        strategy = normalised(rows.astype(np.float64))
        if self.locks:
            locked = self._node_rows(self.locks[player], node, turn, river)[:, : len(holes)]
            strategy = np.where(locked < 0, strategy, locked)
        return self.spread(player, strategy, turn, river)

    def spread(self, player: int, rows: NDArray[np.floating], turn: int, river: int) -> HoleArray:
        """Return rows over a player's hands as rows over all, NaN for impossible hands."""
        holes = self._order(player, turn, river)
        wide: HoleArray = np.full((*rows.shape[:-1], HOLE_COUNT), np.nan)
        wide[..., holes] = rows[..., : len(holes)]
        if self.has_turn and turn >= 0 and river < 0:
            wide[..., HOLE_MASKS & np.uint64(1 << self.left[turn]) != 0] = np.nan
        return wide

    def narrow(self, player: int, row: HoleArray) -> Row:
        """Return a row over all hands as a padded row over a player's hands.  [S]"""
        out = np.zeros_like(self.weights[player])
        out[: len(self.holes[player])] = row[self.holes[player]]
        return out


class RunoutValues:
    """Values at the nodes of a game, computed where they are needed."""

    def __init__(
        self, game: RunoutGame, averages: list[Rows], first: list[Rows] | None, threads: int
    ) -> None:
        self.game, self.averages, self.threads = game, averages, threads
        self._first = first
        self._last: tuple[tuple[int, int], list[Rows]] | None = None  # a turn or river

    @property
    def first(self) -> list[Rows]:
        """Values of each player's hands at the nodes of the first street.  [P] of [N, S]"""
        if self._first is None:
            self._first = [
                self.game.first_values(self.averages, player, self.threads)[0]
                for player in range(VECTOR_PLAYERS)
            ]
        return self._first

    def on(self, turn: int, river: int) -> list[Rows]:
        """Return the values at the nodes of a street on a runout.  [P] of [N, S]"""
        game = self.game
        if river < 0 and (turn < 0 or not game.has_turn):
            return self.first
        if self._last is None or self._last[0] != (turn, river):
            street = RIVER if river >= 0 else RIVER - 1
            nodes = int((game.tree.street == street).sum())
            rows = []
            for player, weights in enumerate(game.weights):
                out = np.empty((nodes, len(weights)), np.float32)
                game.native.values_at(
                    self.averages, game.locks, game.weights, player, turn, river, self.threads, out
                )
                rows.append(out)
            self._last = (turn, river), rows
        return self._last[1]

    def at(self, node: int, reach: Sequence[HoleArray], board: tuple[int, ...]) -> NodeValues:
        """Return what a node on a board is made of."""
        opposing = []
        for player in range(VECTOR_PLAYERS):
            first, second = (reach[other] for other in opponents(player))
            opposing.append(opposing_pairs(first, second))
        return RunoutNodeValues(node, tuple(reach), tuple(opposing), self, board)


@dataclass(frozen=True, eq=False)
class RunoutNodeValues(NodeValues):
    """A node of a flop or turn, or of a street after it."""

    solved: RunoutValues
    board: tuple[int, ...]

    def values(self, player: int, nodes: Sequence[int]) -> HoleArray:
        """Return counterfactual values of a player's hands at this node or its children."""
        game = self.solved.game
        runout = game.runout(self.board)
        places = [game.places[node] for node in nodes]
        return game.spread(player, self.solved.on(*runout)[player][places], *runout)

    def shares(self, player: int, others: Sequence[int]) -> HoleArray:
        """Return the equity of each hand in a pot that these others contest."""
        game = self.solved.game
        turn, river = game.runout(self.board)
        first, second = (game.narrow(other, self.reach[other]) for other in opponents(player))
        out = np.empty_like(game.weights[player])
        payoff = np.array(share_payoff(player, others), np.float32)
        game.native.showdown(player, payoff, first, second, turn, river, self.solved.threads, out)
        wide = game.spread(player, out.astype(np.float64), turn, -1)
        # Each triple of hands meets this many complete boards.
        to_come = RIVER + 2 - len(self.board)
        unseen = CARD_COUNT - len(self.board) - _CARDS_OF_HANDS
        boards = (1, unseen, unseen * (unseen - 1) // 2)[to_come]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.opposing[player] > 0, wide / (boards * self.opposing[player]), 0)
