"""Files that grow line by line, so that the results of a killed run are kept.

Every line is a JSON object that ends with a hash of the rest; the first line is a header that says
what the others are. A line cut off by a kill is dropped when the file is opened again.
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
    """A file with a header and records, one per line."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        kind: str,
        version: int,
        facts: dict[str, Any],
    ) -> None:
        """Open a file of a kind, or create it; ValueError if an existing file has different facts.

        `facts` are plain data that the records depend on; errors name the one that differs.
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
        """Append a record; it is on disk when this returns."""
        with self.path.open("ab") as file:
            file.write(_line(record))
            file.flush()
            os.fsync(file.fileno())
        self.records.append(record)

    def _read(self, header: dict[str, Any]) -> None:
        data = self.path.read_bytes()
        complete = data[: data.rfind(b"\n") + 1]
        lines = complete.splitlines()
        stored = self._parse(1, lines[0]) if lines else {}
        if stored.get("kind") != self.kind:
            raise ValueError(f"{self.path} is not a file of {self.kind}; use a different path")
        if stored["version"] != header["version"]:
            raise ValueError(
                f"{self.path} has version {stored['version']}; want version {header['version']}"
            )
        wanted = json.loads(json.dumps(header))  # JSON has no tuples
        for name in {**wanted, **stored}:
            if stored.get(name) != wanted.get(name):
                raise ValueError(
                    f"{self.path} belongs to a different run (different {name}); use a new file"
                )
        self.records = [self._parse(number, line) for number, line in enumerate(lines[1:], 2)]
        if len(complete) < len(data):
            os.truncate(self.path, len(complete))

    def _parse(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            data: dict[str, Any] = json.loads(line)
            record = {name: value for name, value in data.items() if name != _HASH}
            if _digest(record) == data[_HASH]:
                return record
        except (ValueError, KeyError, AttributeError):
            pass
        raise ValueError(
            f"{self.path}: line {number} is damaged or not of {self.kind}; use a different path"
        )


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps({**data, _HASH: _digest(data)}).encode() + b"\n"


def _digest(data: dict[str, Any]) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
