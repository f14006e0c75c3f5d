"""Files of solved flops, complete up to the last result even if a run is killed; CSV export."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, get_type_hints

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.postflop.flops.flops import Flop, FlopResult
from fifthstreet.solvers.postflop.solution import LineMean, spot_lines
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.support.storage import LineFile, checked_types, read_lines, reading, replacing

_KIND = "fifthstreet flops"
_VERSION = 2


class FlopFile:
    """Results of solved flops on disk, by board."""

    def __init__(self, path: str | os.PathLike[str], spot: Spot, settings: dict[str, Any]) -> None:
        """Open or create the results of a matchup; InputError if the file is for another."""
        matchup = {name: value for name, value in spot.to_dict().items() if name != "board"}
        facts = {"matchup": matchup, "settings": settings}
        self._facts = facts
        self._lines = LineFile(path, _KIND, _VERSION, facts)
        self._waiting: list[FlopResult] = []  # could not be written yet
        self.damaged = len(self._lines.damaged)  # lines that were skipped
        self.results, wrong = _results(self._lines.records, spot, settings)
        self.damaged += wrong

    def add(self, result: FlopResult) -> None:
        """Write a flop's result to disk; InputError if that fails."""
        self.results[result.board] = result
        self._waiting.append(result)
        while self._waiting:
            self._lines.add(asdict(self._waiting[0]))
            del self._waiting[0]

    def try_to_add(self, result: FlopResult) -> str:
        """Add a flop's result; return why it cannot be written, or an empty text.

        A result that cannot be written is kept in memory and written with the next one.
        """
        try:
            self.add(result)
        except InputError as error:
            return str(error)
        return ""

    def write_rest(self, path: str | os.PathLike[str]) -> None:
        """Write the results that are not on disk yet; to another file, all results."""
        lines, rest = self._lines, self._waiting
        if Path(path) != self._lines.path:
            lines, rest = LineFile(path, _KIND, _VERSION, self._facts), [*self.results.values()]
        for result in list(rest):
            lines.add(asdict(result))
            if rest is self._waiting:
                del rest[0]


@dataclass(frozen=True, eq=False, repr=False)
class StoredFlops:
    """The results of a matchup on disk, which other processes may be adding to."""

    spot: Spot  # on any flop
    settings: dict[str, Any]
    results: dict[str, FlopResult]  # by board
    damaged: int  # lines that were skipped

    def __repr__(self) -> str:
        return f"<StoredFlops: {len(self.results)} flops>"


def load_flops(path: str | os.PathLike[str]) -> StoredFlops:
    """Read a file of flops.

    Args:
        path: A file of solved flops, which other processes may be adding to.

    Returns:
        The results, with a spot on the board of the settings or of the first result.

    Raises:
        InputError: If the file cannot be read.
        DamagedFileError: If it is not a file of flops, or if no flop is solved.
    """
    lines = read_lines(path)
    header = lines.header
    if header.get("kind") != _KIND:
        raise DamagedFileError(f"{path} is not a file of {_KIND}")
    if header.get("version") != _VERSION:
        raise DamagedFileError(f"version of {path} must be {_VERSION}, got {header.get('version')}")
    with reading(path):
        settings = dict(header["settings"])
        if not lines.records and "board" not in settings:
            raise InputError("no flop is solved")
        board = settings.get("board") or lines.records[0]["board"]
        spot = Spot.from_dict({**header["matchup"], "board": board})
        results, wrong = _results(lines.records, spot, settings)
    return StoredFlops(spot, settings, results, len(lines.damaged) + wrong)


def export_flops(
    path: str | os.PathLike[str],
    flops: Sequence[Flop],
    results: dict[str, FlopResult],
    actions: Sequence[str],
) -> None:
    """Write solved flops as CSV; see `flops_csv`.

    Args:
        path: An existing file is replaced only when the new one is complete.
        flops: Lines are in their order; flops without a result are left out.
        results: The result of each solved flop by its board.
        actions: Names of the actions at the first decision.
    """
    with replacing(path) as file:
        file.write(flops_csv(flops, results, actions).encode())


def flops_csv(
    flops: Sequence[Flop], results: Mapping[str, FlopResult], actions: Sequence[str]
) -> str:
    """Return solved flops as CSV, one per line, with the frequency of each first action.

    Lines before the header, which start with `#`, have the ranges and the tree. The last columns
    have the other requested decisions; their names begin with the path.

    Args:
        flops: Lines are in their order; flops without a result are left out.
        results: The result of each solved flop by its board.
        actions: Names of the actions at the first decision.
    """
    lines = io.StringIO()
    if flops:
        lines.writelines(f"# {line}\n" for line in spot_lines(flops[0].spot, max_range_length=None))
    writer = csv.writer(lines, lineterminator="\n")
    measured = ["exploitability_pot_percent", "iterations", "seconds"]
    solved = [results[flop.board] for flop in flops if flop.board in results]
    if any(result.equity is not None for result in solved):
        measured.append("equity")
    lines_asked = solved[0].lines if solved else {}
    names = [
        f"{path} {name}"
        for path, mean in lines_asked.items()
        for name in (*mean.actions, "ev_oop", "ev_ip", "reach")
    ]
    writer.writerow(["board", "count", "matchups", "ev_oop", "ev_ip", *actions, *measured, *names])
    for flop in flops:
        if (result := results.get(flop.board)) is not None:
            facts = [getattr(result, name) for name in measured]
            for mean in result.lines.values():
                facts += [*mean.frequencies, *mean.ev, mean.reach]
            writer.writerow(
                [result.board, flop.count, result.matchups, *result.ev, *result.frequencies, *facts]
            )
    return lines.getvalue()


def _results(
    records: Sequence[dict[str, Any]], spot: Spot, settings: Mapping[str, Any]
) -> tuple[dict[str, FlopResult], int]:
    """Return the results by board, and the number of records that do not fit the matchup."""
    results: dict[str, FlopResult] = {}
    wrong = 0
    lines = set(settings.get("lines", ()))
    actions = len(spot.tree.actions(0))
    for record in records:
        try:
            result = _result(record, actions, lines)
        except InputError:
            wrong += 1
            continue
        results[result.board] = result
    return results, wrong


def _result(record: dict[str, Any], actions: int, wanted_lines: set[str]) -> FlopResult:
    """Return the result of a record; InputError if it is not of this matchup."""
    types = get_type_hints(FlopResult) | {"lines": dict}
    fields = checked_types({"lines": {}, "equity": None, **record}, types)
    lines = {
        path: LineMean(**checked_types(mean, get_type_hints(LineMean)))
        for path, mean in fields["lines"].items()
    }
    result = FlopResult(**{**fields, "lines": lines})
    if (
        len(result.frequencies) != actions
        or set(lines) != wanted_lines
        or any(len(mean.actions) != len(mean.frequencies) for mean in lines.values())
        or not result.matchups > 0
    ):
        raise InputError(f"the result of {result.board} does not fit the matchup")
    return result
