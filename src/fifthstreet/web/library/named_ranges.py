"""Ranges that the user has named."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock
from typing import Any

from fifthstreet.cards import Range
from fifthstreet.errors import BusyError, DamagedFileError, InputError, NotFoundError
from fifthstreet.support.storage import checked_types, reading, replacing
from fifthstreet.web.library.folder import check_name

_VERSION = 1
_MAX_RANGES = 2_000


class NamedRanges:
    """A small file of ranges by name, which is read and written as a whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changing = Lock()

    def __repr__(self) -> str:
        return f"<NamedRanges: {len(self.all())}>"

    def all(self) -> dict[str, str]:
        """Return the text of every range, by name."""
        try:
            with reading(self._path.name):
                data = json.loads(self._path.read_text(encoding="utf-8"))
                return _checked(data)
        except FileNotFoundError:
            return {}
        except (OSError, InputError):
            raise DamagedFileError(
                f"the file of named ranges cannot be read: repair or remove {self._path.name}"
            ) from None

    def save(self, name: str, text: str) -> None:
        """Keep a range under a name, in place of another with the same name."""
        check_name(name)
        Range.parse(text)
        with self._changing:
            ranges = self.all() | {name: text}
            if len(ranges) > _MAX_RANGES:
                raise BusyError(
                    f"there are already {_MAX_RANGES:,} named ranges: delete some first"
                )
            self._write(ranges)

    def delete(self, name: str) -> None:
        """Forget a range."""
        with self._changing:
            ranges = self.all()
            if name not in ranges:
                raise NotFoundError(f"there is no range {name!r}")
            del ranges[name]
            self._write(ranges)

    def _write(self, ranges: dict[str, str]) -> None:
        data = {"version": _VERSION, "ranges": dict(sorted(ranges.items()))}
        with replacing(self._path) as file:
            file.write(json.dumps(data, indent=1).encode())


def _checked(data: Any) -> dict[str, str]:
    ranges = checked_types(data, {"version": int, "ranges": dict})["ranges"]
    if data["version"] != _VERSION:
        raise DamagedFileError(f"version must be {_VERSION}, got {data['version']}")
    return checked_types(ranges, dict.fromkeys(ranges, str))
