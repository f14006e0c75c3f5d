"""Solved preflop charts for a table and a stack: one chart, or the mean of two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from math import inf, log

from fifthstreet.errors import InputError
from fifthstreet.game import Bet, Called, Raised, State
from fifthstreet.review.hands import big_blind_of
from fifthstreet.solvers.ring import RING_CHARTS, BetweenStrategy, RingStrategy, shipped_ring
from fifthstreet.solvers.search.preflop import (
    PREFLOP_NAMES,
    PreflopStrategy,
    open_preflop,
    strategy_path,
)
from fifthstreet.tree.translate import ActionStatus, Match, Policy

HeadsUpOrRing = RingStrategy | PreflopStrategy
MAX_SIZE_RATIO = 2.0  # of a raise and the one that stands for it
_SAME_STACK = 0.01  # as a share: closer stacks count as equal
_UNEQUAL = 0.25  # as a share of the depth: stacks that differ more are mentioned
# The tree is made for the depth of the decision, so stacks are not compared. Antes of the chart may
# differ from the table's; the pot shows how much.
CHART_POLICY = Policy(poor_share=0.25).on(0, stack=inf, pot=1.0, spr=inf)


@dataclass(frozen=True)
class ChartEntry:
    """A solved chart that is read when it is needed."""

    name: str
    seats: int
    stack: float  # big blinds
    load: Callable[[], HeadsUpOrRing] = field(repr=False)
    is_raked: bool = False


@dataclass(frozen=True, eq=False)
class FoundChart:
    """The chart of a table and a stack."""

    strategy: HeadsUpOrRing | BetweenStrategy
    names: tuple[str, ...]  # of one chart or two
    stack: float  # big blinds, that was looked for
    words: str  # like `between the charts 6max_40 and 6max_100`
    is_far: bool = False  # the stack is outside all charts, by more than a quarter


class SolvedCharts:
    """Charts by number of seats and stack, with the means of two for stacks between theirs."""

    def __init__(self, entries: Sequence[ChartEntry] | None = None) -> None:
        """Set the charts.

        Args:
            entries: The charts; by default those that come with the package.
        """
        self.entries = tuple(shipped_charts() if entries is None else entries)
        self._found: dict[tuple[str, ...], FoundChart] = {}

    def __repr__(self) -> str:
        return f"<SolvedCharts: {', '.join(entry.name for entry in self.entries)}>"

    def find(self, players: int, stack: float, *, is_raked: bool = False) -> FoundChart:
        """Return the chart for a table.

        A table has the chart with the fewest seats that are enough: the first seats of it fold.
        Between the stacks of two charts it is the mean of both, with weights linear in the
        logarithm of the stack; outside the stacks of all charts, it is the nearest chart.

        Args:
            players: Number of players, 2 to 10.
            stack: Effective stack in big blinds.
            is_raked: Whether charts with rake are preferred.

        Raises:
            InputError: If there is no chart for the number of players.
        """
        charts = self._for_table(players, is_raked)
        below = [entry for entry in charts if entry.stack <= stack * (1 + _SAME_STACK)]
        above = [entry for entry in charts if entry.stack >= stack / (1 + _SAME_STACK)]
        if not below or not above or below[-1] is above[0]:
            only = above[0] if above else below[-1]
            return self._single(only, stack)
        key = (below[-1].name, above[0].name, f"{stack:.2f}")
        if key not in self._found:
            pair = (below[-1], above[0])
            names = tuple(entry.name for entry in pair)
            strategy = _mixed(tuple(entry.load() for entry in pair), stack)
            depths = " and ".join(f"{entry.stack:g}" for entry in pair)
            words = f"between the charts {names[0]} and {names[1]}, for {depths} big blinds"
            self._found[key] = FoundChart(strategy, names, stack, words)
        return self._found[key]

    def _for_table(self, players: int, is_raked: bool) -> list[ChartEntry]:
        """Return the charts of the best number of seats, one for each stack, by stack."""
        sizes = {entry.seats for entry in self.entries if (entry.seats == 2) == (players == 2)}
        if not sizes:
            raise InputError(f"there are no charts for {players} players")
        enough = [seats for seats in sizes if seats >= players]
        seats = min(enough) if enough else max(sizes)
        by_stack: dict[float, ChartEntry] = {}
        for entry in self.entries:
            if entry.seats == seats and entry.is_raked in (False, is_raked):
                known = by_stack.get(entry.stack)
                if known is None or entry.is_raked > known.is_raked:
                    by_stack[entry.stack] = entry
        return [by_stack[stack] for stack in sorted(by_stack)]

    def _single(self, entry: ChartEntry, stack: float) -> FoundChart:
        words = f"chart {entry.name}"
        apart = abs(log(stack / entry.stack))
        if apart > log(1 + _SAME_STACK):
            words = (
                f"the nearest chart, {entry.name}, for {entry.stack:g} big blinds instead of "
                f"{stack:.4g}"
            )
        return FoundChart(entry.load(), (entry.name,), stack, words, apart > log(1 + _UNEQUAL))


def _mixed(charts: Sequence[HeadsUpOrRing], stack: float) -> BetweenStrategy:
    """Return the mean of two charts for a stack in big blinds."""
    return BetweenStrategy(charts, stack * max(charts[0].tree.rules.blinds[:2]))


@cache
def shipped_charts() -> tuple[ChartEntry, ...]:
    """Return the charts that come with the package, except those for prizes."""
    heads_up = [
        ChartEntry(name, 2, float(name.removeprefix("hu")), partial(_open_once, name))
        for name in PREFLOP_NAMES
    ]
    tables = [
        ChartEntry(name, chart.seats, chart.stack, partial(shipped_ring, name), bool(chart.rake))
        for name, chart in RING_CHARTS.items()
        if not chart.payouts
    ]
    return (*heads_up, *tables)


@lru_cache(maxsize=4)
def _open_once(name: str) -> PreflopStrategy:
    return open_preflop(strategy_path(name))


def lacks_action(matched: Match) -> str:
    """Return the first fold, check or call that the tree of a match lacks, in words; or nothing.

    Args:
        matched: A match before the flop.
    """
    for action in matched.actions:
        if action.status is ActionStatus.CLAMPED and action.x is None:
            words = {"c": "call", "k": "check", "f": "fold"}[action.action[0]]
            return f"{words} at action {action.number}"
    return ""


def other_size(matched: Match) -> str:
    """Return in words the first raise that is more than twice or less than half of the tree's.

    Sizes are shares of the pot after a call. Empty if there is none; all-ins may differ.

    Args:
        matched: A match before the flop.
    """
    for action in matched.actions:
        if action.chosen is None or action.x is None or action.status is ActionStatus.EXACT:
            continue
        if action.status is ActionStatus.TRANSLATED and action.lower == action.upper:
            continue  # all-in
        if not 1 / MAX_SIZE_RATIO <= action.x / max(action.chosen, 1e-9) <= MAX_SIZE_RATIO:
            return (
                f"action {action.number} raises by {action.x:.0%} of the pot, the nearest action "
                f"of its tree by {action.chosen:.0%}"
            )
    return ""


def check_posts(state: State) -> None:
    """Raise InputError for a hand with straddles or late posts, which charts do not have."""
    if any(state.blinds_or_straddles[2:]):
        raise InputError("the charts have no straddles or late posts")


def effective_depth(state: State, seat: int) -> float:
    """Return the stack in big blinds that a player can win or lose, at the start of the hand.

    It is the smaller of their own and the largest of the opponents who have called or raised; if
    none has, of all opponents who have not folded.

    Args:
        state: A hand before the flop.
        seat: The player.
    """
    opponents = [other for other, is_in in enumerate(state.statuses) if is_in and other != seat]
    chosen = {event.seat for event in state.events if isinstance(event, Called | Bet | Raised)}
    among = [other for other in opponents if other in chosen] or opponents
    stacks = [float(stack) for stack in state.starting_stacks]
    largest = max((stacks[other] for other in among), default=stacks[seat])
    return min(stacks[seat], largest) / big_blind_of(state)


def unequal_stacks(state: State, seat: int, depth: float) -> str:
    """Return in words which opponents play for other stacks than a chart of equal stacks has.

    Args:
        state: A hand before the flop.
        seat: The player whose decision it is.
        depth: Stack of the chart in big blinds.
    """
    big_blind = big_blind_of(state)
    own = float(state.starting_stacks[seat]) / big_blind
    played = {
        f"{min(own, float(stack) / big_blind):.4g}"
        for other, stack in enumerate(state.starting_stacks)
        if state.statuses[other]
        and other != seat
        and abs(min(own, float(stack) / big_blind) - depth) > _UNEQUAL * depth
    }
    if not played:
        return ""
    others = ", ".join(sorted(played, key=float))
    return f"the chart has equal stacks of {depth:.4g} big blinds; opponents play for {others}"
