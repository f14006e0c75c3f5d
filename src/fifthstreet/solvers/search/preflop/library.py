"""Preflop strategies that come with the package."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

# Heads-up, with 20, 100 and 200 big blinds; docs/lab_notes/preflop.md has how they were made.
PREFLOP_NAMES = ("hu20", "hu100", "hu200")


def strategy_path(name: str | os.PathLike[str]) -> Path:
    """Return the path of a file, or of a strategy of the package by name.

    Args:
        name: `hu20`, `hu100` or `hu200` for a strategy of the package, or a path. An existing file
            of such a name has priority.

    >>> strategy_path("hu100").name
    'hu100.preflop'
    """
    path = Path(name)
    if str(name) in PREFLOP_NAMES and not path.exists():
        return Path(str(files("fifthstreet.solvers.search").joinpath(f"data/{name}.preflop")))
    return path
