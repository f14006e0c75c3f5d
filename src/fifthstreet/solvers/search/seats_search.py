"""Search with three and more players: each street solved from its start, on real ranges.

As Pluribus does (Brown & Sandholm 2019, "Superhuman AI for multiplayer poker"), a search starts
where the street starts, with the ranges of all players who are left, and is not made safe by a
gadget. A bet that the tree lacks is put into it, and the street is solved again from its start;
what the agent's own hand has played before stays as it was. After the street, each player chooses
among continuations of the blueprint. Rivers of three players are solved exactly.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from math import isfinite
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, Range
from fifthstreet.errors import InputError
from fifthstreet.game import Event, SeatView
from fifthstreet.solvers.search.continual import SearchSettings
from fifthstreet.solvers.search.continuations import (
    CONTINUATIONS,
    DEFAULT_BIAS,
    check_continuations,
)
from fifthstreet.solvers.search.exact_river import ExactRiver, is_exact_river
from fifthstreet.solvers.search.rollouts import Continuations, first_decision
from fifthstreet.solvers.search.sampled_street import SampledStreet
from fifthstreet.solvers.search.seats_hand import SeatsHand
from fifthstreet.solvers.search.seats_spot import SeatsSpot
from fifthstreet.tree import STREET_NAMES, BettingTree, Kind, TreeRules, count_nodes
from fifthstreet.tree.strategy import HoleArray, TreeStrategy

DEFAULT_ITERATIONS = 100_000  # until the time is over
_MAX_NODES = 3_000  # of a street's tree
_MAX_KEPT = 8
Placed = tuple[int, tuple[int, ...]]  # a node, and the player of the tree for each seat


@dataclass(frozen=True)
class SeatsSettings:
    """How a street of three and more players is solved."""

    iterations: int = DEFAULT_ITERATIONS  # at most, of each solve
    continuations: tuple[str, ...] = CONTINUATIONS
    bias: float = DEFAULT_BIAS
    seed: int = 0

    def __post_init__(self) -> None:
        check_continuations(self.continuations)
        if self.iterations < 1:
            raise InputError(f"iterations must be at least 1, got {self.iterations}")
        if not (isfinite(self.bias) and self.bias > 0):
            raise InputError(f"bias must be more than 0, got {self.bias:g}")
        if self.seed < 0:
            raise InputError(f"seed must be at least 0, got {self.seed}")


@dataclass(frozen=True, eq=False)
class SeatsSolve:
    """A street that was solved for a decision."""

    hand: SeatsHand
    street: SampledStreet | ExactRiver
    origin: str  # of the ranges
    max_raises: int | None  # fewer than wanted, if the tree would have been too large
    seconds: float

    @property
    def iterations(self) -> int:
        """Number of iterations."""
        return self.street.iteration

    @property
    def rollouts(self) -> int:
        """Number of rollouts after the street; each is for all hands of a player."""
        return 0 if self.street.rest is None else self.street.rest.rollouts

    @property
    def leaf_values(self) -> str:
        """Where the values after the street come from."""
        street, parts = self.street, []
        down, ends = street.checked_down, len(street.leaves)
        if street.rest is not None and ends:
            near = sum(not leaf.is_exact for leaf in street.leaves.values())
            parts.append(f"rollouts of {len(street.rest.names)} continuations of the strategy")
            if near:
                parts.append(f"{near} of {ends} ends by similar stacks")
        if down:
            parts.append(
                f"hands checked down at {down} of {down + ends} ends, which the strategy lacks"
            )
        return ", ".join(parts) or "showdowns"

    @property
    def is_sampled(self) -> bool:
        """Whether deals were sampled; False if the street was solved exactly."""
        return isinstance(self.street, SampledStreet)

    def __repr__(self) -> str:
        return f"<SeatsSolve: {self.iterations:,} iterations, {self.seconds:.2f} s>"


@dataclass(frozen=True, eq=False)
class SeatsAnswer:
    """The strategy of the player who acts, with values and their errors."""

    solve: SeatsSolve
    path: str  # on the street, in chips of the search
    player: int  # in order of play
    hole: int

    @property
    def node(self) -> int:
        """The decision on the tree of the street."""
        return self.tree.find(self.path)[0]

    @property
    def tree(self) -> BettingTree:
        """The tree of the street."""
        return self.solve.street.tree

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions there."""
        return self.tree.actions(self.node)

    @property
    def strategy(self) -> HoleArray:
        """The probability of each action for each hand of the player.  [A, 1326]"""
        return self.solve.street.strategy(self.node)

    def values(self) -> tuple[HoleArray, HoleArray]:
        """Return what each action wins with the own hand, and standard errors, in chips.  [A]"""
        mean, error = self.solve.street.values(self.node)
        chip = float(self.solve.hand.chip)
        return mean[:, self.hole] * chip, error[:, self.hole] * chip

    @property
    def ranges(self) -> tuple[HoleArray, ...]:
        """The weight of each hand of each player who is left at the street's start.  [P]"""
        return self.solve.street.reach(self.node)


class SeatsSearch:
    """Solves streets that three and more players are left on, hand after hand.

    The most recently used solves are kept, so a decision costs a new solve only on a new street or
    after a bet that the tree lacks.
    """

    def __init__(
        self,
        strategy: TreeStrategy,
        settings: SearchSettings,
        seats: SeatsSettings | None = None,
        *,
        first_street: int = 1,
    ) -> None:
        """Play a strategy up to `first_street`, and search from there on.

        Args:
            strategy: Gives the ranges at first, and continues after each street.
            settings: Sizes, options of the trees, and seconds for each solve.
            seats: What only concerns three and more players.
            first_street: 1 for the flop, 2 for the turn or 3 for the river.
        """
        self.strategy, self.settings = strategy, settings
        self.seats = seats or SeatsSettings()
        self.first_street = first_street
        self._kept: OrderedDict[bytes, SeatsSolve] = OrderedDict()

    def answer(
        self, view: SeatView, hole: int, place: Callable[[Sequence[Event]], Placed]
    ) -> SeatsAnswer:
        """Return the answer at a decision on a street that three or more players started.

        Args:
            view: What the player who acts knows.
            hole: Their hand, from 0 to 1,325.
            place: Returns the node of the strategy's tree after the first events of the hand, -1
                for none, and the player of the tree for each seat.
        """
        street = int(view.street)
        solve = self._solved(view, hole, place, street)
        steps = len(solve.hand.steps)
        player = solve.hand.seats.index(view.seat)
        return SeatsAnswer(solve, solve.hand.path(steps), player, hole)

    def ranges_at(
        self, view: SeatView, hole: int, place: Callable[[Sequence[Event]], Placed], street: int
    ) -> tuple[dict[int, HoleArray], str]:
        """Return the reach of each seat that is left when a street starts, and its origin.

        Args:
            view: What a player knows of a hand that has reached the street.
            hole: Their hand.
            place: As in `answer`.
            street: The street.
        """
        hand = SeatsHand.of(view, street)
        if street > self.first_street:
            try:
                before = self._solved(view, hole, place, street - 1)
                line = SeatsHand.of(view, street - 1)
                node = before.street.tree.find(line.path(len(line.steps)))[0]
                reach = before.street.reach(node)
                found = {s: reach[at] for at, s in enumerate(line.seats) if s in hand.seats}
                return found, f"the search on the {STREET_NAMES[street - 1]}"
            except InputError:
                pass  # not searched: the strategy has ranges as well
        node, players = self._placed(hand, place)
        reached = self.strategy.reach(node, hand.board)
        return {seat: reached[players[seat]] for seat in hand.seats}, "the strategy"

    def _placed(self, hand: SeatsHand, place: Callable[[Sequence[Event]], Placed]) -> Placed:
        node, players = place(hand.before)
        if not are_left(
            self.strategy.tree, node, [players[s] for s in hand.seats] if players else [-1]
        ):
            raise InputError("the hand cannot be mapped to the strategy's tree")
        return node, players

    def _solved(
        self,
        view: SeatView,
        hole: int,
        place: Callable[[Sequence[Event]], Placed],
        street: int,
    ) -> SeatsSolve:
        """Return the last solve of a street, of those that the player's decisions needed."""
        hand = SeatsHand.of(view, street)
        if len(hand.seats) < 3:
            raise InputError(f"the players left must be three or more, got {len(hand.seats)}")
        reach, origin = self.ranges_at(view, hole, place, street)
        player = hand.seats.index(view.seat)
        spot, limit = self._spot(hand, [reach[seat] for seat in hand.seats], player, hole)
        turns = [at for at, step in enumerate(hand.steps) if step.player == player]
        is_current = street == int(view.street)
        turns += [len(hand.steps)] if is_current or not turns else []
        fixed: dict[str, NDArray[np.float64]] = {}  # by path
        solve: SeatsSolve | None = None
        for at in turns:
            path = hand.path(at)
            if solve is None or not _has(solve.street.tree, path):
                spot = with_line(spot, hand, at)
                solve = self._once(spot, hand, hole, fixed, (origin, limit), place)
            if at < len(hand.steps):
                node = solve.street.tree.find(path)[0]
                shares = solve.street.strategy(node)[:, hole]
                fixed[path] = shares
        assert solve is not None
        return replace(solve, hand=hand)

    def _spot(
        self, hand: SeatsHand, reach: Sequence[HoleArray], player: int, hole: int
    ) -> tuple[SeatsSpot, int | None]:
        free = HOLE_MASKS & np.uint64(sum(1 << card for card in hand.board)) == 0
        ranges = []
        for row in reach:
            weights = np.where(free, np.nan_to_num(row), 0.0)
            weights = weights if weights.any() else free.astype(np.float64)
            ranges.append(Range(weights / weights.max()))
        if not ranges[player].weights[hole] > 0:
            raise InputError("the strategy never gets here with this hand")
        known = self.strategy.tree.rules
        options = {
            "add_allin": known.add_allin,
            "force_allin": known.force_allin,
            "merge": known.merge,
            **self.settings.rules_from(hand.street),
        }
        rules = TreeRules(
            stacks=tuple(map(float, hand.stacks)),
            pot=float(hand.pot),
            min_bet=float(hand.min_bet),
            first_street=hand.street,
            last_street=hand.street,
            **options,
        )
        rules, limit = _small_enough(rules)
        return SeatsSpot(hand.board, tuple(ranges), rules, hand.pots), limit

    def _once(
        self,
        spot: SeatsSpot,
        hand: SeatsHand,
        hole: int,
        fixed: dict[str, NDArray[np.float64]],
        notes: tuple[str, int | None],
        place: Callable[[Sequence[Event]], Placed],
    ) -> SeatsSolve:
        """Return the solve of a spot, made now or earlier."""
        key = _digest(spot, hole, fixed)
        if key not in self._kept:
            started = perf_counter()
            node, players = self._placed(hand, place)
            seed = [self.seats.seed, *key]
            kept = {spot.tree.find(path)[0]: (hole, row) for path, row in fixed.items()}
            goal = self.settings.goal()
            street: SampledStreet | ExactRiver
            if is_exact_river(spot):
                goal["iterations"] = min(goal.pop("max_iterations"), self.seats.iterations)
                street = ExactRiver(spot, fixed=kept, threads=self.settings.threads)
                street.run(**goal)
            else:
                rest = self._rest(spot, node, [players[seat] for seat in hand.seats])
                street = SampledStreet(spot, rest, seed=seed, fixed=kept)
                street.run(iterations=self.seats.iterations, seconds=self.settings.seconds)
            self._kept[key] = SeatsSolve(hand, street, notes[0], notes[1], perf_counter() - started)
            while len(self._kept) > _MAX_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _rest(self, spot: SeatsSpot, node: int, players: Sequence[int]) -> Continuations | None:
        """Return the continuations after a street; None if the strategy has no such betting."""
        tree = self.strategy.tree
        is_all_in = int(tree.kind[first_decision(tree, node)]) != Kind.ACTION
        if spot.street == 3 or tree.rules.last_street <= spot.street or is_all_in:
            return None
        return Continuations(
            *(spot, self.strategy, node, players),
            names=self.seats.continuations,
            bias=self.seats.bias,
        )


def are_left(tree: BettingTree, node: int, players: Sequence[int]) -> bool:
    """Return whether these players, and no others, are left at a node.

    Args:
        tree: The tree of the node.
        node: A node, or -1 for none.
        players: Players of the tree, -1 for a seat that has none.
    """
    if node < 0 or min(players) < 0:
        return False
    folded = int(tree.folded[node])
    return {player for player in range(tree.players) if not folded >> player & 1} == {*players}


def with_line(spot: SeatsSpot, hand: SeatsHand, steps: int) -> SeatsSpot:
    """Return a spot whose tree has the first steps of a hand, with bets that it lacked.

    Args:
        spot: The street.
        hand: The real betting on it.
        steps: Number of steps.
    """
    for count in range(1, steps + 1):
        path = hand.path(count)
        if not _has(spot.tree, path):
            rules = replace(spot.rules, added=(*spot.rules.added, path))
            spot = SeatsSpot(spot.board, spot.ranges, rules, spot.side_pots)
    return spot


def _has(tree: BettingTree, path: str) -> bool:
    try:
        tree.find(path)
    except InputError:
        return False
    return True


def _small_enough(rules: TreeRules) -> tuple[TreeRules, int | None]:
    """Return rules of a tree that is not too large, and the limit of raises if it was lowered."""
    if count_nodes(rules, _MAX_NODES)[1]:
        return rules, None
    for limit in (3, 2, 1):
        fewer = replace(rules, max_raises=limit)
        if count_nodes(fewer, _MAX_NODES)[1]:
            return fewer, limit
    raise InputError(
        f"the tree of the street must have at most {_MAX_NODES:,} nodes with one raise: use fewer "
        "sizes"
    )


def _digest(spot: SeatsSpot, hole: int, fixed: dict[str, NDArray[np.float64]]) -> bytes:
    digest = blake2b(repr((spot.board, spot.rules.to_dict(), spot.pots)).encode(), digest_size=16)
    for range_ in spot.ranges:
        digest.update(range_.weights.data)
    if fixed:
        digest.update(repr((hole, [(path, row.tolist()) for path, row in fixed.items()])).encode())
    return digest.digest()
