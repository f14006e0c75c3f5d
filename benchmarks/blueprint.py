"""Training of a whole game on buckets: external sampling, and all hands on a board.

Two threads are compared with one by CPU time, which other programs on the same cores hardly change,
and by the clock, which is what counts where the cores are free.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from benchmarks.measure import Figure, at_least, faster_than
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver, local_best_response
from fifthstreet.solvers.blueprint.whole_game import NoLimitHoldem
from fifthstreet.solvers.cfr.schemes import PublicChanceSampling

TRAVERSALS = 1024 * 100
BOARDS = 4
RESPONSE_DEALS = 20


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    game = NoLimitHoldem()
    game.card_abstraction()  # built, or read from the cache
    yield from _external(game)
    yield from _boards(game)
    yield from _responses(game)


def _external(game: NoLimitHoldem) -> Iterator[Figure]:
    one, two = (game.solver(BlueprintOptions(threads=threads)) for threads in (1, 2))
    seconds = _in_turns(one, two, TRAVERSALS)
    name = "no-limit hold'em, tiny: external sampling"
    yield at_least(f"{name}, one thread", TRAVERSALS / seconds.one, 30_000, "traversals/s")
    rows = one.rows_visited / one.iteration * TRAVERSALS / seconds.one
    yield at_least(f"{name}, one thread", rows * 1e-6, 2.0, "M information sets/s")
    yield from _two_threads(name, seconds)


def _boards(game: NoLimitHoldem) -> Iterator[Figure]:
    one, two = (
        game.solver(BlueprintOptions(threads=threads), scheme=PublicChanceSampling())
        for threads in (1, 2)
    )
    seconds = _in_turns(one, two, BOARDS)
    name = "no-limit hold'em, tiny: public chance sampling"
    yield at_least(f"{name}, one thread", BOARDS / seconds.one, 2.0, "boards/s")
    yield from _two_threads(name, seconds)


@dataclass(frozen=True)
class Seconds:
    """CPU seconds of the same work on one thread and on two, and their ratio by the clock."""

    one: float
    two: float
    wall_ratio: float


def _in_turns(one: BlueprintSolver, two: BlueprintSolver, count: int) -> Seconds:
    """Run both in turns: medians of CPU time, and the best ratio by the clock of all turns."""
    for solver in (one, two):
        solver.iterate(count)  # fill caches and tables
    cpu: list[list[float]] = [[], []]
    ratios = []
    for _ in range(5):
        wall = []
        for solver, times in zip((one, two), cpu, strict=True):
            cpu_start, start = time.process_time(), time.perf_counter()
            solver.iterate(count)
            wall.append(time.perf_counter() - start)
            times.append(time.process_time() - cpu_start)
        ratios.append(wall[0] / wall[1])
    return Seconds(median(cpu[0]), median(cpu[1]), max(ratios))


def _two_threads(name: str, seconds: Seconds) -> Iterator[Figure]:
    work = f"{name}, two threads, CPU time of the same work"
    yield faster_than(work, seconds.two, "one thread", seconds.one, "s", 0.9)
    yield at_least(f"{name}, two threads by the clock", seconds.wall_ratio, 1.8, "x")


def _responses(game: NoLimitHoldem) -> Iterator[Figure]:
    solver = game.solver()
    solver.iterate(1024 * 20)
    start = time.process_time()
    local_best_response(solver.average(), deals=RESPONSE_DEALS, menu="calls")
    boards = RESPONSE_DEALS / (time.process_time() - start)
    yield at_least("local best response, calls only, all hands", boards, 4.0, "boards/s")
