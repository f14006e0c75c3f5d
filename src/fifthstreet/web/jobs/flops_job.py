"""Jobs that solve a matchup on many flops; each result is stored at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from fifthstreet.cards import cards_text
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import (
    FlopFile,
    FlopResult,
    Spot,
    check_precision,
    check_spot,
    deal_flops,
    make_spot,
    solve_flops,
    with_equity,
)
from fifthstreet.support.storage import FileLock
from fifthstreet.web.jobs.control import Control, StoppedError


def run(spec: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
    """Solve the flops that the `file` does not have yet, in random order.

    The order is random so that means over the flops solved so far stand for all of them.
    """
    control.report(phase="dealing the flops")
    spot = make_spot(spec["spot"])
    options, threads = spec["options"], spec["threads"]
    check_spot(spot, DEFAULT_SCHEDULE, check_precision(options["precision"]))
    lines = spec["lines"]
    flops = deal_flops(spot, **spec["deal"])
    path = Path(spec["file"])
    with FileLock(path):
        file = FlopFile(path, spot, _settings(spot, spec))
        left = [flop for flop in flops if flop.board not in file.results]
        order = np.random.default_rng(spec["deal"]["seed"]).permutation(len(left))
        left = [left[at] for at in order]
        progress = _Progress(control, len(flops), len(flops) - len(left), spec["seconds"])
        try:
            progress.report()
            solved = solve_flops(
                left, threads=threads, backend=spec["backend"], lines=lines, **options
            )
            for flop, result in zip(left, solved, strict=False):
                file.add(with_equity(result, flop.spot, threads))
                progress.add(result)
        except StoppedError:
            if control.is_orphaned:
                raise
    return {
        "flops": spec["name"],
        "solved": progress.solved,
        "missing": len(flops) - progress.solved,
    }


def _settings(spot: Spot, spec: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that the results in a file depend on."""
    board = cards_text(spot.board)
    shared = {name: spec[name] for name in ("deal", "options", "lines")}
    return {"board": board} | shared


class _Progress:
    """Reports how many flops are solved, and ends the job when its time is over."""

    def __init__(self, control: Control, flops: int, solved: int, seconds: float) -> None:
        self.solved = solved
        self._control, self._flops = control, flops
        self._started_with = solved
        self._start = monotonic()
        self._end = self._start + seconds

    def report(self, **facts: Any) -> None:
        """Report, wait while the job is paused; StoppedError if it is to end."""
        new = self.solved - self._started_with
        pace = (monotonic() - self._start) / new if new else None
        left = self._flops - self.solved
        self._control.report(
            phase="solving",
            done=self.solved,
            total=self._flops,
            seconds_left=None if pace is None else pace * left,
            **facts,
        )
        paused = monotonic()
        self._control.check()
        waited = monotonic() - paused
        self._start += waited
        self._end += waited
        if monotonic() > self._end:
            raise StoppedError

    def add(self, result: FlopResult) -> None:
        """Count a solved flop."""
        self.solved += 1
        percent = result.exploitability_pot_percent
        self.report(board=result.board, exploitability_pot_percent=percent)
