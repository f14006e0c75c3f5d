"""Calls of clustering: small ones that are valid, as recipes for misuses."""

from __future__ import annotations

from typing import Any

import numpy as np

from fifthstreet import _native
from fifthstreet.abstraction import cluster, equal_width, percentiles
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import THREADS

_POINTS = 40
_TOP = 9  # counts in a histogram
_CENTRES = 5
_SCALING = {"metric": 1, "top": _TOP, "low": 0.0, "scale": 1.0}


def _histograms() -> Any:
    cuts = np.sort(np.random.default_rng(0).integers(0, _TOP + 1, (_POINTS, 9)), axis=1)
    return np.diff(cuts, axis=1, prepend=0, append=_TOP).astype(np.uint8)


def _centres(count: int = _CENTRES) -> Any:
    rows = np.zeros((count, 16), np.int16)
    rows[:, :9] = np.cumsum(_histograms()[:count], axis=1)[:, :9]
    return rows


def _results() -> Arguments:
    return {"labels": np.zeros(_POINTS, np.uint16), "costs": np.zeros(_POINTS, np.uint32)}


def cluster_recipes() -> dict[str, Recipe]:
    points = _native.LevelPoints(_histograms(), None, 1, _TOP, 0.0, 1.0, 1)
    search = _native.CentreSearch(_centres(), 10, 1, _TOP, 0.0, 1.0, 1)

    def use_points(**arguments: Any) -> None:
        made = _native.LevelPoints(**arguments)
        assert made.first_wrong >= -1
        count = len(arguments["points"])
        centres = np.zeros((3, 16), np.int16)
        nearest, costs = np.zeros(count, np.uint16), np.zeros(count, np.uint32)
        chosen = made.seed(7, 0, 0, 3, THREADS, centres, nearest, costs)
        made.update(nearest, THREADS, centres[:chosen], np.zeros(chosen, np.uint64))

    def use_search(**arguments: Any) -> None:
        made = _native.CentreSearch(**arguments)
        made.assign(_histograms(), THREADS, *_results().values())
        assert made.table_bytes >= 0

    return {
        "LevelPoints": Recipe(
            lambda: {
                "points": _histograms(),
                "weights": np.arange(_POINTS, dtype=np.uint32),
                **_SCALING,
                "threads": THREADS,
            },
            use_points,
            frozenset({"LevelPoints", "LevelPoints.first_wrong"}),
        ),
        "LevelPoints.seed": Recipe(
            lambda: {
                "seed": 7,
                "stream": 0,
                "chosen": 0,
                "until": _CENTRES,
                "threads": THREADS,
                "centres": np.zeros((_CENTRES, 16), np.int16),
                "nearest": np.zeros(_POINTS, np.uint16),
                "costs": np.zeros(_POINTS, np.uint32),
            },
            points.seed,
            frozenset({"LevelPoints.seed"}),
        ),
        "LevelPoints.update": Recipe(
            lambda: {
                "labels": np.arange(_POINTS, dtype=np.uint16) % _CENTRES,
                "threads": THREADS,
                "centres": _centres(),
                "totals": np.zeros(_CENTRES, np.uint64),
            },
            points.update,
            frozenset({"LevelPoints.update"}),
        ),
        "LevelPoints.rows": Recipe(
            lambda: {"points": np.arange(7), "out": np.zeros((7, 16), np.int16)},
            points.rows,
            frozenset({"LevelPoints.rows"}),
        ),
        "CentreSearch": Recipe(
            lambda: {"centres": _centres(), "dimensions": 10, **_SCALING, "threads": THREADS},
            use_search,
            frozenset({"CentreSearch", "CentreSearch.table_bytes"}),
        ),
        "CentreSearch.assign": Recipe(
            lambda: {"points": _histograms(), "threads": THREADS, **_results()},
            search.assign,
            frozenset({"CentreSearch.assign"}),
        ),
        "CentreSearch.assign_again": Recipe(
            lambda: {"threads": THREADS, **_results()},
            lambda **arguments: search.assign_again(points, **arguments),
            frozenset({"CentreSearch.assign_again"}),
        ),
        "highest_level": Recipe(
            lambda: {"metric": 1, "dimensions": 50},
            _native.highest_level,
            frozenset({"highest_level"}),
        ),
        "cluster": Recipe(
            lambda: {
                "points": _histograms(),
                "count": _CENTRES,
                "weights": np.arange(_POINTS),
                "seed": 7,
                "restarts": 2,
                "sample": 20,
                "max_iterations": 5,
                "tolerance": 0.0,
                "threads": THREADS,
            },
            lambda **arguments: cluster(**arguments).assign(_histograms()),
        ),
        "buckets": Recipe(
            lambda: {"values": np.linspace(0, 1, 30), "count": 7},
            lambda values, count: (equal_width(values, count), percentiles(values, count)),
        ),
    }
