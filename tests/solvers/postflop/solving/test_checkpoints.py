"""A solve resumes from its checkpoint as if nothing had happened, even after kill -9."""

import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import SCHEDULES, Discounted, Plus, Predictive, Schedule, Vanilla
from fifthstreet.solvers.common.schedules import Discounts
from fifthstreet.solvers.postflop import Solver, Spot, load_checkpoint, open_solution
from fifthstreet.solvers.postflop.solving.checkpoints import run_with_checkpoints
from tests.solvers.postflop.stored_spots import FLOP, LOCKED, RIVER, TURN


def assert_same_tables(first: Solver, second: Solver) -> None:
    assert first.iteration == second.iteration
    for mine, theirs in zip(first.tables, second.tables, strict=True):
        assert mine.arrays.keys() == theirs.arrays.keys()
        for name, array in theirs.arrays.items():
            np.testing.assert_array_equal(mine.arrays[name], array, err_msg=name)


@pytest.mark.parametrize("precision", ["float32", "int16"])
@pytest.mark.parametrize(
    "schedule", [Vanilla(), Plus(2.0), Discounted(1.5, 0.1, 3.0), Predictive(), Predictive(3.5)]
)
def test_resuming_gives_the_same_bits(precision: str, schedule: Schedule, tmp_path: Path) -> None:
    whole = Solver(TURN, schedule=schedule, precision=precision)
    whole.iterate(7)
    whole.save(tmp_path / "file")
    whole.iterate(6)
    resumed = load_checkpoint(tmp_path / "file", threads=1)
    assert resumed.iteration == 7
    assert (resumed.spot, resumed.schedule, resumed.precision) == (TURN, schedule, precision)
    resumed.iterate(6)
    assert_same_tables(resumed, whole)


@pytest.mark.parametrize("spot", [FLOP, LOCKED, RIVER])
@pytest.mark.parametrize("isomorphism", [True, False])
def test_spots_of_all_streets(spot: Spot, isomorphism: bool, tmp_path: Path) -> None:
    whole = Solver(spot, isomorphism=isomorphism)
    for _ in range(2):
        whole.iterate(3)
        whole.save(tmp_path / "file")
    resumed = load_checkpoint(tmp_path / "file")
    assert resumed.isomorphism == isomorphism
    for solver in (whole, resumed):
        solver.iterate(4)
    assert_same_tables(resumed, whole)
    assert resumed.exploitability() == whole.exploitability()


def test_seconds_are_restored(tmp_path: Path) -> None:
    solver = Solver(RIVER)
    solver.iterate(2)
    solver.save(tmp_path / "file")
    resumed = load_checkpoint(tmp_path / "file")
    assert (resumed.seconds, resumed.cpu_seconds) == (solver.seconds, solver.cpu_seconds)


def test_an_unknown_schedule_cannot_be_saved(tmp_path: Path) -> None:
    class OwnSchedule:
        is_predictive = False

        def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
            return Vanilla().discounts(iterations, first=first)

    with pytest.raises(InputError, match=r"a stored schedule must be one of cfr, cfr\+"):
        Solver(RIVER, schedule=OwnSchedule()).save(tmp_path / "file")


def test_a_schedule_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file lacks a field that was added later, and its default could change the results."""
    Solver(RIVER, schedule=Plus(2.0)).save(tmp_path / "file")

    @dataclass(frozen=True)
    class LaterPlus(Plus):
        delay: int = 10

    monkeypatch.setitem(SCHEDULES, "cfr+", LaterPlus())
    with pytest.raises(
        ValueError, match=r"schedule cfr\+ with \{'gamma': 2.0\} was saved by a dif"
    ):
        load_checkpoint(tmp_path / "file")


SOLVE_FOREVER = """
import sys
from fifthstreet.solvers.postflop import Solver

from fifthstreet.solvers.postflop.solving.checkpoints import run_with_checkpoints
from tests.solvers.postflop.stored_spots import TURN

solver = Solver(TURN, threads=1)
while True:
    solver.iterate(3)
    solver.save(sys.argv[1])
    print(solver.iteration, flush=True)
"""


def test_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for iterations in (9, 30):
        process = subprocess.Popen(
            [sys.executable, "-c", SOLVE_FOREVER, str(path)], stdout=subprocess.PIPE, text=True
        )
        with process:
            assert process.stdout is not None
            for line in process.stdout:
                if int(line) >= iterations:
                    break
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
        resumed = load_checkpoint(path)
        assert resumed.iteration >= iterations
        whole = Solver(TURN)
        whole.iterate(resumed.iteration + 5)
        resumed.iterate(5)
        assert_same_tables(resumed, whole)


SAVE_FOREVER = """
import sys
from fifthstreet.solvers.postflop import open_solution

solution = open_solution(sys.argv[1])
print(flush=True)
while True:
    solution.save(sys.argv[2])
"""


def test_kill_9_while_saving_leaves_a_complete_file(river_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(river_file.read_bytes())
    for milliseconds in (1, 3, 8):
        process = subprocess.Popen(
            [sys.executable, "-c", SAVE_FOREVER, str(river_file), str(path)], stdout=subprocess.PIPE
        )
        with process:
            assert process.stdout is not None
            process.stdout.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(milliseconds / 1000)
            process.send_signal(signal.SIGKILL)
        open_solution(path, verify=True)


def run_in_pieces(solver: Solver, checkpoint: Path | None, every: float, **limits: float) -> int:
    """Run a solver to 60 iterations; return how many checkpoints could not be saved."""
    failures: list[Exception] = []
    chosen = {"target_pot_percent": 1e-9, "seconds": 600.0} | limits
    run_with_checkpoints(
        solver,
        max_iterations=60,
        checkpoint=checkpoint,
        every=every,
        progress=lambda _: None,
        stepped=lambda _: None,
        failed=failures.append,
        **chosen,
    )
    return len(failures)


@pytest.mark.parametrize("every", [1e-6, 0.003, 600.0])
def test_pieces_give_the_same_bits_as_one_run(every: float, tmp_path: Path) -> None:
    whole, pieces = Solver(TURN, threads=1), Solver(TURN, threads=1)
    assert run_in_pieces(whole, None, every) == 0
    assert run_in_pieces(pieces, tmp_path / "file", every) == 0
    assert_same_tables(pieces, whole)
    assert (tmp_path / "file").exists() == (every < 1)
    if every < 1:  # the last piece ends with the run, which needs no checkpoint any more
        assert load_checkpoint(tmp_path / "file").iteration < whole.iteration == 60


def test_pieces_end_at_the_target_and_at_the_limit_of_time(tmp_path: Path) -> None:
    solver = Solver(TURN, threads=1)
    run_in_pieces(solver, tmp_path / "file", 1e-6, target_pot_percent=30.0)
    assert solver.exploitability().pot_percent <= 30
    assert solver.iteration < 60
    late = Solver(TURN, threads=1)
    run_in_pieces(late, tmp_path / "file", 1e-6, seconds=0.0)
    assert late.iteration <= 1


def test_checkpoints_that_cannot_be_saved_do_not_end_the_run(tmp_path: Path) -> None:
    solver, whole = Solver(TURN, threads=1), Solver(TURN, threads=1)
    assert run_in_pieces(solver, tmp_path / "nowhere/file", 1e-6) > 1
    run_in_pieces(whole, None, 600.0)
    assert_same_tables(solver, whole)
