"""Files of one kind in the library: their facts, and the last few that were opened."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from fifthstreet.errors import NotFoundError
from fifthstreet.web.library.folder import Folder, Stamp, file_stamp, without_path

Content = TypeVar("Content")


class Shelf(ABC, Generic[Content]):
    """The files of one kind; a file that has changed is read again."""

    def __init__(self, folder: Path, suffix: str, *, max_open: int) -> None:
        self.folder = Folder(folder, suffix)
        self._max_open = max_open
        self._open: OrderedDict[str, tuple[Stamp, Content]] = OrderedDict()
        self._facts: dict[str, tuple[Stamp, dict[str, Any]]] = {}
        self._changing = Lock()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.folder.names())} files, {len(self._open)} open>"

    @abstractmethod
    def _loaded(self, path: Path, before: Content | None) -> Content:
        """Return the contents of a file; `before` is an earlier version. InputError if damaged."""

    @abstractmethod
    def _facts_of(self, name: str, path: Path) -> dict[str, Any]:
        """Return the facts of a file; InputError if it is damaged."""

    def all(self) -> list[dict[str, Any]]:
        """Return the facts of each file, newest first; a damaged one has an `error`."""
        rows = []
        for name in self.folder.names():
            with suppress(NotFoundError, FileNotFoundError):  # deleted meanwhile
                rows.append(self.facts(name))
        return sorted(rows, key=lambda row: -float(row["modified"]))

    def facts(self, name: str) -> dict[str, Any]:
        """Return the name, size and contents of a file, or the `error` of a damaged one."""
        path = self.folder.file(name)
        stamp = file_stamp(path)
        known = self._facts.get(name)
        if known is None or known[0] != stamp:
            row: dict[str, Any] = {"name": name, "modified": stamp[0] / 1e9, "bytes": stamp[1]}
            try:
                with without_path(path, name):
                    row |= {"error": None, **self._facts_of(name, path)}
            except ValueError as error:
                row["error"] = str(error) or "the file is damaged"
            known = self._facts[name] = (stamp, row)
        return known[1]

    def open(self, name: str) -> Content:
        """Return the contents of a file, also while it grows; InputError if it is damaged."""
        path = self.folder.file(name)
        stamp = file_stamp(path)
        with self._changing:
            known = self._open.get(name)
            if known is None or known[0] != stamp:
                with without_path(path, name):
                    content = self._loaded(path, None if known is None else known[1])
                known = self._open[name] = (stamp, content)
            self._open.move_to_end(name)
            while len(self._open) > self._max_open:
                self._open.popitem(last=False)
            return known[1]

    def rename(self, name: str, new_name: str) -> None:
        """Rename a file."""
        self.folder.rename(name, new_name)
        self._close(name)

    def close(self, name: str) -> None:
        """Close a file before it is deleted or moved: Windows keeps files that are mapped."""
        self.folder.file(name)
        self._close(name)

    def _close(self, name: str) -> None:
        with self._changing:
            self._open.pop(name, None)
            self._facts.pop(name, None)
