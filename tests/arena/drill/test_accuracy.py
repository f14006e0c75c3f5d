"""A solution is too coarse where its error hides a grade."""

import pytest

from fifthstreet.arena.drill import (
    INACCURACY_POT_PERCENT,
    MISTAKE_POT_PERCENT,
    Drill,
    Grade,
    OneSpot,
    grade_of,
    grading_accuracy,
)
from tests.arena.drill.test_drill import river


@pytest.mark.parametrize(
    ("exploitability", "lost"),
    [
        (0.0, ()),
        (0.05, ()),
        (0.199, ()),
        (0.2, (Grade.INACCURACY,)),
        (0.3, (Grade.INACCURACY,)),
        (1.0, (Grade.INACCURACY, Grade.MISTAKE)),
        (None, (Grade.INACCURACY, Grade.MISTAKE)),
    ],
)
def test_lost_grades_follow_from_the_exploitability(
    exploitability: float | None, lost: tuple[Grade, ...]
) -> None:
    accuracy = grading_accuracy(exploitability)
    assert accuracy.lost_grades == lost
    assert accuracy.is_too_coarse == bool(lost)


@pytest.mark.parametrize("exploitability", [0.01, 0.05, 0.1, 0.2, 0.4, 1.0, 3.0])
def test_a_lost_grade_is_never_given(exploitability: float) -> None:
    """The rule agrees with the grades: no loss gets a lost grade, and one gets each other grade."""
    accuracy = grading_accuracy(exploitability)
    assert accuracy.error is not None
    losses = [step / 100 for step in range(1, 1_001)]
    given = {grade_of(loss, accuracy.error, is_favourite=False) for loss in losses}
    limits = {Grade.INACCURACY: INACCURACY_POT_PERCENT, Grade.MISTAKE: MISTAKE_POT_PERCENT}
    assert {grade for grade in limits if grade not in given} == set(accuracy.lost_grades)


def test_the_error_is_that_of_the_first_decision() -> None:
    solution = river()
    graded = Drill(solution, OneSpot("r"), seed=3).deal(1).answer("k")
    accuracy = grading_accuracy(solution.exploitability.pot_percent)
    assert 100 * graded.error / graded.question.pot == pytest.approx(accuracy.error)


def test_sharp_solutions_grade_every_loss_that_is_not_correct() -> None:
    assert grading_accuracy(0.05).is_sharp
    assert not grading_accuracy(0.06).is_sharp
    assert not grading_accuracy(None).is_sharp
