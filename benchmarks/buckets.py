"""Buckets: what methods of card abstraction cost, in exact exploitability in the full game.

Turn spots and games with small decks (`deck_buckets`) are solved with buckets of hands by each
method and with several numbers of buckets, and the result is played in the game without buckets,
where best responses are exact. Writes benchmarks/results/buckets.json, docs/images/buckets.svg and
docs/images/deck-buckets.svg. Takes about 30 CPU minutes.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks import deck_buckets
from benchmarks.measure import Figure, at_most
from fifthstreet.abstraction import StreetRecipe, opponent_clusters
from fifthstreet.solvers.abstracted import (
    AbstractedSpot,
    BoardClasses,
    SpotBuckets,
    spot_buckets,
)
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.support.drawing import curve_picture

Row: TypeAlias = dict[str, Any]

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks/results/buckets.json"
PICTURE = ROOT / "docs/images/buckets.svg"
DECK_PICTURE = ROOT / "docs/images/deck-buckets.svg"

COUNTS = (5, 10, 20, 50, 100)
ITERATIONS = 120  # of each solve, with a check at half of them
RESTARTS = 10
# The methods of the turn and of the river.
METHODS = {
    "ehs": ("ehs", "ehs"),
    "ehs-percentile": ("ehs-percentile", "ehs-percentile"),
    "ehs-percentile, ochs": ("ehs-percentile", "ochs"),
    "emd, ochs": ("emd", "ochs"),
    "histogram-l2, ochs": ("histogram-l2", "ochs"),
    "potential-aware, ochs": ("potential-aware", "ochs"),
    "emd, warm-up": ("emd", "warm-up"),
    "warm-up": ("warm-up", "warm-up"),
}
# As many as there are colours; the others lie within 0.3 of `emd, ochs` from 10 buckets on.
DRAWN = tuple(
    name for name in METHODS if name not in ("ehs-percentile, ochs", "histogram-l2, ochs")
)
EQUITY, SIMPLE, WARM_UP = "emd, ochs", "ehs", "warm-up"
COMPARED = 50  # buckets
FEW = (5, 10, 20)
# Methods, which boards share buckets, whether players forget the betting, numbers of buckets.
VARIANTS: tuple[tuple[Iterable[str], BoardClasses, bool, tuple[int, ...]], ...] = (
    (METHODS, "shared", False, COUNTS),
    ((SIMPLE, EQUITY, WARM_UP), "own", False, FEW),
    ((EQUITY, WARM_UP), "texture", False, FEW),
    ((EQUITY, WARM_UP), "shared", True, (20, 100)),
)

_MENU: dict[str, Any] = {"bets": "50%, 100%", "raises": "100%", "max_raises": 2}
SPOTS = {
    "two-tone": Spot.of("QsJh2h7c", 100, 250, oop="15%", ip="20%", **_MENU),
    "dry": Spot.of("Kd8s3c2h", 100, 250, oop="15%", ip="20%", **_MENU),
    "three of a suit": Spot.of("9s8s4s4d", 100, 250, oop="15%", ip="20%", **_MENU),
}


def figures() -> Iterator[Figure]:
    """Measure all methods, write the results, and yield figures that sum them up."""
    rows: list[Row] = []
    deck_rows: list[Row] = []
    for measured, kept in (
        (deck_buckets.measured_rows(), deck_rows),
        (measured_rows(), rows),
    ):
        for row in measured:
            kept.append(row)
            RESULTS.write_text(json.dumps(_report(rows, deck_rows), indent=1) + "\n")
    DECK_PICTURE.write_text(deck_buckets.picture(deck_rows), encoding="utf-8")
    PICTURE.write_text(picture(rows), encoding="utf-8")
    yield from deck_buckets.figures(deck_rows)
    for name in SPOTS:
        lossless, exact = (_percent(rows, name, each, None) for each in ("lossless", "exact"))
        yield at_most(
            f"{name}: lossless, off the exact solution", abs(lossless - exact), 0.05, "% of the pot"
        )
        yield at_most(
            f"{name}: exploitability with {COMPARED} buckets, {EQUITY}, against {SIMPLE}",
            _percent(rows, name, EQUITY, COMPARED),
            _percent(rows, name, SIMPLE, COMPARED),
            "% of the pot",
        )


def measured_rows() -> Iterator[Row]:
    """Yield a row for each spot, method, number of buckets and way to share them."""
    opponents = opponent_clusters(8)
    for name, spot in SPOTS.items():
        exact = Solver(spot, threads=1)
        exact.iterate(ITERATIONS)
        yield _row(name, "exact", None) | {"pot_percent": exact.exploitability().pot_percent}
        lossless = spot_buckets(spot, StreetRecipe("lossless", 1))
        yield _measured(_row(name, "lossless", None), lossless)
        for methods, boards, forgets_bets, counts in VARIANTS:
            for method in methods:
                for count in counts:
                    buckets = _buckets(spot, method, count, boards, opponents)
                    yield _measured(_row(name, method, count, boards, forgets_bets), buckets)


def _buckets(
    spot: Spot, method: str, count: int, boards: BoardClasses, opponents: NDArray[np.uint16]
) -> SpotBuckets:
    recipe = {
        street: StreetRecipe(name, count, restarts=RESTARTS)
        for street, name in zip(("turn", "river"), METHODS[method], strict=True)
    }
    return spot_buckets(spot, recipe, boards=boards, opponents=opponents)


def _measured(row: Row, buckets: SpotBuckets) -> Row:
    """Solve with buckets; return exploitability in the full game, halfway and at the end."""
    solver = AbstractedSpot(SPOTS[row["spot"]], buckets, row["forgets_bets"]).solver()
    solver.iterate(ITERATIONS // 2)
    halfway = solver.exploitability().pot_percent
    solver.iterate(ITERATIONS - ITERATIONS // 2)
    return row | {
        "information_sets": solver.information_sets,
        "halfway": halfway,
        "pot_percent": solver.exploitability().pot_percent,
    }


def _row(
    spot: str, method: str, count: int | None, boards: str = "shared", forgets_bets: bool = False
) -> Row:
    return {
        "spot": spot,
        "method": method,
        "buckets": count,
        "boards": boards,
        "forgets_bets": forgets_bets,
    }


def _percent(rows: list[Row], spot: str, method: str, count: int | None) -> float:
    wanted = _row(spot, method, count).items()
    return next(float(row["pot_percent"]) for row in rows if wanted <= row.items())


def _report(rows: list[Row], deck_rows: list[Row]) -> dict[str, Any]:
    return {
        "command": "python -m benchmarks buckets",
        "iterations": ITERATIONS,
        "spots": {name: repr(spot) for name, spot in SPOTS.items()},
        "rows": rows,
        "decks": deck_buckets.report(deck_rows),
    }


def picture(rows: list[Row]) -> str:
    """Draw the mean over the spots of each method."""
    curves = {
        method: [
            (float(count), float(np.mean([_percent(rows, spot, method, count) for spot in SPOTS])))
            for count in COUNTS
        ]
        for method in DRAWN
    }
    caption = "buckets on each street; exploitability in the full game, mean of three turn spots"
    return curve_picture(curves, caption, unit="%").svg()
