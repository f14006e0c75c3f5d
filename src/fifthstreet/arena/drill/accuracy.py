"""Which grades a solution can give: the error of its EVs, compared with the limits of grades."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from fifthstreet.arena.drill.grades import (
    CORRECT_POT_PERCENT,
    INACCURACY_POT_PERCENT,
    MISTAKE_POT_PERCENT,
    Grade,
)
from fifthstreet.review import loss_error

RARE_LINE = 0.1  # probability of the line whose error is shown as well
# From this exploitability on, in percent of the starting pot, a solution is too coarse.
TOO_COARSE_POT_PERCENT = INACCURACY_POT_PERCENT / loss_error(1.0, 1.0, inf)
# Losses of a grade are at most this, in percent of the pot.
_LIMITS = {Grade.INACCURACY: INACCURACY_POT_PERCENT, Grade.MISTAKE: MISTAKE_POT_PERCENT}


@dataclass(frozen=True)
class GradingAccuracy:
    """The errors of losses, and the grades that are lost in them; in percent of the pot."""

    exploitability: float | None  # of the starting pot; None if it is unknown
    error: float | None  # of a loss at the first decision
    rare_error: float | None  # at a line that is played one time in ten, without bets
    lost_grades: tuple[Grade, ...]  # that the first decision cannot get

    @property
    def is_too_coarse(self) -> bool:
        """Whether an inaccuracy at the first decision cannot be told from no loss."""
        return Grade.INACCURACY in self.lost_grades

    @property
    def is_sharp(self) -> bool:
        """Whether every loss that is more than correct is graded at the first decision."""
        return self.error is not None and self.error <= CORRECT_POT_PERCENT

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "exploitability_pot_percent": self.exploitability,
            "error_pot_percent": self.error,
            "rare_error_pot_percent": self.rare_error,
            "lost_grades": [grade.value for grade in self.lost_grades],
            "is_too_coarse": self.is_too_coarse,
            "too_coarse_pot_percent": TOO_COARSE_POT_PERCENT,
            "is_sharp": self.is_sharp,
        }


def grading_accuracy(exploitability: float | None) -> GradingAccuracy:
    """Return which grades a solution can give.

    A loss within its error is never graded as an inaccuracy or worse. So a grade is lost if the
    error reaches the largest loss of the grade: inaccuracies from an error of 2% of the pot on,
    mistakes from 10% on. The error of the first decision is 10 times the exploitability, so a
    solution is too coarse from an exploitability of 0.2% of the pot on.

    Args:
        exploitability: Of the solution, in percent of the starting pot; None if it is unknown,
            then all of these grades are lost.

    >>> grading_accuracy(0.05).is_sharp, grading_accuracy(0.1).is_too_coarse
    (True, False)
    >>> coarse = grading_accuracy(0.3)
    >>> coarse.error, round(coarse.rare_error, 1), coarse.lost_grades
    (3.0, 9.5, (<Grade.INACCURACY: 'inaccuracy'>,))
    """
    if exploitability is None:
        return GradingAccuracy(None, None, None, tuple(_LIMITS))
    error = loss_error(exploitability, 1.0, inf)
    lost = tuple(grade for grade, limit in _LIMITS.items() if error >= limit)
    return GradingAccuracy(exploitability, error, loss_error(exploitability, RARE_LINE, inf), lost)
