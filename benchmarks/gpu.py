"""The range solver on a GPU: `python -m benchmarks.gpu`, with a Python that has CuPy.

Not part of `make bench`: figures are absolute, and the GPU must not be shared.
"""

import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.cards import CARD_COUNT, cards_text, parse_card
from fifthstreet.solvers.common.schedules import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import Solver, Spot, solve_batch
from fifthstreet.solvers.postflop.backends.cuda.device import load_cupy
from fifthstreet.solvers.postflop.spot.spot_file import read_spot

ROOT = Path(__file__).parent.parent
FLOP, TURN = (ROOT / f"examples/{street}.toml" for street in ("flop", "turn"))
WIDE = (
    "22+,A2s+,K2s+,Q2s+,J2s+,T4s+,94s+,84s+,73s+,63s+,52s+,43s,"
    "A2o+,K4o+,Q6o+,J7o+,T7o+,97o+,86o+,76o,65o"
)
RIVER_CARD = parse_card("7s")
# Bytes read and written per table entry in a pass: the opponent's regrets and averages on the way
# down, the player's regrets on the way up.
OPPONENT_BYTES, PLAYER_BYTES = 12, 8


def copy_bandwidth(cupy: Any) -> float:
    """Return the bytes per second that a copy in the GPU's memory reads and writes."""
    source = cupy.zeros(1 << 28, np.float32)
    target = cupy.empty_like(source)
    best = 0.0
    for _ in range(5):
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        target[...] = source
        end.record()
        end.synchronize()
        best = max(best, 2 * source.nbytes / cupy.cuda.get_elapsed_time(start, end) * 1e3)
    return best


def milliseconds_per_iteration(solver: Solver, iterations: int = 40) -> float:
    """Return the wall time of an iteration after a warm-up."""
    solver.iterate(5)
    start = time.perf_counter()
    solver.iterate(iterations)
    return (time.perf_counter() - start) / iterations * 1e3


def kernel_times(cupy: Any, solver: Solver) -> dict[str, float]:
    """Return the milliseconds of each kernel in one iteration, one launch at a time."""
    backend: Any = solver.backend
    kernels, times = backend._kernels, dict[str, float]()

    def timed(name: str, kernel: Any) -> Any:
        def launch(*arguments: Any, **options: Any) -> None:
            start, end = cupy.cuda.Event(), cupy.cuda.Event()
            start.record()
            kernel(*arguments, **options)
            end.record()
            end.synchronize()
            elapsed = cupy.cuda.get_elapsed_time(start, end)
            times[name] = times.get(name, 0.0) + elapsed

        return launch

    backend._kernels = {
        name: kernel if name == "GAME" else timed(name, kernel) for name, kernel in kernels.items()
    }
    solver.iterate(1)
    backend._kernels = kernels
    return times


def table_bytes(solver: Solver) -> dict[str, int]:
    """Return the bytes of tables that one iteration reads and writes, by kernel."""
    touched = dict.fromkeys(("street_down", "street_up"), 0)
    scale = 1 if solver.precision == "float32" else 0.5
    layouts = solver.plan.layouts
    before = [int(layout.table[-1][0]) for layout in layouts]
    river = [layout.entries - first for layout, first in zip(layouts, before, strict=True)]
    for player in (0, 1):
        both = OPPONENT_BYTES * river[1 - player] + PLAYER_BYTES * river[player]
        touched[f"update_river_{player}"] = int(both * scale)
        touched["street_down"] += int(OPPONENT_BYTES * before[1 - player] * scale)
        touched["street_up"] += int(PLAYER_BYTES * before[player] * scale)
    return touched


def solve_to(spot: Spot, target: float) -> None:
    """Print the time from the call to the solution in memory."""
    start = time.perf_counter()
    solver = Solver(spot, backend="cuda")
    ready = time.perf_counter()
    solver.run(target_pot_percent=target)
    done = time.perf_counter()
    solution = solver.solution()
    end = time.perf_counter()
    print(
        f"to {target}%: {end - start:.3f} s (set-up {ready - start:.3f}, {solver.iteration} "
        f"iterations {done - ready:.3f}, fetching {end - done:.3f}); EV "
        f"{solution.ev[0]:.2f} / {solution.ev[1]:.2f}",
        flush=True,
    )


def flop_spot(cupy: Any) -> None:
    """Print times and bandwidth for the flop of examples/."""
    spot = read_spot(FLOP)
    bandwidth = copy_bandwidth(cupy)
    print(f"copy bandwidth {bandwidth / 1e12:.2f} TB/s")
    for precision in ("float32", "int16"):
        solver = Solver(spot, backend="cuda", precision=precision)
        each = milliseconds_per_iteration(solver)
        touched = table_bytes(solver)
        share = sum(touched.values()) / (each * 1e-3) / bandwidth
        print(f"{precision}: {each:.2f} ms per iteration, {share:.0%} of the bandwidth limit")
        for name, spent in kernel_times(cupy, solver).items():
            share = touched.get(name, 0) / (spent * 1e-3) / bandwidth
            print(f"  {name}: {spent:.3f} ms, {share:.0%} of the limit", flush=True)
        del solver
    for target in (0.5, 0.1, 0.5, 0.1):  # the first two warm up
        solve_to(spot, target)


def small_spots() -> None:
    """Print the EVs of the turn of examples/ and of a river at 0.1%, on the GPU and the CPU."""
    turn = read_spot(TURN)
    for name, spot in (("turn", turn), ("river", replace(turn, board=(*turn.board, RIVER_CARD)))):
        evs = []
        for backend in ("cuda", "native"):
            solver = Solver(spot, backend=backend)
            solver.run(target_pot_percent=0.1)
            evs.append(solver.solution().ev)
        shown = [f"{ev[0]:.3f} / {ev[1]:.3f}" for ev in evs]
        difference = max(abs(a - b) for a, b in zip(*evs, strict=True)) / spot.pot
        print(
            f"{name}: EV {shown[0]}, native {shown[1]}: {difference:.3%} of the pot apart",
            flush=True,
        )


def large_tree() -> None:
    """Solve wide ranges with two bet and two raise sizes on every street."""
    spot = Spot.of(
        "QsJh2h",
        60,
        970,
        oop=WIDE,
        ip=WIDE,
        bets="33%, 75%",
        raises="50%, 100%",
        max_raises=3,
    )
    start = time.perf_counter()
    solver = Solver(spot, backend="cuda")
    print(
        f"large tree: {len(spot.tree):,} nodes, {solver.memory_bytes / 1e9:.1f} GB, set-up "
        f"{time.perf_counter() - start:.1f} s",
        flush=True,
    )
    start = time.perf_counter()
    solver.run(target_pot_percent=0.5, max_iterations=400, seconds=120)
    print(
        f"  {solver.iteration} iterations in {time.perf_counter() - start:.1f} s, exploitability "
        f"{solver.exploitability().pot_percent:.2f}% of the pot",
        flush=True,
    )


def many_flops(count: int = 100) -> None:
    """Solve random flops of one matchup."""
    matchup = read_spot(FLOP)
    draw = random.Random(1)
    spots = [replace(matchup, board=tuple(draw.sample(range(CARD_COUNT), 3))) for _ in range(count)]
    start = time.perf_counter()
    iterations = [result.iterations for result in solve_batch(spots, backend="cuda")]
    spent = time.perf_counter() - start
    print(
        f"{count} random flops to 0.5% in {spent:.1f} s: {60 * count / spent:.0f} per minute, "
        f"{np.mean(iterations):.0f} iterations on average"
    )


def side_by_side() -> None:
    """Solve rivers and turns with all hands in a batch, and one after another."""
    draw = random.Random(1)
    for name, cards, count in (("rivers", 5, 1_000), ("turns", 4, 100)):
        spots = []
        for _ in range(count):
            board = cards_text(draw.sample(range(CARD_COUNT), cards))
            spots.append(Spot.of(board, 100, 300, oop="100%", ip="100%", bets="75%", raises="75%"))
        for spot in spots[:2]:  # warms up
            Solver(spot, backend="cuda").run(target_pot_percent=0.5)
        list(solve_batch(spots[:20], backend="cuda"))
        sample = spots[: count // 10]
        start = time.perf_counter()
        for spot in sample:
            Solver(spot, backend="cuda").run(target_pot_percent=0.5)
        alone = (time.perf_counter() - start) / len(sample)
        start = time.perf_counter()
        results = list(solve_batch(spots, backend="cuda"))
        together = (time.perf_counter() - start) / count
        worst = max(result.exploitability.pot_percent for result in results)
        iterations = np.mean([result.iterations for result in results])
        print(
            f"{count:,} {name} with all hands to 0.5%: {1000 * together:.2f} ms each, "
            f"{1000 * alone:.2f} ms one after another: {alone / together:.1f} x; at most "
            f"{worst:.2f}%, {iterations:.0f} iterations on average",
            flush=True,
        )


def main() -> None:
    """Print everything, with the default schedule."""
    cupy = load_cupy()
    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(f"{name}, CuPy {cupy.__version__}, {DEFAULT_SCHEDULE}")
    flop_spot(cupy)
    small_spots()
    side_by_side()
    many_flops()
    large_tree()


if __name__ == "__main__":
    main()
