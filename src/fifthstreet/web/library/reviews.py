"""Reviews on disk: a line of facts, and a line with the contents."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fifthstreet.errors import BusyError, DamagedFileError, InputError
from fifthstreet.support.storage import replacing
from fifthstreet.views import json_text
from fifthstreet.web.library.folder import Folder

SUFFIX = ".review"
_VERSION = 1
_MAX_REVIEWS = 500
_MAX_FACT_BYTES = 100_000  # bytes


class ReviewShelf:
    """The reviews of the library."""

    def __init__(self, folder: Path) -> None:
        self.folder = Folder(folder, SUFFIX)

    def __repr__(self) -> str:
        return f"<ReviewShelf: {len(self.folder.names())} reviews>"

    def list(self) -> list[dict[str, Any]]:
        """Return the facts of each review, newest first; a damaged one has an `error`."""
        rows = [self._facts(name) for name in self.folder.names()]
        return sorted(rows, key=lambda row: -float(row["created"]))

    def get(self, name: str) -> bytes:
        """Return the whole review as JSON."""
        try:
            data = self.folder.file(name).read_bytes()
        except OSError as error:
            raise InputError(f"the review {name!r} cannot be read: {error.strerror}") from None
        facts, _, content = data.partition(b"\n")
        _checked(name, facts)
        return content

    def new_name(self, wanted: str, taken: Iterable[str]) -> str:
        """Return a free name for a review; BusyError if there are too many."""
        if len(self.folder.names()) >= _MAX_REVIEWS:
            raise BusyError(f"there are already {_MAX_REVIEWS} reviews: delete some first")
        return self.folder.free_name(wanted, taken)

    def delete(self, name: str) -> None:
        """Delete a review."""
        self.folder.delete(name)

    def _facts(self, name: str) -> dict[str, Any]:
        path = self.folder.file(name)
        row: dict[str, Any] = {"name": name, "created": path.stat().st_mtime, "error": None}
        try:
            with path.open("rb") as file:
                return row | _checked(name, file.readline(_MAX_FACT_BYTES))
        except (InputError, OSError):
            return row | {"error": "the file is damaged"}


def write_review(path: Path, facts: dict[str, Any], data: dict[str, Any]) -> None:
    """Write a review to a file."""
    with replacing(path) as file:
        for content in ({"version": _VERSION, **facts}, data):
            file.write(json_text(content).encode() + b"\n")


def _checked(name: str, line: bytes) -> dict[str, Any]:
    try:
        facts = json.loads(line)
        if facts["version"] == _VERSION:
            return {key: value for key, value in facts.items() if key != "version"}
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise DamagedFileError(f"the review {name!r} is damaged")
