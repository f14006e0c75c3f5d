"""Matchups on many flops on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fifthstreet.solvers.postflop import Flop, StoredFlops, deal_flops, load_flops, tree_line
from fifthstreet.support.storage import reading
from fifthstreet.views import Dealt
from fifthstreet.web.library.shelf import Shelf

SUFFIX = ".flops"
_KEPT = 16  # runs that are kept in memory


@dataclass(frozen=True, eq=False)
class FlopRun:
    """A matchup on many flops: the dealt and the solved flops."""

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


class FlopShelf(Shelf[FlopRun]):
    """The matchups of the library, including matchups in progress."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, SUFFIX, max_open=_KEPT)

    def _loaded(self, path: Path, before: FlopRun | None) -> FlopRun:
        stored = load_flops(path)
        run = FlopRun(stored, [])
        if before is not None and (before.stored.spot, before.deal) == (stored.spot, run.deal):
            return FlopRun(stored, before.flops)  # which need not be dealt again
        with reading(path):
            return FlopRun(stored, deal_flops(stored.spot, **run.deal))

    def _facts_of(self, name: str, path: Path) -> dict[str, Any]:
        """Return the matchup, and how much of it is solved."""
        run = self.open(name)
        spot = run.stored.spot
        return {
            "pot": spot.pot,
            "stack": spot.stack,
            "big_blind": spot.rules.known_big_blind,
            "combos": [each.combos for each in spot.ranges],
            "tree": tree_line(spot),
            "dealt": run.dealt,
            "seed": run.deal["seed"],
            "flops": len(run.flops),
            "solved": run.solved,
            "target": run.stored.settings.get("options", {}).get("target_pot_percent"),
            "damaged": run.stored.damaged,
        }
