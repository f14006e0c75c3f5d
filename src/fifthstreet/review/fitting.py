"""Answers for hands of many kinds: each from the first source that has one for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fifthstreet.review.answers import Answer, Answers
from fifthstreet.review.chart_answers import ChartAnswers
from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.review.preflop import PreflopRanges
from fifthstreet.review.whole_hand import preflop_name

_NONE = "none of the solutions is for this board and this number of players"


class FittingAnswers:
    """Answers of the first of several sources that does not refuse a hand."""

    def __init__(self, sources: Sequence[Answers]) -> None:
        """Set the sources, the preferred ones first."""
        self.sources = tuple(sources)

    def __repr__(self) -> str:
        return f"<FittingAnswers of {len(self.sources)} sources>"

    def describe(self) -> dict[str, Any]:
        """Describe the only source, or all."""
        described = [each.describe() for each in self.sources]
        return described[0] if len(described) == 1 else {"kind": "several", "sources": described}

    def refusal(self, hand: PlayedHand) -> str:
        """Return why no source has an answer."""
        reasons = [each.refusal(hand) for each in self.sources]
        if not all(reasons):
            return ""
        return reasons[0] if len(reasons) == 1 else _NONE

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        """Yield the answers of the first source that does not refuse the hand."""
        source = next(each for each in self.sources if not each.refusal(hand))
        yield from source.answers(hand, player)


class PreflopAnswers:
    """Answers before the flop: heads-up from a strategy of the package, otherwise from charts.

    Charts also answer heads-up decisions that the strategy does not have, such as large raises.
    """

    def __init__(self) -> None:
        self._charts = ChartAnswers(PreflopRanges())
        self._strategies: dict[str, ChartAnswers] = {}

    def describe(self) -> dict[str, Any]:
        """Return where the answers are from."""
        return self._charts.describe()

    def refusal(self, hand: PlayedHand) -> str:
        """Return why a hand has no answers: it has no preflop decision."""
        return self._charts.refusal(hand)

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        """Yield the answer to each decision."""
        name = preflop_name(hand)
        if name is None:
            yield from self._charts.answers(hand, player)
            return
        if name not in self._strategies:
            self._strategies[name] = ChartAnswers(PreflopRanges(name))
        by_strategy = self._strategies[name].answers(hand, player)
        by_chart = self._charts.answers(hand, player)
        for (decision, answer), (_, chart) in zip(by_strategy, by_chart, strict=True):
            yield decision, answer if answer.choices or not chart.choices else chart
