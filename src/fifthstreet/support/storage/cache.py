"""Facts and arrays kept between runs in the user's cache folder, which may be lost at any time."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.support.storage.atomic import replacing
from fifthstreet.support.storage.container import open_container, write_container


def cache_folder() -> Path:
    """Return the package's folder in the user's cache, whether or not it exists."""
    if chosen := os.environ.get("XDG_CACHE_HOME"):
        return Path(chosen) / "fifthstreet"
    caches = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return Path("~").expanduser() / caches / "fifthstreet"


class FactCache:
    """A file of dictionaries by key, each with its age.

    A file that is damaged or cannot be read is an empty cache, and one that cannot be written is
    left as it is: a cache never makes a command fail.
    """

    def __init__(
        self,
        path: Path,
        *,
        max_age: float,
        max_count: int,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._path = path
        self._max_age = max_age
        self._max_count = max_count
        self._clock = clock

    def __repr__(self) -> str:
        return f"<FactCache in {self._path}>"

    def get(self, key: str) -> dict[str, Any] | None:
        """Return the fact of a key; None if it is missing or too old."""
        entry = self._entries().get(key)
        return None if entry is None else entry["fact"]

    def put(self, key: str, fact: dict[str, Any]) -> None:
        """Keep a fact; the oldest ones are dropped if there are too many."""
        entries = self._entries() | {key: {"time": self._clock(), "fact": fact}}
        newest = sorted(entries, key=lambda each: float(entries[each]["time"]))[-self._max_count :]
        text = json.dumps({each: entries[each] for each in newest}, indent=1)
        with suppress(OSError, InputError):  # read-only or full: the next run measures again
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(self._path) as file:
                file.write(text.encode())

    def _entries(self) -> dict[str, dict[str, Any]]:
        """Return the entries of the file that are well-formed and not too old."""
        try:
            entries = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        now = self._clock()
        if not isinstance(entries, dict):
            return {}
        return {
            key: entry
            for key, entry in entries.items()
            if isinstance(entry, dict)
            and isinstance(entry.get("fact"), dict)
            and isinstance(entry.get("time"), int | float)
            # A time in the future is from a clock that was wrong, so its age is unknown.
            and 0 <= now - entry["time"] <= self._max_age
        }


def cached_arrays(
    path: Path,
    kind: str,
    facts: Mapping[str, Any],
    compute: Callable[[], dict[str, NDArray[Any]]],
) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file, or compute them and write the file.

    They are computed if the file is missing, damaged, of another kind, or has other `facts`, which
    must hold everything that the arrays depend on and be plain JSON. The arrays are read-only.
    """
    try:
        container = open_container(path, kind)
        if container.facts == facts:
            return {name: container.array(name) for name in container.sections}
    except InputError:  # it is written again
        pass
    arrays = compute()
    for array in arrays.values():
        array.flags.writeable = False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            write_container(file, kind, facts, arrays)
    except (OSError, InputError):  # read-only or full: the next run computes them again
        pass
    return arrays
