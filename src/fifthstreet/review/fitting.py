"""Answers for hands of many kinds: each from the first source that has one for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fifthstreet.review.answers import Answer, Answers
from fifthstreet.review.hands import Decision, PlayedHand

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
