"""Files of a match: the results, and the open hand.

Results are lines, one for each hand. The hand that is being played is kept in a small file beside
them, `NAME.open`, which is replaced before and after every request.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.support.storage import LineFile, replacing

_KIND, _VERSION = "online match", 1


@dataclass(frozen=True)
class OpenHand:
    """A hand that is being played: its last state, and the action that was about to be sent."""

    number: int
    state: dict[str, Any]
    action: str | None = None


class Journal:
    """The results and the open hand of a match, in memory and, with a path, in files."""

    def __init__(self, path: str | os.PathLike[str] | None, facts: dict[str, Any]) -> None:
        """Open the files of a match, or create them; InputError if they have different facts."""
        self._facts = facts
        self._lines = None if path is None else LineFile(path, _KIND, _VERSION, facts)
        self._records: list[dict[str, Any]] = []
        self._open_path = None if path is None else Path(f"{os.fspath(path)}.open")
        self.open: OpenHand | None = None
        if self._open_path is not None and self._open_path.exists():
            self.open = self._read(self._open_path)

    @property
    def records(self) -> list[dict[str, Any]]:
        """Results of all hands so far."""
        return self._records if self._lines is None else self._lines.records

    def add(self, record: dict[str, Any]) -> None:
        """Keep the result of a hand."""
        if self._lines is None:
            self._records.append(record)
        else:
            self._lines.add(record)

    def keep(self, hand: OpenHand) -> None:
        """Keep a hand that is being played."""
        self.open = hand
        if self._open_path is not None:
            data = {"match": self._facts, **vars(hand)}
            with replacing(self._open_path) as file:
                file.write(json.dumps(data).encode())

    def _read(self, path: Path) -> OpenHand:
        try:
            data = json.loads(path.read_bytes())
            hand = OpenHand(data["number"], data["state"], data["action"])
            facts = data["match"]
            is_whole = isinstance(hand.number, int) and isinstance(hand.state, dict)
            is_whole = is_whole and isinstance(hand.action, str | None)
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror}") from None
        except (ValueError, LookupError, TypeError, RecursionError):
            is_whole = False
        if not is_whole:
            raise DamagedFileError(f"{path} is damaged: remove it to give up the hand in it")
        if facts != self._facts:
            raise InputError(f"{path} belongs to a different match: remove it, or use a new file")
        return hand
