"""A table before the flop from nothing: seconds until no position gains more than a limit.

With the default sizes and the package's network. Run as

    python -m benchmarks.tables --seats 6 --threads 2
    python -m benchmarks.tables --seats 6 --compare 0 1

The second one solves with two seeds of boards, and compares the strategies: how many of the
frequencies, weighted by how often a class gets to the decision, are within 2 percentage points. It
also takes two files of charts.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from fifthstreet.cards import CLASS_COUNT, CLASS_SIZES, HOLE_COUNT
from fifthstreet.solvers import ring_solver
from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.ring import RingStrategy, open_ring
from fifthstreet.tree import Kind

NEAR = (0.02, 0.05)  # shares
DEALT = CLASS_SIZES / HOLE_COUNT


def solved(options: argparse.Namespace, seed: int) -> RingStrategy:
    """Return a strategy, and print how the largest gain of a position falls."""
    start, cpu = time.perf_counter(), time.process_time()
    recipe = {"seats": options.seats, "stack": options.stack}
    solver = ring_solver(recipe, seed=seed, threads=options.threads, after=options.after)

    def show(state: Progress) -> bool:
        assert state.exploitability.gains is not None
        gain = 100 * max(state.exploitability.gains)
        print(
            f"seed {seed}, {state.iteration} iterations, {time.perf_counter() - start:.0f} s, "
            f"{time.process_time() - cpu:.0f} CPU s: at most {gain:.2f} big blinds in 100 hands",
            flush=True,
        )
        return bool(gain > options.gain)

    solver.run(max_iterations=options.max_iterations, progress=show)
    return solver.strategy()


def agreement(first: RingStrategy, second: RingStrategy) -> tuple[list[float], float]:
    """Return how often frequencies are as near as `NEAR`, and their mean difference.

    Each class at each decision counts as often as it gets there, by the mean of both strategies.
    """
    tree = first.tree
    weights, differences = [], []
    places = [(0, np.ones((tree.players, CLASS_COUNT)))]
    while places:
        node, reach = places.pop()
        if first.is_left_out(node) or second.is_left_out(node):
            continue
        player, rows = int(tree.player[node]), (first.shares(node), second.shares(node))
        others = np.delete(reach @ DEALT, player).prod()
        weights.append(others * reach[player] * DEALT)
        differences.append(np.abs(rows[0] - rows[1]).max(axis=0))
        for child, share in zip(tree.children(node), (rows[0] + rows[1]) / 2, strict=True):
            if tree.kind[child] == Kind.ACTION:
                below = reach.copy()
                below[player] *= share
                places.append((child, below))
    often, apart = np.concatenate(weights), np.concatenate(differences)
    within = [float(often[apart <= near].sum() / often.sum()) for near in NEAR]
    return within, float(often @ apart / often.sum())


def main() -> None:
    """Solve and compare what the options say."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables")
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--stack", type=float, default=100)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--after", default="network", help="network or checked-down")
    parser.add_argument("--gain", type=float, default=1.0, help="big blinds in 100 hands")
    parser.add_argument("--max-iterations", type=int, default=2_000)
    parser.add_argument("--compare", nargs=2, metavar="SEED_OR_FILE")
    options = parser.parse_args()
    if options.compare is None:
        solved(options, 0)
        return
    first, second = (
        solved(options, int(each)) if each.isdigit() else open_ring(each)
        for each in options.compare
    )
    within, mean = agreement(first, second)
    for near, share in zip(NEAR, within, strict=True):
        print(f"{share:.1%} of the frequencies are within {100 * near:.0f} points")
    print(f"mean difference {100 * mean:.2f} points")


if __name__ == "__main__":
    main()
