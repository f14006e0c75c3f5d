"""Answers to preflop decisions: from solved charts, and from a user's own ranges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from fifthstreet.cards import HOLE_CLASS, SuitPermutation
from fifthstreet.errors import InputError
from fifthstreet.game import State
from fifthstreet.review import chart_reading as charts
from fifthstreet.review.answers import Answer, Choice
from fifthstreet.review.chart_reading import RangeChart, range_charts
from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.review.preflop import (
    PreflopRanges,
    RangeFile,
    SeatAction,
    depth_of,
    preflop_actions,
)
from fifthstreet.review.solved_charts import (
    CHART_POLICY,
    FoundChart,
    SolvedCharts,
    check_posts,
    effective_depth,
    lacks_action,
    other_size,
    unequal_stacks,
)
from fifthstreet.review.strategy_answers import LEFT_OUT, UNKNOWN_HOLE, StrategyAnswers
from fifthstreet.solvers.ring import BetweenStrategy
from fifthstreet.tree import position_names
from fifthstreet.tree.translate import ActionReport, ActionStatus, Match, MatchQuality

_AFTER_FLOP = "after the flop: charts are for preflop decisions"
_SAME_POT = 0.05  # as a share: smaller differences are not mentioned
_USABLE = (MatchQuality.GOOD, MatchQuality.POOR)


class ChartMatcher(StrategyAnswers):
    """Answers from the solved chart of a table and a stack."""

    def __init__(self, found: FoundChart) -> None:
        """Use a chart; hands are matched onto its tree whatever their stacks."""
        super().__init__(found.strategy, policy=CHART_POLICY)
        self.found = found

    def problem(self, matched: Match) -> str:
        """Return why the chart has no answer at a matched node; empty if it has one.

        Args:
            matched: A decision before the flop.
        """
        if missing := lacks_action(matched):
            return f"{self.found.words}: its tree has no {missing}"
        if wide := other_size(matched):
            return f"{self.found.words}: {wide}"
        if matched.quality not in _USABLE:
            return f"{self.found.words}: {matched.reason}"
        if not matched.children:
            return f"{self.found.words}: its betting has ended here"
        if self.strategy.is_left_out(matched.node):
            return f"{self.found.words}: {LEFT_OUT}"
        return ""

    def notes(self, state: State, matched: Match) -> list[str]:
        """Return which chart it is, and how far the hand is from it.

        Args:
            state: The hand at the decision.
            matched: Its match.
        """
        strategy, notes = self.strategy, [self.found.words]
        if isinstance(strategy, BetweenStrategy):
            counted = [
                name
                for name, weight in zip(
                    self.found.names, strategy.weights_at(matched.node), strict=True
                )
                if weight
            ]
            if len(counted) == 1:
                notes.append(f"only {counted[0]} has these actions here")
        if stacks := unequal_stacks(state, state.actor_index or 0, self.found.stack):
            notes.append(stacks)
        if matched.unrepresented:
            notes.append(f"its tree has no {' or '.join(matched.unrepresented)} here")
        off = matched.divergences[-1].pot if matched.divergences else 0.0
        if off > _SAME_POT:
            notes.append(f"the pot is {off:.0%} off the chart's")
        return notes

    def _answer(
        self, decision: Decision, matched: Match, taken: ActionReport, suits: SuitPermutation
    ) -> Answer:
        if problem := self.problem(matched):
            return Answer(MatchQuality.OUTSIDE, problem)
        # What the tree lacks is in the note: charts have no limps and few cold calls on purpose.
        answer = super()._answer(decision, matched, taken, suits)
        quality = matched.quality_of_chips or matched.quality
        if self.found.is_far or unequal_stacks(decision.state, decision.seat, self.found.stack):
            quality = MatchQuality.POOR
        if taken.status is ActionStatus.CLAMPED and taken.x is None:
            reason = "the chart does not have this action"
            answer = replace(answer, taken=None, reason=_joined(answer.reason, reason))
        note = "; ".join(self.notes(decision.state, matched))
        return replace(answer, quality=quality, note=note)


def _joined(*reasons: str) -> str:
    return "; ".join(each for each in reasons if each)


def chart_of(state: State, seat: int) -> ChartMatcher:
    """Return the chart of the package for a table and the depth of a player.

    Args:
        state: A hand.
        seat: The player.

    Raises:
        InputError: If no chart is for such hands.
    """
    check_posts(state)
    return ChartMatcher(_shipped().find(state.player_count, effective_depth(state, seat)))


@cache
def _shipped() -> SolvedCharts:
    return SolvedCharts()


class ChartAnswers:
    """Answers before the flop, from ranges of a user's files or else from solved charts."""

    def __init__(self, ranges: PreflopRanges) -> None:
        """Use the ranges and charts."""
        self.ranges = ranges
        self._charts: dict[str, list[RangeChart]] = {}  # by file
        self._matchers: dict[int, ChartMatcher] = {}  # by the identity of the chart, which it keeps

    def describe(self) -> dict[str, object]:
        """Return where the ranges are from."""
        path = self.ranges.path
        return {"kind": "charts", "ranges": "bundled" if path is None else str(path)}

    def refusal(self, hand: PlayedHand) -> str:
        """Return why a hand has no answers: it has no preflop decision."""
        has_preflop = any(decision.street == 0 for decision in hand.decisions)
        return "" if has_preflop else "no preflop decision"

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        """Yield the answer to each decision."""
        solved: dict[int, dict[int, Answer]] = {}  # by chart and decision
        for at, decision in enumerate(hand.decisions):
            if player not in (None, decision.name):
                continue
            if decision.street > 0:
                yield decision, Answer(MatchQuality.OUTSIDE, _AFTER_FLOP)
                continue
            answer = self._own_answer(hand, hand.decisions[:at], decision)
            yield decision, answer or self._solved_answer(hand, decision, player, solved)

    def _solved_answer(
        self,
        hand: PlayedHand,
        decision: Decision,
        player: str | None,
        known: dict[int, dict[int, Answer]],
    ) -> Answer:
        """Return the answer of the chart for the depth of a decision."""
        try:
            check_posts(decision.state)
            depth = effective_depth(decision.state, decision.seat)
            found = self.ranges.charts.find(len(hand.names), depth, is_raked=hand.is_raked)
        except InputError as error:
            return Answer(MatchQuality.OUTSIDE, f"preflop: {error}")
        matcher = self._matchers.setdefault(id(found), ChartMatcher(found))
        if id(found) not in known:
            known[id(found)] = {
                each.number: answer for each, answer in matcher.answers(hand, player)
            }
        return known[id(found)][decision.number]

    def _own_answer(
        self, hand: PlayedHand, before: Sequence[Decision], decision: Decision
    ) -> Answer | None:
        """Return the answer of a user's file, if it has a range for the situation."""
        depth = depth_of(decision.state, hand.big_blind)
        file = self.ranges.own_file(len(hand.names), depth)
        if file is None:
            return None
        names = position_names(decision.state.player_count)
        charts_of_file = self._charts.setdefault(file.name, range_charts(file))
        chart = find_chart(charts_of_file, before, decision.seat, names)
        return None if chart is None else _chart_answer(chart, decision, file)


def find_chart(
    among: Sequence[RangeChart], before: Sequence[SeatAction], seat: int, names: Sequence[str]
) -> RangeChart | None:
    """Return the chart of a player's situation, None if there is none.

    Args:
        among: The charts of a file.
        before: The preflop actions so far.
        seat: The player to act.
        names: Positions of the seats.
    """
    wanted = (names[seat], *situation_of(before, seat, names))
    for chart in among:
        if (chart.position, chart.situation, chart.against) == wanted:
            return chart
    return None


def chart_note(chart: RangeChart, file: RangeFile) -> str:
    """Return which chart an answer is from, and what it lacks."""
    return f"chart {file.name}: {chart.title}; files of ranges have frequencies, but no EVs"


def situation_of(
    before: Sequence[SeatAction], seat: int, names: Sequence[str]
) -> tuple[str, str | None]:
    """Return a player's situation as charts name it, and the first raiser where that matters.

    The situation is empty if charts have none like it, such as against a raise after a call.

    Args:
        before: The preflop actions so far.
        seat: The player to act.
        names: Positions of the seats.
    """
    raisers = [each.seat for each in before if each.action.startswith("b")]
    own = preflop_actions(before, tuple(names)).get(seat, "")
    if not raisers:
        has_limps = any(each.action == "c" for each in before)
        return (charts.AFTER_LIMPS if has_limps else charts.FIRST_IN), None
    opener = names[raisers[0]]
    if len(raisers) == 1 and own in ("", "limp"):
        return (charts.LIMPED, None) if own else (charts.AGAINST_RAISE, opener)
    if len(raisers) == 2 and own in ("open", "raise_limp"):
        return charts.AGAINST_3BET, None
    if len(raisers) == 3 and own.startswith("three_bet"):
        return charts.AGAINST_4BET, opener
    return ("" if own else charts.COLD), None


def _chart_answer(chart: RangeChart, decision: Decision, file: RangeFile) -> Answer:
    held = None if decision.hole is None else HOLE_CLASS[decision.hole]
    known = held is not None and chart.weights[held] > 0
    reason = UNKNOWN_HOLE if held is None else ""
    if held is not None and not known:
        reason = "the range that gets here does not have this hand: frequencies of the range only"
    label = decision.action[:1]
    if label == "c" and chart.situation == charts.AFTER_LIMPS:
        label = "f"  # 'fold or limp' is one action of these charts
    taken = chart.actions.index(label) if label in chart.actions else None
    choices = tuple(
        Choice(
            action=words if words.startswith("fold or") else label,
            real=decision.action if at == taken else label,
            frequency=float(chart.shares[at, held]) if known else None,
            range_frequency=float(chart.frequencies[at]),
            ev=None,
        )
        for at, (label, words) in enumerate(zip(chart.actions, chart.words, strict=True))
    )
    if taken is None:
        reason = f"{reason}; " * bool(reason) + "the chart does not have this action"
    return Answer(
        MatchQuality.GOOD,
        reason,
        choices=choices,
        taken=taken,
        reach=None if held is None else float(chart.weights[held]),
        note=chart_note(chart, file),
    )
