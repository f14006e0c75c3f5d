"""The search for flops and counts whose means are those of all flops."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fifthstreet.abstraction import FlopStrengths
from fifthstreet.abstraction.choose_flops import FlopSearch, error_rows
from fifthstreet.cards import canonical_boards
from tests.thoroughness import examples

FLOPS, CLUSTERS = 40, 6


def made_up(random: np.random.Generator) -> FlopStrengths:
    """Return made-up strengths on a few flops."""
    boards, counts = canonical_boards(3)
    hands = random.integers(1, 7, (FLOPS, 169))
    points, squares = (hands * random.integers(1, 10**4, hands.shape) for _ in range(2))
    histogram = np.ones((*hands.shape, 10), np.int64)
    return FlopStrengths(boards[:FLOPS], counts[:FLOPS], hands, points, squares, histogram)


def slow_cost(
    strengths: FlopStrengths, flops: NDArray[np.int64], counts: NDArray[np.int64]
) -> float:
    """Return the square of the error from the rows themselves."""
    rows = error_rows(strengths, ())
    error = sum(count * rows[flop] for flop, count in zip(flops, counts, strict=True))
    return float(np.square(error - strengths.counts @ rows).sum())


@settings(max_examples=examples(10))
@given(st.integers(0, 1_000))
def test_no_exchange_or_move_lowers_the_error(seed: int) -> None:
    random = np.random.default_rng(seed)
    strengths = made_up(random)
    search = FlopSearch(strengths, ())
    members = np.array_split(random.permutation(FLOPS), CLUSTERS)
    sizes = np.array([strengths.counts[each].sum() for each in members])
    start = np.array([each[0] for each in members])
    cost = slow_cost(strengths, start, sizes)
    assert search.cost(start, sizes) == pytest.approx(cost)
    flops = search.exchange(members, start, sizes)
    exchanged = slow_cost(strengths, flops, sizes)
    assert exchanged <= cost
    for label, each in enumerate(members):
        assert flops[label] in each
        for flop in each:
            other = flops.copy()
            other[label] = flop
            assert slow_cost(strengths, other, sizes) >= exchanged - 1e-5 * cost
    counts = search.move_counts(flops, sizes, sizes)
    moved = slow_cost(strengths, flops, counts)
    assert moved <= exchanged
    assert counts.sum() == sizes.sum()
    assert (2 * counts >= sizes).all()
    assert (counts <= 2 * sizes).all()
    for source in range(CLUSTERS):
        for target in range(CLUSTERS):
            other = counts.copy()
            other[source] -= 2
            other[target] += 2
            if 2 * other[source] >= sizes[source] and other[target] <= 2 * sizes[target]:
                assert slow_cost(strengths, flops, other) >= moved - 1e-5 * exchanged
