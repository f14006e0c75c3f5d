"""A second Ctrl-C at any point after the first: a training has the tables of its iteration.

The first one comes within an iteration, or while a checkpoint is written. Then a tracer sends
another one at one point after another, up to the end of the command.
"""

import gc
import random
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.cli import run
from fifthstreet.solvers import cfr, training
from fifthstreet.solvers.common import IterativeSolver
from fifthstreet.support import storage
from tests.faults.programs import posix
from tests.faults.stores import hidden_files
from tests.faults.tracer import Tracer
from tests.thoroughness import IS_THOROUGH

pytestmark = posix
PARTS = (
    *("cli/train.py", "cli/files.py", "cli/command.py", "cli/app.py", "cli/progress.py"),
    *("solvers/common/", "solvers/training.py", "solvers/cfr/sampling.py"),
    *("solvers/cfr/tree_solver.py", "support/storage/", "support/interrupts.py"),
)
GAME = ["--game", "kuhn", "--seed", "5"]
ITERATIONS = 3_000
STEP = 500


def tables(solver: IterativeSolver) -> dict[str, bytes]:
    assert isinstance(solver, cfr.SamplingSolver)
    return {name: table.tobytes() for name, table in solver.live_state().items() if _is_table(name)}


def _is_table(name: str) -> bool:
    return name in ("regrets", "averages", "visits")


@cache
def expected(iteration: int) -> dict[str, bytes]:
    """Return the tables of a training that was not interrupted."""
    solver = training.Training("kuhn", "external", options={"seed": 5}).make_solver()
    solver.iterate(iteration)
    return tables(solver)


def interrupted(
    monkeypatch: pytest.MonkeyPatch, place: str, moment: int, arguments: list[str]
) -> tuple[Tracer, int]:
    """Run the program with two interrupts; return the tracer of the second, and the exit code."""
    tracer = Tracer(moment, parts=PARTS)
    calls = 0

    def interrupt(call: Callable[..., Any], at: int) -> Callable[..., Any]:
        def wrapper(*args: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == at:
                _trace_callers(tracer)
                signal.raise_signal(signal.SIGINT)
            return call(*args, **options)

        return wrapper

    with monkeypatch.context() as patch, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        iterate = cfr.SamplingSolver._iterate

        def iterate_a_few(solver: cfr.SamplingSolver, count: int) -> None:
            iterate(solver, min(count, STEP))

        patch.setattr(cfr.SamplingSolver, "_iterate", iterate_a_few)
        if place == "iteration":
            patch.setattr(cfr.SamplingSolver, "_iterate", interrupt(iterate_a_few, 3))
        else:
            patch.setattr(storage, "write_container", interrupt(storage.write_container, 1))
        try:
            code = run(arguments)
        except KeyboardInterrupt:  # the program has been left by the second one
            code = 130
        finally:
            sys.settrace(None)
            tracer.forget()
    return tracer, code


def _trace_callers(tracer: Tracer) -> None:
    """Trace from here on, in the functions that are running too."""
    frame = sys._getframe(2)
    while frame is not None:
        frame.f_trace = tracer
        frame.f_trace_opcodes = True
        frame = frame.f_back  # type: ignore[assignment]
    sys.settrace(tracer)


@pytest.mark.parametrize("place", ["iteration", "checkpoint"])
def test_a_second_interrupt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    out = tmp_path / "kuhn.training"
    # A checkpoint after every step: the first one is complete, or interrupted.
    every = "1000" if place == "iteration" else "1e-9"
    limit = ["--iterations", str(ITERATIONS), "--json", "--checkpoint-every", every]
    arguments = ["train", *GAME, *limit, "--out", str(out)]
    count, code = interrupted(monkeypatch, place, -1, arguments)
    assert code == 130
    assert count.points > 200
    moments = range(1, count.points + 1)
    if not IS_THOROUGH:
        moments = random.Random(place).sample(moments, 15)  # type: ignore[assignment]
    saved = 0
    for moment in moments:
        for path in tmp_path.iterdir():
            path.unlink()
        tracer, code = interrupted(monkeypatch, place, moment, arguments)
        assert code == 130, tracer.places
        gc.collect()  # closes what the end of the process would close: locks
        if out.exists():
            saved += 1
            _, solver = training.load_training(out)
            assert 0 <= solver.iteration < ITERATIONS
            assert tables(solver) == expected(solver.iteration), tracer.places
        resuming = ["--resume", str(out)] if out.exists() else [*GAME, "--out", str(out)]
        with redirect_stdout(StringIO()):
            assert run(["train", *resuming, *limit]) == 0
        _, solver = training.load_training(out)
        assert tables(solver) == expected(ITERATIONS), tracer.places
        assert hidden_files(tmp_path) == []
    assert saved > 0.7 * len(moments)
