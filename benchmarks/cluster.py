"""Flops on workers against the same flops in this process: `python -m benchmarks cluster`.

Figures of CPU time are medians, taken in turns: that of this process and the worker together over
that of this process alone, and, for a Ray cluster with a head and one node, what Ray's own services
take of a core besides. The others are the time of a run over that in which its only worker had a
job. A flop takes half a second, and workers are warm: starting them takes seconds, once.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from psutil import NoSuchProcess, Process
from tests.support.executors.clusters import local_cluster

from benchmarks.measure import Figure, at_most
from fifthstreet.solvers.postflop import Flop, Spot, deal_flops, solve_flops
from fifthstreet.support.executors import Executor, Job, ProcessExecutor, RayExecutor

SPOT = Spot.of("QsJh2h", 60, 60, oop="99+,AJs+,KQs", ip="88+,ATs+,KJs+", bets="a", raises="")
FLOPS = deal_flops(SPOT, subset=10)
OPTIONS: dict[str, Any] = {"target_pot_percent": 0.5, "threads": 1, "backend": "native"}
MAX_OVERHEAD = 1.03
MAX_OF_SERVICES = 0.1  # of a core
REPEATS = 5


def figures() -> Iterator[Figure]:
    """Yield the overhead of a pool of processes and of a Ray cluster."""
    with ProcessExecutor(1) as pool:
        yield from _overhead("one process of a pool", pool)
    with local_cluster(nodes=1) as cluster, RayExecutor(cluster.address) as ray:
        yield from _overhead("one Ray worker", ray)


@dataclass(frozen=True)
class _Spent:
    """Seconds of some work: on the clock, and of CPU time by kind of process."""

    clock: float
    own: float
    workers: float
    services: float


def _overhead(name: str, executor: Executor) -> Iterator[Figure]:
    def here() -> None:
        list(solve_flops(FLOPS, **OPTIONS))

    def there() -> None:
        list(solve_flops(FLOPS, executor=executor, **OPTIONS))

    for work in (here, there):
        work()
    alone, apart = [], []
    for _ in range(REPEATS):
        alone.append(_spent(here).own)
        apart.append(_spent(there))
    ratio = median(spent.own + spent.workers for spent in apart) / median(alone)
    count = f"{len(FLOPS)} flops"
    yield at_most(f"{name}: CPU time of {count} / that here", ratio, MAX_OVERHEAD, "x")
    if isinstance(executor, RayExecutor):
        share = median(spent.services / spent.clock for spent in apart)
        yield at_most("Ray's services, head and node", share, MAX_OF_SERVICES, "cores")
    start = perf_counter()
    jobs = [Job(flop.board, _solve, (flop.spot,)) for flop in FLOPS]
    busy = sum(done.seconds for done in executor.run(jobs))
    spent = perf_counter() - start
    yield at_most(f"{name}: time of {count} / time at work", spent / busy, MAX_OVERHEAD, "x")


def _solve(spot: Spot) -> None:
    """Solve a flop, as a job does."""
    list(solve_flops([Flop(spot, 1)], **OPTIONS))


def _spent(work: Callable[[], object]) -> _Spent:
    """Return what some work takes."""
    start, before = perf_counter(), _cpu_seconds()
    work()
    clock = perf_counter() - start
    own, workers, services = (
        end - begin for end, begin in zip(_cpu_seconds(), before, strict=True)
    )
    return _Spent(clock, own, workers, services)


def _cpu_seconds() -> tuple[float, float, float]:
    """Return the CPU seconds so far of this process, of workers, and of Ray's services."""
    own = Process()
    times = own.cpu_times()
    workers = services = 0.0
    for process in own.children(recursive=True):
        with suppress(NoSuchProcess):
            spent = process.cpu_times()
            command = " ".join(process.cmdline())
            if command.startswith("ray::") or "multiprocessing.spawn" in command:
                workers += spent.user + spent.system
            else:
                services += spent.user + spent.system
    return times.user + times.system, workers, services
