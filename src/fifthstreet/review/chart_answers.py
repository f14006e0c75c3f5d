"""Answers to preflop decisions from charts: how often the ranges take each action, without EVs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fifthstreet.cards import HOLE_CLASS
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
from fifthstreet.review.strategy_answers import UNKNOWN_HOLE, StrategyAnswers
from fifthstreet.tree import position_names
from fifthstreet.tree.translate import MatchQuality

_NO_CHART = "preflop: the charts have no ranges for this situation"
_AFTER_FLOP = "after the flop: charts are for preflop decisions"


class ChartAnswers:
    """Answers before the flop from ranges by position and action.

    Heads-up hands are answered by the strategy that the ranges are from, if they are from one.
    """

    def __init__(self, ranges: PreflopRanges) -> None:
        """Use the ranges of files."""
        self.ranges = ranges
        self._strategy = None if ranges.strategy is None else StrategyAnswers(ranges.strategy)
        self._charts: dict[str, list[RangeChart]] = {}  # by file

    def describe(self) -> dict[str, Any]:
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
        """Yield the answer to each decision, from the chart of its situation."""
        if self._strategy is not None and len(hand.names) == 2:
            yield from self._strategy.answers(hand, player)
            return
        depth = depth_of(hand.decisions[0].state, hand.big_blind)
        file = self.ranges.file(len(hand.names), depth)
        for at, decision in enumerate(hand.decisions):
            if player not in (None, decision.name):
                continue
            if decision.street > 0:
                yield decision, Answer(MatchQuality.OUTSIDE, _AFTER_FLOP)
            else:
                yield decision, self._answer(hand.decisions[:at], decision, file)

    def _answer(self, before: Sequence[Decision], decision: Decision, file: RangeFile) -> Answer:
        names = position_names(decision.state.player_count)
        charts_of_file = self._charts.setdefault(file.name, range_charts(file))
        chart = find_chart(charts_of_file, before, decision.seat, names)
        if chart is None:
            return Answer(MatchQuality.OUTSIDE, _NO_CHART)
        return _chart_answer(chart, decision, file)


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
    return f"chart {file.name}: {chart.title}; charts have frequencies, but no EVs"


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
