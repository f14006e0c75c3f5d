"""Weights of compatible hands, compared with a sum over all pairs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import HOLE_MASKS, parse_hole
from fifthstreet.cards.matchups import compatible_weight, compatible_weights, count_matchups
from tests.thoroughness import examples

COMPATIBLE = HOLE_MASKS[:, None] & HOLE_MASKS[None, :] == 0


@settings(max_examples=examples(20))
@given(st.integers(0, 2**32), st.integers(1, 1326))
def test_matches_a_sum_over_all_pairs(seed: int, hand_count: int) -> None:
    random = np.random.default_rng(seed)
    chosen = random.permuted(np.tile(np.arange(1326) < hand_count, (2, 1)), axis=1)
    first, second = np.where(chosen, random.random((2, 1326)), 0)
    np.testing.assert_allclose(compatible_weight(second), COMPATIBLE @ second, atol=1e-9)
    rows = compatible_weights(np.array([[first], [second]], np.float32))
    assert rows.shape == (2, 1, 1326)
    np.testing.assert_allclose(rows[1, 0], COMPATIBLE @ second, rtol=1e-5)
    assert count_matchups(first, second) == pytest.approx(first @ COMPATIBLE @ second)


@given(st.integers(0, 2**32))
def test_the_weight_of_blocked_hands_is_exactly_zero(seed: int) -> None:
    """Every hand shares a card with AcAd; subtracting sums would leave a rounding error."""
    weights = np.zeros(1326)
    blocked = [parse_hole(hand) for hand in ("AcKd", "AcQd", "AdKh", "AdQh", "AcTd")]
    weights[blocked] = np.random.default_rng(seed).random(len(blocked))
    assert compatible_weight(weights)[parse_hole("AcAd")] == 0
