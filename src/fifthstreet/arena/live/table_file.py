"""The file of a live table: settings, then the decisions of its hands, line by line.

A decision that a reply has shown is on disk, so a table continues after a kill where the person
saw it last.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from threading import Lock
from typing import Any, Self

from fifthstreet.arena.live.recording import RecordedHand, read_recorded
from fifthstreet.arena.live.settings import LiveSettings
from fifthstreet.arena.live.table import LiveTable
from fifthstreet.errors import DamagedFileError
from fifthstreet.support.storage import FileLock, LineFile, checked_types, read_lines, reading

KIND = "fifthstreet table"
VERSION = 1
_SETTINGS = "settings"


@dataclass(frozen=True)
class StoredTable:
    """What the file of a table has."""

    settings: LiveSettings
    hands: tuple[RecordedHand, ...]

    def __repr__(self) -> str:
        return f"<StoredTable: {len(self.hands)} hands of {', '.join(self.settings.names)}>"

    @property
    def finished(self) -> int:
        """Number of hands that are over."""
        return sum(hand.payoffs is not None for hand in self.hands)

    @property
    def winnings(self) -> int:
        """Chips that the person, in the first seat, has won."""
        return sum(hand.payoffs[0] for hand in self.hands if hand.payoffs is not None)


def read_table(path: str | os.PathLike[str]) -> StoredTable:
    """Read the file of a table without changing it.

    Args:
        path: The file.

    Returns:
        The settings, and all hands.

    Raises:
        DamagedFileError: If it is not the file of a table, or a line is damaged.
    """
    lines = read_lines(path)
    stored = lines.header.get("kind"), lines.header.get("version")
    if stored != (KIND, VERSION):
        raise DamagedFileError(f"{path} is not a file of a table of version {VERSION}")
    with reading(path):
        settings = _settings(lines.header[_SETTINGS])
        return StoredTable(settings, tuple(read_recorded(lines.records)))


class TableFile:
    """The file of a table, open for writing and locked against other writers."""

    def __init__(self, path: str | os.PathLike[str], settings: LiveSettings) -> None:
        """Open or create a file.

        Args:
            path: The file.
            settings: Of the table; an existing file must have the same.

        Raises:
            InputError: If it is another file, or is being written.
        """
        self.path = Path(path)
        self._lock = FileLock(path)
        try:
            facts = {_SETTINGS: _plain(settings)}
            self._file = LineFile(path, KIND, VERSION, facts)
            with reading(path):
                hands = read_recorded(self._file.records)
        except BaseException:
            self._lock.release()
            raise
        self._last = hands[-1] if hands else None  # as written, or as it waits to be
        self._waiting: list[RecordedHand] = []
        self._saving = Lock()
        self._is_closed = False

    def __repr__(self) -> str:
        return f"<TableFile {self.path.name}: {len(self._file.records)} lines>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def save(self, table: LiveTable) -> None:
        """Add what happened at the table since the last call; threads may call this.

        Once the file is closed, nothing is added.

        Args:
            table: The table of this file.

        Raises:
            InputError: If it cannot be written; the next call tries again.
        """
        with self._saving:
            if self._is_closed:
                return
            hand = table.recorded_hand()
            part = None if hand is None else hand.since(self._last)
            if part is not None:
                self._last = hand
                self._waiting.append(part)
            while self._waiting:
                self._file.add(self._waiting[0].to_dict())
                self._waiting.pop(0)

    def close(self) -> None:
        """Unlock the file."""
        with self._saving:
            self._is_closed = True
            self._lock.release()


def _plain(settings: LiveSettings) -> dict[str, Any]:
    data = {each.name: getattr(settings, each.name) for each in fields(settings)}
    return data | {
        "stakes": {name: str(amount) for name, amount in settings.stakes.items()},
        "stack": None if settings.stack is None else str(settings.stack),
    }


def _settings(data: Mapping[str, Any]) -> LiveSettings:
    types = {
        "agents": tuple[str, ...],
        "variant": str,
        "stakes": dict,
        "stack": str | None,
        "seed": int,
        "stacks": str,
        "person": str,
        "agent_names": tuple[str, ...],
    }
    return LiveSettings(**checked_types(data, types))
