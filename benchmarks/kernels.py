"""Instruction counts of the range solver's kernels, by valgrind.

On a shared machine, times show a change of 3% only after many runs; instruction counts are the same
every time. Valgrind does not support the widest vectors, so a portable core is compiled for it.
Counts are comparable only between cores built by the same compiler.
"""

from __future__ import annotations

import json
import os
import platform
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

BUILD = "neon" if platform.machine() in ("arm64", "aarch64") else "v3"
ROOT = Path(__file__).parent.parent
STORED = Path(__file__).with_name("counts.json")
MAX_GROWTH = 1.03  # of a kernel's count, relative to the stored one
ITERATIONS = {"river": 20, "turn": 2}
# Functions of each kernel; counts include the functions that they call.
KERNELS = {
    "sweep_showdowns": r"fifthstreet::sweep_showdowns\(",
    "sweep_folds": r"fifthstreet::sweep_folds\(",
    "split_reach": r"detail::with_kernel<fifthstreet::split_reach\(",
    "update_regrets": r"detail::with_kernel<fifthstreet::update_regrets\(",
}
WHOLE = "whole iteration"

Counts = dict[str, dict[str, int]]  # instructions per iteration, by spot and kernel


def figures() -> Iterator[Figure]:
    """Yield a figure for each kernel: its count relative to the stored one."""
    if shutil.which("valgrind") is None:
        print("counts: left out, valgrind is not installed", file=sys.stderr)
        return
    stored = json.loads(STORED.read_text())
    is_same_compiler = stored["compiler"] == _compiler_version()
    for spot, kernels in count().items():
        for kernel, instructions in kernels.items():
            before = stored["instructions"][spot][kernel]
            yield Figure(
                f"{spot}, {kernel}",
                instructions / 1e3,
                "k",
                "stored" if is_same_compiler else "stored, another compiler",
                before / 1e3,
                instructions / before,
                MAX_GROWTH,
                "lower",
            )


def store() -> None:
    """Count instructions and store them for later comparisons."""
    if shutil.which("valgrind") is None:
        raise ValueError("cannot count: valgrind is not installed")
    data = {"compiler": _compiler_version(), "instructions": count()}
    STORED.write_text(json.dumps(data, indent=2) + "\n")


def count() -> Counts:
    """Return the instructions per iteration, by spot and kernel."""
    with tempfile.TemporaryDirectory() as folder:
        _build_portable(Path(folder))
        return {spot: _count(spot, Path(folder)) for spot in ITERATIONS}


def iterate(spot: str) -> None:
    """Run the iterations that are counted; called under valgrind."""
    Solver(CASES[spot].spot, threads=1).iterate(ITERATIONS[spot])


def _build_portable(folder: Path) -> None:
    for name in ("native", "src"):
        ignored = shutil.ignore_patterns("*.so", "__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    # With line numbers, a function would be listed once for each file inlined into it.
    without_lines = {"CFLAGS": "-g0", "CXXFLAGS": "-g0"}
    switches = {"FIFTHSTREET_BUILDS": BUILD, "FIFTHSTREET_MYPYC": "0"} | without_lines
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
            raise ValueError(f"no instructions were counted for a function named {kernel}")
    return {name: round(total / ITERATIONS[spot]) for name, total in counts.items()}


def _compiler_version() -> str:
    return _output([compiler(), "--version"], ROOT).splitlines()[0]


def _output(command: list[str], folder: Path, variables: dict[str, str] | None = None) -> str:
    """Return what a command prints; if it fails, raise ValueError with its error output."""
    result = subprocess.run(
        command, cwd=folder, env=os.environ | (variables or {}), capture_output=True, text=True
    )
    if result.returncode:
        raise ValueError(f"{' '.join(command)} failed:\n{result.stderr}")
    return result.stdout
