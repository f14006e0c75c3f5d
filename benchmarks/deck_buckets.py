"""Buckets in games with small decks: what methods of card abstraction cost there.

Rhode Island hold'em is solved with buckets of hands in all rounds, which players remember, and the
result is played in the game without buckets. Part of `python -m benchmarks buckets`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from benchmarks.measure import Figure, at_most
from fifthstreet.abstraction import StreetRecipe
from fifthstreet.solvers.abstracted import limit_buckets
from fifthstreet.solvers.cfr import FullSolver, GameTree, flatten
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.games import LimitPoker, rhode_island
from fifthstreet.support.drawing import curve_picture
from fifthstreet.tree.strategy import Exploitability

Row: TypeAlias = dict[str, Any]

ITERATIONS = 300  # of each solve, with a check at half of them
RESTARTS = 10
# The method of all rounds but the last, and the method of the last.
METHODS = {
    "ehs": ("ehs", "ehs"),
    "ehs-percentile": ("ehs-percentile", "ehs-percentile"),
    "ehs-percentile, ochs": ("ehs-percentile", "ochs"),
    "ehs-percentile, ochs of 2": ("ehs-percentile", "ochs"),
    "emd, ochs": ("emd", "ochs"),
    "potential-aware, ochs": ("potential-aware", "ochs"),
    "emd, warm-up": ("emd", "warm-up"),
    "warm-up": ("warm-up", "warm-up"),
}
OPPONENTS = {"ehs-percentile, ochs of 2": 2}  # clusters of the opponent's hands; otherwise 8
UNSEEDED = ("ehs", "ehs-percentile")  # without k-means
WARM_UP, SIMPLE = "warm-up", "ehs"
# As many as there are colours; the others lie between these.
DRAWN = (
    "ehs",
    "ehs-percentile",
    "ehs-percentile, ochs of 2",
    "emd, ochs",
    "potential-aware, ochs",
    "warm-up",
)
COMPARED = 20  # buckets


@dataclass(frozen=True)
class Deck:
    """A game, and what is measured in it."""

    game: LimitPoker
    counts: tuple[int, ...]  # buckets of each round
    seeds: int  # of k-means

    @property
    def pot(self) -> float:
        """Chips in the pot at the start."""
        return self.game.ante * self.game.players


MAIN, RAISES = "16 cards", "12 cards, with raises"
DECKS = {
    MAIN: Deck(rhode_island(ranks=8, suits=2, max_bets=1), (2, 3, 5, 8, 12, 20), 5),
    RAISES: Deck(rhode_island(ranks=6, suits=2, max_bets=2), (3, 8, 20), 3),
}


def measured_rows() -> Iterator[Row]:
    """Yield a row for each game, method, number of buckets and seed."""
    for name, deck in DECKS.items():
        tree = flatten(deck.game)
        exact = FullSolver(tree, schedule=DEFAULT_SCHEDULE)
        exact.iterate(ITERATIONS)
        yield _row(name, "exact") | {
            "information_sets": len(tree.keys),
            "pot_percent": _percent(deck, exact.exploitability()),
        }
        lossless = [StreetRecipe("lossless", 1)] * len(deck.game.board)
        yield _measured(_row(name, "lossless"), tree, lossless)
        for method in METHODS:
            for count in deck.counts:
                for seed in range(1 if method in UNSEEDED else deck.seeds):
                    recipes = _recipes(method, count, len(deck.game.board))
                    yield _measured(_row(name, method, count, seed), tree, recipes)


def figures(rows: list[Row]) -> Iterator[Figure]:
    """Yield figures that sum up the rows."""
    for name in DECKS:
        lossless, exact = (percents(rows, name, each, None)[0] for each in ("lossless", "exact"))
        yield at_most(
            f"{name}: lossless, off the exact solution", abs(lossless - exact), 0.05, "% of the pot"
        )
        yield at_most(
            f"{name}: exploitability with {COMPARED} buckets, {WARM_UP}, against {SIMPLE}",
            float(np.mean(percents(rows, name, WARM_UP, COMPARED))),
            float(np.mean(percents(rows, name, SIMPLE, COMPARED))),
            "% of the pot",
        )


def report(rows: list[Row]) -> dict[str, Any]:
    """Return the rows with what they are rows of."""
    return {
        "iterations": ITERATIONS,
        "games": {name: deck.game.name for name, deck in DECKS.items()},
        "rows": rows,
    }


def percents(rows: list[Row], name: str, method: str, count: int | None) -> list[float]:
    """Return exploitability in percent of the pot, for each seed."""
    wanted = {"game": name, "method": method, "buckets": count}.items()
    return [float(row["pot_percent"]) for row in rows if wanted <= row.items()]


def picture(rows: list[Row]) -> str:
    """Draw the mean over the seeds of each method, and its range behind it."""
    curves: dict[str, list[tuple[float, float]]] = {}
    bands: dict[str, list[tuple[float, float, float]]] = {}
    for method in DRAWN:
        by_count = {count: percents(rows, MAIN, method, count) for count in DECKS[MAIN].counts}
        curves[method] = [(count, float(np.mean(each))) for count, each in by_count.items()]
        bands[method] = [(count, min(each), max(each)) for count, each in by_count.items()]
    caption = "buckets in each round; exploitability in the full game, Rhode Island with 16 cards"
    return curve_picture(curves, caption, unit="%", is_linear=True, bands=bands).svg()


def _recipes(method: str, count: int, rounds: int) -> list[StreetRecipe]:
    earlier, last = METHODS[method]
    opponents = OPPONENTS.get(method, 8)
    return [StreetRecipe(earlier, count, restarts=RESTARTS)] * (rounds - 1) + [
        StreetRecipe(last, count, restarts=RESTARTS, opponents=opponents)
    ]


def _measured(row: Row, tree: GameTree, recipes: list[StreetRecipe]) -> Row:
    """Solve with buckets; return exploitability in the full game, halfway and at the end.

    `own_percent` is that in the game with buckets, and so the error of the solve.
    """
    deck = DECKS[row["game"]]
    abstracted = limit_buckets(deck.game, tree, recipes, seed=row["seed"]).abstracted(tree)
    solver = FullSolver(abstracted.tree, schedule=DEFAULT_SCHEDULE)
    solver.iterate(ITERATIONS // 2)
    halfway = _percent(deck, abstracted.exploitability(solver.average()))
    solver.iterate(ITERATIONS - ITERATIONS // 2)
    return row | {
        "information_sets": len(abstracted.tree.keys),
        "halfway": halfway,
        "pot_percent": _percent(deck, abstracted.exploitability(solver.average())),
        "own_percent": _percent(deck, solver.exploitability()),
    }


def _row(name: str, method: str, count: int | None = None, seed: int = 0) -> Row:
    return {"game": name, "method": method, "buckets": count, "seed": seed}


def _percent(deck: Deck, known: Exploitability) -> float:
    return 100 * known.chips / deck.pot
