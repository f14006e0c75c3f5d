"""Weights of hands that can meet, against looking at every pair."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import HOLE_MASKS, parse_hole
from fifthstreet.cards.matchups import compatible_weight, count_matchups

CAN_MEET = HOLE_MASKS[:, None] & HOLE_MASKS[None, :] == 0


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.integers(1, 1326))
def test_against_every_pair(seed: int, hands: int) -> None:
    random = np.random.default_rng(seed)
    chosen = random.permuted(np.tile(np.arange(1326) < hands, (2, 1)), axis=1)
    first, second = np.where(chosen, random.random((2, 1326)), 0)
    np.testing.assert_allclose(compatible_weight(second), CAN_MEET @ second, atol=1e-9)
    assert count_matchups(first, second) == pytest.approx(first @ CAN_MEET @ second)


@given(st.integers(0, 2**32))
def test_nobody_is_nobody(seed: int) -> None:
    """Hands that all hold an ace of the two: differences of sums would leave a rest of rounding."""
    weights = np.zeros(1326)
    blocked = [parse_hole(hand) for hand in ("AcKd", "AcQd", "AdKh", "AdQh", "AcTd")]
    weights[blocked] = np.random.default_rng(seed).random(len(blocked))
    assert compatible_weight(weights)[parse_hole("AcAd")] == 0
