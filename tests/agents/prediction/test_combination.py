"""Combining independent factors: the formula against a truth table of all pairs."""

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.agents.prediction import FINAL_HANDS, FINAL_SF, K_CLASSES, combine_factors
from fifthstreet.errors import InputError

# The final hand of each pair is the stronger of the two, by their order in the rules.
STRENGTH = {
    "none": 0,
    "pair": 1,
    "two pair": 2,
    "trips": 3,
    "straight": 4,
    "flush": 5,
    "full house": 6,
    "quads": 7,
    "straight flush": 8,
}


def distributions(size: int) -> st.SearchStrategy[list[float]]:
    weights = st.lists(st.integers(0, 1000), min_size=size, max_size=size).filter(any)
    return weights.map(lambda numbers: [number / sum(numbers) for number in numbers])


@given(distributions(4), distributions(6))
def test_the_truth_table_of_all_pairs(sf: list[float], k: list[float]) -> None:
    expected = np.zeros(9)
    for (first, a), (second, b) in product(
        zip(FINAL_SF, sf, strict=True), zip(K_CLASSES, k, strict=True)
    ):
        expected[max(STRENGTH[first], STRENGTH[second])] += a * b
    combined = combine_factors(sf, k)
    np.testing.assert_allclose(combined, expected, atol=1e-12)
    assert combined.sum() == pytest.approx(1)


def test_a_certain_pair_of_categories() -> None:
    straight, full_house = [0, 1, 0, 0], [0, 0, 0, 0, 1, 0]
    assert FINAL_HANDS[int(combine_factors(straight, full_house).argmax())] == "full house"
    trips = [0, 0, 0, 1, 0, 0]
    assert FINAL_HANDS[int(combine_factors(straight, trips).argmax())] == "straight"


GOOD_SF, GOOD_K = [1, 0, 0, 0], [1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("sf", "k", "message"),
    [
        ([1, 0, 0], GOOD_K, "sf must have 4 probabilities, got shape (3,)"),
        (GOOD_SF, [[1, 0, 0, 0, 0, 0]], "k must have 6 probabilities, got shape (1, 6)"),
        ([0.5, 0, 0, 0], GOOD_K, "sf must be at least 0 and sum to 1, got [0.5, 0.0, 0.0, 0.0]"),
        ([2, -1, 0, 0], GOOD_K, "sf must be at least 0 and sum to 1, got [2.0, -1.0, 0.0, 0.0]"),
        (GOOD_SF, [float("nan")] * 6, "k must be at least 0 and sum to 1, got [nan"),
        ("pair", GOOD_K, "sf must be 4 probabilities, got 'pair'"),
    ],
)
def test_what_is_no_distribution_is_refused(sf: object, k: object, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}.*$"):
        combine_factors(sf, k)  # type: ignore[arg-type]
