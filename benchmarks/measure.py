"""Measurements: medians of CPU or wall-clock seconds, and figures made from them."""

import gc
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Literal

from fifthstreet import _native
from fifthstreet._native.builds import chosen_build
from fifthstreet.support.installation import processor_name


@dataclass(frozen=True)
class Figure:
    """A measurement and what it is compared with."""

    name: str
    ours: float
    unit: str
    peer: str
    theirs: float
    ratio: float
    target: float  # of the ratio
    better: Literal["higher", "lower"]  # of the ratio

    @property
    def met(self) -> bool:
        """Whether the ratio meets its target."""
        return self.ratio >= self.target if self.better == "higher" else self.ratio <= self.target

    def as_dict(self) -> dict[str, object]:
        """Return plain data, for JSON."""
        return asdict(self) | {"met": self.met}


def leave_out(peer: str, reason: object) -> None:
    """Print a line about a peer that is not measured."""
    print(f"left out: {peer} ({reason})", file=sys.stderr)


def cpu_seconds(work: Callable[[], object], *, repeats: int = 5) -> float:
    """Return the median CPU seconds of the process, over all threads."""
    return _median(work, time.process_time, repeats)


def wall_seconds(work: Callable[[], object], *, repeats: int = 5) -> float:
    """Return the median wall-clock seconds, for work on several threads."""
    return _median(work, time.perf_counter, repeats)


def cpu_in_turns(works: Sequence[Callable[[], object]], *, repeats: int = 7) -> list[float]:
    """Return the median CPU seconds of each, measured in turns under the same load."""
    return _medians_in_turns(works, time.process_time, repeats)


def wall_in_turns(works: Sequence[Callable[[], object]], *, repeats: int = 7) -> list[float]:
    """Return the median wall-clock seconds of each, measured in turns under the same load."""
    return _medians_in_turns(works, time.perf_counter, repeats)


def _medians_in_turns(
    works: Sequence[Callable[[], object]], clock: Callable[[], float], repeats: int
) -> list[float]:
    times: list[list[float]] = [[] for _ in works]
    for work in works:
        work()  # fill caches and tables
    for _ in range(repeats):
        for work, seconds in zip(works, times, strict=True):
            start = clock()
            work()
            seconds.append(clock() - start)
    return [median(seconds) for seconds in times]


def _median(work: Callable[[], object], clock: Callable[[], float], repeats: int) -> float:
    times = []
    work()  # fill caches and tables
    for _ in range(repeats):
        gc.collect()
        start = clock()
        work()
        times.append(clock() - start)
    return median(times)


def faster_than(
    name: str, ours: float, peer: str, theirs: float, unit: str, target: float
) -> Figure:
    """Return a figure from two times for the same work; the ratio is how much faster ours is."""
    return Figure(name, ours, unit, peer, theirs, theirs / ours, target, "higher")


def at_most(name: str, ours: float, limit: float, unit: str) -> Figure:
    """Return a figure that must not exceed a limit."""
    return Figure(name, ours, unit, "limit", limit, ours / limit, 1.0, "lower")


def at_least(name: str, ours: float, limit: float, unit: str) -> Figure:
    """Return a figure that must reach a limit."""
    return Figure(name, ours, unit, "limit", limit, ours / limit, 1.0, "higher")


def machine() -> dict[str, object]:
    """Return a description of the machine that the figures are measured on."""
    return {
        "architecture": platform.machine(),
        "processor": processor_name(),
        "cores": os.cpu_count(),
        "build": chosen_build(),
        "compiler": _native.COMPILER,
        "system": platform.system(),
        "python": platform.python_version(),
    }
