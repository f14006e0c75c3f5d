"""The search for flops and counts whose means are those of all flops."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fifthstreet.abstraction import FlopStrengths, cluster, make_flop_subset
from fifthstreet.abstraction.choose_flops import FlopSearch, error_rows
from fifthstreet.cards import canonical_boards
from tests.thoroughness import examples

FLOPS, CLUSTERS = 40, 6


def made_up(random: np.random.Generator, number: int = FLOPS) -> FlopStrengths:
    """Return made-up strengths on a few flops."""
    boards, counts = canonical_boards(3)
    hands = random.integers(1, 7, (number, 169))
    points, squares = (hands * random.integers(1, 10**4, hands.shape) for _ in range(2))
    histogram = np.ones((*hands.shape, 10), np.int64)
    return FlopStrengths(boards[:number], counts[:number], hands, points, squares, histogram)


def slow_cost(
    strengths: FlopStrengths, flops: NDArray[np.int64], counts: NDArray[np.int64]
) -> float:
    """Return the square of the error from the rows themselves."""
    rows = error_rows(strengths, ())
    error = sum(count * rows[flop] for flop, count in zip(flops, counts, strict=True))
    return float(np.square(error - strengths.counts @ rows).sum())


class SlowSearch(FlopSearch):
    """The same search, one flop after the other."""

    def exchange(
        self, labels: NDArray[np.int64], flops: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        flops = flops.copy()
        slopes, cost = self._slopes_and_cost(flops, counts)
        is_changed = True
        while is_changed:
            is_changed = False
            for label, (old, count) in enumerate(zip(flops, counts, strict=True)):
                members = np.flatnonzero(labels == label)
                changes = 2 * count * (slopes[members] - slopes[old])
                changes += count**2 * self.distances[old, members]
                best = int(np.argmin(changes))
                if changes[best] < -1e-6 * cost:
                    flops[label] = members[best]
                    slopes += count * (self.products[members[best]] - self.products[old])
                    is_changed = True
        return flops

    def move_counts(
        self, flops: NDArray[np.int64], counts: NDArray[np.int64], sizes: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        moved = counts.astype(float)
        slopes, cost = self._slopes_and_cost(flops, counts)
        is_changed = True
        while is_changed:
            is_changed = False
            for one, source in enumerate(flops):
                moves = []
                for other, target in enumerate(flops):
                    difference = slopes[target] - slopes[source]
                    distance = self.distances[source, target]
                    step = -difference / distance if distance > 0 else 0.0
                    lowest = -min(moved[other] - sizes[other] / 2, 2 * sizes[one] - moved[one])
                    highest = min(2 * sizes[other] - moved[other], moved[one] - sizes[one] / 2)
                    step = np.trunc(min(max(step, np.ceil(lowest)), np.floor(highest)))
                    moves.append((2 * step * difference + step**2 * distance, other, step))
                change, other, step = min(moves)
                if change < -1e-6 * cost:
                    moved[one] -= step
                    moved[other] += step
                    slopes += step * (self.products[flops[other]] - self.products[source])
                    is_changed = True
        return moved.astype(np.int64)


@settings(max_examples=examples(10))
@given(st.integers(0, 1_000), st.sampled_from([1, 6, 30, 80]))
def test_flops_are_the_same_as_one_after_the_other(seed: int, clusters: int) -> None:
    random = np.random.default_rng(seed)
    strengths = made_up(random, 90)
    labels = random.permutation(np.arange(90) % clusters)
    sizes = np.bincount(labels, strengths.counts).astype(np.int64)
    start = np.array([np.flatnonzero(labels == label)[0] for label in range(clusters)])
    results = []
    for search in (FlopSearch(strengths, ()), SlowSearch(strengths, ())):
        flops = search.exchange(labels, start, sizes)
        counts = search.move_counts(flops, sizes, sizes)
        results.append([flops.tolist(), counts.tolist()])
    assert results[0] == results[1]


@pytest.mark.parametrize("seed", range(10))
def test_the_choice_ends_when_neither_an_exchange_nor_a_move_helps(seed: int) -> None:
    random = np.random.default_rng(seed)
    strengths, points = made_up(random, 90), random.random((90, 3))
    search = FlopSearch(strengths, ())
    clusters = cluster(
        points,
        12,
        metric="l2",
        weights=strengths.counts,
        restarts=1,
        max_iterations=2,
        seed=seed,
        threads=1,
    )
    labels, sizes = clusters.labels.astype(np.int64), clusters.weights.astype(np.int64)
    flops, counts = search.choose(clusters, points)
    assert labels[flops].tolist() == list(range(12))
    assert counts.sum() == strengths.counts.sum()
    moved = search.move_counts(flops, counts, sizes)
    exchanged = search.exchange(labels, flops, moved)
    assert search.cost(exchanged, moved) >= search.cost(flops, counts) * (1 - 1e-6)


def test_progress() -> None:
    strengths = made_up(np.random.default_rng(5))
    shares: list[float] = []
    make_flop_subset(20, strengths, progress=shares.append, threads=1)
    assert shares[0] == 0
    assert shares[-1] == 1
    assert shares == sorted(shares)
    assert len(shares) > 30


def test_progress_may_interrupt() -> None:
    shares: list[float] = []

    def interrupt(share: float) -> None:
        shares.append(share)
        if share > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_flop_subset(20, made_up(np.random.default_rng(5)), progress=interrupt, threads=1)
    assert shares[0] == 0
    assert shares[-1] < 0.1
    assert shares == sorted(shares)


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 10, 184, 500, 1_500])
def test_any_number_of_flops_takes_less_than_a_minute(count: int) -> None:
    strengths = made_up(np.random.default_rng(6), 1755)
    start = time.process_time()
    make_flop_subset(count, strengths, threads=1)
    assert time.process_time() - start < 60


@settings(max_examples=examples(10))
@given(st.integers(0, 1_000))
def test_no_exchange_or_move_lowers_the_error(seed: int) -> None:
    random = np.random.default_rng(seed)
    strengths = made_up(random)
    search = FlopSearch(strengths, ())
    members = np.array_split(random.permutation(FLOPS), CLUSTERS)
    sizes = np.array([strengths.counts[each].sum() for each in members])
    labels = np.empty(FLOPS, np.int64)
    for label, each in enumerate(members):
        labels[each] = label
    start = np.array([each[0] for each in members])
    cost = slow_cost(strengths, start, sizes)
    assert search.cost(start, sizes) == pytest.approx(cost)
    flops = search.exchange(labels, start, sizes)
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
