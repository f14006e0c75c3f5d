"""Leaf values at the end of preflop, from networks that value flops, and their files."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.abstraction import FlopSubset, flop_subset
from fifthstreet.cards import (
    CLASS_COUNT,
    CLASS_SIZES,
    HOLE_CARDS,
    HOLE_CLASS,
    HOLE_MASKS,
    cards_of,
    class_sums,
    compatible_weights,
)
from fifthstreet.cards.equity import preflop_matrix
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.search.preflop import PreflopStreetSolver, game_of
from fifthstreet.solvers.values import (
    ClassLeafValues,
    CoordinateNetwork,
    FlopNetworkLeaves,
    NetworkLeaves,
    PreflopNetworkLeaves,
    ValueNetwork,
    load_network,
)
from fifthstreet.solvers.values.class_hands import ClassHands, class_reach
from fifthstreet.solvers.values.coordinates import BoardFeatures
from tests.faults.files import rewrite
from tests.solvers.values.networks import (
    coordinate_network,
    preflop_leaves,
    preflop_network,
    random_leaves,
    random_network,
    random_reach,
)


def by_class(seed: int, count: int) -> np.ndarray:
    """Return reach in which suits do not matter, with classes that are never held."""
    rows = np.maximum(np.random.default_rng(seed).random((count, 2, CLASS_COUNT)) - 0.3, 0)
    return rows[:, :, HOLE_CLASS].astype(np.float32)


def test_shares_and_equities_count_pairs_of_hands() -> None:
    reach = by_class(1, 2)
    hands = ClassHands.of(class_reach(reach))
    apart = HOLE_MASKS[:, None] & HOLE_MASKS == 0
    for at, player in ((0, 0), (1, 1)):
        own, opposing = (reach[at, who].astype(np.float64) for who in (player, 1 - player))
        met = apart @ opposing
        dealt = np.bincount(HOLE_CLASS, own * met)
        np.testing.assert_allclose(hands.shares[at, player], dealt / dealt.sum(), atol=1e-9)
        won = np.bincount(HOLE_CLASS, preflop_matrix() @ opposing) / np.bincount(HOLE_CLASS, met)
        np.testing.assert_allclose(hands.equity[at, player], won, atol=1e-5)
        np.testing.assert_allclose(hands.met[at, player], np.bincount(HOLE_CLASS, met), rtol=1e-6)


def test_zeros_mean_equity() -> None:
    leaves, reach = random_leaves(0, 3, ()), by_class(2, 3)
    found = preflop_leaves(0, scale=0).values(leaves, reach)
    expected = reach[:, ::-1] @ preflop_matrix().T * (leaves.pots / 2)[:, None, None]
    scale = abs(expected).max(axis=(1, 2), keepdims=True)
    np.testing.assert_allclose(found / scale, expected / scale, atol=1e-5)


def test_values_sum_to_zero_for_any_reach() -> None:
    leaves, reach = random_leaves(1, 4, ()), random_reach(3, 4)
    values = preflop_leaves(5).values(leaves, reach).astype(np.float64)
    won = (values * reach).sum(axis=2)
    np.testing.assert_allclose(won.sum(axis=1) / abs(won).sum(axis=1), 0, atol=1e-5)


def readable_shares(
    network: ValueNetwork, stack: float, reach: np.ndarray, flops: FlopSubset
) -> np.ndarray:
    """Return what hands win beside their equity, hand by hand, with a class's mean coordinates."""
    model = network.model
    assert isinstance(model, CoordinateNetwork)
    won, weights = np.zeros((2, CLASS_COUNT)), np.zeros((2, CLASS_COUNT))
    for mask, count in zip(flops.boards, flops.counts, strict=True):
        features = BoardFeatures.of([cards_of(int(mask))])
        possible = features.possible[0]
        coordinates = model.coordinates(features)[0]
        number = np.maximum(np.bincount(HOLE_CLASS, possible, CLASS_COUNT), 1)
        means = [np.bincount(HOLE_CLASS, each, CLASS_COUNT) / number for each in coordinates.T]
        coordinates = np.array(means).T[HOLE_CLASS] * possible[:, None]
        live = reach * possible
        shares = model.shares(stack, features.boards[0], coordinates, live[None])[0]
        met = compatible_weights(live[None, ::-1])[0] * possible * count
        for seat in (0, 1):
            won[seat] += np.bincount(HOLE_CLASS, met[seat] * shares[seat], CLASS_COUNT)
            weights[seat] += np.bincount(HOLE_CLASS, met[seat], CLASS_COUNT)
    return won / weights


def test_values_are_the_readable_ones() -> None:
    network, reach = preflop_network(7, scale=1), by_class(4, 2)
    leaves, flops = random_leaves(2, 2, ()), flop_subset(10)
    hands = ClassHands.of(class_reach(reach))
    found = preflop_leaves(7, scale=1).class_values(leaves, class_reach(reach))
    for at in range(2):
        stack = float(leaves.stacks[at] / leaves.pots[at])
        shares = readable_shares(network, stack, reach[at].astype(np.float64), flops)
        shares += hands.equity[at] / 2
        shares -= (shares * hands.shares[at]).sum() / 2
        expected = shares * hands.met[at] * leaves.pots[at]
        np.testing.assert_allclose(found[at], expected, atol=2e-5 * float(abs(expected).max()))


def test_parts_have_the_flops_of_the_subset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifthstreet.solvers.values.preflop_leaves._FLOPS_OF_PART", 2)
    leaves, reach = random_leaves(4, 2, ()), class_reach(by_class(9, 2))
    values = preflop_leaves(5)
    whole, *parts = (
        values.class_values(leaves, reach, part=part) for part in (None, *range(values.parts))
    )
    assert len({part.tobytes() for part in parts}) == values.parts == 5
    mean = np.mean(parts, axis=0)
    assert abs(mean - whole).max() < 0.2 * abs(parts[0] - whole).max() + 0.02 * abs(whole).max()


def test_permuted_suits_permute_values() -> None:
    order = np.array([2, 0, 3, 1])
    cards = np.sort(HOLE_CARDS // 4 * 4 + order[HOLE_CARDS % 4], axis=1).astype(int)
    moved = cards[:, 1] * (cards[:, 1] - 1) // 2 + cards[:, 0]
    leaves, reach = random_leaves(6, 2, ()), random_reach(6, 2)
    values = preflop_leaves(1)
    permuted = np.empty_like(reach)
    permuted[:, :, moved] = reach
    found, expected = values.values(leaves, permuted), values.values(leaves, reach)
    scale = float(abs(expected).max())
    np.testing.assert_allclose(found[:, :, moved] / scale, expected / scale, atol=1e-5)


def test_chips_and_reach_scale_values() -> None:
    leaves, reach = random_leaves(7, 2, ()), by_class(8, 2)
    larger = type(leaves)((), 3 * leaves.pots, 3 * leaves.stacks)
    values = preflop_leaves(3)
    expected = values.values(leaves, reach)
    np.testing.assert_allclose(values.values(larger, reach), 3 * expected, rtol=1e-4, atol=1e-4)
    half = reach.copy()
    half[:, 0] *= np.float32(0.5)
    found = values.values(leaves, half)
    np.testing.assert_allclose(found[:, 1], 0.5 * expected[:, 1], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(found[:, 0], expected[:, 0], rtol=1e-4, atol=1e-4)


def test_values_of_classes_are_sums_over_their_hands() -> None:
    leaves, reach = random_leaves(3, 3, ()), by_class(5, 3)
    values = preflop_leaves(6)
    assert isinstance(values, ClassLeafValues)
    found = values.class_values(leaves, class_reach(reach))
    expected = class_sums(values.values(leaves, reach))
    scale = abs(expected).max(axis=(1, 2), keepdims=True)
    np.testing.assert_allclose(found / scale, expected / scale, atol=1e-6)
    won = (found * class_reach(reach)).sum(axis=2)
    np.testing.assert_allclose(won.sum(axis=1) / abs(won).sum(axis=1), 0, atol=1e-9)


def test_class_reach_is_a_mean() -> None:
    rows = random_reach(9, 1)[0].astype(np.float64)
    found = class_reach(rows)
    for at in (0, 1):
        expected = np.bincount(HOLE_CLASS, rows[at]) / CLASS_SIZES
        np.testing.assert_allclose(found[at], expected, rtol=1e-9)


def test_files(tmp_path: Path) -> None:
    network, path = preflop_network(11), tmp_path / "my.values"
    ValueNetwork("preflop", network.model, {"error_pot_percent": 1.5}).save(path)
    loaded = load_network(path)
    assert (loaded.street, loaded.model.sizes) == ("preflop", network.model.sizes)
    leaves, reach = random_leaves(0, 1, ()), by_class(0, 1)
    read = PreflopNetworkLeaves(loaded, flops=10, threads=1)
    assert read.error_pot_percent == 1.5
    np.testing.assert_array_equal(
        read.values(leaves, reach), preflop_leaves(11).values(leaves, reach)
    )
    rewrite(path, lambda facts, _: facts.update({"street": "river"}))
    with pytest.raises(
        DamagedFileError, match="street must be turn or flop or preflop, got 'river'"
    ):
        load_network(path)


def test_a_preflop_solve_with_a_network() -> None:
    leaves = preflop_leaves(2, scale=0.05)
    solver = PreflopStreetSolver(game_of({"stack": 100}, depth="street"), leaves)
    assert solver.run(target_pot_percent=0.2, max_iterations=500).exploitability.pot_percent <= 0.2
    strategy = solver.strategy()
    assert strategy.record.leaf_values == "network for preflop"
    assert sum(strategy.blind_values) == pytest.approx(0, abs=1e-5)


def test_networks_for_other_streets() -> None:
    with pytest.raises(InputError, match="must be for preflop, got one for the flop"):
        PreflopNetworkLeaves(coordinate_network(0))
    with pytest.raises(InputError, match="must be for the flop, got one for preflop"):
        FlopNetworkLeaves(preflop_network(0))
    with pytest.raises(InputError, match="must be for a turn, got one for preflop"):
        NetworkLeaves(preflop_network(0))
    with pytest.raises(InputError, match="must be a CoordinateNetwork, got a TableNetwork"):
        ValueNetwork("preflop", random_network(0).model)
    with pytest.raises(InputError, match="is for preflop, got a board of 4 cards"):
        preflop_leaves(0).values(random_leaves(0, 1), by_class(0, 1))
    with pytest.raises(InputError, match="a subset must have 10, 25, 49, 85 or 184 flops"):
        PreflopNetworkLeaves(preflop_network(0), flops=3)
