"""Solve small spots on a GPU with every variant of the kernels, twice each, and compare the bits.

The spots are small enough for compute-sanitizer:

    compute-sanitizer --tool memcheck python3 -m tools.exercise_gpu
    compute-sanitizer --tool racecheck python3 -m tools.exercise_gpu
"""

import hashlib
import sys
from itertools import product

from fifthstreet.solvers.common import SCHEDULES
from fifthstreet.solvers.common.schedules import Schedule
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.backends.names import PRECISIONS, Precision
from fifthstreet.tree import Rake
from fifthstreet.tree.strategy import Lock

RANGES = "22+,A2s+,A8o+,KQo:0.5", "55+,K5s+,QTo+,JTs:0.25"
SPOTS = {
    "river": Spot.of("QsJh2h7c4d", 100, 250, oop=RANGES[0], ip=RANGES[1], bets="50%, a"),
    "turn": Spot.of("AsTs4h7h", 20, 60, oop=RANGES[0], ip=RANGES[1], bets="60%", raises="a"),
    "turn with rake and a lock": Spot.of(
        "AsTs4h7h",
        20,
        60,
        oop="TT,AJs,K9s",
        ip="99,AQo,KTs",
        bets="60%",
        rake=Rake(0.05, 2.0),
        locks=(Lock("r:k", {"k": 0.5, "b12": 0.5}),),
    ),
}
ITERATIONS = 3


def play(spot: Spot, schedule: Schedule, precision: Precision) -> tuple[str, float]:
    """Return a hash of all tables after a few iterations, and the exploitability in chips."""
    solver = Solver(spot, backend="cuda", schedule=schedule, precision=precision)
    solver.iterate(ITERATIONS)
    chips = solver.exploitability().chips
    digest = hashlib.sha256()
    for tables in solver.tables:
        for name in sorted(tables.arrays):
            digest.update(tables.arrays[name].tobytes())
    return digest.hexdigest()[:16], chips


def main() -> int:
    """Print a line for each variant; return 1 if two runs of any of them differ."""
    failed = 0
    schedules = ("discounted", "predictive")
    for (name, spot), schedule, precision in product(SPOTS.items(), schedules, PRECISIONS):
        first, second = (play(spot, SCHEDULES[schedule], precision) for _ in range(2))
        failed += first != second
        verdict = "same bits" if first == second else "DIFFERENT BITS"
        print(f"{name}, {schedule}, {precision}: {first[0]}, {first[1]:.4f} chips, {verdict}")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
