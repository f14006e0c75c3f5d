"""Preflop: one joint solve against rounds of flops and matrices, exploitability per second.

The joint solve is `PreflopSolver`. A round solves the flops of every line with the ranges that get
there, finds the matrix of what every hand class wins against every other one with these strategies,
and then solves the betting before the flop, where flops are the matrices found so far: for each
player in turn, the opponent chooses one for each of their hand classes. Both are measured in the
same game: best responses through all streets to the strategy before the flop, with flops solved for
the ranges that it gets there with. The time of measuring is not counted. Writes
benchmarks/results/preflop_rounds.json.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Figure, at_most
from fifthstreet.cards import CLASS_COUNT
from fifthstreet.solvers.common.schedules import SingleDiscounts
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.search.preflop import PreflopGame, PreflopSolver
from fifthstreet.solvers.search.preflop.flop_lines import ClassRow
from fifthstreet.solvers.search.preflop.recipe import game_of
from fifthstreet.solvers.search.preflop.strategy import Rows, matched
from fifthstreet.tree import Kind

RESULTS = Path(__file__).parent / "results/preflop_rounds.json"
FLOPS = ["AsKd2c", "Qh9h4s", "8d7c3h", "JcJd5s"]
ROUNDS, FLOP_ITERATIONS, PREFLOP_ITERATIONS = 8, 40, 300
Matrix = NDArray[np.float64]  # [169, 169]: what classes of the first player win


def figures() -> Iterator[Figure]:
    """Run both, write their curves, and yield how much better the joint solve is in the end."""
    curves = both_curves("auto", FLOPS, ROUNDS)
    last_time, last = curves["rounds"][-1]
    joint = min(percent for seconds, percent in curves["joint"] if seconds <= last_time)
    yield at_most("joint solve: exploitability against rounds", joint / last, 1.0, "times")


def both_curves(backend: str, flops: list[str], rounds: int) -> dict[str, list[list[float]]]:
    """Return (seconds, percent of the blinds) of both methods."""
    game = game_of({"stack": 20, "flops": flops})
    by_rounds = [*round_curve(game, backend, rounds)]
    joint = [*joint_curve(game, backend, by_rounds[-1][0])]
    curves = {"joint": joint, "rounds": by_rounds}
    RESULTS.write_text(json.dumps({"flops": flops, "curves": curves}, indent=1) + "\n")
    return curves


def joint_curve(game: PreflopGame, backend: str, limit: float) -> Iterator[list[float]]:
    """Yield points of the joint solve until it has taken as long as the rounds."""
    solver = PreflopSolver(game, backend=backend)
    while solver.iterating_seconds < limit:
        solver.iterate(10)
        yield [solver.iterating_seconds, solver.exploitability().pot_percent]


def round_curve(game: PreflopGame, backend: str, rounds: int) -> Iterator[list[float]]:
    """Yield a point after each round."""
    tree = game.tree
    decisions = [node for node in game.nodes if tree.kind[node] == Kind.ACTION]
    fixed: dict[int, Rows] = {
        node: np.full((int(tree.n_children[node]), CLASS_COUNT), 1.0) for node in decisions
    }
    matrices: dict[int, list[Matrix]] = {line: [] for line in game.lines}
    seconds = 0.0
    for _ in range(rounds):
        start = perf_counter()
        solver = PreflopSolver(game, backend=backend, fixed=fixed)
        solver.iterate(FLOP_ITERATIONS)
        for line in game.lines:
            matrices[line].append(_matrix(solver, line))
        seconds += perf_counter() - start
        del solver
        start = perf_counter()
        for player in (0, 1):
            found = _preflop(game, matrices, chooser=1 - player)
            fixed |= {node: rows for node, rows in found.items() if tree.player[node] == player}
        seconds += perf_counter() - start
        check = PreflopSolver(game, backend=backend, fixed=fixed)
        check.iterate(4 * FLOP_ITERATIONS)
        yield [seconds, check.exploitability().pot_percent]
        del check


def _matrix(solver: PreflopSolver, line: int) -> Matrix:
    """Return what every class of the first player wins against every class of the second."""
    columns = []
    for held in range(CLASS_COUNT):
        reach = np.zeros(CLASS_COUNT)
        reach[held] = 1.0
        parts = [group.values(0, ValueMode.AVERAGE, reach) for group in solver.flops[line]]
        columns.append(np.sum(parts, axis=0))
    return np.array(columns).T


def _preflop(
    game: PreflopGame, matrices: dict[int, list[Matrix]], *, chooser: int
) -> dict[int, Rows]:
    """Return the strategy before the flop if one player chooses among the matrices."""
    leaves = {line: [MatrixLeaf(found, chooser)] for line, found in matrices.items()}
    solver = PreflopSolver(game, flops=leaves)
    solver.iterate(PREFLOP_ITERATIONS)
    return solver.average()


class MatrixLeaf:
    """The flops of a line as matrices, among which one player chooses, class by class."""

    def __init__(self, matrices: list[Matrix], chooser: int) -> None:
        """Start without regrets."""
        self._matrices = np.array(matrices)
        self._chooser = chooser
        self._regrets = np.zeros((len(matrices), CLASS_COUNT))
        self._averages = np.zeros((len(matrices), CLASS_COUNT))

    def update(
        self, player: int, iteration: int, discounts: SingleDiscounts, reach: ClassRow
    ) -> ClassRow:
        """Return a player's values; the chooser's regrets are updated in their own pass."""
        shares = matched(self._regrets)
        if player != self._chooser:
            self._averages = discounts.keep[max(iteration - 1, 0)] * self._averages + shares * reach
            won: ClassRow = np.einsum("kij,kj->i", self._for(player), shares * reach)
            return won
        rows: Rows = self._for(player) @ reach
        mean: ClassRow = (shares * rows).sum(axis=0)
        old = self._regrets
        kept = np.where(old > 0, discounts.positive[iteration], discounts.negative[iteration])
        self._regrets = old * kept + rows - mean
        return mean

    def values(self, player: int, mode: ValueMode, reach: ClassRow) -> ClassRow:
        """Return a player's values if the chooser's average choices, or their best, are made."""
        shares = matched(self._averages)
        if player != self._chooser:
            won: ClassRow = np.einsum("kij,kj->i", self._for(player), shares * reach)
            return won
        rows: Rows = self._for(player) @ reach
        chosen: ClassRow = (shares * rows).sum(axis=0)
        return rows.max(axis=0) if mode == ValueMode.BEST_RESPONSE else chosen

    def _for(self, player: int) -> NDArray[Any]:
        """Return the matrices from a player's side.  [K, own classes, other classes]"""
        return self._matrices if player == 0 else -self._matrices.transpose(0, 2, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--flops", nargs="+", default=FLOPS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    for name, curve in both_curves(options.backend, options.flops, options.rounds).items():
        print(name, *(f"{seconds:.1f} s {percent:.3g}%" for seconds, percent in curve), sep="\n  ")
