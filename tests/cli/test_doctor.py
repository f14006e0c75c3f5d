"""`fifthstreet doctor`: the installation and its speed."""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fifthstreet import __version__, _native
from fifthstreet._native import builds
from fifthstreet.cli import run
from fifthstreet.solvers.postflop.backends.cuda.device import Gpu
from fifthstreet.support.threads import available_cores
from tests.cli.small_spot import shown, shown_json
from tests.solvers.postflop.backends.cuda.cupy_on_cpu import CupyOnCpu

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setitem(sys.modules, "cupy", None)  # as if it were not installed


def test_json_has_every_fact(capsys: Capture) -> None:
    facts = shown_json(capsys, ["doctor"])
    assert facts["version"] == __version__
    assert facts["python"].endswith(platform.python_version())
    assert facts["processor"]
    assert facts["core"] == {
        "loaded": builds.chosen_build(),
        "usable": builds.usable_builds(),
        "installed": builds.installed_builds(),
        "compiler": _native.COMPILER,
        "lanes": _native.LANES,
    }
    assert facts["threads"] == available_cores() <= facts["cpus"] == os.cpu_count()
    assert facts["memory_available"] > 0
    assert facts["gpu"] is None
    assert facts["gpu_missing"].startswith("backend cuda requires CuPy")


def test_the_speed_is_of_a_real_solve(capsys: Capture) -> None:
    speed = shown_json(capsys, ["doctor", "--threads", "1"])["speed"]
    assert (speed["backend"], speed["threads"]) == ("native", 1)
    assert speed["iterations"] >= 1
    assert 0 < speed["exploitability_pot_percent"] < 100
    # Exploitability checks come on top of the iterations, and machines are not always equally fast.
    assert 0 < speed["seconds_per_iteration"] * speed["iterations"] < 5 * speed["seconds"]


def test_table(capsys: Capture) -> None:
    output = shown(capsys, ["doctor"])
    lines = output.splitlines()
    assert lines[0] == f"fifthstreet {__version__}"
    cells = [line.split("│")[1:3] for line in lines if line.startswith("│")]
    facts = {name.strip(): value.strip() for name, value in cells}
    assert facts["Python"].endswith(platform.python_version())
    assert facts["core"].startswith(f"{builds.chosen_build()}, vectors of {_native.LANES} floats, ")
    assert facts["threads"].startswith(f"{available_cores()}, ")
    assert facts["GPU"].startswith("none: ")
    assert facts["turn Td9d6hQc, backend native"].endswith(" ms per iteration")
    assert facts["exploitability of the turn"].endswith("% of the pot")
    assert " iterations, " in facts["reached after"]


def test_a_gpu_is_named(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "cupy", CupyOnCpu(tmp_path))
    facts = shown_json(capsys, ["doctor"])
    assert Gpu(**facts["gpu"]) == Gpu("emulated GPU", 1 << 34, 1 << 34)
    assert facts["gpu_missing"] is None
    assert facts["speed"]["backend"] == "native"
    assert "emulated GPU, 17.2 GB, 17.2 GB free" in shown(capsys, ["doctor"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--backend", "abacus"], "backend must be one of auto, native"),
        (["--backend", "cuda"], "backend cuda requires CuPy"),
        (["--threads", "0"], "threads must be at least 1, got 0"),
    ],
)
def test_errors_are_one_line(capsys: Capture, options: list[str], message: str) -> None:
    assert run(["doctor", *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_a_build_that_cannot_be_loaded_is_one_line() -> None:
    done = _doctor({builds.VARIABLE: "avx9"})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: FIFTHSTREET_ISA must be one of ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("build", builds.usable_builds())
def test_the_named_build_is_shown(build: str) -> None:
    facts: dict[str, Any] = json.loads(_doctor({builds.VARIABLE: build}).stdout)
    assert facts["core"]["loaded"] == build


def _doctor(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fifthstreet", "doctor", "--json"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
