"""The CUDA kernels, run on the CPU, compute the same numbers as the native core.

Tolerances and the reasons for them are those of tests/conformance.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.solvers.common import SCHEDULES
from fifthstreet.solvers.postflop import Solver, Spot, solve_batch
from fifthstreet.solvers.postflop.backends.cuda import layout
from fifthstreet.solvers.postflop.backends.cuda.program import (
    DeviceProgram,
    list_piece,
    river_bytes,
)
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.postflop.spot.plan import make_plan
from fifthstreet.tree import Menu, Rake, Sizes
from fifthstreet.tree.strategy import Lock
from tests.conformance.tables import Scales, randomise, resume_at, root_values
from tests.conformance.test_backends import (
    SETTINGS,
    STARTS,
    TOLERANCE,
    compare_tables,
    compare_values,
    either,
)
from tests.solvers.postflop.backends.cuda.cupy_on_cpu import CupyOnCpu, Order
from tests.solvers.postflop.draws import RIVER, TURN
from tests.solvers.postflop.draws import spots as draw_spots
from tests.thoroughness import examples, slow

pytestmark = pytest.mark.usefixtures("gpu")

NAMES = ("native", "cuda")
PRECISIONS = list(TOLERANCE)
PAIRS = "AA,KQs,T9s,88,QJs:0.5", "QQ,AJs,KTs,99,55:0.3"
A_RIVER = Spot.of("QsJh2h7c4d", 100, 250, oop=PAIRS[0], ip=PAIRS[1], bets="50%, a")
A_TURN = Spot.of("AsTs4h7h", 20, 60, oop="AJs,KQs:0.5", ip="TT,A9o:0.5", bets="60%", raises="a")
# Three suits can be swapped; showdowns come with one card left to deal and with none.
A_FLOP = Spot.of(
    "As7s2s",
    10,
    20,
    oop="KK:0.5",
    ip="QQ:0.75,AKs",
    sizes=Sizes.by_street({2: Menu.of("a"), 3: Menu.of("100%")}),
)
# Large enough for blocks of two warps that work on more than one bundle.
A_WIDE_TURN = Spot.of(
    "AsTs4h7h", 20, 60, oop="22+,A2s+,A8o+", ip="77+,K5s+,QTo+", bets="60%", raises=""
)
# Floats per bundle of river entries: one entry each, several together, all together.
BUNDLES = (0, 1_000, 1_000_000)


def solvers_at(spot: Spot, start: tuple[int, int, int], **options: Any) -> list[Solver]:
    """The native core and the kernels after the same iterations from the same random tables."""
    solvers = [Solver(spot, backend=name, **options) for name in NAMES]
    iteration, seed, count = start
    for solver in solvers:
        randomise(solver, iteration, seed)
        solver.iterate(count)
    return solvers


def check(solvers: list[Solver], *, factor: float = 1) -> None:
    tolerance = TOLERANCE[solvers[0].precision]
    compare_tables(solvers, factor * tolerance)
    compare_values(solvers, tolerance, [root_values])


def bits(solver: Solver) -> list[dict[str, bytes]]:
    """Both players' tables."""
    return [{name: a.tobytes() for name, a in t.arrays.items()} for t in solver.tables]


@pytest.fixture(params=[A_RIVER, A_TURN], ids=["river", "turn"])
def spot(request: pytest.FixtureRequest) -> Spot:
    result: Spot = request.param
    return result


@settings(max_examples=examples(24))
@given(spot=draw_spots(RIVER, gadgets=True), options=SETTINGS, start=STARTS)
def test_rivers(spot: Spot, options: dict[str, Any], start: tuple[int, int, int]) -> None:
    check(solvers_at(spot, start, **options))


@settings(max_examples=examples(25))
@given(spot=either(TURN), options=SETTINGS, start=STARTS, bundle_floats=st.sampled_from(BUNDLES))
def test_turns(
    spot: Spot, options: dict[str, Any], start: tuple[int, int, int], bundle_floats: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "_BUNDLE_FLOATS", bundle_floats)
        check(solvers_at(spot, start, **options))


@pytest.mark.parametrize(
    ("schedule", "precision"), [("discounted", "float32"), *slow(("predictive", "int16"))]
)
def test_a_flop(schedule: str, precision: str) -> None:
    options = {"schedule": SCHEDULES[schedule], "precision": precision}
    check(solvers_at(A_FLOP, (5, 11, 1), **options))


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("schedule", list(SCHEDULES))
def test_from_the_first_iteration(schedule: str, precision: str) -> None:
    """From empty tables, where averages start and every subtree is reached."""
    options: dict[str, Any] = {"schedule": SCHEDULES[schedule], "precision": precision}
    solvers = [Solver(A_RIVER, backend=name, **options) for name in NAMES]
    for solver in solvers:
        solver.iterate(6)
    check(solvers, factor=10)


@pytest.mark.slow
@pytest.mark.parametrize("precision", ["float32", *slow("int16")])
def test_the_largest_blocks(precision: str) -> None:
    """All hands against part of them, so that the players' rows differ in width."""
    high = "22+,A2+,K2+,Q2+,J2s+,T2s+"
    lock = Lock("r:k", {"k": 0.5, "b5": 0.5})
    spot = Spot.of("QsJh2h7c4d", 10, 20, oop="random", ip=high, rake=Rake(0.05, 1.0), locks=(lock,))
    assert make_plan(spot).runouts[0].seats[0].count[0] == 1081
    check(solvers_at(spot, (3, 5, 2), precision=precision))


@pytest.mark.parametrize("precision", [*slow("float32"), "int16"])
def test_entries_that_nobody_reaches(monkeypatch: pytest.MonkeyPatch, precision: str) -> None:
    """Bets are never called, so that a bundle of the river is skipped."""
    monkeypatch.setattr(layout, "_BUNDLE_FLOATS", 0)
    locks = tuple(Lock(path, {"f": 1.0}) for path in ("r:b12", "r:k:b12"))
    spot = replace(A_TURN, locks=locks)
    solvers = solvers_at(spot, (2, 1, 3), precision=precision, schedule=SCHEDULES["predictive"])
    check(solvers)
    stamps = solvers[1].tables[0].arrays["regret_stamps"]
    assert set(stamps.tolist()) == {2, 5}  # of skipped and of updated blocks


# On a turn, schedules differ in what they discount by, as on a river.
@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize(
    ("spot", "schedule"),
    [
        *((A_RIVER, schedule) for schedule in SCHEDULES),
        (A_TURN, "discounted"),
        (A_TURN, "predictive"),
    ],
    ids=[*SCHEDULES, "discounted on a turn", "predictive on a turn"],
)
def test_discounts_that_were_missed(spot: Spot, schedule: str, precision: str) -> None:
    """Blocks that nobody reached for a while catch up, and have no prediction."""
    options: dict[str, Any] = {"schedule": SCHEDULES[schedule], "precision": precision}
    solvers = [Solver(spot, backend=name, **options) for name in NAMES]
    for solver in solvers:
        randomise(solver, 6, 3)
        random = np.random.default_rng(3)
        for tables in solver.tables:
            for name in ("regret_stamps", "average_stamps"):
                stamps = tables.arrays[name]
                stamps -= random.integers(0, 4, len(stamps), np.uint32)
        resume_at(solver, 6)
        solver.iterate(2)
    check(solvers)


def test_predictions_are_dropped_at_nodes_that_nobody_reaches() -> None:
    spot = Spot.of("2c2d2h2s3c", 2, 2, oop="3h3d", ip="4c3s,3h3d", bets="50%", raises="100%")
    for seed in range(5):
        check(solvers_at(spot, (2, seed, 3), schedule=SCHEDULES["predictive"]))


@pytest.mark.parametrize("precision", [*slow("float32"), "int16"])
def test_the_order_of_threads_and_blocks_does_not_matter(
    gpu: CupyOnCpu, monkeypatch: pytest.MonkeyPatch, precision: str
) -> None:
    """No thread reads what another writes, unless there is a barrier between."""
    monkeypatch.setattr(layout, "_BUNDLE_FLOATS", 0)
    results = []
    for order in Order:
        monkeypatch.setattr(gpu, "order", order)
        solver = Solver(A_WIDE_TURN, backend="cuda", precision=precision)
        solver.iterate(1)
        results.append(bits(solver))
    assert results[0] == results[1] == results[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("precision", "bundle_floats", "kinds"),
    [
        ("float32", 0, {True, False}),
        ("int16", 9_000, {True}),
        *slow(("int16", 0, {True, False}), ("float32", 9_000, {True})),
    ],
)
def test_rows_that_do_not_fit_into_shared_memory(
    gpu: CupyOnCpu,
    monkeypatch: pytest.MonkeyPatch,
    precision: str,
    bundle_floats: int,
    kinds: set[bool],
) -> None:
    """They are kept elsewhere, which does not change the results."""
    start = (4, 7, 1)
    # Room for a block with hardly any rows, and the kilobyte that CUDA reserves.
    limit = river_bytes(32, list_piece(32, 1)) + 1024 + 512
    expected = bits(solvers_at(A_TURN, start, precision=precision)[1])
    monkeypatch.setattr(layout, "_BUNDLE_FLOATS", bundle_floats)
    program = DeviceProgram(make_plan(A_TURN), ({}, {}), lambda _: 0, lambda _: 0, limit)
    for classes in program.classes:
        assert {each.is_spilt for each in classes} == kinds
    monkeypatch.setattr(gpu, "shared_bytes", limit)
    assert bits(solvers_at(A_TURN, start, precision=precision)[1]) == expected


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("removed", ["r:b50:c", "r:k:b50:c", "r:b50:f", "r:k:k"])
def test_folds_without_a_call(removed: str, precision: str) -> None:
    """A fold is valued together with the call of the same decision, if there is one."""
    check(solvers_at(A_RIVER.with_rules(removed=(removed,)), (2, 9, 2), precision=precision))


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("board", ["AsTs4h7h", "AsTs4h"])
def test_betting_that_never_reaches_the_next_street(board: str, precision: str) -> None:
    spot = Spot.of(board, 2, 1, oop="KK", ip="QQ", bets="a", removed=("r:k", "r:a:c"))
    check(solvers_at(spot, (2, 9, 2), precision=precision))


def test_values_before_the_first_iteration(spot: Spot) -> None:
    """All actions are equally likely."""
    compare_values([Solver(spot, backend=name) for name in NAMES], 1e-5, [root_values])


def test_nothing_is_read_before_it_is_written(gpu: CupyOnCpu, spot: Spot) -> None:
    solver = Solver(spot, backend="cuda", schedule=SCHEDULES["predictive"])
    for array in gpu.made:
        array.poison()
    resume_at(solver, 0)  # only the tables start with zeros
    solver.iterate(2)
    for tables in solver.tables:
        assert all(np.isfinite(array).all() for array in tables.arrays.values())
    assert solver.exploitability().chips > 0


def test_a_batch_gives_the_results_of_its_spots() -> None:
    boards = ("QsJh2h7c4d", "AsTs4h7h9c", "QsJh2h7c4d")
    spots = [Spot.of(board, 100, 250, oop=PAIRS[0], ip=PAIRS[1], bets="50%") for board in boards]
    options: dict[str, Any] = {"backend": "cuda", "target_pot_percent": 2.0}
    together = list(solve_batch(spots, **options))
    for result, spot in zip(together, spots, strict=True):
        (alone,) = solve_batch([spot], **options)
        assert (result.spot, result.ev, result.frequencies) == (spot, alone.ev, alone.frequencies)
    assert together[0].ev == together[2].ev != together[1].ev


def test_several_solvers_at_a_time(spot: Spot) -> None:
    """A smaller solver does not take away what the others need."""
    tiny = Spot.of(A_RIVER.to_dict()["board"], 2, 1, oop="AA", ip="KK", bets="")
    solvers = [Solver(one, backend="cuda") for one in (spot, tiny, spot)]
    for solver in solvers:
        solver.iterate(1)
    assert bits(solvers[0]) == bits(solvers[2])


@pytest.mark.parametrize("precision", PRECISIONS)
def test_passes_of_a_larger_game(spot: Spot, precision: str) -> None:
    """The opponent's reach at the root comes from outside, and the values there are returned."""
    solvers = [Solver(spot, backend=name, precision=precision) for name in NAMES]
    for solver in solvers:
        randomise(solver, 3, 17)
    discounts = solvers[0].schedule.discounts(5).single()
    plan = solvers[0].plan
    scale = Scales.of(spot).value[0]
    for player in (0, 1):
        weights = plan.root_weights(1 - player)[0, : plan.runouts[0].seats[1 - player].count[0]]
        reach = (0.5 * weights).astype(np.float32)
        first, second = (s.backend.update_through(player, 4, discounts, reach) for s in solvers)
        np.testing.assert_allclose(second, first, atol=TOLERANCE[precision] * scale)
        first, second = (
            s.backend.values_through(player, ValueMode.AVERAGE, reach) for s in solvers
        )
        np.testing.assert_allclose(second, first, atol=10 * TOLERANCE[precision] * scale)
