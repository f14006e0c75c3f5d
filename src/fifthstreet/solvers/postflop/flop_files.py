"""Files of solved flops that survive a killed run, and their export to CSV."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from fifthstreet.solvers.postflop.basis import spot_lines
from fifthstreet.solvers.postflop.flops import Flop, FlopResult
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.storage import LineFile, replacing

_KIND = "fifthstreet flops"
_VERSION = 2


class FlopFile:
    """Results of solved flops on disk, by board."""

    def __init__(self, path: str | os.PathLike[str], spot: Spot, settings: dict[str, Any]) -> None:
        """Open or create the results of a matchup; ValueError if the file is for another one."""
        matchup = {name: value for name, value in spot.to_dict().items() if name != "board"}
        facts = {"matchup": matchup, "settings": settings}
        self._lines = LineFile(path, _KIND, _VERSION, facts)
        stored = [_result(record) for record in self._lines.records]
        self.results: dict[str, FlopResult] = {result.board: result for result in stored}

    def add(self, result: FlopResult) -> None:
        """Add a flop's result; it is on disk when this returns."""
        self._lines.add(asdict(result))
        self.results[result.board] = result


def export_flops(
    path: str | os.PathLike[str],
    flops: Sequence[Flop],
    results: dict[str, FlopResult],
    actions: Sequence[str],
) -> None:
    """Write solved flops as CSV, one per line, with the frequency of each first action.

    Lines before the header, which start with `#`, have the ranges and the tree.
    """
    lines = io.StringIO()
    if flops:
        lines.writelines(f"# {line}\n" for line in spot_lines(flops[0].spot, longest_range=None))
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


def _result(record: dict[str, Any]) -> FlopResult:
    first, second = record["ev"]
    return FlopResult(
        **{**record, "ev": (first, second), "frequencies": tuple(record["frequencies"])}
    )
