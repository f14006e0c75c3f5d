"""Solves within a budget: hands that share strategies on the river, and tables on a disk.

The spot is examples/flop.toml. For tables that are larger than memory, a process puts itself into
a control group of Linux with a memory limit; where it may not, those figures are left out.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measure import Figure, at_most, cpu_in_turns, faster_than
from benchmarks.solve import FLOP
from fifthstreet.solvers.postflop import Solver, estimate

BUCKETS = (15, 31, 63)
# Of the ratio of information sets, since streets before the river keep all hands.
SHARE_OF_RATIO = 0.5
ITERATIONS = 5
PROGRAM_BYTES = 200_000_000  # Python, the plan and scratch rows, besides the tables
# How many times as large as the memory the tables are, and the slowdown of iterations at most.
SLOWER = {1: 2.0, 2: 15.0, 4: 30.0}
_GROUPS = {
    "/sys/fs/cgroup/memory/fifthstreet": "memory.limit_in_bytes",
    "/sys/fs/cgroup/fifthstreet": "memory.max",
}


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    yield from _buckets()
    yield from _disk()


def _buckets() -> Iterator[Figure]:
    exact = Solver(FLOP.spot, threads=1)
    all_sets = estimate(FLOP.spot).information_sets
    for count in BUCKETS:
        shared = Solver(FLOP.spot, threads=1, river_buckets=count)
        ratio = all_sets / estimate(FLOP.spot, river_buckets=count).information_sets
        alone, together = cpu_in_turns(
            [partial(exact.iterate, 1), partial(shared.iterate, 1)], repeats=ITERATIONS
        )
        yield faster_than(
            f"flop, river-{count}: {ratio:.1f} x fewer information sets",
            together * 1e3,
            "all hands",
            alone * 1e3,
            "ms",
            SHARE_OF_RATIO * ratio,
        )


def _disk() -> Iterator[Figure]:
    size = estimate(FLOP.spot).bytes["float32"]
    with TemporaryDirectory(dir=Path.cwd()) as folder:  # often, the temporary folder is in memory
        in_memory = _iteration("", 0)
        for times, limit in SLOWER.items():
            memory = 0 if times == 1 else size // times + PROGRAM_BYTES
            try:
                seconds = _iteration(folder, memory)
            except PermissionError:
                print("a memory limit needs a writable control group: left out", file=sys.stderr)
                return
            what = "in memory too" if times == 1 else f"{times} x the memory"
            yield at_most(f"flop on a disk, {what}: slowdown", seconds / in_memory, limit, "x")


def _iteration(folder: str, memory: int) -> float:
    """Return the median seconds of an iteration, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.budgets", folder, str(memory)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        kind = PermissionError if "PermissionError" in result.stderr else RuntimeError
        raise kind(result.stderr)
    return float(result.stdout)


def _limit_memory(size: int) -> None:
    """Limit the memory of this process and of the files that it maps."""
    for folder, name in _GROUPS.items():
        if not Path(folder).parent.joinpath("cgroup.procs").exists():
            continue
        Path(folder).mkdir(exist_ok=True)
        Path(folder, name).write_text(str(size))
        Path(folder, "cgroup.procs").write_text(str(os.getpid()))
        return
    raise PermissionError("no control group for memory")


def main(folder: str, memory: str) -> None:
    """Print the median seconds of an iteration."""
    if int(memory):
        _limit_memory(int(memory))
    solver = Solver(FLOP.spot, table_folder=folder or None)
    solver.iterate(2)
    seconds = []
    for _ in range(ITERATIONS):
        start = time.perf_counter()
        solver.iterate(1)
        seconds.append(time.perf_counter() - start)
    print(median(seconds))


if __name__ == "__main__":
    main(*sys.argv[1:])
