"""Drills before the flop: plain data and text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from fifthstreet.arena.drill import PreflopGrade, PreflopQuestion
from fifthstreet.cards import hole_text
from fifthstreet.support.drawing import number


def drill_question_text(question: PreflopQuestion) -> str:
    """Return a question in one paragraph.

    Args:
        question: The decision.
    """
    line = question.path.removeprefix("r").removeprefix(":") or "no player has acted"
    options = ", ".join(
        f"{step} ({words})" for step, words in zip(question.actions, question.words, strict=True)
    )
    hand = hole_text(question.hole)
    return (
        f"\n{question.number}. {question.position} {question.situation}: {hand}, "
        f"pot {number(question.pot, 2)}, behind {number(question.stack, 2)} big blinds; {line}\n"
        f"   {options}"
    )


def drill_grade_text(grade: PreflopGrade) -> str:
    """Return what an answer cost, and what the chart does.

    Args:
        grade: The answer.
    """
    columns = zip(grade.question.actions, grade.frequencies, grade.evs, strict=True)
    played = ", ".join(
        f"{step} {share:.0%}" + ("" if ev is None else f" (EV {ev:+.2f})")
        for step, share, ev in columns
    )
    cost = ""
    if grade.loss is not None and grade.error is not None:
        cost = f", {number(grade.loss, 2)} ± {number(grade.error, 2)} big blinds"
    return f"   {grade.grade.value}{cost}; the chart: {played}"


def drill_data(words: str, grades: Sequence[PreflopGrade]) -> dict[str, Any]:
    """Return a drill as plain data.

    Args:
        words: Which chart it is from.
        grades: Its answers.
    """
    losses = [grade.loss for grade in grades if grade.loss is not None]
    return {
        "chart": words,
        "answers": [grade.to_dict() for grade in grades],
        "grades": dict(Counter(grade.grade.value for grade in grades)),
        "loss": sum(losses),
    }


def drill_summary_text(grades: Sequence[PreflopGrade]) -> str:
    """Return the number of answers of each grade, and what they cost beyond their errors.

    Args:
        grades: The answers of a drill.
    """
    if not grades:
        return "no answers"
    counts = Counter(grade.grade.value for grade in grades)
    counted = [
        grade.loss
        for grade in grades
        if grade.loss is not None and grade.error is not None and grade.loss > grade.error
    ]
    parts = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    lost = number(sum(counted), 2)
    return f"{len(grades)} answers: {parts}; lost {lost} big blinds beyond the errors"
