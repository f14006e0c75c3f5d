"""Drills before the flop, by position and situation."""

from __future__ import annotations

import numpy as np
import pytest

from fifthstreet.arena.drill import SITUATIONS, Grade, PreflopDrill, situation_at
from fifthstreet.cards import HOLE_CLASS, hole_cards
from fifthstreet.errors import InputError
from tests.review.small_charts import chart, small_charts

FOUND = small_charts().find(3, 20)


def test_questions_are_of_the_position_and_situation() -> None:
    drill = PreflopDrill(FOUND, position="BB", situation=SITUATIONS[1], seed=1)
    for number in range(10):
        question = drill.deal(number)
        assert (question.position, question.situation) == ("BB", SITUATIONS[1])
        raises = [step for step in question.path.split(":") if step[0] in "ab"]
        assert len(raises) == 1
        assert drill.deal(number) == question  # the same number has the same decision
    tree = FOUND.strategy.tree
    assert situation_at(tree, 0) == "first in"
    assert situation_at(tree, tree.find("r:b2.5:a")[0]) == "against a 3-bet"


def test_first_in_every_hand_is_dealt_as_often_as_from_a_deck() -> None:
    drill = PreflopDrill(FOUND, position="BTN", situation="first in")
    holes = [drill.deal(number).hole for number in range(600)]
    pairs = sum(first // 4 == second // 4 for first, second in map(hole_cards, holes))
    expected = 600 * 78 / 1326
    assert abs(pairs - expected) < 4 * expected**0.5


def test_hands_against_a_raise_are_weighted_by_the_raise_of_the_chart() -> None:
    """The button's own hands against a re-raise are those that it raised with."""
    drill = PreflopDrill(FOUND, position="BTN", situation="against a 3-bet", seed=3)
    raised = chart(3, 20).shares(0)[1]
    holes = [drill.deal(number).hole for number in range(200)]
    mean = np.mean([raised[HOLE_CLASS[hole]] for hole in holes])
    assert mean > raised.mean() + 0.02


def test_a_loss_is_the_difference_of_the_charts_evs() -> None:
    drill = PreflopDrill(FOUND, seed=2)
    for number in range(20):
        question = drill.deal(number)
        values = chart(3, 20).class_values(question.node)[:, HOLE_CLASS[question.hole]]
        for taken, action in enumerate(question.actions):
            grade = drill.grade(question, action)
            assert grade.loss == pytest.approx(values.max() - values[taken])
            assert sum(grade.frequencies) == pytest.approx(1)
            assert grade.loss is not None
            assert grade.error is not None
            assert grade.grade is Grade.BEST or grade.loss > 0


def test_between_two_charts() -> None:
    found = small_charts().find(3, 28)
    drill = PreflopDrill(found, position="BTN")
    question = drill.deal(1)
    assert question.stack <= 28
    assert drill.grade(question, question.actions[0]).loss is not None


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="position must be one of SB, BB, BTN, got 'CO'"):
        PreflopDrill(FOUND, position="CO")
    with pytest.raises(InputError, match="situation must be one of first in, against a raise"):
        PreflopDrill(FOUND, situation="limped")
    drill = PreflopDrill(FOUND, position="BTN")
    with pytest.raises(InputError, match="action must be one of"):
        drill.grade(drill.deal(1), "k")
