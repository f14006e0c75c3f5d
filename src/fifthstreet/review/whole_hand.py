"""Answers for whole hands: a strategy before the flop, a fresh solve after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fifthstreet.review.answers import Answer, Answers
from fifthstreet.review.chart_answers import ChartAnswers
from fifthstreet.review.equity_notes import AnswersWithEquity
from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.review.preflop import PreflopRanges
from fifthstreet.review.solving import SolveAnswers, SolveSettings
from fifthstreet.solvers.common import Reporter
from fifthstreet.tree.translate import MatchQuality


class StreetAnswers:
    """Answers from one source before the flop and from another after it."""

    def __init__(self, preflop: Answers, postflop: Answers) -> None:
        self.preflop = preflop
        self.postflop = postflop

    def describe(self) -> dict[str, Any]:
        """Describe both sources."""
        return {
            "kind": "by street",
            "preflop": self.preflop.describe(),
            "postflop": self.postflop.describe(),
        }

    def refusal(self, hand: PlayedHand) -> str:
        """Return why neither source has an answer."""
        return self.postflop.refusal(hand) and self.preflop.refusal(hand)

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        """Yield the answer to each decision, preflop first."""
        for source, is_preflop in ((self.preflop, True), (self.postflop, False)):
            reason = source.refusal(hand)
            found = {} if reason else _by_number(source, hand, player)
            for decision in hand.decisions:
                if (decision.street == 0) is is_preflop and player in (None, decision.name):
                    unanswered = Answer(MatchQuality.OUTSIDE, reason)
                    yield decision, found.get(decision.number, unanswered)


class ChartAndSolveAnswers(StreetAnswers):
    """Answers from charts before the flop and from solves after it."""

    def __init__(self, solving: SolveAnswers) -> None:
        """Use a source that solves; its preflop ranges are the charts."""
        ranges = solving.settings.preflop
        assert isinstance(ranges, PreflopRanges)
        super().__init__(ChartAnswers(ranges), solving)

    def describe(self) -> dict[str, Any]:
        """Describe the solves, and the charts as `preflop`."""
        return {**self.postflop.describe(), "preflop": self.preflop.describe()}


def _by_number(source: Answers, hand: PlayedHand, player: str | None) -> dict[int, Answer]:
    return {decision.number: answer for decision, answer in source.answers(hand, player)}


def whole_hand_answers(settings: SolveSettings, *, progress: Reporter | None = None) -> Answers:
    """Return a source for all decisions of hands.

    Decisions before the flop are compared with the charts of the settings, from which the ranges on
    the flop are taken, too. Later streets are solved where two players reach them; other decisions
    have the equity of the hand held in their note.

    Args:
        settings: How the flop and later streets are solved.
        progress: Called after each exploitability check of a solve; the solve stops if it returns
            False.
    """
    assert isinstance(settings.preflop, PreflopRanges)
    answers = ChartAndSolveAnswers(SolveAnswers(settings, progress=progress))
    return AnswersWithEquity(answers, settings.preflop)
