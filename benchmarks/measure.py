"""Measuring: CPU seconds, medians, and a row for each figure."""

import gc
import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Literal


@dataclass(frozen=True)
class Figure:
    """One measured figure and what it is held against."""

    name: str
    ours: float
    unit: str
    peer: str
    theirs: float
    ratio: float
    wanted: float
    better: Literal["higher", "lower"]  # of the ratio

    @property
    def met(self) -> bool:
        """Whether the figure is reached."""
        return self.ratio >= self.wanted if self.better == "higher" else self.ratio <= self.wanted

    def as_dict(self) -> dict[str, object]:
        """Plain data, for JSON."""
        return asdict(self) | {"met": self.met}


def cpu_seconds(work: Callable[[], object], *, repeats: int = 5) -> float:
    """Median CPU seconds of the process, all threads together."""
    return _median(work, time.process_time, repeats)


def wall_seconds(work: Callable[[], object], *, repeats: int = 5) -> float:
    """Median wall-clock seconds, for work on several threads."""
    return _median(work, time.perf_counter, repeats)


def wall_in_turns(works: Sequence[Callable[[], object]], *, repeats: int = 7) -> list[float]:
    """Median wall-clock seconds of each, taken in turns so that all have the same company."""
    times: list[list[float]] = [[] for _ in works]
    for work in works:
        work()  # caches and tables
    for _ in range(repeats):
        for work, seen in zip(works, times, strict=True):
            start = time.perf_counter()
            work()
            seen.append(time.perf_counter() - start)
    return [median(seen) for seen in times]


def _median(work: Callable[[], object], clock: Callable[[], float], repeats: int) -> float:
    times = []
    work()  # caches and tables
    for _ in range(repeats):
        gc.collect()
        start = clock()
        work()
        times.append(clock() - start)
    return median(times)


def faster_than(
    name: str, ours: float, peer: str, theirs: float, unit: str, wanted: float
) -> Figure:
    """A figure from two times for the same work: the ratio says how much faster ours is."""
    return Figure(name, ours, unit, peer, theirs, theirs / ours, wanted, "higher")


def at_most(name: str, ours: float, limit: float, unit: str) -> Figure:
    """A figure that must stay below a limit."""
    return Figure(name, ours, unit, "limit", limit, ours / limit, 1.0, "lower")


def at_least(name: str, ours: float, limit: float, unit: str) -> Figure:
    """A figure that must reach a limit."""
    return Figure(name, ours, unit, "limit", limit, ours / limit, 1.0, "higher")


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    return {
        "architecture": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        with Path("/proc/cpuinfo").open() as info:
            lines = [
                line.split(":", 1)[1].strip() for line in info if line.startswith("model name")
            ]
    except OSError:
        lines = []
    return lines[0] if lines else platform.processor()
