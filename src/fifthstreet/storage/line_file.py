"""Files that grow line by line, so that what a killed run has done is there.

Every line is JSON and ends with a hash of the rest; the first one is a header that says what the
others are. A line that a kill cut off is dropped when the file is opened again.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

from fifthstreet.storage.atomic import replacing

_HASH = "sha256"


class LineFile:
    """A header and records on disk, each one line."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        kind: str,
        version: int,
        facts: dict[str, Any],
    ) -> None:
        """Open a file of a kind, or create it; ValueError if one is there with other facts.

        `facts` maps what records depend on, by name like "settings", to plain data.
        """
        self.path = Path(path)
        self.kind = kind
        self.records: list[dict[str, Any]] = []
        header = {"kind": kind, "version": version, **facts}
        if self.path.exists():
            self._read(header)
        else:
            with replacing(self.path) as file:
                file.write(_line(header))

    def add(self, record: dict[str, Any]) -> None:
        """Append a record for good: it is on the disk when this returns."""
        with self.path.open("ab") as file:
            file.write(_line(record))
            file.flush()
            os.fsync(file.fileno())
        self.records.append(record)

    def _read(self, header: dict[str, Any]) -> None:
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.splitlines()
        found = self._parse(1, lines[0]) if lines else {}
        if found.get("kind") != self.kind:
            raise ValueError(f"{self.path} holds no {self.kind}; want such a file, or a new name")
        if found["version"] != header["version"]:
            raise ValueError(
                f"{self.path} is of version {found['version']}; want {header['version']}"
            )
        for name, fact in header.items():
            if found.get(name) != json.loads(json.dumps(fact)):
                raise ValueError(f"{self.path} was made for a different {name}; want a new file")
        self.records = [self._parse(number, line) for number, line in enumerate(lines[1:], 2)]
        if len(whole) < len(data):
            os.truncate(self.path, len(whole))

    def _parse(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(line)
            record = {name: value for name, value in found.items() if name != _HASH}
            if _digest(record) == found[_HASH]:
                return record
        except (ValueError, KeyError, AttributeError):
            pass
        raise ValueError(
            f"{self.path}: line {number} is damaged, or not of {self.kind}; want a new name"
        )


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps({**data, _HASH: _digest(data)}).encode() + b"\n"


def _digest(data: dict[str, Any]) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
