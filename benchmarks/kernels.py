"""Instructions that the range solver's kernels take, counted by valgrind.

Times on a shared machine tell a change of 3% from noise only after many runs; instructions are the
same every time. Valgrind does not know the widest vectors, so a portable core is compiled for it,
and counts are comparable only between cores of one compiler.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Figure
from benchmarks.plain_solver import compiler
from benchmarks.solve import CASES
from fifthstreet.solvers.postflop import Solver

ROOT = Path(__file__).parent.parent
STORED = Path(__file__).with_name("counts.json")
MOST_GROWTH = 1.03  # of a kernel, over what is stored
ITERATIONS = {"river": 20, "turn": 2}
# Functions of each kernel; what they call counts as theirs.
KERNELS = {
    "sweep_showdowns": r"fifthstreet::sweep_showdowns\(",
    "sweep_folds": r"fifthstreet::sweep_folds\(",
    "split_reach": r"detail::split_reach<\d+>\(",
    "update_regrets": r"detail::update_regrets<\d+>\(",
}
WHOLE = "whole iteration"

Counts = dict[str, dict[str, int]]  # by spot and kernel: instructions of an iteration


def figures() -> Iterator[Figure]:
    """Each kernel against the count that is stored."""
    if shutil.which("valgrind") is None:
        print("counts: left out, valgrind is not installed", file=sys.stderr)
        return
    stored = json.loads(STORED.read_text())
    same = stored["compiler"] == _compiler_version()
    for spot, kernels in count().items():
        for kernel, instructions in kernels.items():
            before = stored["instructions"][spot][kernel]
            yield Figure(
                f"{spot}, {kernel}",
                instructions / 1e3,
                "k",
                "stored" if same else "stored, another compiler",
                before / 1e3,
                instructions / before,
                MOST_GROWTH,
                "lower",
            )


def store() -> None:
    """Count, and keep the counts to compare with."""
    if shutil.which("valgrind") is None:
        raise ValueError("cannot count: valgrind is not installed")
    data = {"compiler": _compiler_version(), "instructions": count()}
    STORED.write_text(json.dumps(data, indent=2) + "\n")


def count() -> Counts:
    """Instructions of an iteration of each spot, by kernel."""
    with tempfile.TemporaryDirectory() as folder:
        _build_portable(Path(folder))
        return {spot: _count(spot, Path(folder)) for spot in ITERATIONS}


def iterate(spot: str) -> None:
    """What is counted; it runs under valgrind."""
    Solver(CASES[spot].spot, threads=1).iterate(ITERATIONS[spot])


def _build_portable(folder: Path) -> None:
    for name in ("native", "src"):
        ignored = shutil.ignore_patterns("*.so", "__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    # With line numbers, functions would be listed in as many parts as files went into them.
    without_lines = {"CFLAGS": "-g0", "CXXFLAGS": "-g0"}
    switches = {"FIFTHSTREET_PORTABLE": "1", "FIFTHSTREET_MYPYC": "0"} | without_lines
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    _output(command, folder, switches)


def _count(spot: str, folder: Path) -> dict[str, int]:
    profile = folder / f"{spot}.callgrind"
    command = [
        "valgrind",
        "--quiet",
        "--tool=callgrind",
        f"--callgrind-out-file={profile}",
        "--toggle-collect=fifthstreet::RangeSolver::iterate*",
        sys.executable,
        "-c",
        f"from benchmarks.kernels import iterate; iterate({spot!r})",
    ]
    paths = {"PYTHONPATH": f"{folder / 'src'}{os.pathsep}{ROOT}", "PYTHONHASHSEED": "0"}
    _output(command, folder, paths)
    listing = _output(
        ["callgrind_annotate", "--inclusive=yes", "--threshold=100", "--auto=no", str(profile)],
        folder,
    )
    # One line for each function: `12,345 (6.7%)  file:function [object]`.
    lines = re.findall(r"^ *([\d,]+) \([ \d.]+%\) +(.*)$", listing, re.MULTILINE)
    costs = [(int(cost.replace(",", "")), function) for cost, function in lines]
    counts = {WHOLE: sum(cost for cost, function in costs if function == "PROGRAM TOTALS")}
    for kernel, pattern in KERNELS.items():
        counts[kernel] = sum(cost for cost, function in costs if re.search(pattern, function))
        if not counts[kernel]:
            raise ValueError(f"no instructions of {kernel} were seen; want a function of that name")
    return {name: round(total / ITERATIONS[spot]) for name, total in counts.items()}


def _compiler_version() -> str:
    return _output([compiler(), "--version"], ROOT).splitlines()[0]


def _output(command: list[str], folder: Path, variables: dict[str, str] | None = None) -> str:
    """What a command prints; ValueError with what it complains of if it fails."""
    done = subprocess.run(
        command, cwd=folder, env=os.environ | (variables or {}), capture_output=True, text=True
    )
    if done.returncode:
        raise ValueError(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout
