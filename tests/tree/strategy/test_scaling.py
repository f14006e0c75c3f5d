"""Scaling how often a range takes an action."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from fifthstreet.tree.strategy import HoleArray, scale_frequency

SHARES = st.one_of(st.sampled_from([0.0, 1.0, 1e-9, 1 - 1e-9, 1e-30]), st.floats(0, 1))


@st.composite
def ranges(draw: st.DrawFn) -> tuple[HoleArray, HoleArray, int]:
    """Return a strategy with pure and mixed hands, the weights of its hands, and an action."""
    actions, hands = draw(st.integers(2, 4)), draw(st.integers(1, 12))
    rows = draw(npst.arrays(np.float64, (actions, hands), elements=SHARES))
    rows[0, rows.sum(axis=0) == 0] = 1
    strategy = rows / rows.sum(axis=0)
    weights = draw(npst.arrays(np.float64, hands, elements=st.floats(1e-6, 1)))
    return strategy, weights, draw(st.integers(0, actions - 1))


@given(ranges(), st.one_of(st.sampled_from([0.0, 1.0]), st.floats(0, 1)))
def test_the_mean_is_hit_the_order_kept_and_rows_add_up_to_1(
    case: tuple[HoleArray, HoleArray, int], frequency: float
) -> None:
    strategy, weights, action = case
    scaled = scale_frequency(strategy, weights, action, frequency)
    assert scaled[action] @ weights / weights.sum() == pytest.approx(frequency, abs=1e-9)
    assert scaled.sum(axis=0) == pytest.approx(1, abs=1e-9)
    assert ((scaled >= 0) & (scaled <= 1)).all()
    in_order = scaled[action][np.argsort(strategy[action], kind="stable")]
    assert (np.diff(in_order) >= -1e-9).all()


@given(ranges())
def test_the_frequency_that_a_range_has_changes_nothing(
    case: tuple[HoleArray, HoleArray, int],
) -> None:
    strategy, weights, action = case
    frequency = min(float(strategy[action] @ weights / weights.sum()), 1.0)
    scaled = scale_frequency(strategy, weights, action, frequency)
    assert scaled[action] @ weights == pytest.approx(strategy[action] @ weights, abs=1e-9)
    assert scaled == pytest.approx(strategy, abs=1e-5)


@given(ranges(), st.floats(0.01, 0.99))
def test_mixed_hands_keep_the_ratio_of_their_odds_and_their_other_actions(
    case: tuple[HoleArray, HoleArray, int], frequency: float
) -> None:
    strategy, weights, action = case
    scaled = scale_frequency(strategy, weights, action, frequency)
    is_mixed = [((rows > 1e-6) & (rows < 1 - 1e-6))[action] for rows in (strategy, scaled)]
    both = np.logical_and(*is_mixed)
    odds = [rows[action, both] / (1 - rows[action, both]) for rows in (strategy, scaled)]
    factors = odds[1] / odds[0]
    assert factors == pytest.approx(np.full_like(factors, factors.mean() if both.any() else 1))
    others = np.arange(len(strategy)) != action
    before, after = strategy[others][:, both], scaled[others][:, both]
    assert after / after.sum(axis=0) == pytest.approx(before / before.sum(axis=0), abs=1e-6)


def test_a_hand_that_always_takes_the_action_falls_back_on_the_mix_of_the_range() -> None:
    strategy = np.array([[0.0, 0.3], [0.0, 0.1], [1.0, 0.6]])
    scaled = scale_frequency(strategy, np.ones(2), 2, 0.25)
    assert scaled[2].tolist() == [0.5, 0.0]
    assert scaled[:, 0] == pytest.approx([0.375, 0.125, 0.5])
    alone = scale_frequency(np.array([[0.0], [0.0], [1.0]]), np.ones(1), 2, 0.0)
    assert alone[:, 0].tolist() == [0.5, 0.5, 0.0]


def test_hands_without_weight_are_scaled_too() -> None:
    strategy = np.array([[0.5, 0.5], [0.5, 0.5]])
    assert scale_frequency(strategy, np.array([1.0, 0.0]), 0, 0.8)[0] == pytest.approx([0.8, 0.8])
