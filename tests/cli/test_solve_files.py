"""`fifthstreet solve`: output files, checkpoints and interrupts."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cli import run
from fifthstreet.solvers.postflop import Solver, load_checkpoint, open_solution, solve
from tests.cli.small_spot import SPOT, Capture, flags, shown, shown_json, spot_on


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")


# Files.


def test_save(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "river.solution"
    output = shown(capsys, [*flags(), "--save", str(path)])
    assert f"saved to {path}" in output
    opened, solved = open_solution(path), solve(SPOT)
    assert opened.spot == SPOT
    assert opened.ev == solved.ev


def test_save_some_streets_and_rounded_to_bytes(capsys: Capture, tmp_path: Path) -> None:
    full, partial, rounded = (tmp_path / name for name in ("full", "partial", "rounded"))
    arguments = [*flags(board="QsJh2h7c"), "--max-iterations", "20"]
    shown_json(capsys, [*arguments, "--save", str(full)])
    shown_json(capsys, [*arguments, "--save", str(partial), "--save-streets", "turn"])
    output = shown(capsys, [*arguments, "--save", str(rounded), "--save-bytes"])
    assert "rounding to bytes changed exploitability by" in output
    assert partial.stat().st_size < full.stat().st_size / 2
    assert rounded.stat().st_size < full.stat().st_size
    assert open_solution(partial).last_street == 2
    assert open_solution(rounded).byte_error is not None
    assert open_solution(full).byte_error is None


@pytest.mark.parametrize("suffix", ["json", "csv"])
def test_export(capsys: Capture, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"river.{suffix}"
    output = shown(capsys, [*flags(), "--export", str(path)])
    assert f"exported to {path}" in output
    text = path.read_text(encoding="utf-8")
    assert "r:b50" in text
    assert "AdAc" in text or "AcAd" in text


def test_checkpoints_are_resumed(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "turn.checkpoint"
    arguments = flags(board="QsJh2h7c", target="0", checkpoint=str(path))
    first = shown_json(capsys, [*arguments, "--max-iterations", "20"])
    assert load_checkpoint(path).iteration == first["iterations"] == 20
    second = shown_json(capsys, [*arguments, "--max-iterations", "35"])
    assert load_checkpoint(path).iteration == second["iterations"] == 35
    uninterrupted = shown_json(capsys, flags(board="QsJh2h7c", target="0", max_iterations="35"))
    assert second["ev"] == uninterrupted["ev"]
    assert second["exploitability"] == uninterrupted["exploitability"]


def test_checkpoints_are_written_while_solving(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    save = Solver.save

    def record(solver: Solver, path: Path) -> None:
        written.append(solver.iteration)
        save(solver, path)

    monkeypatch.setattr(Solver, "save", record)
    path = tmp_path / "turn.checkpoint"
    limits = {"target": "0", "max_iterations": "100000000", "time_limit": "1.5"}
    facts = shown_json(
        capsys, flags(board="QsJh2h7c", checkpoint=str(path), checkpoint_every="0.1", **limits)
    )
    assert len(written) >= 3
    assert written == sorted(written)
    assert written[-1] == facts["iterations"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["--pot", "110"], "has a different spot: use the same spot or another"),
        (["--schedule", "cfr+"], "has a different schedule"),
        (["--no-isomorphism"], "has a different isomorphism"),
    ],
)
def test_checkpoints_of_other_runs(
    capsys: Capture, tmp_path: Path, changes: list[str], message: str
) -> None:
    path = tmp_path / "river.checkpoint"
    solver = Solver(SPOT)
    solver.iterate(3)
    solver.save(path)
    before = path.read_bytes()
    assert run([*flags(checkpoint=str(path)), *changes]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert path.read_bytes() == before


def test_files_that_are_not_checkpoints(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("no checkpoint", encoding="utf-8")
    assert run(flags(checkpoint=str(path))) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert str(path) in captured.err
    assert path.read_text(encoding="utf-8") == "no checkpoint"


# Interrupts.


def test_an_interrupt_keeps_the_progress(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    iterate = Solver._iterate

    def interrupted(solver: Solver, count: int) -> None:
        if solver.iteration >= 10:
            raise KeyboardInterrupt
        iterate(solver, count)

    monkeypatch.setattr(Solver, "_iterate", interrupted)
    save, checkpoint = tmp_path / "saved", tmp_path / "checkpoint"
    arguments = [*flags(save=str(save), checkpoint=str(checkpoint)), "--target", "0"]
    facts = shown_json(capsys, arguments, code=130)
    assert facts["iterations"] == 10
    assert open_solution(save).record.iterations == 10
    assert load_checkpoint(checkpoint).iteration == 10
    output = shown(capsys, [*flags(), "--target", "0"], code=130)
    assert "interrupted before the target" in output
    assert "10 iterations" in output


def test_an_interrupt_before_the_first_iteration_shows_nothing(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(solver: Solver, count: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "_iterate", interrupted)
    assert shown(capsys, flags(), code=130) == ""


def test_an_interrupt_does_not_lose_iterations() -> None:
    """A signal is handled after the current native call returns, and that call still counts."""
    solver = Solver(spot_on("QsJh2h7c"))
    solver.iterate(1)
    timer = threading.Timer(0.6, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.run(target_pot_percent=0, max_iterations=100_000_000)
    timer.join()
    stamps = [int(np.max(tables.arrays["regret_stamps"])) for tables in solver.tables]
    assert stamps == [solver.iteration, solver.iteration]


def test_ctrl_c_in_a_shell(tmp_path: Path) -> None:
    checkpoint = tmp_path / "turn.checkpoint"
    arguments = flags(board="QsJh2h7c", checkpoint=str(checkpoint), checkpoint_every="0.1")
    limits = ["--target", "0", "--max-iterations", "100000000", "--time-limit", "60", "--json"]
    program = subprocess.Popen(
        [sys.executable, "-m", "fifthstreet", *arguments, *limits],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 50
    while not checkpoint.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    output, errors = program.communicate(timeout=60)
    assert (program.returncode, errors) == (130, "")
    assert json.loads(output)["iterations"] > 0
