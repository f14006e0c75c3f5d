"""The loop that all solvers share: when it iterates, checks exploitability, and stops."""

import _thread
import threading
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import inf
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers import make_solver
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.common import (
    IterativeSolver,
    Progress,
)
from fifthstreet.solvers.common import run as run_module
from fifthstreet.solvers.games import Kuhn
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.tree.strategy import Exploitability

RIVER = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,KTs", bets="50%, a")

MakeSolver = Callable[[], IterativeSolver]

SOLVERS: dict[str, MakeSolver] = {
    "full passes": lambda: make_solver("kuhn", "cfr+"),
    "sampling": lambda: make_solver("kuhn", "external", seed=3),
    "range solver": lambda: Solver(RIVER),
    "blueprint": lambda: BlueprintSolver(
        RIVER.tree, RIVER.ranges, BlueprintOptions(batch=1), board=RIVER.board
    ),
}


@pytest.fixture(params=SOLVERS)
def make(request: pytest.FixtureRequest) -> MakeSolver:
    return SOLVERS[request.param]


@pytest.fixture
def solver(make: MakeSolver) -> IterativeSolver:
    return make()


def assert_same(first: IterativeSolver, second: IterativeSolver, *, curves: bool = False) -> None:
    """Check that both have the same iteration and tables; their times may differ."""
    ignored = {"seconds", "cpu_seconds"} if curves else {"seconds", "cpu_seconds", "curve"}
    first_state, second_state = first.state(), second.state()
    assert first_state.keys() == second_state.keys()
    for name in first_state.keys() - ignored:
        np.testing.assert_array_equal(first_state[name], second_state[name], err_msg=name)


class PowerLawSolver(IterativeSolver):
    """A solver whose exploitability is 8 / iteration ** `power` chips.

    On its own clock, an iteration takes `pace` seconds and a check `check_pace`.
    """

    def __init__(
        self,
        power: float = 1.0,
        *,
        pot: float | None = 200.0,
        pace: float = 0.001,
        check_pace: float = 1e-9,
    ) -> None:
        super().__init__()
        self.power, self.pot, self.pace, self.check_pace = power, pot, pace, check_pace
        self.now = 0.0
        self.steps: list[int] = []
        self.measured: list[int] = []

    @property
    def game_name(self) -> str:
        return "power law"

    def chips(self, iteration: int) -> float:
        return float(8 / max(iteration, 0.5) ** self.power)

    def _iterate(self, count: int) -> None:
        self.steps.append(count)
        self.iteration += count
        self.now += count * self.pace

    def average(self) -> None:
        """There is no strategy."""

    def _measure(self) -> Exploitability:
        self.measured.append(self.iteration)
        self.now += self.check_pace
        chips = self.chips(self.iteration)
        return Exploitability((chips, chips), pot=self.pot)

    def state(self) -> dict[str, Any]:
        return {"iteration": self.iteration, "curve": list(self.curve)}

    def restore(self, state: Mapping[str, Any]) -> None:
        self._restart_at(state["iteration"], state["curve"])


def timed(solver: PowerLawSolver, monkeypatch: pytest.MonkeyPatch) -> PowerLawSolver:
    """Make the loop read the solver's own clock."""
    monkeypatch.setattr(run_module, "time", SimpleNamespace(perf_counter=lambda: solver.now))
    return solver


# Limits.


def test_iterations_count_from_now_and_max_iterations_from_the_start() -> None:
    solver = PowerLawSolver()
    assert solver.run(7).iteration == solver.iteration == 7
    assert solver.run(iterations=7).iteration == 14
    assert solver.run(max_iterations=20).iteration == 20
    assert solver.run(max_iterations=20).iteration == 20
    assert solver.run(max_iterations=5).iteration == 20
    assert solver.run(3, max_iterations=100).iteration == 23
    assert solver.run(100, max_iterations=30).iteration == 30


def test_zero_iterations_only_check(solver: IterativeSolver) -> None:
    for limits in ({"iterations": 0}, {"max_iterations": 0}, {"seconds": 0}):
        state = solver.run(**limits)  # type: ignore[arg-type]
        assert state.iteration == solver.iteration == 0
        assert state.exploitability.chips > 0
    assert [iteration for iteration, _ in solver.curve] == [0]


def test_a_met_target_stops_the_run(solver: IterativeSolver) -> None:
    before = solver.run(0).exploitability.chips
    met = solver.run(target=before / 10, max_iterations=1_000_000)
    assert met.exploitability.chips <= before / 10
    assert met.target == before / 10
    assert solver.iteration < 1_000_000
    repeated = solver.run(target=before / 10)
    assert repeated.iteration == met.iteration  # nothing left to do


def test_percentage_targets_are_relative_to_the_pot() -> None:
    solver = PowerLawSolver(pot=200.0)
    met = solver.run(target_pot_percent=1)
    assert met.target == 2
    assert met.exploitability.pot_percent <= 1
    assert solver.iteration == 4
    assert PowerLawSolver(pot=800.0).run(target_pot_percent=1).iteration == 1


@pytest.mark.parametrize(("chips", "percent", "expected"), [(2, 0.25, 0.5), (0.5, 1, 0.5)])
def test_the_lower_of_two_targets_counts(chips: float, percent: float, expected: float) -> None:
    met = PowerLawSolver(pot=200.0).run(target=chips, target_pot_percent=percent)
    assert met.target == expected
    assert met.iteration == 16


def test_a_target_of_zero_runs_until_a_limit() -> None:
    met = PowerLawSolver().run(target=0, max_iterations=77)
    assert (met.iteration, met.target) == (77, 0)
    assert PowerLawSolver().run(50).target is None


def test_percentage_targets_need_a_pot() -> None:
    solver = make_solver("kuhn", "cfr")
    with pytest.raises(
        ValueError, match=r"target_pot_percent requires a game with a starting pot"
    ) as error:
        solver.run(target_pot_percent=1)
    assert "\n" not in str(error.value)
    assert solver.iteration == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "specify iterations, seconds or a target"),
        ({"check_every": 10}, "specify iterations, seconds or a target"),
        ({"iterations": -1}, "iterations must be a whole number of at least 0, got -1"),
        ({"max_iterations": -1}, "max_iterations must be a whole number of at least 0, got -1"),
        ({"seconds": -0.5}, "seconds must be at least 0, got -0.5"),
        ({"seconds": float("nan")}, "seconds must be at least 0, got nan"),
        ({"target": -0.1}, "target must be at least 0, got -0.1"),
        ({"target": float("nan")}, "target must be at least 0, got nan"),
        ({"target_pot_percent": -0.1}, "target_pot_percent must be at least 0, got -0.1"),
        (
            {"iterations": 1, "check_every": 0},
            "check_every must be a whole number of at least 1, got 0",
        ),
    ],
)
def test_bad_options_are_rejected_before_the_first_iteration(
    options: dict[str, Any], message: str
) -> None:
    solver = PowerLawSolver()
    with pytest.raises(InputError, match=message) as error:
        solver.run(**options)
    assert "\n" not in str(error.value)
    assert not solver.steps
    assert not solver.measured


# Checks.


def test_checks_at_multiples_and_at_the_end(solver: IterativeSolver) -> None:
    reports: list[Progress] = []
    solver.run(iterations=250, check_every=100, progress=reports.append)
    first = solver._first_check
    assert [each.iteration for each in reports] == [first, 100, 200, 250]
    assert solver.curve == [(each.iteration, each.exploitability.chips) for each in reports]
    solver.run(iterations=100, check_every=100)
    assert [iteration for iteration, _ in solver.curve] == [first, 100, 200, 250, 300, 350]


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_checks_are_neither_too_frequent_nor_too_rare(power: float) -> None:
    solver = PowerLawSolver(power)
    solver.run(20_000)
    checked = [iteration for iteration, _ in solver.curve]
    assert checked == sorted(set(checked))
    assert (checked[0], checked[-1]) == (0, 20_000)
    for before, after in pairwise(checked[:-1]):
        assert max(1, before // 16) <= after - before <= max(1, before // 8)
    assert len(checked) < 120


@pytest.mark.parametrize("power", [0.5, 1.0, 1.7, 3.0])
@pytest.mark.parametrize("target", [1.0, 0.1, 0.0123])
def test_a_run_stops_soon_after_the_target(power: float, target: float) -> None:
    """Within 2% of the iterations needed, since this curve is easy to extrapolate."""
    solver = PowerLawSolver(power)
    stopped = solver.run(target=target).iteration
    needed = next(t for t in range(1_000_000) if solver.chips(t) <= target)
    assert needed <= stopped <= needed + max(2, needed // 50)


def test_the_first_check_of_a_spot_comes_after_a_few_iterations() -> None:
    solver = Solver(RIVER)
    solver.run(iterations=100)
    assert solver.curve[0][0] == solver._first_check == 10
    short = Solver(RIVER)
    short.run(iterations=3)
    assert [iteration for iteration, _ in short.curve] == [3]


def test_checks_do_not_change_the_solver(make: MakeSolver, solver: IterativeSolver) -> None:
    other = make()
    solver.run(iterations=60, check_every=1)
    other.iterate(60)
    assert_same(solver, other)


def test_exploitability_is_measured_once_per_iteration() -> None:
    solver = PowerLawSolver()
    solver.iterate(5)
    known = solver.exploitability()
    assert solver.curve == []  # only checks are recorded
    assert solver.check() is solver.exploitability() is known
    assert solver.check() is known
    assert solver.measured == [5]
    assert solver.curve == [(5, known.chips)]
    solver.iterate(1)
    assert solver.exploitability() != known
    assert solver.measured == [5, 6]


def test_a_restored_state_is_measured_again() -> None:
    """Even if its iteration is the one last measured, its tables may differ."""
    first, second = (make_solver(Kuhn(), "external", seed=7) for _ in range(2))
    first.run(iterations=100)
    state = first.state()
    state["averages"] = np.roll(state["averages"], 2)
    second.run(iterations=100)
    before = second.check()
    second.restore(state)
    assert second.check() != before


# Progress.


def test_progress_is_called_after_each_check(solver: IterativeSolver) -> None:
    reports: list[Progress] = []
    last = solver.run(iterations=400, target=0, progress=reports.append)
    assert reports[-1] == last
    assert solver.curve == [(each.iteration, each.exploitability.chips) for each in reports]
    seconds = [each.seconds for each in reports]
    assert seconds == sorted(seconds)
    assert all(each.max_iterations == 400 for each in reports)
    assert all(0 <= each.seconds_left < inf for each in reports)
    assert reports[-1].seconds_left == 0


def test_steps_are_reported_between_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before the first check, and after each iteration if they take long."""
    solver = timed(PowerLawSolver(pace=0.5), monkeypatch)
    monkeypatch.setattr(PowerLawSolver, "_first_check", 10)
    events: list[str] = []
    solver.run(
        14,
        check_every=12,
        progress=lambda state: events.append(f"check {state.iteration}"),
        stepped=lambda iteration: events.append(f"step {iteration}"),
    )
    steps = [f"step {iteration}" for iteration in range(1, 15)]
    assert [event for event in events if event.startswith("step")] == steps
    assert [event for event in events if event.startswith("check")] == [
        "check 10",
        "check 12",
        "check 14",
    ]
    assert events.index("check 10") == 10


@pytest.mark.parametrize("answer", [None, True])
def test_a_run_continues_unless_progress_returns_false(answer: bool | None) -> None:
    solver = PowerLawSolver()
    assert solver.run(iterations=20, progress=lambda _: answer).iteration == 20


def test_progress_can_stop_a_run(solver: IterativeSolver) -> None:
    reports: list[Progress] = []

    def stop_at_the_third_check(state: Progress) -> bool:
        reports.append(state)
        return len(reports) < 3

    last = solver.run(target=0, progress=stop_at_the_third_check)
    assert len(reports) == 3
    assert last == reports[-1]
    assert solver.iteration == last.iteration
    assert solver.exploitability() == last.exploitability
    assert solver.run(iterations=9, progress=lambda _: False).iteration == last.iteration


def test_time_left_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the pace so far, the limits, and the extrapolated curve."""
    reports: list[Progress] = []
    timed(PowerLawSolver(pace=0.01), monkeypatch).run(1_000, progress=reports.append)
    for each in reports[1:]:
        assert each.seconds == pytest.approx(0.01 * each.iteration)
        assert each.seconds_left == pytest.approx(0.01 * (1_000 - each.iteration))
    reports.clear()
    timed(PowerLawSolver(pace=0.01), monkeypatch).run(target=0.04, progress=reports.append)
    assert reports[0].seconds_left == inf
    for each in reports[3:]:  # 8 / t falls to 0.04 at 200
        assert each.seconds_left == pytest.approx(0.01 * (200 - each.iteration))
    reports.clear()
    timed(PowerLawSolver(pace=0.01), monkeypatch).run(seconds=1, progress=reports.append)
    assert all(each.seconds + each.seconds_left == pytest.approx(1) for each in reports[:-1])


# Time.


def test_seconds_are_a_limit(solver: IterativeSolver) -> None:
    before = time.perf_counter()
    state = solver.run(seconds=0.2)
    assert 0.2 <= state.seconds <= time.perf_counter() - before < 5
    assert solver.iteration > 0


@pytest.mark.parametrize("pace", [0.0001, 0.003, 0.04])
def test_steps_are_short_enough_to_keep_the_time_limit(
    pace: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = timed(PowerLawSolver(pace=pace), monkeypatch)
    state = solver.run(seconds=2, check_every=10**9)
    step = solver._step_seconds
    assert 2 <= state.seconds <= 2 + max(step, pace)
    assert all(count * pace <= step for count in solver.steps[1:])
    # But not much shorter than necessary.
    assert sum(solver.steps[1:]) * pace > 0.5 * step * len(solver.steps[1:])


def test_checks_count_as_time(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = timed(PowerLawSolver(pace=0.001, check_pace=1.0), monkeypatch)
    state = solver.run(seconds=3)
    assert 3 <= state.seconds <= 4.1


@pytest.mark.parametrize("done", [0, 50])
def test_a_run_makes_progress_however_long_its_first_check_takes(
    done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = timed(PowerLawSolver(pace=0.001, check_pace=10.0), monkeypatch)
    solver.iterate(done)
    assert solver.run(seconds=1).iteration > done
    assert len(solver.measured) == 2
    assert solver.run(seconds=0).iteration == solver.iteration


def test_the_first_check_waits_for_iterations_if_there_is_little_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PowerLawSolver, "_first_check", 10**6)
    solver = timed(PowerLawSolver(pace=0.001, check_pace=10.0), monkeypatch)
    assert solver.run(seconds=1).iteration >= 1_000
    assert solver.measured == [solver.iteration]


# Interrupts.


def test_an_interrupted_solver_can_continue(make: MakeSolver, solver: IterativeSolver) -> None:
    """An interrupt takes effect between iterations, whenever it comes."""
    threading.Timer(0.1, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        solver.run(seconds=60)
    stopped = solver.iteration
    assert stopped > 0
    assert solver.run(iterations=10).iteration == stopped + 10
    uninterrupted = make()
    uninterrupted.iterate(stopped + 10)
    assert_same(solver, uninterrupted)


def test_errors_in_progress_are_raised() -> None:
    def fail(state: Progress) -> None:
        if state.iteration:
            raise RuntimeError("failed")

    solver = PowerLawSolver()
    with pytest.raises(RuntimeError, match="failed"):
        solver.run(iterations=100, progress=fail)
    assert [iteration for iteration, _ in solver.curve] == [0, 1]
    assert solver.run(iterations=3).iteration == 4


# Resumed runs.


def test_consecutive_runs_equal_one_run(make: MakeSolver, solver: IterativeSolver) -> None:
    single = make()
    single.run(iterations=130, check_every=50)
    solver.run(iterations=30, check_every=50)
    solver.run(max_iterations=77, check_every=50)
    solver.run(iterations=53, check_every=50)
    assert_same(solver, single)
    assert set(single.curve) <= set(solver.curve)


def test_a_restored_solver_continues(make: MakeSolver, solver: IterativeSolver) -> None:
    solver.run(iterations=70)
    restored = make()
    restored.run(iterations=5)  # replaced by the restored state
    restored.restore(solver.state())
    assert restored.iteration == 70
    assert restored.curve == solver.curve
    assert restored.exploitability() == solver.exploitability()
    for each in (solver, restored):
        each.run(max_iterations=140)
    assert_same(restored, solver, curves=True)
