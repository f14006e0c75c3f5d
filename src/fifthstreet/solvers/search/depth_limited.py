"""Depth-limited solving: the first street of a spot with all hands, the rest by continuations.

A flop with all hands is too large for a CPU because of the 2,352 turns and rivers after it. Here
its street alone is solved. Where the next card is dealt the search ends: the player who searches
follows a blueprint from there on, and the opponent chooses a continuation for each of their hands,
by regret matching like any other decision (Brown, Sandholm & Amos 2018). With one continuation a
leaf has a single value, which an opponent can exploit; it serves for comparison.

An iteration is some products of matrices with vectors, milliseconds instead of a second.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from hashlib import blake2b
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, compatible_weight, count_matchups
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE,
    Reporter,
    Schedule,
    TableSolver,
    in_turn,
    schedule_of,
    schedule_to_dict,
)
from fifthstreet.solvers.postflop import (
    IDENTITY,
    SEATS,
    GadgetRows,
    SolveRecord,
    Spot,
    ValueMode,
    gadget_rows,
)
from fifthstreet.solvers.search.continuations import (
    CONTINUATIONS,
    DEFAULT_BIAS,
    BiasedStrategy,
    check_continuations,
)
from fifthstreet.solvers.search.depth_solution import DepthLimitedSolution
from fifthstreet.solvers.search.leaf_matrices import LeafMatrices, leaf_matrices
from fifthstreet.solvers.search.street_game import check_street, matched
from fifthstreet.solvers.search.subgame import check_player
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import Kind, end_payoffs, street_nodes
from fifthstreet.tree.strategy import Exploitability, TreeStrategy

Row = NDArray[np.float32]  # [H]
Rows = NDArray[np.float32]  # [A, H]

GADGET = -1  # the decision before the first node, in tables by node
MIN_SECONDS = 0.1  # of iterations, however long it took to prepare them
DEFAULT_BOARDS = 49  # one river after each turn of a flop


class DepthLimitedSolver(TableSolver):
    """Solves the first street of a flop or turn for one player.

    `blueprint` is a strategy for the tree of the spot, of which only the later streets count. Its
    values are means over at most `boards` runouts. Exploitability is for the depth-limited
    game, where the opponent can do no more than choose a continuation.

    >>> from fifthstreet.tree.strategy import CallingStrategy
    >>> spot = Spot.of("QsJh2h", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,88", bets="50%")
    >>> checks_down = CallingStrategy(spot.tree, spot.ranges, spot.board)
    >>> solver = DepthLimitedSolver(spot, 0, checks_down)
    >>> solver.run(target_pot_percent=0.1).exploitability.pot_percent < 0.1
    True
    >>> solver.solution().root.actions
    ('k', 'b50')
    """

    _first_check = 10
    _sparsest = 2  # a check costs an iteration
    _least_spacing = 2

    def __init__(
        self,
        spot: Spot,
        player: int,
        blueprint: TreeStrategy,
        *,
        continuations: Sequence[str] = CONTINUATIONS,
        bias: float = DEFAULT_BIAS,
        boards: int = DEFAULT_BOARDS,
        seed: int = 0,
        schedule: Schedule | str = DEFAULT_SCHEDULE,
        threads: int | None = None,
    ) -> None:
        super().__init__()
        started, self._cpu_started = time.perf_counter(), time.process_time()
        self.schedule = schedule_of(schedule)
        _check_spot(spot, check_player(player), self.schedule)
        _check_blueprint(spot, blueprint)
        self.spot, self.player, self.blueprint = spot, player, blueprint
        names = check_continuations(continuations)
        self.continuations = [
            BiasedStrategy(blueprint, 1 - player, name, bias=bias) for name in names
        ]
        self.leaves: LeafMatrices = leaf_matrices(
            spot,
            player,
            self.continuations,
            boards=boards,
            seed=seed,
            threads=thread_count(threads),
        )
        tree = spot.tree
        self._nodes: list[int] = street_nodes(tree)
        live = [range_.weights for range_ in spot.live_ranges]
        self._weights = [w[held] for w, held in zip(live, self.leaves.hands, strict=True)]
        self._matchups = count_matchups(live[0], live[1])
        nodes = np.arange(len(tree), dtype=np.int32)
        self._total = end_payoffs(tree, nodes, tree.kind == Kind.SHOWDOWN, spot.rake)[1]
        self._deciders = {node: self._decider(node) for node in self._nodes}
        shapes = {
            node: (self._choices(node), len(self.leaves.hands[who]))
            for node, who in self._deciders.items()
            if who >= 0
        }
        self._regrets = {node: np.zeros(shape, np.float32) for node, shape in shapes.items()}
        self._averages = {node: np.zeros(shape, np.float32) for node, shape in shapes.items()}
        self._gadget = _spot_gadget(spot, self.leaves.hands)
        if self._gadget is not None:
            for tables in (self._regrets, self._averages):
                tables[GADGET] = np.zeros((2, len(self.leaves.hands[1 - player])), np.float32)
        self._discounts = self.schedule.discounts(self._first_check)
        self.preparing_seconds = time.perf_counter() - started

    def __repr__(self) -> str:
        return f"<DepthLimitedSolver for {self.game_name}: {self.iteration:,} iterations>"

    @property
    def game_name(self) -> str:
        """The spot, the player who searches and the continuations in one line."""
        names = ", ".join(each.continuation for each in self.continuations)
        return f"{SEATS[self.player].upper()} in {self.spot!r}, then {names}"

    @property
    def memory_bytes(self) -> int:
        """Memory of the matrices and the tables."""
        return self.leaves.bytes + sum(array.nbytes for array in self._arrays().values())

    def average(self) -> DepthLimitedSolution:
        """Return the current average strategies; the same as `solution`."""
        return self.solution()

    @in_turn
    def solution(self) -> DepthLimitedSolution:
        """Return the current average strategies; later iterations do not change them."""
        known, target = self.exploitability(), self.target()
        first, second = (self._pass(player, ValueMode.AVERAGE) for player in (0, 1))
        responses = self._pass(1 - self.player, ValueMode.BEST_RESPONSE)
        record = SolveRecord(
            iterations=self.iteration,
            exploitability=known,
            seconds=self.preparing_seconds + self.iterating_seconds,
            cpu_seconds=time.process_time() - self._cpu_started,
            memory_bytes=self.memory_bytes,
            schedule=repr(self.schedule),
            precision="float32",
            isomorphism=False,
            target=target,
            is_stopped_early=target is not None and known.chips > target,
        )
        return DepthLimitedSolution(
            self.spot,
            self.player,
            self.continuations,
            self.leaves,
            strategies={node: matched(rows) for node, rows in self._averages.items() if node >= 0},
            entering=self._entering(),
            values=(first, second),
            responses=responses,
            record=record,
        )

    def _entering(self) -> NDArray[np.float64] | None:
        """Return the average reach of the opponent's hands after the gadget, if there is one."""
        return None if self._gadget is None else self._gadget.entering(self._averages[GADGET])

    def _iterate(self, count: int) -> None:
        if len(self._discounts.keep) <= self.iteration + count:
            self._discounts = self.schedule.discounts(2 * (self.iteration + count))
        for _ in range(count):
            self.iteration += 1
            for player in (0, 1):
                self._pass(player, None)

    def _measure(self) -> Exploitability:
        first, second = (self._best(player) for player in (0, 1))
        return Exploitability((first, second), pot=self.spot.pot)

    def _best(self, player: int) -> float:
        """Return the chips that a best response of a player's range wins."""
        values = self._pass(player, ValueMode.BEST_RESPONSE)[0].astype(np.float64)
        if self._gadget is None:
            return float(np.dot(values, self._weights[player])) / self._matchups
        averages = self._averages[GADGET]
        if player != self.player:
            chips = self._gadget.own_chips(values, averages, best=True)
        else:
            chips = float(np.dot(values, self._weights[player]))
            chips -= self._gadget.declined_chips(averages)
        return chips / self._gadget.weight

    # A pass: the opponent's reach down, ends and leaves, the player's values up.

    def _pass(self, player: int, mode: ValueMode | None) -> dict[int, Row]:
        """Return the values of a player's hands at all nodes; without a mode, update as well."""
        tree = self.spot.tree
        reach: dict[int, Row] = {0: self._start(player, mode)}
        for node in self._nodes:
            if tree.kind[node] != Kind.ACTION:
                continue
            children = tree.children(node)
            if self._deciders[node] == player:
                reach |= dict.fromkeys(children, reach[node])
            else:
                reach |= zip(children, self._split(node, reach[node], mode), strict=True)
        values: dict[int, Row] = {}
        for node in reversed(self._nodes):
            if tree.kind[node] == Kind.ACTION:
                below = np.array([values[child] for child in tree.children(node)])
                is_own = self._deciders[node] == player
                values[node] = self._join(node, below, mode) if is_own else below.sum(axis=0)
            elif tree.kind[node] == Kind.DEAL:
                if player == self.player:
                    shares = self._split(node, reach[node], mode)
                    values[node] = self.leaves.won(node, shares)
                else:
                    below = self.leaves.conceded(node, reach[node])
                    values[node] = self._join(node, below, mode)
            else:
                values[node] = self._end(node, player, reach[node])
        if self._gadget is not None and player != self.player and mode is None:
            factors = self._discounts.positive, self._discounts.negative
            positive, negative = (float(factor[self.iteration]) for factor in factors)
            self._gadget.update(self._regrets[GADGET], values[0], positive, negative)
        return values

    def _start(self, player: int, mode: ValueMode | None) -> Row:
        """Return the reach of the opponent's hands at the root."""
        if self._gadget is None or player != self.player:
            return self._weights[1 - player]
        if mode is None:
            keep = float(self._discounts.keep[self._updates(1 - player)])
            start = self._gadget.enter(self._regrets[GADGET], self._averages[GADGET], keep)
        else:
            start = self._gadget.entering(self._averages[GADGET])
        return start.astype(np.float32)

    def _updates(self, player: int) -> int:
        """Return how often the strategy of a player was updated when the other one's pass runs."""
        # The second player still plays the strategy of the iteration before.
        return self.iteration if player == 0 else self.iteration - 1

    def _end(self, node: int, player: int, reach: Row) -> Row:
        tree, hands = self.spot.tree, self.leaves.hands
        if tree.kind[node] == Kind.SHOWDOWN:
            return self.leaves.shown(player, reach) * np.float32(tree.pot(node) / 2)
        weights = np.zeros(HOLE_COUNT)
        weights[hands[1 - player]] = reach
        met = compatible_weight(weights)[hands[player]]
        won: Row = (met * self._total[player, node]).astype(np.float32)
        return won

    def _split(self, node: int, reach: Row, mode: ValueMode | None) -> Rows:
        """Split the opponent's reach among their choices, and average it in an update."""
        if mode is not None:
            return reach * matched(self._averages[node])
        shares: Rows = reach * matched(self._regrets[node])
        averages = self._averages[node]
        averages *= np.float32(self._discounts.keep[self._updates(self._deciders[node])])
        averages += shares
        return shares

    def _join(self, node: int, below: Rows, mode: ValueMode | None) -> Row:
        """Return the values of a decision of the player, and update its regrets."""
        if mode == ValueMode.BEST_RESPONSE:
            best: Row = below.max(axis=0)
            return best
        regrets = self._regrets[node]
        mean: Row = (matched(self._averages[node] if mode else regrets) * below).sum(axis=0)
        if mode is None:
            positive, negative = (
                np.float32(factors[self.iteration])
                for factors in (self._discounts.positive, self._discounts.negative)
            )
            regrets *= np.where(regrets > 0, positive, negative)
            regrets += below - mean
        return mean

    def _decider(self, node: int) -> int:
        """Return who decides at a node, -1 for no player; at a leaf, the opponent."""
        kind = self.spot.tree.kind[node]
        if kind == Kind.DEAL:
            return 1 - self.player
        return int(self.spot.tree.player[node]) if kind == Kind.ACTION else -1

    def _choices(self, node: int) -> int:
        is_leaf = self.spot.tree.kind[node] == Kind.DEAL
        return len(self.continuations) if is_leaf else int(self.spot.tree.n_children[node])

    # States.

    def _facts(self) -> dict[str, Any]:
        return {
            "spot": self.spot.to_dict(),
            "player": self.player,
            "schedule": schedule_to_dict(self.schedule),
            "leaves": _digest(self.leaves),
        }

    def _arrays(self) -> dict[str, Rows]:
        tables = (("regrets", self._regrets), ("averages", self._averages))
        return {f"{name}/{node}": rows for name, both in tables for node, rows in both.items()}


def solve_depth_limited(
    spot: Spot,
    player: int,
    blueprint: TreeStrategy,
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    seconds: float = inf,
    progress: Reporter | None = None,
    **options: Any,
) -> DepthLimitedSolution:
    """Solve the first street of a spot for one player.

    Args:
        spot: A spot on the flop or turn.
        player: For whom it is solved: 0 for OOP, 1 for IP.
        blueprint: A strategy for the tree of the spot, of which only the later streets count.
        target_pot_percent: Exploitability to stop at, in percent of the starting pot.
        max_iterations: Maximum number of iterations.
        seconds: Maximum duration. It includes the values of the leaves, which are computed however
            long it takes.
        progress: Called with a `Progress` after each exploitability check; stops the solve by
            returning False.
        **options: Options of `DepthLimitedSolver`.

    Returns:
        The solution of the first street.

    Raises:
        InputError: If the blueprint does not fit the spot, or if an option is invalid.
    """
    if not seconds > 0:
        raise InputError(f"seconds must be more than 0, got {seconds:g}")
    solver = DepthLimitedSolver(spot, player, blueprint, **options)
    solver.run(
        target_pot_percent=target_pot_percent,
        max_iterations=max_iterations,
        seconds=max(seconds - solver.preparing_seconds, MIN_SECONDS),
        progress=progress,
    )
    return solver.solution()


def _digest(leaves: LeafMatrices) -> str:
    content = blake2b()
    for matrix in (leaves.all_in, *leaves.payoffs.values()):
        content.update(matrix.data)
    return content.hexdigest()


def _check_spot(spot: Spot, player: int, schedule: Schedule) -> None:
    check_street(spot)
    if spot.gadget is not None and spot.gadget.player == player:
        raise InputError("the gadget must be the opponent's, got the searching player's")
    if schedule.is_predictive:
        raise InputError("a depth-limited search does not support predictive schedules")


def _check_blueprint(spot: Spot, blueprint: TreeStrategy) -> None:
    tree = blueprint.tree
    if set(blueprint.board) - set(spot.board):
        raise InputError("the blueprint must be for the spot's board, got another board")
    if tree is not spot.tree and not (
        np.array_equal(tree.kind, spot.tree.kind)
        and np.array_equal(tree.committed, spot.tree.committed)
        and tree.rules.pot == spot.rules.pot
    ):
        raise InputError("the blueprint must be for the spot's tree, got another tree")


def _spot_gadget(
    spot: Spot, hands: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> GadgetRows | None:
    """Return the gadget of a spot in the numbers of these hands."""
    if spot.gadget is None:
        return None
    player = spot.gadget.player
    own = spot.pot / 2 + int(spot.tree.committed[0][player]) * spot.rules.chip
    first, second = (range_.weights for range_ in spot.live_ranges)
    held = hands[player].astype(np.int16)
    return gadget_rows(spot.gadget, held, (first, second), own, [IDENTITY])
