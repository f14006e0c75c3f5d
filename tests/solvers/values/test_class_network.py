"""Networks for hand classes at the end of preflop: what they read and return, and their files."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import (
    CLASS_COUNT,
    CLASS_SIZES,
    HOLE_CARDS,
    HOLE_CLASS,
    HOLE_MASKS,
    class_sums,
)
from fifthstreet.cards.equity import preflop_matrix
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.search.preflop import PreflopStreetSolver, game_of
from fifthstreet.solvers.values import (
    ClassLeafValues,
    ClassNetwork,
    ClassNetworkLeaves,
    Layer,
    NetworkLeaves,
    ValueNetwork,
    load_network,
)
from fifthstreet.solvers.values.class_tables import CLASS_SCALE, ClassHands, class_reach
from tests.faults.files import rewrite
from tests.solvers.values.networks import (
    CLASS_ENDS,
    random_classes,
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
    found = ClassNetworkLeaves(random_classes(0, scale=0)).values(leaves, reach)
    expected = reach[:, ::-1] @ preflop_matrix().T * (leaves.pots / 2)[:, None, None]
    scale = abs(expected).max(axis=(1, 2), keepdims=True)
    np.testing.assert_allclose(found / scale, expected / scale, atol=1e-5)


def test_values_sum_to_zero_for_any_reach() -> None:
    leaves, reach = random_leaves(1, 4, ()), random_reach(3, 4)
    values = ClassNetworkLeaves(random_classes(5)).values(leaves, reach).astype(np.float64)
    won = (values * reach).sum(axis=2)
    np.testing.assert_allclose(won.sum(axis=1) / abs(won).sum(axis=1), 0, atol=1e-5)


def test_the_layers_are_applied() -> None:
    """The values differ by what the network returns, less what both ranges win together."""
    network, reach = random_classes(7), by_class(4, 2)
    leaves = random_leaves(2, 2, ())
    hands = ClassHands.of(class_reach(reach))
    tables: list[np.ndarray] = []
    for at in range(2):
        stack = np.clip(leaves.stacks[at] / leaves.pots[at], 0.1, 100)
        features = [np.log(stack) / 3, stack / (1 + stack), 1 / (1 + 4 * stack)]
        shares, equity = CLASS_SCALE * hands.shares[at].ravel(), hands.equity[at].ravel()
        row = np.concatenate([features, shares, equity])
        first, second = network.model.layers
        hidden = np.maximum(row @ first.weights + first.bias, 0)
        table = (hidden @ second.weights + second.bias).reshape(2, CLASS_COUNT)
        tables.append(table - (table * hands.shares[at]).sum() / 2)
    found = ClassNetworkLeaves(network).values(leaves, reach)
    zeros = ClassNetworkLeaves(random_classes(0, scale=0)).values(leaves, reach)
    apart = (HOLE_MASKS[:, None] & HOLE_MASKS == 0).astype(np.float64)
    for at, table in enumerate(tables):
        met = reach[at, ::-1].astype(np.float64) @ apart
        expected = table[:, HOLE_CLASS] * met * leaves.pots[at]
        np.testing.assert_allclose(
            found[at] - zeros[at], expected, atol=1e-4 * float(abs(expected).max())
        )


def test_permuted_suits_permute_values() -> None:
    order = np.array([2, 0, 3, 1])
    cards = np.sort(HOLE_CARDS // 4 * 4 + order[HOLE_CARDS % 4], axis=1).astype(int)
    moved = cards[:, 1] * (cards[:, 1] - 1) // 2 + cards[:, 0]
    leaves, reach = random_leaves(6, 2, ()), random_reach(6, 2)
    values = ClassNetworkLeaves(random_classes(1))
    permuted = np.empty_like(reach)
    permuted[:, :, moved] = reach
    found, expected = values.values(leaves, permuted), values.values(leaves, reach)
    scale = float(abs(expected).max())
    np.testing.assert_allclose(found[:, :, moved] / scale, expected / scale, atol=1e-5)


def test_chips_and_reach_scale_values() -> None:
    leaves, reach = random_leaves(7, 2, ()), by_class(8, 2)
    larger = type(leaves)((), 3 * leaves.pots, 3 * leaves.stacks)
    values = ClassNetworkLeaves(random_classes(3))
    expected = values.values(leaves, reach)
    np.testing.assert_allclose(values.values(larger, reach), 3 * expected, rtol=1e-4, atol=1e-4)
    half = reach.copy()
    half[:, 0] *= np.float32(0.5)
    found = values.values(leaves, half)
    np.testing.assert_allclose(found[:, 1], 0.5 * expected[:, 1], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(found[:, 0], expected[:, 0], rtol=1e-4, atol=1e-4)


def test_values_of_classes_are_sums_over_their_hands() -> None:
    leaves, reach = random_leaves(3, 3, ()), by_class(5, 3)
    values = ClassNetworkLeaves(random_classes(6))
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
    network = random_classes(11, (6, 5))
    path = tmp_path / "my.values"
    ValueNetwork("preflop", network.model, {"error_pot_percent": 1.5}).save(path)
    loaded = load_network(path)
    assert loaded.street == "preflop"
    assert isinstance(loaded.model, ClassNetwork)
    assert loaded.model.sizes == [CLASS_ENDS[0], 6, 5, CLASS_ENDS[1]]
    assert ClassNetworkLeaves(loaded).error_pot_percent == 1.5
    leaves, reach = random_leaves(0, 1, ()), by_class(0, 1)
    found, expected = (ClassNetworkLeaves(each).values(leaves, reach) for each in (loaded, network))
    np.testing.assert_array_equal(found, expected)
    rewrite(path, lambda facts, _: facts.update({"street": "river"}))
    with pytest.raises(
        DamagedFileError, match="street must be turn or flop or preflop, got 'river'"
    ):
        load_network(path)


def test_a_preflop_solve_with_a_network() -> None:
    leaves = ClassNetworkLeaves(random_classes(2, scale=0.05))
    solver = PreflopStreetSolver(game_of({"stack": 100}, depth="street"), leaves)
    assert solver.run(target_pot_percent=0.2, max_iterations=500).exploitability.pot_percent <= 0.2
    strategy = solver.strategy()
    assert strategy.record.leaf_values == "network for preflop"
    assert sum(strategy.blind_values) == pytest.approx(0, abs=1e-5)


def test_networks_for_other_streets() -> None:
    with pytest.raises(InputError, match="must be for preflop, got one for the turn"):
        ClassNetworkLeaves(random_network(0))
    with pytest.raises(InputError, match="must be for a turn, got one for preflop"):
        NetworkLeaves(random_classes(0))
    with pytest.raises(InputError, match="must be a ClassNetwork, got a TableNetwork"):
        ValueNetwork("preflop", random_network(0).model)
    with pytest.raises(InputError, match="is for preflop, got a board of 4 cards"):
        ClassNetworkLeaves(random_classes(0)).values(random_leaves(0, 1), by_class(0, 1))
    with pytest.raises(InputError, match="must have 679 inputs and 338 outputs, got 7 and 4"):
        ClassNetwork((Layer(np.zeros((7, 4), np.float32), np.zeros(4, np.float32)),))
