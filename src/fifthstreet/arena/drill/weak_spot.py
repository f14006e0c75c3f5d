"""Weak spots of a learner: decisions that cost most, by line, hand class and action."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from fifthstreet.arena.drill.grades import Grade
from fifthstreet.arena.drill.log import DrillAnswer, DrillRecords

_LOSING = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
_DEALT = re.compile(r":n[^:]+")


@dataclass(frozen=True)
class WeakSpot:
    """The same losing action with the same class of hands at one line of a solution."""

    solution: str  # name
    line: str  # path without the cards that were dealt
    hand_class: str
    action: str  # as in a path
    answers: tuple[DrillAnswer, ...]  # one for each decision, worst first

    def __repr__(self) -> str:
        where = f"{self.action} with {self.hand_class} at {self.line} of {self.solution}"
        return f"<WeakSpot: {where}, {self.loss:.3g} ± {self.error:.3g}% of the pot>"

    @property
    def loss(self) -> float:
        """Loss of all decisions together, in percent of their pots."""
        return sum(answer.loss_pot_percent or 0.0 for answer in self.answers)

    @property
    def error(self) -> float:
        """Error of the loss, in percent of the pots; the errors of a solution add up."""
        return sum(answer.error_pot_percent for answer in self.answers)


def weak_spots(records: DrillRecords) -> list[WeakSpot]:
    """Return the weak spots of all sessions, the largest loss first.

    Only losses beyond their error count. A decision that was answered several times counts with
    its last answer, so a spot disappears once it is answered well.

    Args:
        records: Sessions and answers, in order of time.
    """
    last: dict[tuple[str, str, str], DrillAnswer] = {}
    for answer in records.answers:
        solution = records.sessions[answer.session].part(answer.hand).solution
        last[solution, answer.path, answer.hole] = answer
    groups: dict[tuple[str, str, str, str], list[DrillAnswer]] = {}
    for (solution, path, _), answer in last.items():
        if answer.grade in _LOSING:
            key = (solution, _DEALT.sub(":n", path), answer.hand_class, answer.action)
            groups.setdefault(key, []).append(answer)
    spots = (WeakSpot(*key, answers=_worst_first(group)) for key, group in groups.items())
    return sorted(spots, key=lambda spot: -spot.loss)


def _worst_first(answers: Iterable[DrillAnswer]) -> tuple[DrillAnswer, ...]:
    return tuple(sorted(answers, key=lambda answer: -(answer.loss_pot_percent or 0.0)))
