"""Solved preflop strategies of the package and of the user."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from fifthstreet.solvers.search.preflop import (
    PREFLOP_NAMES,
    PreflopStrategy,
    open_preflop,
    strategy_path,
)
from fifthstreet.web.library.folder import Folder, file_stamp, without_path

SUFFIX = ".preflop"


class PreflopShelf:
    """The preflop strategies that can be read."""

    def __init__(self, folder: Path) -> None:
        self.folder = Folder(folder, SUFFIX)

    def __repr__(self) -> str:
        return f"<PreflopShelf: {len(self.names())} strategies>"

    def names(self) -> list[str]:
        """Return the names of all strategies, the package's first."""
        own = [name for name in self.folder.names() if name not in PREFLOP_NAMES]
        return [*PREFLOP_NAMES, *own]

    def file(self, name: str) -> Path:
        """Return the path of a strategy's file; NotFoundError if there is none."""
        return strategy_path(name) if name in PREFLOP_NAMES else self.folder.file(name)

    def open(self, name: str) -> PreflopStrategy:
        """Return a strategy; InputError if its file is damaged."""
        path = self.file(name)
        with without_path(path, name):
            return _opened(path, *file_stamp(path))


@lru_cache(maxsize=8)
def _opened(path: Path, modified: int, size: int) -> PreflopStrategy:
    """Return the strategy of a file; time and size show whether it has changed."""
    return open_preflop(path)
