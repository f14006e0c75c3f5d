"""Allocations of the native core fail: a MemoryError, no crash, no leak, and the next call works.

The recipes call every function and method of the core, and public names above it: equities,
evaluators, betting trees, range solvers, CFR and sampling, blueprints, buckets, batches of tables.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.misuse_child import all_recipes

ROOT = Path(__file__).parents[2]
CXX = os.environ.get("CXX", "c++")
QUICK = 3  # failing allocations of each call
LONG = 400

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="needs LD_PRELOAD"),
    pytest.mark.skipif(shutil.which(CXX) is None, reason="needs a C++ compiler"),
    pytest.mark.skipif("san" in os.environ.get("LD_PRELOAD", ""), reason="there is a sanitizer"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the library that lets allocations fail."""
    built = tmp_path_factory.mktemp("shim") / "failing_new.so"
    source = Path(__file__).with_name("failing_new.cpp")
    options = ["-std=c++20", "-O1", "-shared", "-fPIC", "-o", str(built), str(source), "-ldl"]
    subprocess.run([CXX, *options], check=True)
    return built


def campaign(library: Path, most: int) -> tuple[Counter[str], list[str]]:
    """Let allocations of all recipes fail; return how calls ended, and what went wrong."""
    ends: Counter[str] = Counter()
    faults: list[str] = []
    first: int | None = 0
    while first is not None:
        command = [sys.executable, "-m", "tests.faults.out_of_memory_child", str(first), "1"]
        done = subprocess.run(
            [*command, str(most)],
            cwd=ROOT,
            env={**os.environ, "LD_PRELOAD": str(library)},
            capture_output=True,
            text=True,
        )
        running = ""
        for line in done.stdout.splitlines():
            word, _, rest = line.partition(" ")
            if word == "case":
                running = rest
            elif word == "fault":
                faults.append(rest)
            elif word == "ended":
                refused, accepted, _name = rest.split(maxsplit=2)
                ends.update(calls=1, refused=int(refused), accepted=int(accepted))
        first = None
        if not done.stdout.endswith("finished\n"):
            faults.append(f"{running} ended the process: {done.stderr[-600:]}")
            first = int(running.split()[0]) + 1 if running else None  # the other calls
    return ends, faults


def test_some_allocations_fail(library: Path) -> None:
    ends, faults = campaign(library, QUICK)
    assert not faults, "\n".join(faults)
    assert ends["calls"] == len(all_recipes())
    assert ends["refused"] > ends["accepted"]


@pytest.mark.slow
def test_all_allocations_fail(library: Path) -> None:
    ends, faults = campaign(library, LONG)
    assert not faults, "\n".join(faults)
    assert ends["calls"] == len(all_recipes())
    assert ends["refused"] > 10 * ends["accepted"]
