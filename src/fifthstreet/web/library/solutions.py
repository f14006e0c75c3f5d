"""Solutions on disk: what is there, and those that are open."""

from __future__ import annotations

import shutil
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from fifthstreet.cards import cards_text
from fifthstreet.solvers.postflop import Node, Solution, Spot, open_solution, resolve_unreached
from fifthstreet.solvers.postflop.basis import tree_line
from fifthstreet.solvers.postflop.sections import SOLUTION_FILE
from fifthstreet.solvers.postflop.solve_record import SolveRecord
from fifthstreet.storage import open_container, replacing
from fifthstreet.tree import SEAT_NAMES, STREET_NAMES
from fifthstreet.web.errors import NotFoundError
from fifthstreet.web.library.folder import Folder, Stamp, check_name, file_stamp

SUFFIX = ".solution"
_KEPT_RESOLVES = 32  # nodes that almost nobody reaches, re-solved


class SolutionShelf:
    """The solutions of the library; a few stay open for as long as they are read."""

    def __init__(self, folder: Path, *, most_open: int, threads: int | None) -> None:
        """Set the folder, and how many solutions are kept open."""
        self.folder = Folder(folder, SUFFIX)
        self._most_open = most_open
        self._threads = threads
        self._open: OrderedDict[str, tuple[Stamp, Solution]] = OrderedDict()
        self._facts: dict[str, tuple[Stamp, dict[str, Any]]] = {}
        self._resolved: OrderedDict[tuple[str, Stamp, str], Node] = OrderedDict()
        self._changing = Lock()
        self._resolving = Lock()

    def __repr__(self) -> str:
        """Return the number of solutions and of those that are open."""
        return f"<SolutionShelf: {len(self.folder.names())} solutions, {len(self._open)} open>"

    def all(self) -> list[dict[str, Any]]:
        """Return what each file holds, newest first; a damaged one has an `error`."""
        rows = []
        for name in self.folder.names():
            with suppress(NotFoundError, FileNotFoundError):  # deleted meanwhile
                rows.append(self.facts(name))
        return sorted(rows, key=lambda row: -float(row["modified"]))

    def facts(self, name: str) -> dict[str, Any]:
        """Return the spot, size and exploitability of a file, or the `error` of a damaged one."""
        path = self.folder.file(name)
        stamp = file_stamp(path)
        known = self._facts.get(name)
        if known is None or known[0] != stamp:
            known = self._facts[name] = (stamp, _file_facts(name, path, stamp))
        return known[1]

    def open(self, name: str) -> Solution:
        """Return a solution; ValueError if its file is damaged."""
        path = self.folder.file(name)
        stamp = file_stamp(path)
        with self._changing:
            if name in self._open and self._open[name][0] == stamp:
                self._open.move_to_end(name)
                return self._open[name][1]
            solution = open_solution(path, threads=self._threads)
            self._open[name] = (stamp, solution)
            while len(self._open) > self._most_open:
                self._open.popitem(last=False)
            return solution

    def resolved(self, name: str, path: str) -> Node:
        """Return a node that almost nobody reaches, re-solved; the last few are kept."""
        solution = self.open(name)
        key = (name, file_stamp(self.folder.file(name)), path)
        with self._resolving:  # one at a time: each uses all threads
            if key not in self._resolved:
                self._resolved[key] = resolve_unreached(solution, path)
                while len(self._resolved) > _KEPT_RESOLVES:
                    self._resolved.popitem(last=False)
            return self._resolved[key]

    def add(self, path: Path) -> str:
        """Copy a solution into the library, and return its name there.

        It replaces one of the same name and the same spot; with another spot, it gets a new name.
        """
        spot = open_solution(path, threads=1).spot
        name = check_name(path.name.removesuffix(SUFFIX))
        if path.resolve() == self.folder.new_file(name).resolve():
            return name
        if name in self.folder.names() and not self._has_spot(name, spot):
            name = self.folder.free_name(name)
        with path.open("rb") as source, replacing(self.folder.new_file(name)) as target:
            shutil.copyfileobj(source, target)
        return name

    def _has_spot(self, name: str, spot: Spot) -> bool:
        try:
            return self.open(name).spot == spot
        except ValueError:  # damaged
            return False

    def rename(self, name: str, new_name: str) -> None:
        """Rename a solution."""
        self.folder.rename(name, new_name)
        self._close(name)

    def delete(self, name: str) -> None:
        """Delete a solution."""
        self.folder.file(name)
        self._close(name)
        self.folder.delete(name)

    def _close(self, name: str) -> None:
        with self._changing:
            self._open.pop(name, None)
            self._facts.pop(name, None)


def _file_facts(name: str, path: Path, stamp: Stamp) -> dict[str, Any]:
    row: dict[str, Any] = {"name": name, "modified": stamp[0] / 1e9, "bytes": stamp[1]}
    try:
        facts = open_container(path, SOLUTION_FILE).facts
        spot, record = Spot.from_dict(facts["spot"]), SolveRecord.from_dict(facts["record"])
        last_street = STREET_NAMES[int(facts["last_street"])]
    except (ValueError, KeyError, TypeError, IndexError, OSError) as error:
        return row | {"error": str(error).replace(str(path), name) or "the file is damaged"}
    known = record.exploitability
    return row | {
        "error": None,
        "board": cards_text(spot.board),
        "street": STREET_NAMES[spot.street],
        "pot": spot.pot,
        "stack": spot.stack,
        "combos": [live.combos for live in spot.live_ranges],
        "players": list(SEAT_NAMES),
        "tree": tree_line(spot),
        "locks": len(spot.locks),
        "last_street": last_street,
        "exploitability": known.chips,
        "exploitability_pot_percent": known.pot_percent,
        "iterations": record.iterations,
        "stopped_early": record.is_stopped_early,
        "seconds": record.seconds,
    }
