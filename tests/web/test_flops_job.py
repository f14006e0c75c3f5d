"""The job that solves a matchup on many flops, in the test's own process."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fifthstreet.solvers.postflop import FlopFile, Spot, deal_flops, parse_fields, spot_toml
from fifthstreet.web.jobs.control import Control, StoppedError
from fifthstreet.web.jobs.flops_job import _settings, run

SPOT = Spot.of("QsJh2h", 100, 100, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="")


def spec_of(folder: Path) -> dict[str, Any]:
    return {
        "spot": parse_fields(spot_toml(SPOT)),
        "name": "a",
        "file": str(folder / "a.flops"),
        "deal": {"sample": 6, "subset": None, "seed": 3},
        "lines": [],
        "options": {
            "target_pot_percent": 100.0,
            "max_iterations": 1,
            "seconds": 60.0,
            "precision": "float32",
        },
        "seconds": 600.0,
        "threads": 1,
        "backend": "auto",
    }


def run_job(
    folder: Path, *, most: int | None = None, is_orphaned: bool = False
) -> tuple[dict[str, Any], list[str]]:
    """Run the job, and stop it after `most` flops; return its result and the solved boards."""
    boards: list[str] = []

    def report(**progress: Any) -> None:
        boards.extend([progress["board"]] if "board" in progress else [])

    def check() -> None:
        if len(boards) == most:
            raise StoppedError

    control = SimpleNamespace(report=report, check=check, is_orphaned=is_orphaned)
    return dict(run(spec_of(folder), cast(Control, control))), boards


def test_a_stopped_run_keeps_its_flops_and_solves_only_the_others_later(tmp_path: Path) -> None:
    stopped, first = run_job(tmp_path, most=2)
    assert stopped == {"flops": "a", "solved": 2, "missing": 4}
    kept = FlopFile(tmp_path / "a.flops", SPOT, _settings(SPOT, spec_of(tmp_path))).results
    assert list(kept) == first
    result, rest = run_job(tmp_path)
    assert result == {"flops": "a", "solved": 6, "missing": 0}
    dealt = [flop.board for flop in deal_flops(SPOT, **spec_of(tmp_path)["deal"])]
    assert sorted([*first, *rest]) == sorted(dealt)
    assert first != dealt[:2]  # in random order, so that their mean stands for all


def test_a_run_without_a_server_stays_unfinished(tmp_path: Path) -> None:
    with pytest.raises(StoppedError):
        run_job(tmp_path, most=1, is_orphaned=True)
