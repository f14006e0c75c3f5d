"""How a solve runs: resuming, stopping, interrupts, progress, records and states."""

import signal
from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import SCHEDULES, Plus, Progress, Schedule
from fifthstreet.solvers.postflop import Solver, Spot, solve

RIVER = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,KTs", bets="50%, a")
TURN = Spot.of("QsJh2h7c", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")


def bits(solver: Solver) -> list[dict[str, bytes]]:
    return [
        {name: array.tobytes() for name, array in tables.arrays.items()} for tables in solver.tables
    ]


@pytest.mark.parametrize("precision", ["float32", "int16"])
@pytest.mark.parametrize("schedule", list(SCHEDULES.values()), ids=list(SCHEDULES))
def test_iterating_in_parts_gives_the_same_bits(schedule: Schedule, precision: str) -> None:
    whole = Solver(TURN, schedule=schedule, precision=precision)
    whole.iterate(23)
    parts = Solver(TURN, schedule=schedule, precision=precision)
    for count in (1, 0, 4, 18):
        parts.iterate(count)
        parts.exploitability()  # measuring changes nothing
    assert bits(parts) == bits(whole)
    assert parts.iteration == whole.iteration == 23


def test_running_in_parts_gives_the_same_bits() -> None:
    whole = Solver(TURN)
    whole.run(target_pot_percent=0, max_iterations=60)
    parts = Solver(TURN)
    parts.run(target_pot_percent=0, max_iterations=17)
    assert parts.iteration == 17
    parts.run(target_pot_percent=0, max_iterations=60)
    assert parts.iteration == 60
    assert bits(parts) == bits(whole)


def test_stops_at_the_target() -> None:
    solver = Solver(RIVER)
    solver.run(target_pot_percent=0.5)
    assert 0 <= solver.exploitability().pot_percent <= 0.5
    before = solver.iteration
    solver.run(target_pot_percent=0.5)
    assert solver.iteration == before


def test_stops_when_progress_returns_false() -> None:
    reports: list[Progress] = []

    def stop_at_the_third(progress: Progress) -> bool:
        reports.append(progress)
        return len(reports) < 3

    solver = Solver(RIVER)
    solver.run(target_pot_percent=0, progress=stop_at_the_third)
    assert len(reports) == 3
    assert solver.iteration == reports[-1].iteration < 1_000
    assert solver.exploitability() == reports[-1].exploitability


def test_progress() -> None:
    """A callback that returns None does not stop a solve; checks come at ever later iterations."""
    reports: list[Progress] = []
    solve(RIVER, target_pot_percent=0.2, progress=reports.append)
    iterations = [progress.iteration for progress in reports]
    assert iterations == sorted(set(iterations))
    assert reports[-1].exploitability.pot_percent <= 0.2
    assert all(progress.exploitability.pot_percent > 0.2 for progress in reports[:-1])
    assert all(progress.max_iterations == 1_000 for progress in reports)
    assert all(progress.target == 0.2 * RIVER.pot / 100 for progress in reports)
    assert all(progress.seconds_left >= 0 for progress in reports)
    seconds = [progress.seconds for progress in reports]
    assert seconds == sorted(seconds)


def test_time_limit() -> None:
    solver = Solver(TURN)
    solver.run(target_pot_percent=0, max_iterations=10**9, seconds=0.2)
    assert 0 < solver.iteration < 10**9
    # A step takes at most a quarter of a second, and so does a check; machines may be busy.
    assert solver.seconds < 5


def test_zero_seconds() -> None:
    solver = Solver(TURN)
    solver.run(seconds=0)
    assert solver.iteration == 0
    assert solver.solution().ev[0] > 0


def test_zero_iterations_give_the_uniform_strategy() -> None:
    solution = solve(RIVER, max_iterations=0)
    assert solution.record.iterations == 0
    root = solution.root
    held = root.reach[0] > 0
    assert np.allclose(root.strategy[:, held], 1 / len(root.actions))
    assert np.allclose(root.frequencies, 1 / len(root.actions))
    assert sum(solution.ev) == pytest.approx(100)
    assert solution.record.exploitability.chips > 1


def test_interrupt_in_progress_leaves_a_usable_solver() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.iteration > 10:
            raise KeyboardInterrupt

    solver = Solver(TURN)
    with pytest.raises(KeyboardInterrupt):
        solver.run(target_pot_percent=0, progress=interrupt)
    assert sum(solver.solution().ev) == pytest.approx(100, abs=1e-3)
    whole = Solver(TURN)
    whole.iterate(solver.iteration)
    assert bits(solver) == bits(whole)
    solver.run(target_pot_percent=0, max_iterations=solver.iteration + 5)
    whole.iterate(5)
    assert bits(solver) == bits(whole)


@pytest.mark.parametrize("is_before", [True, False])
def test_interrupt_during_iterations_keeps_count(
    monkeypatch: pytest.MonkeyPatch, is_before: bool
) -> None:
    """One that came before the native call counted iterations that never ran."""
    solver = Solver(TURN)
    iterate = solver.backend.iterate

    def interrupted(*args: object) -> None:
        if is_before:
            signal.raise_signal(signal.SIGINT)
        iterate(*args)  # type: ignore[arg-type]
        if not is_before:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(solver.backend, "iterate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solver.iterate(7)
    monkeypatch.undo()
    assert 1 <= solver.iteration <= 7
    solver.iterate(10 - solver.iteration)
    whole = Solver(TURN)
    whole.iterate(10)
    assert bits(solver) == bits(whole)


def test_record() -> None:
    solver = Solver(TURN, schedule=Plus(2.0), precision="int16", isomorphism=False, threads=1)
    solver.run(target_pot_percent=0, max_iterations=12)
    record = solver.solution().record
    assert record.iterations == 12
    assert record.exploitability == solver.exploitability()
    assert record.seconds > 0
    assert record.cpu_seconds > 0
    assert record.memory_bytes == solver.memory_bytes
    assert record.schedule == repr(Plus(2.0))
    assert record.precision == "int16"
    assert not record.isomorphism


@pytest.mark.parametrize("schedule", list(SCHEDULES.values()), ids=list(SCHEDULES))
@pytest.mark.parametrize("precision", ["float32", "int16"])
def test_every_schedule_converges(schedule: Schedule, precision: str) -> None:
    solver = Solver(RIVER, schedule=schedule, precision=precision)
    solver.iterate(2_000)
    assert solver.exploitability().pot_percent < 0.3


def test_a_state_is_restored_exactly() -> None:
    solver = Solver(TURN, schedule="predictive", precision="int16")
    solver.run(iterations=12)
    state = solver.state()
    solver.iterate(5)
    restored = Solver(TURN, schedule="predictive", precision="int16")
    restored.iterate(3)  # discarded
    restored.restore(state)
    assert (restored.iteration, restored.curve) == (12, solver.curve)
    assert restored.seconds == state["seconds"]
    restored.iterate(5)
    assert bits(restored) == bits(solver)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"spot": RIVER}, "spot"),
        ({"schedule": Plus(2.0)}, "schedule"),
        ({"precision": "int16"}, "precision"),
        ({"isomorphism": False}, "isomorphism"),
    ],
)
def test_states_of_other_solvers_are_refused(options: dict[str, Any], name: str) -> None:
    state = Solver(TURN).state()
    other = Solver(**{"spot": TURN, **options})
    other.iterate(2)
    before = bits(other)
    with pytest.raises(InputError, match=rf"different {name}|another {name}") as caught:
        other.restore(state)
    assert "\n" not in str(caught.value)
    assert bits(other) == before
    assert other.iteration == 2


def test_solve_runs_to_its_target() -> None:
    solution = solve(RIVER, target_pot_percent=0.1, threads=1)
    assert solution.record.exploitability.pot_percent <= 0.1
    assert repr(solution).startswith("<Solution on QsJh2h7c4d: ")
