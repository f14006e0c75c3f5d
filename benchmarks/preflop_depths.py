"""Charts for stacks between two charts, beside a chart solved for the stack.

Three rules are compared: the mean with weights linear in the logarithm of the stack (the rule of
`BetweenStrategy`), weights linear in the stack, and the nearer chart alone. All differences are
weighted by how often a hand gets to a decision. Also how often the error that is stated for a
difference of EVs covers the true one, and how far EVs of a solve that was stopped early are from
EVs of the same solve run further, in units of gain / sqrt(probability of the line).

Run as `python -m benchmarks.preflop_depths --seats 3 --stacks 20,28,40`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_SIZES
from fifthstreet.review.chart_error import MIXING
from fifthstreet.solvers import ring_solver
from fifthstreet.solvers.ring import (
    BetweenStrategy,
    RingSolver,
    RingStrategy,
    depth_weights,
    open_ring,
)
from fifthstreet.tree import Kind

Rows = NDArray[np.float64]
NEAR = 0.02  # of shares
_DEALT = CLASS_SIZES / CLASS_SIZES.sum()


def solver_of(args: argparse.Namespace, stack: float) -> RingSolver:
    """Return the solver of a table with the default sizes."""
    recipe = {"seats": args.seats, "stack": stack}
    return ring_solver(recipe, after=args.after, seed=args.seed, threads=1)


def reach_of(strategy: RingStrategy) -> dict[int, Rows]:
    """Return how often each class of the player to act gets to each decision.  [169]"""
    tree, found = strategy.tree, {}
    waiting = [(0, np.ones((tree.players, 169)))]
    while waiting:
        node, reach = waiting.pop()
        if tree.kind[node] != Kind.ACTION:
            continue
        player = int(tree.player[node])
        others = np.prod([row @ _DEALT for at, row in enumerate(reach) if at != player])
        found[node] = reach[player] * _DEALT * others
        for child, share in zip(tree.children(node), strategy.shares(node), strict=True):
            below = reach.copy()
            below[player] *= share
            waiting.append((child, below))
    return found


def mixed(charts: list[RingStrategy], stack: float, rule: str) -> BetweenStrategy:
    """Return the mean of two charts by a rule."""
    between = BetweenStrategy(charts, stack)
    shallow, deep = (chart.tree.rules.stacks[0] for chart in charts)
    of_deep = (stack - shallow) / (deep - shallow)
    log_deep = depth_weights(shallow, deep, stack)[1]
    between.weights = {
        "logarithm": between.weights,
        "linear": (1 - of_deep, of_deep),
        "nearer": (1.0, 0.0) if log_deep < 0.5 else (0.0, 1.0),
    }[rule]
    return between


def solved(args: argparse.Namespace, stack: float) -> RingStrategy:
    """Return the chart for a stack, from the folder if it is there."""
    path = args.folder and args.folder / f"{args.seats}max_{stack:g}.ring"
    if path and path.exists():
        return open_ring(path)
    solver = solver_of(args, stack)
    solver.run(target_pot_percent=args.target, max_iterations=args.max_iterations)
    chart = solver.strategy()
    print(f"{stack:g} big blinds: {chart.exploitability}, {solver.iteration} iterations")
    if path:
        chart.save(path)
    return chart


def compare(args: argparse.Namespace) -> None:
    """Print how far each rule is from the chart that was solved."""
    low, stack, high = args.stacks
    charts = {each: solved(args, each) for each in args.stacks}
    truth = charts[stack]
    weights = reach_of(truth)
    measured = solver_of(args, stack)
    for rule in ("logarithm", "linear", "nearer"):
        between = mixed([charts[low], charts[high]], stack, rule)
        mass = sum(float(weight.sum()) for weight in weights.values())
        shares = within = evs = alone = 0.0
        known_by_mean = []
        rows = [np.empty((0, 169))] * (max(weights) + 1)
        for node, weight in weights.items():
            rows[node] = between.shares(node)
            off = np.abs(rows[node] - truth.shares(node))
            shares += float((off.mean(axis=0) * weight).sum())
            within += float(((off <= NEAR).mean(axis=0) * weight).sum())
            gap = np.abs(between.class_values(node) - truth.class_values(node)).mean(axis=0)
            evs += float(np.nansum(gap * weight))
            if sum(each > 0 for each in between.weights_at(node)) < 2:
                alone += float(weight.sum())
            else:
                known_by_mean.append(errors_at(between, truth, node, weight))
        measured.settle(np.concatenate(rows))
        gains = measured.exploitability().gains or ()
        print(
            f"{rule:10s} shares off by {100 * shares / mass:.2f} points (mean), "
            f"{within / mass:.1%} within {100 * NEAR:g}; EVs off by "
            f"{evs / mass:.4f} bb; one chart alone at "
            f"{alone / mass:.1%}; gains in bb/100: "
            + ", ".join(f"{100 * gain:.2f}" for gain in gains)
        )
        if known_by_mean:
            print_errors(np.concatenate(known_by_mean, axis=1))


def errors_at(
    between: BetweenStrategy, truth: RingStrategy, node: int, weight: Rows
) -> NDArray[np.float64]:
    """Return losses of all actions but the best, their errors, how far charts differ, weights."""
    found, known = between.class_values(node), truth.class_values(node)
    (share, first), (_, second) = between.values_of_charts(node)
    best = found.argmax(axis=0)[None]
    losses = [np.take_along_axis(each, best, 0) - each for each in (found, known, first, second)]
    apart = 4 * share * (1 - share) * np.abs(losses[2] - losses[3])
    chosen = (losses[0] > 0) & np.isfinite(losses[1]) & np.isfinite(apart)
    columns = losses[0], np.abs(losses[0] - losses[1]), apart, weight * np.ones_like(apart)
    return np.array([each[chosen] for each in columns])


def print_errors(columns: NDArray[np.float64]) -> None:
    """Print how large errors of losses are, in big blinds and as a share of the difference."""
    for most in (0.1, 0.5, 2.0, np.inf):
        _, error, apart, weight = columns[:, columns[0] < most]
        ratio = error / np.maximum(apart, 1e-9)
        print(
            f"  losses below {most:g} bb: mean error {weighted(error, weight):.4f} bb, 95% "
            f"{quantile(error, weight, 0.95):.4f}; charts apart {weighted(apart, weight):.4f}; "
            "error in differences of charts: median, 90, 95%: "
            + ", ".join(f"{quantile(ratio, weight, at):.2f}" for at in (0.5, 0.9, 0.95))
            + f"; covered by {MIXING:g}: {weighted(error <= MIXING * apart, weight):.1%}"
        )


def weighted(values: NDArray[np.floating | np.bool_], weights: NDArray[np.floating]) -> float:
    """Return a weighted mean."""
    return float((values * weights).sum() / weights.sum())


def quantile(values: NDArray[np.floating], weights: NDArray[np.floating], at: float) -> float:
    """Return a weighted quantile."""
    order = np.argsort(values)
    part = np.cumsum(weights[order]) / weights.sum()
    return float(values[order][np.searchsorted(part, at)])


def early(args: argparse.Namespace) -> None:
    """Print how far EVs of an early stop are off, in units of gain / sqrt(probability)."""
    stack = args.stacks[1]
    solver = solver_of(args, stack)
    solver.run(target_pot_percent=args.early, max_iterations=args.max_iterations)
    first = solver.strategy()
    solver.run(target_pot_percent=args.target, max_iterations=args.max_iterations)
    last = solver.strategy()
    gain = max(first.exploitability.gains or (0.0,))
    ratios, masses = [], []
    for node, weight in reach_of(first).items():
        line = float(weight.sum())
        values = [each.class_values(node) for each in (first, last)]
        best = values[0].argmax(axis=0)[None]
        delta = [np.take_along_axis(each, best, 0) - each for each in values]
        taken = (delta[0] > 0) & (weight > 0)
        ratios.append((np.abs(delta[0] - delta[1]) / (gain / max(line, 1e-6) ** 0.5))[taken])
        masses.append((weight * np.ones_like(delta[0]))[taken])
    ratio, mass = np.concatenate(ratios), np.concatenate(masses)
    print(
        f"early stop at {first.exploitability}, then {last.exploitability}: |error| / (gain / "
        "sqrt(line)): median, 90, 95, 99%: "
        + ", ".join(f"{quantile(ratio, mass, at):.2f}" for at in (0.5, 0.9, 0.95, 0.99))
    )


def main() -> None:
    """Run both comparisons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument(
        "--stacks",
        type=lambda text: [float(each) for each in text.split(",")],
        default=[20.0, 28.0, 40.0],
    )
    parser.add_argument("--after", default="network")
    parser.add_argument("--target", type=float, default=0.05)
    parser.add_argument("--early", type=float, default=0.5)
    parser.add_argument("--max-iterations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="keep charts here")
    args = parser.parse_args()
    compare(args)
    early(args)


if __name__ == "__main__":
    main()
