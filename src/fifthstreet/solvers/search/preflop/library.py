"""Preflop strategies that come with the package."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from fifthstreet.solvers.ring import RING_CHARTS, ring_path

# Heads-up, by big blinds; docs/lab_notes/preflop.md has how they were made.
PREFLOP_NAMES = ("hu20", "hu40", "hu60", "hu100", "hu200")
CHART_NAMES = (*PREFLOP_NAMES, *RING_CHARTS)  # and charts of tables


def strategy_path(name: str | os.PathLike[str]) -> Path:
    """Return the path of a file, or of a strategy of the package by name.

    Args:
        name: One of `CHART_NAMES` for a strategy of the package, like `hu100` or `6max_100`, or a
            path. An existing file of such a name has priority.

    >>> strategy_path("hu100").name, strategy_path("6max_100").name
    ('hu100.preflop', '6max_100.ring')
    """
    path = Path(name)
    if str(name) not in CHART_NAMES or path.exists():
        return path
    if str(name) in RING_CHARTS:
        return ring_path(str(name))
    return Path(str(files("fifthstreet.solvers.search").joinpath(f"data/{name}.preflop")))
