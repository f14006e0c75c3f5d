"""Buckets: what methods of card abstraction cost, in exact exploitability in the full game.

Turn spots are solved with buckets of hands by each method and with several numbers of buckets, and
the result is played in the game without buckets, where best responses are exact. Writes
benchmarks/results/buckets.json and docs/images/buckets.svg. Takes about ten minutes on one core.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Figure, at_most
from fifthstreet.abstraction import StreetRecipe, opponent_clusters
from fifthstreet.drawing import curve_picture
from fifthstreet.solvers.abstracted import BucketSolver, SpotBuckets, spot_buckets
from fifthstreet.solvers.postflop import Solver, Spot

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks/results/buckets.json"
PICTURE = ROOT / "docs/images/buckets.svg"

COUNTS = (5, 10, 20, 50, 100)
ITERATIONS = 120  # of each solve, with a check at half of them
RESTARTS = 10
# The method of the turn and that of the river.
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
DEFAULT, SIMPLE = "emd, ochs", "ehs"
COMPARED = 50  # buckets
OWN_COUNTS = (5, 10, 20)  # where each river has buckets of its own

_MENU: dict[str, Any] = {"bets": "50%, 100%", "raises": "100%", "max_raises": 2}
SPOTS = {
    "two-tone": Spot.of("QsJh2h7c", 100, 250, oop="15%", ip="20%", **_MENU),
    "dry": Spot.of("Kd8s3c2h", 100, 250, oop="15%", ip="20%", **_MENU),
    "three of a suit": Spot.of("9s8s4s4d", 100, 250, oop="15%", ip="20%", **_MENU),
}


def figures() -> Iterator[Figure]:
    """Measure all methods, write the results, and yield figures that sum them up."""
    opponents = opponent_clusters(8)
    rows: list[dict[str, Any]] = []
    for name, spot in SPOTS.items():
        exact = Solver(spot, threads=1)
        exact.iterate(ITERATIONS)
        rows.append(_row(name, "exact", "shared", None, exact.exploitability().pot_percent))
        lossless = spot_buckets(spot, StreetRecipe("lossless", 1))
        rows.append(_measured(name, "lossless", "shared", None, lossless))
        for boards, counts in (("shared", COUNTS), ("own", OWN_COUNTS)):
            for method in METHODS if boards == "shared" else (SIMPLE, DEFAULT, "warm-up"):
                for count in counts:
                    buckets = _buckets(spot, method, count, boards, opponents)
                    rows.append(_measured(name, method, boards, count, buckets))
                    RESULTS.write_text(json.dumps(_report(rows), indent=1) + "\n")
        lossless_percent = _percent(rows, name, "lossless", None)
        yield at_most(
            f"{name}: lossless, off the exact solution",
            abs(lossless_percent - _percent(rows, name, "exact", None)),
            0.05,
            "% of the pot",
        )
        yield at_most(
            f"{name}: exploitability with {COMPARED} buckets, {DEFAULT}, against {SIMPLE}",
            _percent(rows, name, DEFAULT, COMPARED),
            _percent(rows, name, SIMPLE, COMPARED),
            "% of the pot",
        )
    PICTURE.write_text(_picture(rows), encoding="utf-8")


def _buckets(
    spot: Spot, method: str, count: int, boards: Any, opponents: NDArray[np.uint16]
) -> SpotBuckets:
    recipe = {
        street: StreetRecipe(name, count, restarts=RESTARTS)
        for street, name in zip(("turn", "river"), METHODS[method], strict=True)
    }
    return spot_buckets(spot, recipe, boards=boards, opponents=opponents)


def _measured(
    spot: str, method: str, boards: str, count: int | None, buckets: SpotBuckets
) -> dict[str, Any]:
    """Solve with buckets; return exploitability in the full game, halfway and at the end."""
    solver = BucketSolver(SPOTS[spot], buckets)
    solver.iterate(ITERATIONS // 2)
    halfway = solver.exploitability().pot_percent
    solver.iterate(ITERATIONS - ITERATIONS // 2)
    row = _row(spot, method, boards, count, solver.exploitability().pot_percent)
    return row | {"halfway": halfway, "information_sets": solver.information_sets}


def _row(
    spot: str, method: str, boards: str, count: int | None, percent: float | None
) -> dict[str, Any]:
    return {
        "spot": spot,
        "method": method,
        "boards": boards,
        "buckets": count,
        "pot_percent": percent,
    }


def _percent(rows: list[dict[str, Any]], spot: str, method: str, count: int | None) -> float:
    wanted = _row(spot, method, "shared", count, None)
    del wanted["pot_percent"]
    return next(float(row["pot_percent"]) for row in rows if wanted.items() <= row.items())


def _report(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "command": "python -m benchmarks buckets",
        "iterations": ITERATIONS,
        "spots": {name: repr(spot) for name, spot in SPOTS.items()},
        "rows": rows,
    }


def _picture(rows: list[dict[str, Any]]) -> str:
    """Draw the mean over the spots of each method."""
    curves = {
        method: [
            (float(count), float(np.mean([_percent(rows, spot, method, count) for spot in SPOTS])))
            for count in COUNTS
        ]
        for method in METHODS
    }
    caption = "buckets on each street; exploitability in the full game, mean of three turn spots"
    return curve_picture(curves, caption, unit="%").svg()
