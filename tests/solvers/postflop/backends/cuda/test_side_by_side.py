"""Spots solved side by side, by the kernels on the CPU, get what each gets alone."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from fifthstreet.solvers.common import DEFAULT_SCHEDULE, schedule_of
from fifthstreet.solvers.postflop import BatchResult, Solver, Spot, solve_batch
from fifthstreet.solvers.postflop.backends.exploitability import measure
from fifthstreet.solvers.postflop.solving import batch as batch_module
from fifthstreet.solvers.postflop.solving.side_by_side import SideBySide
from fifthstreet.solvers.postflop.spot.joined_plan import can_join, join_plans
from fifthstreet.solvers.postflop.spot.plan import make_plan
from fifthstreet.tree import Rake
from fifthstreet.tree.strategy import Lock
from tests.conformance.test_backends import TOLERANCE
from tests.thoroughness import slow

pytestmark = pytest.mark.usefixtures("gpu")

PRECISIONS = list(TOLERANCE)


def river(board: str, stack: float = 90) -> Spot:
    ranges = "AA,KQs,T9s,88:0.5", "QQ,AJs,KTs,55:0.3"
    return Spot.of(board, 40, stack, oop=ranges[0], ip=ranges[1], bets="50%,a")


RIVERS = [river(board) for board in ("QsJh2h7c4d", "Ts9s4c4d2h", "AsAh8c3c3d")]
# Suits can be swapped on the second, so the three have different numbers of rivers.
TURNS = [
    Spot.of(board, 20, 60, oop="AJs,KQs:0.5,77", ip="TT,A9o:0.5", bets="60%", raises="a")
    for board in ("AsTs4h7h", "8s8h3d2c", "KsQs9s2s")
]
# The second player holds one hand here, and eleven on the other board.
UNEQUAL = [
    Spot.of("QsJh2h7c4d", 40, 90, oop="AA,KK,88:0.5", ip="AA,QQ", bets="a"),
    Spot.of("QsQhAhAcAd", 40, 90, oop="KK,88:0.5", ip="AA,QQ", bets="a"),
]


def near(result: BatchResult, alone: Solver) -> None:
    """The result of a batch is that of a solver after as many iterations."""
    exact = alone.solution()
    chips = 1e-4 * result.spot.pot
    assert result.ev == pytest.approx(exact.ev, abs=chips)
    assert result.exploitability.chips == pytest.approx(alone.exploitability().chips, abs=chips)
    assert result.frequencies == pytest.approx(exact.root.frequencies.tolist(), abs=1e-3)


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize(
    ("spots", "iterations"),
    [(RIVERS, 15), *slow((TURNS, 3)), (TURNS[:2], 1), (UNEQUAL, 15)],
    ids=["rivers", "turns", "two turns", "unequal"],
)
def test_results_are_those_of_single_solves(
    spots: list[Spot], iterations: int, precision: str
) -> None:
    results = list(
        solve_batch(
            iter(spots),
            target_pot_percent=0,
            max_iterations=iterations,
            precision=precision,
            backend="cuda",
        )
    )
    assert [result.spot for result in results] == spots
    for result in results:
        alone = Solver(result.spot, backend="cuda", precision=precision)
        alone.iterate(result.iterations)
        near(result, alone)


def test_each_spot_stops_at_its_own_target() -> None:
    results = list(solve_batch(RIVERS, target_pot_percent=1, backend="cuda"))
    assert len({result.iterations for result in results}) > 1
    for result in results:
        assert result.exploitability.pot_percent <= 1
        alone = Solver(result.spot, backend="cuda")
        alone.iterate(result.iterations)
        near(result, alone)


@pytest.mark.slow
@pytest.mark.parametrize("precision", PRECISIONS)
def test_solutions_are_kept_on_request(precision: str) -> None:
    results = solve_batch(
        TURNS, keep_solutions=True, max_iterations=3, precision=precision, backend="cuda"
    )
    for result in results:
        solution = result.solution
        assert solution is not None
        assert solution.record.iterations == result.iterations
        chips = 2e-4 * result.spot.pot
        assert solution.ev == pytest.approx(result.ev, abs=chips)
        measured = measure(solution.backend)
        assert measured.chips == pytest.approx(result.exploitability.chips, abs=chips)
        assert solution.root.frequencies.tolist() == pytest.approx(result.frequencies, abs=1e-5)


def test_with_rake_the_values_are_measured_too() -> None:
    raked = [replace(spot, rake=Rake(0.05, 3)) for spot in RIVERS]
    for result in solve_batch(raked, target_pot_percent=1, backend="cuda"):
        assert result.exploitability.values is not None
        assert sum(result.ev) < result.spot.pot
        alone = Solver(result.spot, backend="cuda")
        alone.iterate(result.iterations)
        near(result, alone)


def test_limits_end_all_spots() -> None:
    results = solve_batch(RIVERS, target_pot_percent=0, max_iterations=7, backend="cuda")
    assert [result.iterations for result in results] == [7] * 3
    results = solve_batch(RIVERS, target_pot_percent=0, seconds=0, backend="cuda")
    assert [result.iterations for result in results] == [10] * 3


def groups(spots: list[Spot]) -> list[list[Spot]]:
    batch = batch_module._Batch(
        keep_solutions=False,
        lines=(),
        schedule=schedule_of(DEFAULT_SCHEDULE),
        isomorphism=True,
        precision="float32",
        threads=1,
        backend="cuda",
    )
    return [group.spots for group in batch.groups(spots)]


def test_spots_with_the_same_betting_are_grouped(monkeypatch: pytest.MonkeyPatch) -> None:
    deeper = river("QsJh2h7c4d", stack=100)
    locked = replace(RIVERS[1], locks=(Lock("r", {"k": 1.0}),))
    assert groups([*RIVERS, deeper, deeper, *TURNS]) == [RIVERS, [deeper] * 2, TURNS]
    assert groups([RIVERS[0], locked, locked, RIVERS[2]]) == [
        [RIVERS[0]],
        [locked],
        [locked],
        [RIVERS[2]],
    ]
    most = sum(make_plan(spot).runouts[-1].count for spot in TURNS[:2])
    monkeypatch.setattr(batch_module, "_ENOUGH_RIVERS", most)
    assert groups(TURNS) == [TURNS[:2], TURNS[2:]]
    monkeypatch.setattr(batch_module, "bytes_for_group", lambda: 0)
    assert groups(RIVERS) == [[spot] for spot in RIVERS]


def test_spots_before_an_error_are_solved() -> None:
    def spots() -> Iterator[Spot]:
        yield from RIVERS[:2]
        raise OSError("the list ends here")

    results = solve_batch(spots(), target_pot_percent=5, backend="cuda")
    assert [next(results).spot, next(results).spot] == RIVERS[:2]
    with pytest.raises(OSError, match="the list ends here"):
        next(results)


@pytest.mark.parametrize(
    ("spots", "iterations"), [(TURNS[:2], 1), *slow((TURNS, 3))], ids=["two turns", "turns"]
)
def test_a_spot_that_takes_no_part_keeps_its_tables(spots: list[Spot], iterations: int) -> None:
    plans = [make_plan(spot) for spot in spots]
    assert can_join(plans[0], plans[1])
    solver = SideBySide(join_plans(plans), schedule_of(DEFAULT_SCHEDULE), "float32", 1)
    discounts = schedule_of(DEFAULT_SCHEDULE).discounts(9).single()
    solver.backend.iterate(1, iterations, discounts)
    before = [
        [solver.averages(spot, player).arrays["averages"] for player in (0, 1)]
        for spot in range(len(spots))
    ]
    solver.backend.activate(np.array([0, 2][: len(spots) - 1]))
    solver.backend.iterate(iterations + 1, iterations, discounts)
    for spot in range(len(spots)):
        for player in (0, 1):
            after = solver.averages(spot, player).arrays["averages"]
            assert np.array_equal(after, before[spot][player]) == (spot == 1)
