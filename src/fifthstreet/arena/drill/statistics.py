"""Statistics of drills: mean losses with intervals, and numbers of answers by grade."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from fifthstreet.arena.drill.grades import Grade
from fifthstreet.arena.drill.log import DrillAnswer
from fifthstreet.arena.moments import Interval, Moments
from fifthstreet.errors import InputError

BREAKDOWNS: dict[str, Callable[[DrillAnswer], str]] = {
    "street": lambda answer: answer.street,
    "decision": lambda answer: answer.kind,
    "hand class": lambda answer: answer.hand_class,
}
_CURVE_POINTS = 40
_MIN_PART = 10  # answers of a point, so that single hands do not dominate


@dataclass(frozen=True)
class Summary:
    """Totals of answers."""

    decisions: int
    hands: int
    grades: dict[Grade, int]  # number of answers, best grade first
    within_error: int  # losses within the error of the solutions
    score: float | None  # share of best and correct answers, of those that could be graded
    loss: Interval  # mean loss per decision in percent of the pot; hands are the samples
    error: float | None  # median error of a loss in percent of the pot, None without answers

    def __repr__(self) -> str:
        return f"<Summary: {self.decisions} decisions, loss {self.loss}% of the pot>"

    @classmethod
    def of(cls, answers: Iterable[DrillAnswer]) -> Summary:
        """Sum up answers; answers without EVs count as decisions, but have no loss."""
        every = list(answers)
        losses: dict[tuple[int, int], list[float]] = {}
        for answer in every:
            if answer.loss_pot_percent is not None:
                hand = losses.setdefault((answer.session, answer.hand), [])
                hand.append(answer.loss_pot_percent)
        moments = Moments(2)
        if losses:
            moments.add([(sum(each), len(each)) for each in losses.values()])
        errors = [answer.error_pot_percent for answer in every]
        grades = {grade: sum(answer.grade == grade for answer in every) for grade in Grade}
        graded = len(every) - grades[Grade.WITHIN_ERROR] - grades[Grade.UNKNOWN]
        good = grades[Grade.BEST] + grades[Grade.CORRECT]
        return cls(
            decisions=len(every),
            hands=len({(answer.session, answer.hand) for answer in every}),
            grades=grades,
            within_error=sum(_is_within_error(answer) for answer in every),
            score=good / graded if graded else None,
            loss=moments.ratio([1.0, 0.0]),
            error=median(errors) if errors else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "decisions": self.decisions,
            "hands": self.hands,
            "grades": {grade.value: count for grade, count in self.grades.items()},
            "within_error": self.within_error,
            "score": self.score,
            "loss_pot_percent": self.loss.to_dict(),
            "error_pot_percent": self.error,
        }


def breakdown(answers: Sequence[DrillAnswer], by: str) -> dict[str, Summary]:
    """Return the totals of answers by group, most frequent first.

    Args:
        answers: Of any sessions.
        by: `street`, `decision` or `hand class`.
    """
    if by not in BREAKDOWNS:
        raise InputError(f"breakdown must be by {', '.join(BREAKDOWNS)}, got {by!r}")
    groups: dict[str, list[DrillAnswer]] = {}
    for answer in answers:
        groups.setdefault(BREAKDOWNS[by](answer), []).append(answer)
    ordered = sorted(groups.items(), key=lambda item: -len(item[1]))
    return {name: Summary.of(group) for name, group in ordered}


def curve(answers: Sequence[DrillAnswer], points: int = _CURVE_POINTS) -> list[Summary]:
    """Return the totals of parts of equal size, in order of time.

    The remainder belongs to the last part.

    Args:
        answers: In order of time.
        points: Maximum number of parts; a part has 10 or more answers, unless it is the only one.
    """
    size = max(-(-len(answers) // points), _MIN_PART)
    starts = range(0, max(len(answers) - size, 0) + 1, size)
    ends = [*starts[1:], len(answers)]
    return [Summary.of(answers[at:end]) for at, end in zip(starts, ends, strict=True)]


def statistics_data(answers: Sequence[DrillAnswer]) -> dict[str, Any]:
    """Return the totals, the breakdowns and the curve of answers as plain data.

    Args:
        answers: In order of time.
    """
    return {
        "total": Summary.of(answers).to_dict(),
        "breakdowns": {
            by: {name: summary.to_dict() for name, summary in breakdown(answers, by).items()}
            for by in BREAKDOWNS
        },
        "curve": [summary.to_dict() for summary in curve(answers)],
    }


def _is_within_error(answer: DrillAnswer) -> bool:
    loss = answer.loss_pot_percent
    return loss is not None and loss <= answer.error_pot_percent
