"""The CUDA kernels, run on the CPU, keep the contract of backends: the numbers of the native core.

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
from fifthstreet.solvers.postflop.backends.cuda.program import Program, list_piece, river_bytes
from fifthstreet.solvers.postflop.plan import make_plan
from fifthstreet.strategy import Lock
from fifthstreet.tree import Menu, Rake, Sizes
from tests.conformance.tables import randomise, resume_at, root_values
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

pytestmark = pytest.mark.usefixtures("card")

NAMES = ("native", "cuda")
PRECISIONS = list(TOLERANCE)
PAIRS = "AA,KQs,T9s,88,QJs:0.5", "QQ,AJs,KTs,99,55:0.3"
A_RIVER = Spot.of("QsJh2h7c4d", 100, 250, oop=PAIRS[0], ip=PAIRS[1], bets="50%, a")
A_TURN = Spot.of("AsTs4h7h", 20, 60, oop="AJs,KQs:0.5", ip="TT,A9o:0.5", bets="60%", raises="a")
# Three suits can be swapped; hands are shown with one and with no card to come.
A_FLOP = Spot.of(
    "As7s2s",
    10,
    20,
    oop="KK:0.5",
    ip="QQ:0.75,AKs",
    sizes=Sizes.by_street({2: Menu.of("a"), 3: Menu.of("100%")}),
)


# Blocks of two warps, which have more than one bundle to work on.
A_WIDE_TURN = Spot.of(
    "AsTs4h7h", 20, 60, oop="22+,A2s+,A8o+", ip="77+,K5s+,QTo+", bets="60%", raises=""
)
# Floats for a bundle of a river's entries: one entry each, some together, all together.
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


@settings(max_examples=40)
@given(spot=draw_spots(RIVER), options=SETTINGS, start=STARTS)
def test_rivers(spot: Spot, options: dict[str, Any], start: tuple[int, int, int]) -> None:
    check(solvers_at(spot, start, **options))


@settings(max_examples=25)
@given(spot=either(TURN), options=SETTINGS, start=STARTS, bundle_floats=st.sampled_from(BUNDLES))
def test_turns(
    spot: Spot, options: dict[str, Any], start: tuple[int, int, int], bundle_floats: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "_BUNDLE_FLOATS", bundle_floats)
        check(solvers_at(spot, start, **options))


@pytest.mark.parametrize(
    ("schedule", "precision"), [("discounted", "float32"), ("predictive", "int16")]
)
def test_a_flop(schedule: str, precision: str) -> None:
    options = {"schedule": SCHEDULES[schedule], "precision": precision}
    check(solvers_at(A_FLOP, (5, 11, 1), **options))


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("schedule", list(SCHEDULES))
def test_from_the_first_iteration(schedule: str, precision: str) -> None:
    """Empty tables, where averages start and every subtree is reached at first."""
    options: dict[str, Any] = {"schedule": SCHEDULES[schedule], "precision": precision}
    solvers = [Solver(A_RIVER, backend=name, **options) for name in NAMES]
    for solver in solvers:
        solver.iterate(6)
    check(solvers, factor=10)


@pytest.mark.parametrize("precision", PRECISIONS)
def test_more_hands_than_a_block_has_threads(precision: str) -> None:
    """All hands against half of them: a thread has more than four, and rows differ in width."""
    high = "22+,A2+,K2+,Q2+,J2s+,T2s+"
    lock = Lock("r:k", {"k": 0.5, "b5": 0.5})
    spot = Spot.of("QsJh2h7c4d", 10, 20, oop="random", ip=high, rake=Rake(0.05, 1.0), locks=(lock,))
    assert make_plan(spot).runouts[0].seats[0].count[0] == 1081
    check(solvers_at(spot, (3, 5, 2), precision=precision))


@pytest.mark.parametrize("precision", PRECISIONS)
def test_entries_that_nobody_gets_to(monkeypatch: pytest.MonkeyPatch, precision: str) -> None:
    """Bets are never called, so that there is a bundle of the river that is left out."""
    monkeypatch.setattr(layout, "_BUNDLE_FLOATS", 0)
    locks = tuple(Lock(path, {"f": 1.0}) for path in ("r:b12", "r:k:b12"))
    spot = replace(A_TURN, locks=locks)
    solvers = solvers_at(spot, (2, 1, 3), precision=precision, schedule=SCHEDULES["predictive"])
    check(solvers)
    stamps = solvers[1].tables[0].arrays["regret_stamps"]
    assert set(stamps.tolist()) == {2, 5}  # before and after


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("schedule", list(SCHEDULES))
def test_discounts_that_were_missed(spot: Spot, schedule: str, precision: str) -> None:
    """Blocks that nobody got to for a while make up for it, and have no prediction."""
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


def test_predictions_of_what_nobody_gets_to_are_forgotten() -> None:
    spot = Spot.of("2c2d2h2s3c", 2, 2, oop="3h3d", ip="4c3s,3h3d", bets="50%", raises="100%")
    for seed in range(5):
        check(solvers_at(spot, (2, seed, 3), schedule=SCHEDULES["predictive"]))


@pytest.mark.parametrize("precision", PRECISIONS)
def test_the_order_of_threads_and_blocks_does_not_matter(
    card: CupyOnCpu, monkeypatch: pytest.MonkeyPatch, precision: str
) -> None:
    """No thread reads what another one writes, unless a barrier comes between."""
    monkeypatch.setattr(layout, "_BUNDLE_FLOATS", 0)
    seen = []
    for order in Order:
        monkeypatch.setattr(card, "order", order)
        solver = Solver(A_WIDE_TURN, backend="cuda", precision=precision)
        solver.iterate(1)
        seen.append(bits(solver))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize(("bundle_floats", "kinds"), [(0, {True, False}), (9_000, {True})])
def test_rows_that_shared_memory_has_no_room_for(
    card: CupyOnCpu,
    monkeypatch: pytest.MonkeyPatch,
    precision: str,
    bundle_floats: int,
    kinds: set[bool],
) -> None:
    """They lie elsewhere, which changes nothing."""
    start = (4, 7, 1)
    # Room for a block that has next to no rows, and the kilobyte that is left to the card.
    little = river_bytes(32, list_piece(32, 1)) + 1024 + 512
    wanted = bits(solvers_at(A_TURN, start, precision=precision)[1])
    monkeypatch.setattr(layout, "_BUNDLE_FLOATS", bundle_floats)
    laid_out = Program(make_plan(A_TURN), ({}, {}), lambda _: 0, lambda _: 0, little)
    for classes in laid_out.classes:
        assert {each.is_spilt for each in classes} == kinds
    monkeypatch.setattr(card, "shared_bytes", little)
    assert bits(solvers_at(A_TURN, start, precision=precision)[1]) == wanted


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("removed", ["r:b50:c", "r:k:b50:c", "r:b50:f", "r:k:k"])
def test_folds_without_a_call_beside_them(removed: str, precision: str) -> None:
    """Folds are valued with the calls of the same decision, unless the tree has none."""
    check(solvers_at(A_RIVER.with_rules(removed=(removed,)), (2, 9, 2), precision=precision))


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("board", ["AsTs4h7h", "AsTs4h"])
def test_betting_that_never_comes_to_the_next_street(board: str, precision: str) -> None:
    spot = Spot.of(board, 2, 1, oop="KK", ip="QQ", bets="a", removed=("r:k", "r:a:c"))
    check(solvers_at(spot, (2, 9, 2), precision=precision))


def test_values_before_the_first_iteration(spot: Spot) -> None:
    """Everybody does anything as often."""
    compare_values([Solver(spot, backend=name) for name in NAMES], 1e-5, [root_values])


def test_nothing_is_read_before_it_is_written(card: CupyOnCpu, spot: Spot) -> None:
    solver = Solver(spot, backend="cuda", schedule=SCHEDULES["predictive"])
    for array in card.made:
        array.spoil()
    resume_at(solver, 0)  # the tables, which do start with zeros
    solver.iterate(2)
    for tables in solver.tables:
        assert all(np.isfinite(array).all() for array in tables.arrays.values())
    assert solver.exploitability().chips > 0


def test_a_batch_is_its_spots() -> None:
    boards = ("QsJh2h7c4d", "AsTs4h7h9c", "QsJh2h7c4d")
    spots = [Spot.of(board, 100, 250, oop=PAIRS[0], ip=PAIRS[1], bets="50%") for board in boards]
    options: dict[str, Any] = {"backend": "cuda", "target_pot_percent": 2.0}
    together = list(solve_batch(spots, **options))
    for result, spot in zip(together, spots, strict=True):
        (alone,) = solve_batch([spot], **options)
        assert (result.spot, result.ev, result.frequencies) == (spot, alone.ev, alone.frequencies)
    assert together[0].ev == together[2].ev != together[1].ev


def test_two_solvers_at_a_time(spot: Spot) -> None:
    """A smaller one does not take away what the other needs."""
    tiny = Spot.of(A_RIVER.to_dict()["board"], 2, 1, oop="AA", ip="KK", bets="")
    solvers = [Solver(one, backend="cuda") for one in (spot, tiny, spot)]
    for solver in solvers:
        solver.iterate(1)
    assert bits(solvers[0]) == bits(solvers[2])
