"""The rest of a hand that has left the tree of a strategy, solved with the chips really played.

The strategy gives the ranges of both players at the start of the street on which the hand left
its tree. From there on, the pot, the stacks and the bets are the real ones.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from fifthstreet.cards import HOLE_MASKS, Range, hole_permutation
from fifthstreet.errors import InputError
from fifthstreet.game import Event, State
from fifthstreet.review.basis import Basis
from fifthstreet.review.strategy_answers import StrategyAnswers
from fifthstreet.solvers.common import Reporter, available_bytes
from fifthstreet.solvers.postflop import Solution, Solver, Spot, estimate
from fifthstreet.solvers.search import SearchedHand
from fifthstreet.tree import (
    STREET_NAMES,
    BettingTree,
    Kind,
    Menu,
    Move,
    Rake,
    Sizes,
    TreeRules,
    parse_path,
)
from fifthstreet.tree.strategy import BOARD_CARDS, HoleArray
from fifthstreet.tree.translate import Match, MatchQuality, match

# Weight of a hand that was held but is missing in its player's range: too small to change the
# opponent's strategy, and the hand's own EV does not depend on it.
HELD_WEIGHT = 0.001

# Bet sizes for flop, turn and river, and raises on a street, from rich to poor: the first that a
# budget allows are used.
_MENUS = (
    (("33%, 75%", "33%, 75%, 150%", "33%, 75%, 150%, a"), 2),
    (("50%", "50%, 100%", "50%, 100%, a"), 2),
    (("66%", "66%", "66%, a"), 2),
    (("66%", "66%", "66%"), 1),
    (("75%", "a", "a"), 1),
    (("a", "a", "a"), 2),
)
_MAX_RAISES = 2  # with given sizes, on a street, besides the real raises
_FORCE_ALLIN = 0.2
_ITERATIONS = 40  # that must fit into the time: to a few percent of the pot
_TRIAL = 2  # iterations that measure the pace
_SHARE_OF_MEMORY = 0.7
_SHARE_OF_TIME = 0.6  # of what is left, for a street before the last one
_MIN_SECONDS = 0.2  # for the last street, even if the time is up


@dataclass(frozen=True)
class SolveBudget:
    """How long and how well to solve the rest of a hand."""

    seconds: float = 10.0  # for the iterations
    target_pot_percent: float = 0.5  # exploitability to stop at
    max_iterations: int = 1_000
    sizes: Sizes | None = None  # bet sizes besides the real ones; by default what the time allows
    threads: int | None = None
    backend: str = "auto"
    precision: str = "float32"

    def __post_init__(self) -> None:
        if not self.seconds > 0:
            raise InputError(f"seconds must be more than 0, got {self.seconds:g}")


@dataclass(frozen=True, eq=False)
class RestOfHand:
    """A hand from the start of a street on, with both players' ranges there."""

    street: int
    ranges: tuple[Range, Range]  # OOP and IP, in the suits of the hand
    hand: SearchedHand
    origin: str  # path of the tree's node that the ranges are from
    is_near: bool  # the hand had left the tree before that node, which is the nearest one

    def spot(self, rake: Rake, sizes: Sizes, max_raises: int = _MAX_RAISES) -> Spot:
        """Return the spot with these bet sizes and the real actions."""
        hand, chip = self.hand, float(self.hand.chip)
        rules = TreeRules(
            stacks=(hand.stack * chip, hand.stack * chip),
            pot=hand.pot * chip,
            first_street=self.street,
            sizes=sizes,
            max_raises=max_raises,
            force_allin=_FORCE_ALLIN,
            min_bet=hand.min_bet * chip,
            chip=chip,
        )
        spot = Spot(hand.board, self.ranges, rules, rake)
        line = _line(hand.path)
        try:
            spot.tree.find(line)
        except InputError:
            return spot.with_rules(added=(line,))
        return spot

    def words(self) -> str:
        """Return what is solved and where the ranges are from, in words."""
        near = ", the nearest line of the tree" if self.is_near else ""
        return (
            f"solved from the {STREET_NAMES[self.street]} on with the real chips and bets, and "
            f"the ranges of {self.origin}{near}"
        )


def rest_of_hand(
    source: StrategyAnswers,
    state: State,
    matched: Match,
    *,
    street: int | None = None,
    events: Sequence[Event] | None = None,
    holes: dict[int, int] | None = None,
) -> RestOfHand:
    """Return the rest of a hand from the street on which it left the tree of a strategy.

    Args:
        source: The strategy.
        state: The hand when a player is to act.
        matched: Its match.
        street: Street to start from; by default where the match was lost, or the flop if it was
            lost before.
        events: All events of the hand, so that later actions are solved, too; by default the
            events of the state.
        holes: Hands held by seat, as far as they are known. A hand that a range lacks is added to
            it with a small weight.

    Raises:
        InputError: If the hand is before the flop, the tree is for another board or does not
            cover the hand, or more than two players are left.
    """
    if street is None:
        street = lost_street(source, state, matched)
    least = state.streets[street].min_completion_betting_or_raising_amount
    hand = SearchedHand.read(events or state.events, state.starting_stacks, least, street)
    if len(hand.seats) != 2:
        raise InputError(
            f"only two players can be on the {STREET_NAMES[street]} to solve it, got "
            f"{len(hand.seats)}"
        )
    board = tuple(int(card) for card in state.get_board_cards(0))
    suits = source.suits(board)
    if suits is None:
        raise InputError("the tree is for another board")
    node, is_near = _origin(source, matched, street)
    tree = source.strategy.tree
    seen = source.tree_board(board, suits)[: BOARD_CARDS[int(tree.street[node])]]
    reach = source.strategy.reach(node, seen)
    images = hole_permutation(suits)
    ranges = []
    for seat in hand.seats:
        own = matched.seats[seat]
        weights = np.ones(len(HOLE_MASKS)) if own < 0 else reach[own][images]
        ranges.append(_range(weights, hand.board, (holes or {}).get(seat)))
    path = tree.path(node, seen[BOARD_CARDS[tree.rules.first_street] :])
    return RestOfHand(street, (ranges[0], ranges[1]), hand, path, is_near)


def lost_street(source: StrategyAnswers, state: State, matched: Match) -> int:
    """Return the street to solve from: where the match was lost, and not before the flop."""
    if matched.quality is MatchQuality.OUTSIDE:
        raise InputError(matched.reason)
    lost = state.street_index or 0
    if matched.lost_at is not None:
        at = matched.lost_at
        lost = matched.actions[at - 1].street if at else 0
    street = max(lost, 1, source.strategy.tree.rules.first_street)
    if (state.street_index or 0) < street:
        raise InputError(f"the hand has not reached the {STREET_NAMES[street]}")
    return street


def _origin(source: StrategyAnswers, matched: Match, street: int) -> tuple[int, bool]:
    """Return the last node before a street, and whether the match was lost before it."""
    tree = source.strategy.tree
    before = [action for action in matched.actions if action.street < street and action.node >= 0]
    node = before[-1].node if before and tree.rules.first_street < street else 0
    lost_at = matched.lost_at
    if tree.rules.last_street < street and tree.kind[node] == Kind.SHOWDOWN:
        # The tree ends with the betting before the street; the last action leads to its end.
        behind = sorted(tree.stacks(node)[seat] for seat in _live(tree, node))[-2:]
        if behind[0] > 0:
            return node, any(lost_at and action.number > lost_at for action in before)
    is_near = lost_at is not None and any(action.number >= lost_at for action in before)
    if lost_at == 0:
        is_near = True
    while tree.kind[node] not in (Kind.ACTION, Kind.DEAL):  # all-in in the tree only
        node = int(tree.parent[node])
    return node, is_near


def _live(tree: BettingTree, node: int) -> list[int]:
    return [seat for seat in range(tree.players) if not int(tree.folded[node]) >> seat & 1]


def _range(weights: HoleArray, board: tuple[int, ...], held: int | None) -> Range:
    """Return the hands that a board leaves, any hand if there are none, with the hand held."""
    blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) != 0
    free = np.where(blocked, 0.0, np.nan_to_num(weights))
    if not free.max() > 0:
        free = np.where(blocked, 0.0, 1.0)
    free = free / free.max()
    if held is not None and not free[held] > 0:
        free[held] = HELD_WEIGHT
    return Range(free)


def _line(path: str) -> str:
    """Return a path without cards, and without deals after the last action."""
    steps = ["n" if step.move == Move.DEAL else step.text for step in parse_path(path)]
    while steps and steps[-1] == "n":
        steps.pop()
    return ":".join(["r", *steps])


def solve_rest(
    rest: RestOfHand, rake: Rake, budget: SolveBudget, *, progress: Reporter | None = None
) -> Solution:
    """Solve the rest of a hand, with the most bet sizes that the budget allows.

    Args:
        rest: The rest of the hand.
        rake: The rake of the strategy that the hand has left.
        budget: Time, accuracy and bet sizes.
        progress: Called after each exploitability check; the solve stops if it returns False.

    Returns:
        The solution, whose exploitability shows how far the time sufficed.

    Raises:
        NotEnoughMemoryError: If even the smallest tree does not fit into memory.
    """
    end = time.monotonic() + budget.seconds
    solver = _solver(rest, rake, budget)
    solver.run(
        target_pot_percent=budget.target_pot_percent,
        max_iterations=budget.max_iterations,
        seconds=max(end - time.monotonic(), _MIN_SECONDS),
        progress=progress,
    )
    return solver.solution()


def _solver(rest: RestOfHand, rake: Rake, budget: SolveBudget) -> Solver:
    """Return the solver of the spot with the most bet sizes that fit into time and memory.

    The pace of this machine is measured with the fewest sizes.
    """

    def solver_of(spot: Spot) -> Solver:
        return Solver(
            spot, threads=budget.threads, backend=budget.backend, precision=budget.precision
        )

    if budget.sizes is not None:
        return solver_of(rest.spot(rake, budget.sizes))
    *richer, poorest = (_spot(rest, rake, *menus) for menus in _MENUS)
    smallest = solver_of(poorest)
    start = time.monotonic()
    smallest.iterate(_TRIAL)
    pace = _TRIAL * estimate(poorest).entries / (time.monotonic() - start)
    memory = _SHARE_OF_MEMORY * (available_bytes() or inf)
    for spot in richer:
        size = estimate(spot)
        fits = size.bytes[budget.precision] + size.tree_bytes <= memory
        if fits and not size.is_lower_bound and _ITERATIONS * size.entries <= budget.seconds * pace:
            return solver_of(spot)
    return smallest


def _spot(rest: RestOfHand, rake: Rake, row: tuple[str, ...], max_raises: int) -> Spot:
    menus = {
        street: Menu.of(text, raises="a" if text == "a" else "60%")
        for street, text in enumerate(row, 1)
    }
    return rest.spot(rake, Sizes.by_street(menus), max_raises)


@dataclass(frozen=True, eq=False)
class SolvedStreet:
    """A street of a hand, and the solution that has its decisions."""

    rest: RestOfHand
    solution: Solution
    is_first: bool

    def words(self) -> str:
        """Return what was solved, and how accurately, in words."""
        again = f"solved again from the {STREET_NAMES[self.rest.street]} on"
        what = self.rest.words() if self.is_first else again
        return f"{what}: {Basis.of(self.solution).error_text()}"


def solve_streets(
    source: StrategyAnswers,
    state: State,
    budget: SolveBudget,
    *,
    events: Sequence[Event] | None = None,
    holes: dict[int, int] | None = None,
    last_street: int | None = None,
    progress: Reporter | None = None,
) -> list[SolvedStreet]:
    """Solve a hand that has left the tree, street by street up to the decision.

    Each street is solved again with the ranges that the solve before it gives, so that late
    decisions are accurate even if there is little time for the flop.

    Args:
        source: The strategy that the hand has left.
        state: The hand when a player is to act.
        budget: Time and accuracy of all solves together.
        events: As in `rest_of_hand`.
        holes: As in `rest_of_hand`.
        last_street: Last street to solve; by default the street of the state.
        progress: Called after each exploitability check; stops all solves by returning False.

    Returns:
        The streets that were solved, from the street on which the hand left the tree.

    Raises:
        InputError: As by `rest_of_hand`.
        NotEnoughMemoryError: If even the smallest tree does not fit into memory.
    """
    rake, strategy = source.strategy.rake, source
    matched = match(source.strategy.tree, state, source.policy, unit=source.unit)
    first = lost_street(source, state, matched)
    last = (state.street_index or 0) if last_street is None else last_street
    end = time.monotonic() + budget.seconds
    solved: list[SolvedStreet] = []
    for street in range(first, last + 1):
        rest = rest_of_hand(strategy, state, matched, street=street, events=events, holes=holes)
        left = max(end - time.monotonic(), _MIN_SECONDS)
        share = replace(budget, seconds=left if street == last else left * _SHARE_OF_TIME)
        solution = solve_rest(rest, rake, share, progress=progress)
        solved.append(SolvedStreet(rest, solution, is_first=not solved))
        strategy = StrategyAnswers(solution, unit=1.0)
        matched = match(solution.tree, state, unit=1.0)
    return solved
