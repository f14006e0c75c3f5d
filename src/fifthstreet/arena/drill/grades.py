"""Grades of decisions by the cost of an action, relative to the best one and the error."""

from __future__ import annotations

from enum import StrEnum

# Maximum losses of these grades, in percent of the pot at the decision.
CORRECT_POT_PERCENT = 0.5
INACCURACY_POT_PERCENT = 2.0
MISTAKE_POT_PERCENT = 10.0


class Grade(StrEnum):
    """The grade of a decision, from best to worst."""

    BEST = "best"  # the highest EV, or within error the solution's most frequent action
    CORRECT = "correct"  # a negligible loss
    WITHIN_ERROR = "within error"  # a larger loss, within the exploitability
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNKNOWN = "unknown"  # the solution has no EVs for the hand here


def grade_of(pot_percent: float, error_percent: float, *, is_favourite: bool) -> Grade:
    """Return the grade of a loss.

    Args:
        pot_percent: EV lost, in percent of the pot.
        error_percent: Error of that loss, in percent of the pot.
        is_favourite: Whether the solution takes the action most often with this hand.

    >>> grade_of(0.3, 1.0, is_favourite=False), grade_of(0.3, 1.0, is_favourite=True)
    (<Grade.CORRECT: 'correct'>, <Grade.BEST: 'best'>)
    >>> grade_of(5.0, 8.0, is_favourite=False), grade_of(12.0, 8.0, is_favourite=False)
    (<Grade.WITHIN_ERROR: 'within error'>, <Grade.BLUNDER: 'blunder'>)
    """
    is_within_error = pot_percent <= error_percent
    if pot_percent <= 0 or (is_favourite and is_within_error):
        return Grade.BEST
    if pot_percent <= CORRECT_POT_PERCENT:
        return Grade.CORRECT
    if is_within_error:
        return Grade.WITHIN_ERROR
    if pot_percent <= INACCURACY_POT_PERCENT:
        return Grade.INACCURACY
    return Grade.MISTAKE if pot_percent <= MISTAKE_POT_PERCENT else Grade.BLUNDER
