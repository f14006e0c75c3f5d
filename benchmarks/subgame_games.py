"""Subgames of small games: what each method makes of a blueprint.

Blueprints of Leduc hold'em and of Rhode Island hold'em with ten cards are re-solved for both
players from their public states on, and the composed strategies are measured by exact best
responses. Writes benchmarks/results/subgame_games.json; `python -m benchmarks.subgame_games` prints
it as a table. Takes about 8 CPU minutes.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from benchmarks.measure import Figure, at_least, at_most
from fifthstreet.abstraction import StreetRecipe
from fifthstreet.solvers.abstracted import limit_buckets
from fifthstreet.solvers.cfr import FullSolver, GameTree, Strategy, exploitability, flatten
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.games import LimitPoker, leduc, rhode_island
from fifthstreet.solvers.search.any_game import resolve_game
from fifthstreet.solvers.search.methods import METHODS, SAFE_METHODS

Row: TypeAlias = dict[str, Any]

RESULTS = Path(__file__).parent / "results/subgame_games.json"
NONE = "none"
ITERATIONS = 1_000  # of each subgame
EXACT_ITERATIONS = 3_000  # of an equilibrium
NOISE = 0.5  # share of random play in a round
TOLERANCE = 0.0002  # of the pot at the start: what unfinished solves may add
UNIFORM, FEW, BUCKETS, EQUILIBRIUM = "uniform", "10 iterations", "buckets", "equilibrium"
FIRST_ROUND, LATER_ROUNDS = "random first round", "random later rounds"


@dataclass(frozen=True)
class SmallGame:
    """A game, the depths at which its subgames begin, and its blueprints."""

    game: LimitPoker
    depths: tuple[int, ...]
    buckets: int  # of each round, in the blueprint with buckets
    blueprints: tuple[str, ...]

    @property
    def pot(self) -> float:
        """Chips in the pot at the start."""
        return self.game.ante * self.game.players


GAMES = {
    "Leduc": SmallGame(
        leduc(), (1,), 2, (UNIFORM, FEW, BUCKETS, FIRST_ROUND, LATER_ROUNDS, EQUILIBRIUM)
    ),
    "Rhode Island, 10 cards": SmallGame(
        rhode_island(ranks=5, suits=2, max_bets=1), (1, 2), 3, (UNIFORM, FEW, BUCKETS, EQUILIBRIUM)
    ),
}


def figures() -> Iterator[Figure]:
    """Measure all methods, write the results, and yield figures that sum them up."""
    rows: list[Row] = []
    for row in measured_rows():
        rows.append(row)
        RESULTS.write_text(json.dumps(_report(rows), indent=1) + "\n")
    for name, small in GAMES.items():
        own = [row for row in rows if row["game"] == name]
        for method in SAFE_METHODS:
            rise = max(row[method] - row[NONE] for row in own)
            limit = TOLERANCE * small.pot
            yield at_most(f"{name}: most that {method} adds", max(rise, 0.0), limit, "chips")
        exact = next(row for row in own if row["blueprint"] == EQUILIBRIUM)
        yield at_least(
            f"{name}: unsafe at an equilibrium", exact["unsafe"], 2 * exact[NONE], "chips"
        )


def measured_rows() -> Iterator[Row]:
    """Yield exploitability in chips by method, for each game, depth and blueprint."""
    for name, small in GAMES.items():
        tree = flatten(small.game)
        for blueprint in small.blueprints:
            strategy = make_blueprint(small, tree, blueprint)
            before = exploitability(tree, strategy).chips
            for depth in small.depths:
                row: Row = {"game": name, "depth": depth, "blueprint": blueprint, NONE: before}
                for method in METHODS:
                    resolved = resolve_game(
                        small.game, strategy, method, depth=depth, iterations=ITERATIONS
                    )
                    row[method] = exploitability(tree, resolved).chips
                yield row


def make_blueprint(small: SmallGame, tree: GameTree, name: str) -> Strategy:
    """Return the blueprint with a name of this file."""
    if name == UNIFORM:
        return Strategy.uniform(tree)
    if name == FEW:
        return _solved(tree, 10)
    if name == BUCKETS:
        recipes = [StreetRecipe("ehs", small.buckets)] * len(small.game.board)
        abstracted = limit_buckets(small.game, tree, recipes).abstracted(tree)
        return abstracted.full_strategy(_solved(abstracted.tree, EXACT_ITERATIONS))
    exact = _solved(tree, EXACT_ITERATIONS)
    if name == EQUILIBRIUM:
        return exact
    weights = np.random.default_rng(0).exponential(size=exact.probabilities.size)
    random = Strategy.from_weights(tree, weights).probabilities
    is_first = np.repeat(["/" not in key for key in tree.keys], np.diff(tree.first_action))
    is_random = is_first if name == FIRST_ROUND else ~is_first
    mixed = (1 - NOISE) * exact.probabilities + NOISE * random
    return Strategy(tree, np.where(is_random, mixed, exact.probabilities))


def table(rows: list[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = [f"| game, depth | blueprint | {' | '.join((NONE, *METHODS))} |"]
    lines.append("|---|---|" + "---|" * (1 + len(METHODS)))
    for row in rows:
        chips = " | ".join(f"{row[method]:.4f}" for method in (NONE, *METHODS))
        lines.append(f"| {row['game']}, {row['depth']} | {row['blueprint']} | {chips} |")
    return "\n".join(lines)


def _solved(tree: GameTree, iterations: int) -> Strategy:
    solver = FullSolver(tree, schedule=DEFAULT_SCHEDULE)
    solver.iterate(iterations)
    return solver.average()


def _report(rows: list[Row]) -> dict[str, Any]:
    return {
        "unit": "chips",
        "iterations": ITERATIONS,
        "games": {name: small.game.name for name, small in GAMES.items()},
        "rows": rows,
    }


if __name__ == "__main__":
    print(table(json.loads(RESULTS.read_text())["rows"]))
