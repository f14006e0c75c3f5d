"""The job that solves a spot, in the test's own process."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from fifthstreet.solvers.postflop import Solver, parse_fields, spot_toml
from fifthstreet.web.jobs.control import Control
from fifthstreet.web.jobs.solve_job import run
from tests.cli.small_spot import spot_on

SPOT = spot_on("QsJh2h7c4d")


def _ignore(*_: Any, **__: Any) -> None:
    pass


def run_job(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Run the job `job` for 30 iterations in all; return its result and its reports."""
    reports: list[dict[str, Any]] = []
    control = SimpleNamespace(
        file=lambda suffix: folder / f"job{suffix}",
        report=lambda **progress: reports.append(progress),
        point=_ignore,
        check=_ignore,
        is_orphaned=False,
    )
    spec = {
        "spot": parse_fields(spot_toml(SPOT)),
        "name": "a",
        "file": str(folder / "a.solution"),
        "precision": "float32",
        "backend": "auto",
        "target": 1e-9,
        "max_iterations": 30,
        "seconds": 600.0,
        "threads": 1,
    }
    return dict(run(spec, cast(Control, control))), reports


def test_a_solve_continues_from_its_checkpoint(tmp_path: Path) -> None:
    solver = Solver(SPOT, threads=1)
    solver.run(target_pot_percent=1e-9, max_iterations=20)
    solver.save(tmp_path / "job.checkpoint")
    result, reports = run_job(tmp_path)
    assert result["iterations"] == 30
    assert {"phase": "reading the checkpoint"} in reports
    assert {"phase": "dealing the runouts"} not in reports


def test_a_damaged_checkpoint_starts_again(tmp_path: Path) -> None:
    (tmp_path / "job.checkpoint").write_bytes(b"not a checkpoint")
    result, reports = run_job(tmp_path)
    assert result["iterations"] == 30
    (warning,) = [each["warning"] for each in reports if "warning" in each]
    assert warning.startswith("the solve starts from the beginning: ")
