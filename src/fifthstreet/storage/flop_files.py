"""Solved flops in a file that grows line by line: what a killed run has done is there.

The first line says what was solved, each other one holds a flop; all are JSON and end with a hash
of the rest. A line that a kill cut off is dropped when the file is gone on with.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from fifthstreet.solvers.postflop import Flop, FlopResult, Spot
from fifthstreet.storage.atomic import replacing

_KIND = "fifthstreet flops"
_VERSION = 1
_HASH = "sha256"


class FlopFile:
    """Results on disk, by board."""

    def __init__(self, path: str | os.PathLike[str], spot: Spot, settings: dict[str, Any]) -> None:
        """Open the results of a matchup, or begin them; ValueError if a file has others'."""
        self._path = Path(path)
        matchup = {name: value for name, value in spot.to_dict().items() if name != "board"}
        header = {"kind": _KIND, "version": _VERSION, "matchup": matchup, "settings": settings}
        self.results: dict[str, FlopResult] = {}
        if self._path.exists():
            self._read(header)
        else:
            with replacing(self._path) as file:
                file.write(_line(header))

    def add(self, result: FlopResult) -> None:
        """Put a flop down for good."""
        with self._path.open("ab") as file:
            file.write(_line(asdict(result)))
            file.flush()
            os.fsync(file.fileno())
        self.results[result.board] = result

    def _read(self, header: dict[str, Any]) -> None:
        data = self._path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines:
            raise ValueError(f"{self._path} holds no flops; want a file of `flops`, or a new name")
        found = self._parse(1, lines[0])
        if found.get("kind") != _KIND:
            raise ValueError(f"{self._path} holds no flops; want a file of `flops`, or a new name")
        if found["version"] != _VERSION:
            raise ValueError(f"{self._path} is of version {found['version']}; want {_VERSION}")
        for name, others in (("matchup", "another matchup"), ("settings", "other settings")):
            if found[name] != json.loads(json.dumps(header[name])):
                raise ValueError(
                    f"{self._path} has flops of {others}; want the same, or a new file"
                )
        for number, line in enumerate(lines[1:], 2):
            result = _result(self._parse(number, line))
            self.results[result.board] = result
        if len(whole) < len(data):
            os.truncate(self._path, len(whole))

    def _parse(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(line)
            if _digest({k: v for k, v in found.items() if k != _HASH}) == found[_HASH]:
                return found
        except (ValueError, KeyError, AttributeError):
            pass
        raise ValueError(
            f"{self._path}: line {number} is damaged, or not of `flops`; want a new name"
        )


def export_flops(
    path: str | os.PathLike[str],
    flops: Sequence[Flop],
    results: dict[str, FlopResult],
    actions: Sequence[str],
) -> None:
    """Solved flops as CSV, one to a line, with the frequency of each first action."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    measured = ("exploitability_pot_percent", "iterations", "seconds")
    writer.writerow(["board", "count", "matchups", "ev_oop", "ev_ip", *actions, *measured])
    for flop in flops:
        if (result := results.get(flop.board)) is not None:
            facts = [getattr(result, name) for name in measured]
            writer.writerow(
                [result.board, flop.count, result.matchups, *result.ev, *result.frequencies, *facts]
            )
    with replacing(path) as file:
        file.write(lines.getvalue().encode())


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps({**data, _HASH: _digest(data)}).encode() + b"\n"


def _digest(data: dict[str, Any]) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _result(found: dict[str, Any]) -> FlopResult:
    fields = {name: value for name, value in found.items() if name != _HASH}
    first, second = fields.pop("ev")
    return FlopResult(ev=(first, second), frequencies=tuple(fields.pop("frequencies")), **fields)
