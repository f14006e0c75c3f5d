"""Signals that end programs: the work is saved and shown, as Ctrl-C does."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from fifthstreet.solvers.postflop import load_checkpoint, open_solution
from tests.faults.programs import PROGRAM, counts, posix, running, solve_arguments, wait_for
from tests.thoroughness import slow

pytestmark = posix
ENDLESS = {"max_iterations": 100_000_000, "time_limit": 100}


@counts(1, 20)
@pytest.mark.parametrize(
    ("name", "code"), [("SIGTERM", 143), ("SIGINT", 130), *slow(("SIGHUP", 129))]
)
def test_solve(tmp_path: Path, name: str, code: int, count: int) -> None:
    for number in range(count):
        checkpoint, solution = tmp_path / f"{number}.checkpoint", tmp_path / f"{number}.solution"
        files = {"checkpoint": checkpoint, "checkpoint_every": 0.1, "save": solution}
        with running([*solve_arguments(**ENDLESS, **files), "--json"]) as program:
            wait_for(checkpoint)
            program.send_signal(getattr(signal, name))
            output, errors = program.communicate(timeout=60)
        assert (program.returncode, errors) == (code, "")
        iterations = json.loads(output)["iterations"]
        assert open_solution(solution, verify=True).record.iterations == iterations > 0
        assert load_checkpoint(checkpoint).iteration == iterations


@pytest.mark.parametrize("name", [*slow("SIGTERM"), "SIGHUP"])
def test_train(tmp_path: Path, name: str) -> None:
    out = tmp_path / "leduc"
    arguments = ["train", "--game", "leduc", "--seconds", "100", "--out", str(out)]
    with running([*arguments, "--checkpoint-every", "0.1", "--json"]) as program:
        wait_for(out)
        program.send_signal(getattr(signal, name))
        output, errors = program.communicate(timeout=60)
    assert (program.returncode, errors) == (128 + getattr(signal, name), "")
    assert json.loads(output)["iterations"] > 0


def test_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    """As with `nohup`."""
    checkpoint = tmp_path / "checkpoint"
    arguments = solve_arguments(max_iterations=3000, checkpoint=checkpoint, checkpoint_every=0.05)
    program = subprocess.Popen(
        ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *PROGRAM, *arguments, "--json"],
        stdout=subprocess.PIPE,
        text=True,
    )
    with program:
        wait_for(checkpoint)
        program.send_signal(signal.SIGHUP)
        output, _ = program.communicate(timeout=60)
    assert program.returncode == 0
    assert json.loads(output)["iterations"] == 3000


def test_a_closed_terminal_does_not_keep_the_work_from_being_saved(tmp_path: Path) -> None:
    """After SIGHUP nothing can be printed any more."""
    checkpoint, solution = tmp_path / "checkpoint", tmp_path / "solution"
    files = {"checkpoint": checkpoint, "checkpoint_every": 0.1, "save": solution}
    with running(solve_arguments(**ENDLESS, **files)) as program:
        wait_for(checkpoint)
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        program.stderr.close()
        program.send_signal(signal.SIGHUP)
        program.wait(timeout=60)
    assert program.returncode != 0
    assert open_solution(solution, verify=True).record.iterations > 0
