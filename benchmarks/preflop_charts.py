"""Heads-up charts solved with a network for the end of preflop, beside the package's exact charts.

Both have the same stacks, sizes and flops. Differences are in the EV of hand classes: the button's
at the start, and the big blind's after the button's most frequent raise.
A chart's exploitability is exact in the game of its flops: the strategy before the flop stays as it
is, each flop is solved with the ranges that get there, and the best response may deviate anywhere.
It is measured for both charts in the same way, so the difference does not depend on how far flops
are solved. Run as `python -m benchmarks.preflop_charts --network FILE --backend cuda`.
"""

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_SIZES
from fifthstreet.solvers.search.preflop import (
    PREFLOP_NAMES,
    PreflopGame,
    PreflopSolver,
    PreflopStrategy,
    PreflopStreetSolver,
    open_preflop,
    strategy_path,
)
from fifthstreet.solvers.values import load_network, network_leaf_values

TARGET = 0.1  # percent of the blinds, of the betting before the flop
MAX_ITERATIONS = 2_000
NEAR = 1.0  # percent of the blinds


@dataclass
class Row:
    """A chart from a network, compared with the exact one; EVs are in percent of the blinds."""

    chart: str
    seconds: float
    on_street: float  # exploitability, with the network's values
    button: tuple[float, float, float]  # mean and largest difference, share of near classes
    big_blind: tuple[float, float, float]
    frequencies: tuple[list[float], list[float]]  # of the button's actions: exact, network
    exploitability: tuple[float, float] | None = None  # exact, network


def compare(name: str, network: str, backend: str | None, iterations: int) -> Row:
    """Solve the game of a chart with a network, and compare both.

    Args:
        name: A chart of the package.
        network: A network for preflop.
        backend: Solves flops for the exploitability; None leaves it out.
        iterations: Number of iterations with which flops are solved for it.
    """
    exact = open_preflop(strategy_path(name))
    leaves = network_leaf_values(load_network(network))
    started = time.perf_counter()
    solver = PreflopStreetSolver(exact.game, leaves)
    state = solver.run(target_pot_percent=TARGET, max_iterations=MAX_ITERATIONS)
    seconds = time.perf_counter() - started
    found = solver.strategy()
    raised = _most_frequent_raise(exact)
    row = Row(
        name,
        seconds,
        state.exploitability.pot_percent,
        _differences(exact, found, 0),
        _differences(exact, found, raised),
        (_frequencies(exact), _frequencies(found)),
    )
    if backend is not None:
        first, second = (
            _exploitability(each, exact.game, backend, iterations) for each in (exact, found)
        )
        row.exploitability = (first, second)
    return row


def _class_values(strategy: PreflopStrategy, node: int) -> NDArray[np.float64]:
    """Return what classes win at a decision, in percent of the blinds.  [169]"""
    won = (strategy.shares(node) * strategy.class_values(node)).sum(axis=0)
    percent: NDArray[np.float64] = 100 * won / strategy.tree.pot(0)
    return percent


def _differences(
    exact: PreflopStrategy, found: PreflopStrategy, node: int
) -> tuple[float, float, float]:
    apart = abs(_class_values(exact, node) - _class_values(found, node))
    return float(np.nanmean(apart)), float(np.nanmax(apart)), float((apart <= NEAR).mean())


def _frequencies(strategy: PreflopStrategy) -> list[float]:
    """Return how often the button takes each action, with all hands dealt alike."""
    dealt = CLASS_SIZES / CLASS_SIZES.sum()
    frequencies: list[float] = (strategy.shares(0) @ dealt).tolist()
    return frequencies


def _most_frequent_raise(strategy: PreflopStrategy) -> int:
    """Return the big blind's decision after the raise that the button makes most often."""
    actions, often = strategy.tree.actions(0), _frequencies(strategy)
    raises = [at for at, action in enumerate(actions) if action.startswith("b")]
    return int(list(strategy.tree.children(0))[max(raises, key=often.__getitem__)])


def _exploitability(
    strategy: PreflopStrategy, game: PreflopGame, backend: str, iterations: int
) -> float:
    solver = PreflopSolver(game, fixed=strategy.tables.averages, backend=backend)
    solver.iterate(iterations)
    return solver.exploitability().pot_percent


def main() -> None:
    """Compare charts and print or save the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", default="preflop")
    parser.add_argument("--charts", nargs="+", default=PREFLOP_NAMES)
    parser.add_argument("--backend", help="measure exploitability, such as with cuda")
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--out", type=Path, help="JSON file, written after each chart")
    options = parser.parse_args()
    rows = []
    for name in options.charts:
        row = compare(name, options.network, options.backend, options.iterations)
        rows.append(asdict(row))
        print(row, flush=True)
        if options.out is not None:
            options.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
