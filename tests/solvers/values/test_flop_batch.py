"""Flops solved side by side: the same as searches of single flops, and on a device's arrays."""

from __future__ import annotations

import numpy as np
import pytest

from fifthstreet.cards import HOLE_CLASS, HOLE_MASKS, Range, compatible_weights
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search.leaf_value_solver import LeafValueSolver
from fifthstreet.solvers.values import FlopNetworkLeaves, LaterBetting, Leaves, load_network
from fifthstreet.solvers.values.board_samples import equities
from fifthstreet.solvers.values.flop_arrays import NetworkOnArrays, hands_on
from fifthstreet.solvers.values.flop_batch import FlopBatch, FlopBatchValues, FlopBetting
from fifthstreet.solvers.values.situations import draw_class_ranges, draw_ranges
from fifthstreet.tree import build_tree
from tests.solvers.values.device_arrays import DeviceArray, DeviceLibrary

FLOPS = ((50, 33, 14), (8, 5, 0))
BETTING = LaterBetting("60%", "a", 1)


@pytest.fixture(scope="module")
def network() -> NetworkOnArrays:
    return NetworkOnArrays(load_network("flop"))


def solved(
    network: NetworkOnArrays, reach: np.ndarray, stack: float, count: int
) -> FlopBatchValues:
    betting = FlopBetting(build_tree(BETTING.rules(stack)))
    batch = FlopBatch(network, betting, FLOPS, reach)
    batch.run(count)
    return batch.values()


def drawn_reach(count: int) -> np.ndarray:
    return draw_class_ranges(np.random.default_rng(6), count)[:, :, HOLE_CLASS]


def test_values_beside_equity_are_the_native_ones(network: NetworkOnArrays) -> None:
    flop = FLOPS[0]
    hands = hands_on(flop)
    reach = draw_ranges(np.random.default_rng(2), flop, 3)
    stacks = np.array([0.4, 2.0, 9.0])
    tables = network.tables([flop])
    native = FlopNetworkLeaves(load_network("flop"), threads=1)
    leaves = Leaves(flop, np.ones(3), stacks)
    for part in (0, 3):
        expected = native._beside_equity(leaves, reach, range(part, 49, 7))[:, :, hands]
        rows = reach[:, :, hands].transpose(1, 0, 2)[:, None]
        turns = slice(part, None, 7)
        inputs = network.stack_inputs(stacks)
        found = network.beside_equity(tables, inputs, rows, turns)[:, 0] / 45
        scale = abs(expected).max()
        np.testing.assert_allclose(found.transpose(1, 0, 2), expected, atol=2e-5 * scale)
        single = network.beside_equity(tables, inputs, rows, turns, 1)
        np.testing.assert_array_equal(single[0, 0] / 45, found[1])


@pytest.mark.parametrize("stack", [0.3, 4.0])  # 0.3: no player can bet twice
def test_batches_are_the_same_as_searches_of_each_flop(
    network: NetworkOnArrays, stack: float
) -> None:
    reach = drawn_reach(2)
    found = solved(network, reach, stack, 6)
    leaves = FlopNetworkLeaves(load_network("flop"), threads=1)
    for f, flop in enumerate(FLOPS):
        possible = HOLE_MASKS & np.uint64(sum(1 << card for card in flop)) == 0
        for p, drawn in enumerate(reach):
            rows = np.maximum(drawn, 1e-6).astype(np.float32) * possible
            spot = Spot(flop, (Range(rows[0]), Range(rows[1])), BETTING.rules(stack))
            solver = LeafValueSolver(spot, leaves, threads=1)
            solver.iterate(6)
            assert found.exploitability[f, p] == pytest.approx(
                solver.exploitability().pot_percent / 100, rel=1e-3
            )
            solution = solver.solution()
            met = compatible_weights(rows[::-1]) * possible
            for player in (0, 1):
                chips = found.shares[f, p, player] * met[player] * 100
                values = np.nan_to_num(solution.hole_values(player, 0))
                scale = 1e-5 * abs(values).max()
                np.testing.assert_allclose(chips, values, rtol=1e-3, atol=scale)
            equity = equities(flop, rows) * possible
            np.testing.assert_allclose(found.equity[f, p], equity, atol=1e-4)


def test_impossible_hands_have_nothing(network: NetworkOnArrays) -> None:
    found = solved(network, drawn_reach(1), 1.0, 2)
    for f, flop in enumerate(FLOPS):
        is_possible = np.isin(np.arange(1326), hands_on(flop))
        assert (found.shares[f, :, :, ~is_possible] == 0).all()
        assert (found.shares[f, :, :, is_possible] != 0).mean() > 0.99


def test_a_device_gives_the_same_values(
    network: NetworkOnArrays, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fifthstreet.solvers.values.places.load_cupy", lambda: DeviceLibrary)
    device = NetworkOnArrays(load_network("flop"), backend="cuda", threads=2)
    assert isinstance(device.tables(FLOPS).leads, DeviceArray)
    reach = drawn_reach(2)
    expected, found = (solved(each, reach, 1.5, 3) for each in (network, device))
    np.testing.assert_array_equal(found.shares, expected.shares)
    np.testing.assert_array_equal(found.exploitability, expected.exploitability)


def test_networks_for_other_streets_are_refused() -> None:
    with pytest.raises(InputError, match="network must be for the flop, got one for the turn"):
        NetworkOnArrays(load_network("turn"))
    with pytest.raises(InputError, match="backend must be native or cuda, got 'gpu'"):
        NetworkOnArrays(load_network("flop"), backend="gpu")
