"""Equity and pot odds for decisions that no strategy answers, such as with three players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fifthstreet.cards import HOLE_MASKS, Range, cards_text, hole_text
from fifthstreet.cards.equity import equity
from fifthstreet.errors import InputError
from fifthstreet.review.answers import Answer, Answers
from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.review.preflop import ANY_HAND, PreflopRanges

_SAMPLES = 20_000  # deals: half a percent of error


class AnswersWithEquity:
    """Answers of a source; where it has none, the note has equity and pot odds.

    The opponents' hands are those with which the ranges of `ranges` get to the flop, by position
    and preflop actions; they are not narrowed by later betting. Before the flop they are any hands.
    """

    def __init__(self, source: Answers, ranges: PreflopRanges | None = None) -> None:
        """Set the source, and the ranges; by default the bundled ones."""
        self.source = source
        self.ranges = ranges or PreflopRanges()

    def __repr__(self) -> str:
        return f"<AnswersWithEquity of {self.source!r}>"

    def describe(self) -> dict[str, Any]:
        """Describe the source."""
        return self.source.describe()

    def refusal(self, hand: PlayedHand) -> str:
        """Return why the source has no answer."""
        return self.source.refusal(hand)

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        """Yield the answers of the source, with a note where one has no choices."""
        for decision, answer in self.source.answers(hand, player):
            if answer.choices or decision.hole is None:
                yield decision, answer
                continue
            notes = [each for each in (answer.note, self.note(hand, decision)) if each]
            yield decision, replace(answer, note="; ".join(notes))

    def note(self, hand: PlayedHand, decision: Decision) -> str:
        """Return the equity of the hand held, and what a call needs.

        Args:
            hand: Its preflop betting gives the opponents' ranges.
            decision: A decision of it, with a known hand.

        Returns:
            A line; empty if the equity cannot be calculated.
        """
        assert decision.hole is not None
        opponents = [seat for seat in decision.live if seat != decision.seat]
        known = int(HOLE_MASKS[decision.hole]) | sum(1 << card for card in decision.board)
        by_seat = self.ranges.of_hand(hand) if decision.street else {}
        left = [by_seat[seat].range.without(known) for seat in opponents if seat in by_seat]
        is_known = all(by_seat[seat].file != ANY_HAND for seat in opponents if seat in by_seat)
        has_ranges = is_known and len(left) == len(opponents) and all(len(each) for each in left)
        ranges: list[Range | str] = [*left] if has_ranges else ["random"] * len(opponents)
        try:
            result = equity(
                hole_text(decision.hole),
                *ranges,
                board=cards_text(decision.board),
                method="sample",
                samples=_SAMPLES,
            )
        except InputError:  # ranges that cannot be dealt together
            return ""
        count = "one opponent" if len(opponents) == 1 else f"{len(opponents)} opponents"
        against = f"the preflop ranges of {count}" if has_ranges else f"any hands of {count}"
        has = f"{result.players[0].equity:.0%} equity against {against}"
        if not decision.to_call:
            return f"the hand held has {has}"
        return f"a call needs {needed_equity(decision):.0%} equity, and the hand held has {has}"


def needed_equity(decision: Decision) -> float:
    """Return the equity with which a call breaks even, if it ends the betting.

    Args:
        decision: One with something to call. Bets that the player cannot match are not counted.
    """
    state = decision.state
    paid = [
        float(before - after)
        for before, after in zip(state.starting_stacks, state.stacks, strict=True)
    ]
    limit = paid[decision.seat] + decision.to_call
    pot = sum(min(each, limit) for each in paid)
    return decision.to_call / (pot + decision.to_call)
