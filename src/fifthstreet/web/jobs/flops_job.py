"""Jobs that solve a matchup on many flops; each result is stored at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.cards import cards_text
from fifthstreet.solvers import postflop
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.support.storage import FileLock
from fifthstreet.web.jobs.control import Control, PacedReports, StoppedError


def run(spec: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
    """Solve the flops that the `file` does not have yet, in random order.

    The order is random so that means over the flops solved so far stand for all of them.
    """
    control.report(phase="dealing the flops")
    spot = postflop.make_spot(spec["spot"])
    options, threads = spec["options"], spec["threads"]
    postflop.check_spot(spot, DEFAULT_SCHEDULE, postflop.check_precision(options["precision"]))
    lines = spec["lines"]
    flops = postflop.deal_flops(spot, **spec["deal"])
    path = Path(spec["file"])
    with FileLock(path):
        file = postflop.FlopFile(path, spot, _settings(spot, spec))
        left = [flop for flop in flops if flop.board not in file.results]
        order = np.random.default_rng(spec["deal"]["seed"]).permutation(len(left))
        left = [left[at] for at in order]
        reports = PacedReports(control, "solving", len(flops), spec["seconds"])
        done = len(flops) - len(left)
        try:
            reports.report(done)
            solved = postflop.solve_flops(
                left, threads=threads, backend=spec["backend"], lines=lines, **options
            )
            for flop, result in zip(left, solved, strict=False):
                file.add(postflop.with_equity(result, flop.spot, threads))
                done += 1
                percent = result.exploitability_pot_percent
                reports.report(done, board=result.board, exploitability_pot_percent=percent)
        except StoppedError:
            if control.is_orphaned:
                raise
    return {"flops": spec["name"], "solved": done, "missing": len(flops) - done}


def _settings(spot: postflop.Spot, spec: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that the results in a file depend on."""
    board = cards_text(spot.board)
    shared = {name: spec[name] for name in ("deal", "options", "lines")}
    return {"board": board} | shared
