"""Matchups on many flops on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from fifthstreet.solvers.postflop import Flop, StoredFlops, deal_flops, load_flops
from fifthstreet.solvers.postflop.basis import tree_line
from fifthstreet.storage import reading
from fifthstreet.views.flop_rows import Dealt
from fifthstreet.web.library.folder import Folder, Stamp, file_stamp, without_path

SUFFIX = ".flops"
_KEPT = 16  # runs that are kept in memory


@dataclass(frozen=True, eq=False)
class FlopRun:
    """A matchup on many flops: those that are dealt, and those that are solved."""

    stored: StoredFlops
    flops: list[Flop]

    @property
    def deal(self) -> dict[str, Any]:
        """Which flops are dealt: `sample`, `subset` and `seed`."""
        chosen: dict[str, Any] = self.stored.settings.get("deal", {})
        return {"sample": None, "subset": None, "seed": 0} | chosen

    @property
    def dealt(self) -> Dealt:
        """Whether all flops are dealt, a sample or a subset."""
        if self.deal["sample"] is not None:
            return "sample"
        return "all" if self.deal["subset"] is None else "subset"

    @property
    def solved(self) -> int:
        """Number of flops that are dealt and solved."""
        return sum(flop.board in self.stored.results for flop in self.flops)


class FlopShelf:
    """The matchups of the library."""

    def __init__(self, folder: Path) -> None:
        """Set the folder."""
        self.folder = Folder(folder, SUFFIX)
        self._runs: dict[str, tuple[Stamp, FlopRun]] = {}
        self._changing = Lock()

    def __repr__(self) -> str:
        """Return the number of matchups."""
        return f"<FlopShelf: {len(self.folder.names())} matchups>"

    def all(self) -> list[dict[str, Any]]:
        """Return what each file holds, newest first; a damaged one has an `error`."""
        rows = [self.facts(name) for name in self.folder.names()]
        return sorted(rows, key=lambda row: -float(row["modified"]))

    def facts(self, name: str) -> dict[str, Any]:
        """Return the matchup of a file and how much is solved, or the `error` of a damaged one."""
        path = self.folder.file(name)
        modified, size = file_stamp(path)
        row: dict[str, Any] = {"name": name, "modified": modified / 1e9, "bytes": size}
        try:
            run = self.open(name)
        except ValueError as error:
            return row | {"error": str(error)}
        spot = run.stored.spot
        return row | {
            "error": None,
            "pot": spot.pot,
            "stack": spot.stack,
            "combos": [each.combos for each in spot.ranges],
            "tree": tree_line(spot),
            "dealt": run.dealt,
            "seed": run.deal["seed"],
            "flops": len(run.flops),
            "solved": run.solved,
            "target": run.stored.settings.get("options", {}).get("target_pot_percent"),
            "damaged": run.stored.damaged,
        }

    def open(self, name: str) -> FlopRun:
        """Return a matchup, also while it is solved; ValueError if its file is damaged."""
        path = self.folder.file(name)
        now = file_stamp(path)
        with self._changing:
            before = self._runs.get(name)
            if before is None or before[0] != now:
                with without_path(path, name):
                    run = _loaded(path, None if before is None else before[1])
                self._runs.pop(name, None)
                self._runs[name] = before = (now, run)
                while len(self._runs) > _KEPT:
                    del self._runs[next(iter(self._runs))]
            return before[1]

    def rename(self, name: str, new_name: str) -> None:
        """Rename a matchup."""
        self.folder.rename(name, new_name)
        self._forget(name)

    def delete(self, name: str) -> None:
        """Delete a matchup."""
        self.folder.delete(name)
        self._forget(name)

    def _forget(self, name: str) -> None:
        with self._changing:
            self._runs.pop(name, None)


def _loaded(path: Path, before: FlopRun | None) -> FlopRun:
    """Return the run of a file; the flops of an earlier version of it need not be dealt again."""
    stored = load_flops(path)
    run = FlopRun(stored, [])
    if before is not None and (before.stored.spot, before.deal) == (stored.spot, run.deal):
        return FlopRun(stored, before.flops)
    with reading(path):
        return FlopRun(stored, deal_flops(stored.spot, **run.deal))
