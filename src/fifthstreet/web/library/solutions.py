"""Solutions on disk, and the open ones."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from fifthstreet.cards import cards_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    SOLUTION_FILE,
    Node,
    Solution,
    SolveRecord,
    Spot,
    open_solution,
    resolve_unreached,
    tree_line,
)
from fifthstreet.support.storage import open_container, reading, replacing
from fifthstreet.tree import SEAT_NAMES, STREET_NAMES
from fifthstreet.web.library.folder import Stamp, check_name, file_stamp
from fifthstreet.web.library.kept_replies import KeptReplies
from fifthstreet.web.library.shelf import Shelf

SUFFIX = ".solution"
_KEPT_RESOLVES = 32  # re-solved nodes that are almost never reached


class SolutionShelf(Shelf[Solution]):
    """The solutions of the library; the last few stay open."""

    def __init__(self, folder: Path, *, max_open: int, threads: int | None) -> None:
        super().__init__(folder, SUFFIX, max_open=max_open)
        self._threads = threads
        self._resolved = lru_cache(maxsize=_KEPT_RESOLVES)(self._resolve)
        self._resolving = Lock()
        self._replies = KeptReplies()

    def resolved(self, name: str, path: str) -> Node:
        """Return a re-solved node that is almost never reached; the last few are kept."""
        stamp = file_stamp(self.folder.file(name))
        with self._resolving:  # one at a time: each uses all threads
            return self._resolved(name, stamp, path)

    def reply(self, name: str, path: str, kind: str, compute: Callable[[Solution], bytes]) -> bytes:
        """Return a reply of a kind about a path of a solution; the last ones are kept."""
        key = (name, file_stamp(self.folder.file(name)), path, kind)
        return self._replies.get(key, lambda: compute(self.open(name)))

    def _resolve(self, name: str, stamp: Stamp, path: str) -> Node:
        """Re-solve a node of a solution as it was stamped."""
        return resolve_unreached(self.open(name), path)

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
        except InputError:  # damaged
            return False

    def _loaded(self, path: Path, before: Solution | None) -> Solution:
        return open_solution(path, threads=self._threads)

    def _facts_of(self, name: str, path: Path) -> dict[str, Any]:
        """Return the spot, size and exploitability of a file, without opening its tables."""
        with reading(path):
            facts = open_container(path, SOLUTION_FILE).facts
            spot, record = Spot.from_dict(facts["spot"]), SolveRecord.from_dict(facts["record"])
            known = record.exploitability
            return {
                "board": cards_text(spot.board),
                "street": STREET_NAMES[spot.street],
                "pot": spot.pot,
                "stack": spot.stack,
                "big_blind": spot.rules.known_big_blind,
                "combos": [live.combos for live in spot.live_ranges],
                "players": list(SEAT_NAMES),
                "tree": tree_line(spot),
                "locks": len(spot.locks),
                "last_street": STREET_NAMES[int(facts["last_street"])],
                "exploitability": known.chips,
                "exploitability_pot_percent": known.pot_percent,
                "iterations": record.iterations,
                "stopped_early": record.is_stopped_early,
                "seconds": record.seconds,
            }
