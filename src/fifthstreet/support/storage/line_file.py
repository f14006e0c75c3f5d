"""Files that grow line by line, so that the results of a killed run are kept.

Every line is a JSON object that ends with a hash of the rest; the first line is a header that
describes the others. A line cut off by a kill is dropped when the next one is added, and damaged
lines are skipped.
"""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.support.storage.atomic import replacing
from fifthstreet.support.storage.targets import target_of

_HASH = "sha256"


@dataclass(frozen=True)
class Lines:
    """The contents of a file of lines."""

    header: dict[str, Any]  # empty if the first line is not a header
    records: list[dict[str, Any]]
    damaged: list[int]  # numbers of the lines that do not match their hash, from 1
    size: int  # bytes up to the end of the last complete line


class LineFile:
    """A file with a header and records, one per line.

    One process at a time may add records: see `FileLock`.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        kind: str,
        version: int,
        facts: dict[str, Any],
    ) -> None:
        """Open a file of a kind, or create it; InputError if an existing file has different facts.

        `facts` are plain data that the records depend on; errors name the one that differs.
        """
        self.path = Path(path)
        self.kind = kind
        self.records: list[dict[str, Any]] = []
        self.damaged: list[int] = []  # numbers of the lines that were skipped, from 1
        header = {"kind": kind, "version": version, **facts}
        target = target_of(path)
        if target.exists():
            self._read(header)
        else:
            with replacing(target) as file:
                file.write(_line(header))
            self._size = target.stat().st_size

    def add(self, record: dict[str, Any]) -> None:
        """Append a record; it is on disk when this returns.

        InputError if it cannot be written; the records before it are unharmed, and it can be added
        again.
        """
        line = _line(record)
        try:
            with self.path.open("rb+", buffering=0) as file:
                file.truncate(self._size)  # a line cut off by a kill or by a full disk
                file.seek(self._size)
                rest = memoryview(line)
                while rest:
                    rest = rest[file.write(rest) :]
                os.fsync(file.fileno())
        except OSError as error:
            raise InputError(f"{self.path} cannot be written: {error.strerror}") from None
        self._size += len(line)
        self.records.append(record)

    def _read(self, header: dict[str, Any]) -> None:
        lines = read_lines(self.path)
        stored = lines.header
        if stored.get("kind") != self.kind:
            raise DamagedFileError(f"{self.path} must be a file of {self.kind}: use another path")
        if stored.get("version") != header["version"]:
            raise DamagedFileError(
                f"{self.path} must have version {header['version']}, got {stored.get('version')}"
            )
        expected = json.loads(json.dumps(header))  # JSON has no tuples
        for name in {**expected, **stored}:
            if stored.get(name) != expected.get(name):
                raise InputError(
                    f"{self.path} belongs to another run (different {name}): use a new file"
                )
        self.records, self.damaged = lines.records, lines.damaged
        self._size = lines.size


def read_lines(path: str | os.PathLike[str]) -> Lines:
    """Read a file of any kind; it is not changed. InputError if it cannot be read."""
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise InputError(f"{path} must be a regular file")
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    size = data.rfind(b"\n") + 1
    parsed = [_parsed(line) for line in data[:size].split(b"\n")[:-1]]
    return Lines(
        header=(parsed[0] if parsed else None) or {},
        records=[record for record in parsed[1:] if record is not None],
        damaged=[number for number, record in enumerate(parsed, 1) if record is None],
        size=size,
    )


def _parsed(line: bytes) -> dict[str, Any] | None:
    """Return the record of a line; None if it does not match its hash."""
    try:
        data: dict[str, Any] = json.loads(line)
        record = {name: value for name, value in data.items() if name != _HASH}
        return record if _digest(record) == data[_HASH] else None
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        return None


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps({**data, _HASH: _digest(data)}).encode() + b"\n"


def _digest(data: dict[str, Any]) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
