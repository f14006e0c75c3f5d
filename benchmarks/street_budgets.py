"""What flops lose by the CPU seconds of their solve: value networks, buckets and whole hands.

One thread solves each flop for 0.25 to 4 CPU seconds: to the end of the street with the network; to
the end of the street with a blueprint of buckets and four continuations, where the training, the
values of leaves and the iterations take about a third of the time each; and to the end of the hand.
Then one player's flop is locked, everything else is solved, and what the opponent wins more than in
an exact solve is what the street loses.

`python -m benchmarks.street_budgets` adds what benchmarks/results/street_budgets.json lacks, one
measurement after the other, and prints it as a table; `--minutes` limits its time. Exact solves of
flops take minutes, so ranges are narrow.
"""

import argparse
import json
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from benchmarks.depth_limited import FLOP_TARGET, locked_plan
from fifthstreet.abstraction import load_abstraction
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.cfr import PublicChanceSampling
from fifthstreet.solvers.common import IterativeSolver
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.backends.exploitability import measure
from fifthstreet.solvers.postflop.spot.plan import Plan, make_plan
from fifthstreet.solvers.search import DepthLimitedSolver, LeafValueSolver
from fifthstreet.solvers.search.blueprint_leaves import DEFAULT_BOARDS
from fifthstreet.solvers.values import network_leaf_values, shipped_network
from fifthstreet.solvers.values.all_in import _leads
from fifthstreet.solvers.values.flop_leaves import _all_in
from fifthstreet.support.blas_threads import one_blas_thread
from fifthstreet.tree.strategy import TreeStrategy

Row: TypeAlias = dict[str, Any]
# By budget: the strategy of each player's search, and the iterations and CPU seconds of one search.
Solved: TypeAlias = dict[float, tuple[tuple[TreeStrategy, TreeStrategy], int, float]]

RESULTS = Path(__file__).parent / "results/street_budgets.json"
BUDGETS = (0.25, 0.5, 1.0, 2.0, 4.0)  # CPU seconds
SPOTS = (("QsJh2h", 200), ("Ts9d4c", 200), ("QsJh2h", 700), ("Ts9d4c", 700))
POT = 100
OOP = "88-66,A9s,A8s,KTs,QTs,JTs,T9s,98s,ATo,KJo"
IP = "99-77,ATs,A5s,A4s,KTs,Q9s,J9s,T8s,AJo,KQo"
RECIPE = "small"
BOARDS_AT_ONCE = 5  # of a training, between two looks at the clock
LEAF_BOARDS_PER_SECOND = 15  # of a budget; a board takes about 22 CPU ms
EXACT_ITERATIONS = 200


class Clock:
    """CPU seconds of the process since a start."""

    def __init__(self) -> None:
        self._start = time.process_time()

    @property
    def seconds(self) -> float:
        """CPU seconds until now."""
        return time.process_time() - self._start

    def aside(self, work: Callable[[], Any]) -> Any:
        """Return the result of work that does not count."""
        before = time.process_time()
        result = work()
        self._start += time.process_time() - before
        return result

    def spend(self, solver: IterativeSolver, budget: float, step: int = 1) -> None:
        """Iterate until the budget is spent, at least once."""
        solver.iterate(step)
        while self.seconds < budget:
            solver.iterate(step)


def by_network(spot: Spot) -> Solved:
    """Solve the street with the network, without anything known of the board."""
    for cached in (_leads, _all_in):
        cached.cache_clear()
    clock = Clock()
    leaves = network_leaf_values(shipped_network("flop"), threads=1)
    return _at_budgets(LeafValueSolver(spot, leaves, threads=1), clock)


def by_hand(spot: Spot) -> Solved:
    """Solve the whole hand."""
    clock = Clock()
    return _at_budgets(Solver(spot, threads=1, backend="native"), clock)


def _at_budgets(solver: IterativeSolver, clock: Clock) -> Solved:
    found: Solved = {}
    for budget in BUDGETS:
        clock.spend(solver, budget)
        seconds, strategy = clock.seconds, clock.aside(solver.average)
        found[budget] = ((strategy, strategy), solver.iteration, seconds)
    return found


def by_buckets(spot: Spot) -> Solved:
    """Train a blueprint and solve the street with its continuations, for each player."""
    key = load_abstraction(RECIPE)
    found: Solved = {}
    for budget in BUDGETS:
        clock = Clock()
        trained = BlueprintSolver(
            spot.tree,
            spot.ranges,
            BlueprintOptions(threads=1),
            board=spot.board,
            key=key,
            rake=spot.rake,
            scheme=PublicChanceSampling(),
        )
        clock.spend(trained, budget / 3, BOARDS_AT_ONCE)
        blueprint, training_seconds = trained.average(), clock.seconds
        strategies: list[TreeStrategy] = []
        leaf_boards = min(round(LEAF_BOARDS_PER_SECOND * budget), DEFAULT_BOARDS)
        for player in (0, 1):
            searching = Clock()
            solver = DepthLimitedSolver(spot, player, blueprint, boards=leaf_boards, threads=1)
            searching.spend(solver, budget - training_seconds)
            strategies.append(solver.solution())
        seconds = training_seconds + searching.seconds
        found[budget] = ((strategies[0], strategies[1]), solver.iteration, seconds)
    return found


METHODS: dict[str, Callable[[Spot], Solved]] = {
    "network": by_network,
    "buckets": by_buckets,
    "hand": by_hand,
}


def flop_spot(board: str, stack: float) -> Spot:
    """Return a flop with narrow ranges and the sizes that the network was trained with."""
    return Spot.of(
        board,
        POT,
        stack,
        oop=OOP,
        ip=IP,
        bets="50%, 100%, a",
        raises="100%, a",
        max_raises=2,
        min_bet=1,
    )


def run(path: Path, seconds: float) -> None:
    """Add the rows that a file lacks, one after the other, until the time is over."""
    end = time.monotonic() + seconds
    rows: list[Row] = json.loads(path.read_text())["rows"] if path.exists() else []

    def add(row: Row) -> None:
        rows.append(row)
        unit = "percent of the pot"
        data = {"unit": unit, "oop": OOP, "ip": IP, "rows": rows}
        path.write_text(json.dumps(data, indent=1) + "\n")

    known = {tuple(row[name] for name in ("board", "stack", "method", "budget")) for row in rows}
    for (board, stack), method in product(SPOTS, METHODS):
        missing = [b for b in BUDGETS if (board, stack, method, b) not in known]
        if not missing:
            continue
        spot = flop_spot(board, stack)
        exact = exact_values(spot, make_plan(spot))
        solved = METHODS[method](spot)
        for budget in missing:
            if time.monotonic() > end:
                return
            strategies, iterations, spent = solved[budget]
            losses = []
            for player, strategy in enumerate(strategies):
                values = exact_values(spot, locked_plan(spot, player, strategy))
                losses.append(100 * (values[1 - player] - exact[1 - player]) / POT)
            row: Row = {"board": board, "stack": stack, "method": method, "budget": budget}
            row |= {"loss": float(np.mean(losses)), "iterations": iterations, "seconds": spent}
            add(row)
            print(row, flush=True)


def exact_values(spot: Spot, plan: Plan) -> tuple[float, ...]:
    """Return both players' EVs of an exact solve."""
    solver = Solver(spot, plan=plan, backend="native", threads=1)
    solver.run(target_pot_percent=FLOP_TARGET, max_iterations=EXACT_ITERATIONS)
    values = measure(solver.backend, with_values=True).values
    assert values is not None
    return values


def table(path: Path) -> str:
    """Return the losses as a Markdown table, with the iterations in brackets."""
    rows = json.loads(path.read_text())["rows"]
    cells = {
        (row["board"], row["stack"], row["method"], row["budget"]): (
            f"{row['loss']:.2f} ({row['iterations']})"
        )
        for row in rows
    }
    lines = [
        "| board | stack | method | " + " | ".join(f"{each:g} s" for each in BUDGETS) + " |",
        "|" + "---|" * (3 + len(BUDGETS)),
    ]
    for (board, stack), method in product(SPOTS, METHODS):
        found = [cells.get((board, stack, method, budget), "") for budget in BUDGETS]
        if any(found):
            lines.append(f"| {board} | {stack} | {method} | {' | '.join(found)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.street_budgets", description=__doc__
    )
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--results", type=Path, default=RESULTS)
    options = parser.parse_args()
    with one_blas_thread():
        run(options.results, 60 * options.minutes)
    print(table(options.results))


if __name__ == "__main__":
    main()
