"""Means of two charts for a stack between theirs."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import log

import numpy as np
import pytest
from tests.review.small_charts import chart

from fifthstreet.errors import InputError
from fifthstreet.solvers.ring import BetweenStrategy, depth_weights, ring_game_of
from fifthstreet.tree import Kind

BETWEEN = BetweenStrategy([chart(3, 20), chart(3, 40)], 28)


def reach_of(strategy: object, node: int) -> np.ndarray:
    """The probability of each class of each seat at a node, from the root down.  [P, 169]"""
    tree, reach = strategy.tree, np.ones((strategy.tree.players, 169))  # type: ignore[attr-defined]
    line = tree.line(node)
    for before, after in pairwise(line):
        rows = strategy.shares(before)  # type: ignore[attr-defined]
        reach[int(tree.player[before])] *= rows[after - int(tree.first_child[before])]
    return reach


def test_weights_are_linear_in_the_logarithm_of_the_stack() -> None:
    assert depth_weights(20, 40, 20) == (1, 0)
    assert depth_weights(20, 40, 40) == (0, 1)
    shallow, deep = depth_weights(20, 40, 28)
    assert shallow + deep == pytest.approx(1)
    assert shallow * log(20) + deep * log(40) == pytest.approx(log(28))
    assert depth_weights(20, 80, 40) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize("stack", [20, 40])
def test_at_the_stack_of_a_chart_it_is_that_chart(stack: int) -> None:
    """The trees have the same nodes in the same order, so all rows can be compared."""
    between, alone = BetweenStrategy([chart(3, 20), chart(3, 40)], stack), chart(3, stack)
    assert between.tree.rules == alone.tree.rules
    for node in alone.decisions:
        np.testing.assert_allclose(between.shares(node), alone.shares(node), atol=1e-12)
        np.testing.assert_allclose(between.class_values(node), alone.class_values(node))
    assert between.exploitability is not None
    assert between.exploitability.gains == pytest.approx(alone.exploitability.gains)


def test_how_often_a_line_is_played_is_the_mean_of_both_charts() -> None:
    """Checked for each seat's own part of each line, down the whole tree."""
    both = [chart(3, 20), chart(3, 40)]
    for node in BETWEEN.decisions:
        twins = BETWEEN.twins(node)
        np.testing.assert_allclose(BETWEEN.shares(node).sum(axis=0), 1)
        own = int(BETWEEN.tree.player[node])
        parts = [reach_of(each, at)[own] for each, at in zip(both, twins, strict=True)]
        expected = sum(w * part for w, part in zip(BETWEEN.weights, parts, strict=True))
        np.testing.assert_allclose(reach_of(BETWEEN, node)[own], expected)


def test_evs_are_the_mean_of_both_charts() -> None:
    for node in BETWEEN.decisions:
        values = [
            each.class_values(at)
            for each, at in zip(BETWEEN.charts, BETWEEN.twins(node), strict=True)
        ]
        expected = BETWEEN.weights[0] * values[0] + BETWEEN.weights[1] * values[1]
        np.testing.assert_allclose(BETWEEN.class_values(node), expected)
        hands = BETWEEN.at(node, ())
        assert hands.action_ev is not None
        np.testing.assert_allclose(np.nansum(hands.strategy, axis=0), 1)


def test_its_tree_has_its_own_stack_and_antes_in_between() -> None:
    between = BetweenStrategy([chart(3, 20, 0.1), chart(3, 40)], 28)
    assert set(between.tree.rules.stacks) == {28.0}
    weight = depth_weights(20, 40, 28)[0]
    assert between.tree.rules.antes == pytest.approx((0.1 * weight,) * 3, abs=0.005)


def test_a_chart_with_other_actions_counts_nothing() -> None:
    """The shallower one has no raise but the all-in."""
    from fifthstreet.solvers.ring import RingStrategy

    deep = chart(3, 40)
    game = ring_game_of(
        {
            "seats": 3,
            "stack": 20,
            "sizes": {"preflop": {"raise": "a"}},
            "tree": {"max_raises": 1, "cold_calls": [0, 1, 0]},
        }
    )
    rows = int(game.tree.n_children[game.tree.kind == Kind.ACTION].sum())
    record = replace(deep.record, leaf_error_pot_percent=None)
    jams = RingStrategy(game, np.ones((rows, 169)), np.zeros((rows, 169)), record)
    between = BetweenStrategy([jams, deep], 32)
    assert between.weights_at(0) == (0.0, 1.0)
    np.testing.assert_allclose(between.shares(0), deep.shares(0))
    after_jam = between.tree.find("r:a")[0]
    assert between.twins(after_jam)[0] >= 0
    assert between.weights_at(after_jam) == pytest.approx(between.weights)
    after_raise = between.tree.find("r:b2.5")[0]
    assert between.twins(after_raise)[0] == -1
    np.testing.assert_allclose(between.class_values(after_raise), deep.class_values(after_raise))


def test_charts_that_do_not_belong_together() -> None:
    with pytest.raises(InputError, match="stack must be from 20 to 40, got 41"):
        BetweenStrategy([chart(3, 20), chart(3, 40)], 41)
    with pytest.raises(InputError, match="the same number of seats and the same blinds"):
        BetweenStrategy([chart(2, 20), chart(3, 40)], 28)
