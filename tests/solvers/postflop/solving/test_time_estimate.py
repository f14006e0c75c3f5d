"""The time of a solve: the arithmetic of an estimate, and the cache of measurements."""

import json
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Linear
from fifthstreet.solvers.postflop import Solver, estimate_time
from fifthstreet.solvers.postflop.solving import time_estimate
from fifthstreet.solvers.postflop.solving.time_estimate import (
    ExpectedRun,
    TimeEstimate,
    combine,
    expected_run,
)
from fifthstreet.solvers.postflop.solving.time_measurement import (
    Measurement,
    TimedSolve,
    typical_iterations,
)
from fifthstreet.support.storage import FactCache
from tests.solvers.postflop.example_spots import MEDIUM_TURN, TURN
from tests.solvers.postflop.solving.timed_jobs import job_of

MEASURED = Measurement(
    set_up_seconds=1.0,
    iteration_seconds=0.5,
    check_seconds=0.75,
    iterations=80,
    checks=8,
    is_extrapolated=False,
    is_whole=False,
    idle=1.0,
)


def combined(measured: Measurement = MEASURED, max_iterations: int = 1_000) -> TimeEstimate:
    return combine(job_of(TURN, threads=2), measured, 0.5, max_iterations, is_recalled=False)


def test_seconds_are_set_up_iterations_and_checks() -> None:
    estimated = combined()
    assert estimated.seconds == pytest.approx(0.5 + 1.0 + 80 * 0.5 + 8 * 0.75)
    assert (estimated.iterations, estimated.checks) == (80, 8)
    assert (estimated.seconds_per_iteration, estimated.seconds_per_check) == (0.5, 0.75)
    assert estimated.set_up_seconds == 1.5
    low, high = estimated.seconds_range
    assert low < estimated.seconds < high
    assert high / estimated.seconds == pytest.approx(1.5, abs=0.05)
    assert not estimated.stops_before_target
    assert str(estimated) == "about 48 s (32 to 71 s) to 0.5% of the pot on 2 threads"
    assert repr(estimated) == f"<TimeEstimate: {estimated}>"


def test_max_iterations_limits_the_time() -> None:
    estimated = combined(max_iterations=40)
    assert estimated.seconds == pytest.approx(1.5 + 40 * 0.5 + 4 * 0.75)
    assert estimated.stops_before_target
    assert "for 40 iterations, too few for 0.5% of the pot" in str(estimated)


def test_the_range_is_wider_the_less_is_known() -> None:
    def width(measured: Measurement) -> float:
        low, high = combined(measured).seconds_range
        return high / low

    whole, extrapolated = replace(MEASURED, is_whole=True), replace(MEASURED, is_extrapolated=True)
    assert 1.4 < width(whole) < width(MEASURED) < width(extrapolated)


def test_the_basis_is_told() -> None:
    assert combined().basis == (
        "measured just now on this machine's CPU: "
        "a part of the spot's runouts, solved close to the target"
    )
    busy = combined(replace(MEASURED, idle=0.5, is_extrapolated=True))
    assert "extrapolated; other programs took 50% of the processor" in busy.basis
    assert "the spot itself" in combined(replace(MEASURED, is_whole=True)).basis


@pytest.mark.parametrize("name", ["target_pot_percent", "max_iterations"])
def test_negative_limits(name: str) -> None:
    with pytest.raises(InputError, match=f"^{name} must be at least 0, got -1$"):
        estimate_time(TURN, **{name: -1})  # type: ignore[arg-type]


# The cache.


class Wall:
    """A calendar clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def cache(tmp_path: Path, wall: Wall) -> FactCache:
    return FactCache(tmp_path / "speeds.json", max_age=28 * 86_400, max_count=50, clock=wall)


@pytest.fixture
def measurements(monkeypatch: pytest.MonkeyPatch) -> list[TimedSolve]:
    """Return the jobs that are measured; each takes a second longer per iteration."""
    jobs: list[TimedSolve] = []

    def measure_nothing(job: TimedSolve, **_: object) -> Measurement:
        jobs.append(job)
        return replace(MEASURED, iteration_seconds=float(len(jobs)))

    monkeypatch.setattr(time_estimate, "measure", measure_nothing)
    return jobs


def test_a_spot_is_measured_once(cache: FactCache, measurements: list[TimedSolve]) -> None:
    first = estimate_time(TURN, cache=cache)
    second = estimate_time(TURN, cache=cache)
    assert len(measurements) == 1
    assert first.seconds_per_iteration == second.seconds_per_iteration == 1
    assert "just now" in first.basis
    assert "earlier with this build" in second.basis
    estimate_time(TURN, cache=cache, max_iterations=5)
    assert len(measurements) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"threads": 3},
        {"precision": "int16"},
        {"target_pot_percent": 0.1},
        {"schedule": Linear()},
        {"isomorphism": False},
    ],
    ids=str,
)
def test_other_settings_are_measured(
    cache: FactCache, measurements: list[TimedSolve], change: dict[str, Any]
) -> None:
    estimate_time(TURN, cache=cache, threads=2)
    assert estimate_time(TURN, cache=cache, **{"threads": 2} | change).seconds_per_iteration == 2
    assert estimate_time(TURN, cache=cache, threads=2).seconds_per_iteration == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chosen_build", lambda: "v9"),
        ("processor_name", lambda: "another"),
        ("__version__", "9.9"),
    ],
)
def test_other_machines_and_builds_are_measured(
    cache: FactCache,
    measurements: list[TimedSolve],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    value: object,
) -> None:
    estimate_time(TURN, cache=cache)
    monkeypatch.setattr(f"fifthstreet.solvers.postflop.solving.time_estimate.{name}", value)
    estimate_time(TURN, cache=cache)
    assert len(measurements) == 2


def test_another_spot_is_measured(cache: FactCache, measurements: list[TimedSolve]) -> None:
    estimate_time(TURN, cache=cache)
    estimate_time(TURN.with_rules(pot=30), cache=cache)
    assert len(measurements) == 2


def test_measurements_become_old(
    cache: FactCache, measurements: list[TimedSolve], wall: Wall
) -> None:
    estimate_time(TURN, cache=cache)
    wall.now += 27 * 86_400
    estimate_time(TURN, cache=cache)
    assert len(measurements) == 1
    wall.now += 2 * 86_400
    assert estimate_time(TURN, cache=cache).seconds_per_iteration == 2


def test_measurements_on_a_busy_machine_are_not_kept(
    cache: FactCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_estimate, "measure", lambda *_, **__: replace(MEASURED, idle=0.4))
    for _ in range(2):
        assert "just now" in estimate_time(TURN, cache=cache).basis


def test_damaged_measurements_are_ignored(
    cache: FactCache, measurements: list[TimedSolve], tmp_path: Path
) -> None:
    estimate_time(TURN, cache=cache)
    path = tmp_path / "speeds.json"
    entries = json.loads(path.read_text())
    for entry in entries.values():
        entry["fact"] = {"entry_seconds": "fast"}
    path.write_text(json.dumps(entries))
    assert estimate_time(TURN, cache=cache).seconds_per_iteration == 2


# What a solve expects before its first iteration.


def test_a_solve_expects_what_was_measured(
    cache: FactCache, measurements: list[TimedSolve]
) -> None:
    solver = Solver(TURN, backend="native", threads=1)
    assert expected_run(solver, 0.5, cache) == ExpectedRun(typical_iterations(0.5), inf)
    estimate_time(TURN, target_pot_percent=0.5, threads=1, cache=cache)
    assert expected_run(solver, 0.5, cache) == ExpectedRun(80, 1.0)
    # Another spot has no measured iterations, and the pace of this one for its table entries.
    other = Solver(MEDIUM_TURN, backend="native", threads=1)
    ratio = other.plan.entries / solver.plan.entries
    expected = expected_run(other, 0.5, cache)
    assert expected.iterations == typical_iterations(0.5)
    assert expected.pace == pytest.approx(ratio)
