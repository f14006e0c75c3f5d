"""Reservoirs keep a uniform sample of all items."""

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.neural.reservoir import Reservoir


def filled(capacity: int, batches: list[int], seed: int = 0) -> Reservoir:
    reservoir = Reservoir(np.zeros(capacity, np.int32), 2)
    random, start = np.random.default_rng(seed), 0
    for number, count in enumerate(batches):
        items = np.arange(start, start + count, dtype=np.int32)
        targets = np.stack([items, -items], axis=1).astype(np.float64)
        reservoir.add(items, items.astype(np.int64) % 2 + 1, targets, number + 1.0, random)
        start += count
    return reservoir


def test_every_item_is_kept_with_the_same_probability() -> None:
    capacity, batches, runs = 8, [3, 10, 1, 26], 4_000
    kept = np.zeros(sum(batches))
    for seed in range(runs):
        reservoir = filled(capacity, batches, seed)
        assert len(np.unique(reservoir.inputs)) == capacity  # no item twice
        kept[reservoir.inputs] += 1
    share = capacity / len(kept)
    error = (share * (1 - share) / runs) ** 0.5
    assert np.abs(kept / runs - share).max() < 4 * error


def test_items_stay_together() -> None:
    reservoir = filled(5, [4, 7, 30])
    items = reservoir.inputs
    np.testing.assert_array_equal(reservoir.counts, items % 2 + 1)
    np.testing.assert_array_equal(reservoir.targets, np.stack([items, -items], axis=1))
    np.testing.assert_array_equal(
        reservoir.weights, np.where(items < 4, 1, np.where(items < 11, 2, 3))
    )


def test_all_items_are_kept_until_there_is_no_room() -> None:
    reservoir = filled(10, [4, 3])
    assert len(reservoir) == 7
    assert reservoir.inputs[:7].tolist() == [*range(7)]


def test_a_state_restores_the_items() -> None:
    for batches in ([3], [4, 9]):
        first, second = filled(6, batches), filled(6, [2])
        second.restore("a", first.state("a"))
        assert second.seen == first.seen
        np.testing.assert_array_equal(second.targets[: len(first)], first.targets[: len(first)])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"a_seen": -1}, "a_seen must be a number of samples, got -1"),
        ({"a_seen": None}, "a_seen must be a number of samples, got None"),
        ({"a_seen": 2}, "a_inputs must be int32 of shape .2,., got int32 of shape .3,."),
        ({"a_targets": np.zeros((3, 2))}, "a_targets must be float32"),
    ],
)
def test_wrong_states_are_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        filled(6, [1]).restore("a", filled(6, [3]).state("a") | change)
