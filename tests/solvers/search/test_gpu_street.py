"""Streets solved on a GPU, against the native core; a stand-in computes as a GPU does."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import fifthstreet as fs
from fifthstreet.agents.search_agent import search_settings
from fifthstreet.cards import HOLE_MASKS, compatible_weights, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.solvers import street_solver
from fifthstreet.solvers.postflop import RootGadget, Spot
from fifthstreet.solvers.search import ContinualSolver, LeafValueSolution, StreetDepth
from fifthstreet.solvers.search.leaf_value_solver import LeafValueSolver
from fifthstreet.solvers.values import CardLeafValues, FlopNetworkLeaves, GpuFlopLeaves, Leaves
from fifthstreet.tree import Menu, Sizes
from tests.solvers.search.gpu_stand_in import stand_in_gpu
from tests.solvers.values.device_arrays import DeviceArray
from tests.solvers.values.networks import coordinate_network, only, random_leaves, random_reach

FLOP = tuple(parse_cards("QsJh2h"))
NETWORK = coordinate_network(3)
SIZES = Sizes.by_street({1: Menu.of("50%, a", "100%, a")})
ALL_HANDS = Spot.of(
    "QsJh2h", 12, 50, oop="random", ip="random", sizes=SIZES, max_raises=2, min_bet=2
)
NARROW = Spot.of("QsJh2h", 100, 60, oop="AA,KQs,T9s", ip="QQ,AJs,88", bets="a", max_raises=1)


@pytest.fixture(scope="module", autouse=True)
def gpu(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with stand_in_gpu(tmp_path_factory):
        yield


@pytest.fixture
def small_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of the package's network, which takes long on a stand-in."""
    name = "fifthstreet.solvers.search.street_depth.shipped_network"
    monkeypatch.setattr(name, lambda _: NETWORK)


@pytest.fixture(scope="module")
def native() -> FlopNetworkLeaves:
    return FlopNetworkLeaves(NETWORK, threads=1)


@pytest.fixture(scope="module")
def on_gpu(gpu: None) -> GpuFlopLeaves:
    return GpuFlopLeaves(NETWORK, threads=1)


def with_gadget(kind: str, player: int) -> Spot:
    """The narrow spot, where a player may decline with values around half of the pot."""
    values = np.linspace(30, 70, 1326)
    return replace(NARROW, gadget=RootGadget(kind, player, values))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "spot",
    [ALL_HANDS, NARROW, with_gadget("resolve", 0), with_gadget("maxmargin", 1)],
    ids=["all hands", "narrow", "resolve", "maxmargin"],
)
def test_solves_are_the_native_ones(
    spot: Spot, native: FlopNetworkLeaves, on_gpu: GpuFlopLeaves
) -> None:
    ours, theirs = (LeafValueSolver(spot, leaves, threads=1) for leaves in (on_gpu, native))
    for solver in (ours, theirs):
        solver.iterate(3)
    chips = 1e-4 * spot.pot
    assert ours.exploitability().chips == pytest.approx(theirs.exploitability().chips, abs=chips)
    found, expected = ours.solution(), theirs.solution()
    assert found.ev == pytest.approx(expected.ev, abs=chips)
    for node in ours.game.decisions:
        player = int(spot.tree.player[node])
        rows, known = (each.probabilities(node, spot.board) for each in (found, expected))
        reach = expected.reach(node, spot.board)
        np.testing.assert_allclose(found.reach(node, spot.board), reach, atol=1e-3)
        differences = np.nan_to_num(abs(rows - known)).max(axis=0)
        assert differences @ reach[player] <= 1e-3 * reach[player].sum()
        for who in (0, 1):
            values, same = (each.hole_values(who, node) for each in (found, expected))
            scale = spot.tree.pot(node) * reach[1 - who].sum()
            apart = abs(values - same) / scale
            # Where two actions are worth the same, rounding decides which one is played.
            assert np.nanmax(apart) <= 1e-3
            assert np.nanmean(apart) <= 1e-5


def test_states_resume_on_either_side(native: FlopNetworkLeaves, on_gpu: GpuFlopLeaves) -> None:
    whole, first = (LeafValueSolver(NARROW, on_gpu, threads=1) for _ in range(2))
    whole.iterate(3)
    first.iterate(1)
    for leaves, exactness in ((on_gpu, 0), (native, 1e-4)):
        second = LeafValueSolver(NARROW, leaves, threads=1)
        second.restore(first.state())
        second.iterate(2)
        found, expected = (
            np.nan_to_num(each.solution().probabilities(0, ())) for each in (second, whole)
        )
        np.testing.assert_allclose(found, expected, atol=exactness)


@pytest.mark.parametrize("player", [None, 0, 1])
def test_leaf_values_are_the_native_ones(
    native: FlopNetworkLeaves, on_gpu: GpuFlopLeaves, player: int | None
) -> None:
    leaves, reach = random_leaves(2, 3, FLOP), random_reach(4, 3)
    scale = leaves.pots[:, None] * leaves.check_reach(reach)[:, ::-1].sum(axis=2)
    ours, theirs = (
        (
            each.values(leaves, reach, player=player),
            each.values_of_part(leaves, reach, 5, player=player),
        )
        for each in (on_gpu, native)
    )
    for found, expected in zip(ours, theirs, strict=True):
        assert (abs(found - expected).max(axis=2) <= 1e-5 * scale).all()
    assert isinstance(on_gpu, CardLeafValues)
    after, same = (each.values_after(leaves, reach, 5) for each in (on_gpu, native))
    assert (abs(after - same).max(axis=2) <= 1e-6 * scale).all()
    assert not after[:, :, HOLE_MASKS & np.uint64(1 << 5) > 0].any()


def test_large_layers_use_more_shared_memory(gpu: None) -> None:
    network = coordinate_network(5, width=3, for_ranges=5200)
    leaves, reach = random_leaves(7, 1, FLOP), random_reach(7, 1)
    found, expected = (
        kind(network, threads=1).values_after(leaves, reach, 5)
        for kind in (GpuFlopLeaves, FlopNetworkLeaves)
    )
    np.testing.assert_allclose(found, expected, atol=1e-5 * float(abs(expected).max()))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (only("AsKs"), only("AsKs")),  # no pair of hands can be dealt
        (only("QsJh"), only("AcAd")),  # blocked by the board
        (1e30 * only("AsKs", "3c3d"), 1e-30 * only("AhKh", "4c4d")),
    ],
)
def test_narrow_and_extreme_ranges(
    on_gpu: GpuFlopLeaves, first: np.ndarray, second: np.ndarray
) -> None:
    leaves, reach = Leaves(FLOP, np.array([10.0]), np.array([30.0])), np.array([[first, second]])
    values = on_gpu.values(leaves, reach.astype(np.float32)).astype(np.float64)
    possible = leaves.check_reach(reach)
    assert np.isfinite(values).all()
    won = (values * possible).sum(axis=2)[0]
    assert abs(won.sum()) <= 1e-5 * (abs(values) * possible).sum() + 1e-30
    assert not values[compatible_weights(possible[:, ::-1]) == 0].any()


@pytest.mark.usefixtures("small_network")
def test_solve_takes_the_backend() -> None:
    options: dict[str, Any] = {"max_iterations": 2, "depth": "street", "threads": 1}
    found, expected = (
        fs.solve(NARROW, backend=backend, **options) for backend in ("cuda", "native")
    )
    assert isinstance(found, LeafValueSolution)
    assert isinstance(found.choices[0], GpuFlopLeaves)
    assert found.record.leaf_values == "network for the flop"
    assert found.ev == pytest.approx(expected.ev, abs=0.01)
    assert street_solver(NARROW, backend="cuda", threads=2).game.threads == 2


@pytest.mark.usefixtures("small_network")
def test_the_agent_searches_flops_on_the_gpu() -> None:
    """Turns and rivers are solved to the end of the hand there."""
    settings = search_settings(
        ("a", "a", "a"),
        seconds=1,
        method="resolve",
        target=50,
        depth="street",
        threads=1,
        backend="cuda",
    )
    depth = settings.depth_limit
    assert isinstance(depth, StreetDepth)
    assert isinstance(depth.values[1], GpuFlopLeaves)
    assert depth.applies_to(NARROW)
    assert not depth.applies_to(replace(NARROW, board=(*FLOP, 0)))
    solver = ContinualSolver(NARROW, 1, replace(settings, backend="native"))
    answer = solver.at("r:k:k:n4d")
    assert [each.solution.record.leaf_values for each in answer.solves] == [
        "network for the flop",
        None,
    ]
    assert answer.solves[1].margin is not None


def test_a_gpu_needs_cupy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(InputError, match=r"^backend cuda requires CuPy: "):
        fs.solve(NARROW, depth="street", backend="cuda")


def test_iterations_stay_on_the_gpu(on_gpu: GpuFlopLeaves, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in refuses arrays of the processor; nothing is copied back during iterations."""
    solver = LeafValueSolver(ALL_HANDS, on_gpu, threads=1)
    solver.iterate(1)
    monkeypatch.setattr(DeviceArray, "get", lambda _: pytest.fail("copied to the processor"))
    solver.iterate(2)
    assert repr(solver).endswith("then network for the flop: 3 iterations>")
