"""Answers from a strategy, and from solves of the hands that leave its tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.review.answers import Answer
from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.review.off_tree import SolveBudget, solve_streets
from fifthstreet.review.strategy_answers import StrategyAnswers
from fifthstreet.solvers.common import Progress, Reporter
from fifthstreet.tree.translate import MatchQuality


class AnswersBeyondTree:
    """Answers from one strategy; hands that leave its tree are solved from that street on.

    The ranges are the strategy's; the pot, the stacks and the bets are the real ones. Streets after
    the last one of the tree are not solved.
    """

    def __init__(
        self,
        source: StrategyAnswers,
        budget: SolveBudget | None = None,
        *,
        progress: Reporter | None = None,
    ) -> None:
        """Use a strategy's answers, with a budget for each hand that leaves its tree.

        `progress` is called after each exploitability check of a solve. Once it returns False,
        nothing more is solved.
        """
        self.source = source
        self.budget = budget or SolveBudget()
        self.solves = 0
        """Number of streets that were solved."""
        self._progress = progress
        self._is_stopped = False

    def __repr__(self) -> str:
        return f"<AnswersBeyondTree of {self.source!r}, {self.budget.seconds:g} s a hand>"

    def describe(self) -> dict[str, Any]:
        """Describe the strategy."""
        return self.source.describe()

    def refusal(self, hand: PlayedHand) -> str:
        """Return why a hand does not fit the strategy's board or number of players."""
        return self.source.refusal(hand)

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        """Yield the answer to each decision, from the tree as long as the hand is in it."""
        solved: dict[int, Answer] | None = None
        last_street = self.source.strategy.tree.rules.last_street
        for decision, answer in self.source.answers(hand, player):
            is_outside = answer.quality is MatchQuality.OUTSIDE or decision.street > last_street
            if answer.choices or is_outside:
                yield decision, answer
                continue
            if solved is None and decision.street > 0:
                solved = self._solved(hand, decision)
            yield decision, _merged(answer, (solved or {}).get(decision.number))

    def _reported(self, state: Progress) -> bool | None:
        """Report progress; once it is refused, this and all later hands are left unsolved."""
        if self._progress is not None and self._progress(state) is False:
            self._is_stopped = True
        return False if self._is_stopped else None

    def _solved(self, hand: PlayedHand, lost: Decision) -> dict[int, Answer]:
        """Return the answers to the decisions after a hand has left the tree, by their number."""
        holes = {each.seat: each.hole for each in hand.decisions if each.hole is not None}
        try:
            if self._is_stopped:
                raise InputError("stopped")
            streets = solve_streets(
                self.source,
                lost.state,
                self.budget,
                events=hand.decisions[-1].after().events,
                holes=holes,
                last_street=hand.decisions[-1].street,
                progress=self._reported,
            )
            if self._is_stopped:
                raise InputError("stopped")
        except (InputError, NotEnoughMemoryError) as error:
            reason = Answer(MatchQuality.LOST, f"not solved: {error}")
            return {each.number: reason for each in hand.decisions}
        self.solves += len(streets)
        answers: dict[int, Answer] = {}
        for street in streets:
            for decision, answer in StrategyAnswers(street.solution, unit=1.0).answers(hand):
                if decision.street == street.rest.street:
                    answers[decision.number] = replace(answer, note=street.words())
        return answers


def _merged(lost: Answer, solved: Answer | None) -> Answer:
    """Return the answer of a solve, with the quality of the match that was lost."""
    if solved is None:
        return lost
    if not solved.choices:
        return replace(lost, reason=f"{lost.reason}; {solved.reason}")
    reason = "; ".join(each for each in (lost.reason, solved.reason) if each)
    return replace(solved, quality=lost.quality, distance=lost.distance, reason=reason)
