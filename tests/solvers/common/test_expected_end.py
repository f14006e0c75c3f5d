"""Estimates of the iteration and the time at which a run ends."""

from math import inf, isinf

import pytest

from fifthstreet.solvers.common import (
    Curve,
    Progress,
    expected_end,
)
from tests.solvers.common.test_run import PowerLawSolver, timed


def test_expected_end() -> None:
    """A curve that falls as 1/t reaches a tenth after ten times the iterations."""
    assert expected_end([(10, 8.0), (20, 4.0)], 0.4) == pytest.approx(200)
    assert expected_end([(10, 8.0), (20, 2.0)], 0.5) == pytest.approx(40)
    assert expected_end([(1, 99.0), (10, 8.0), (20, 4.0)], 0.4) == pytest.approx(200)


@pytest.mark.parametrize(
    ("curve", "target", "end"),
    [
        ([(10, 8.0), (20, 0.3)], 0.4, 20),  # met
        ([(10, 8.0), (20, 0.0)], 0.0, 20),
        ([], 0.4, inf),
        ([(10, 8.0)], 0.4, inf),  # one point does not make a line
        ([(0, 9.0), (10, 8.0)], 0.4, inf),  # the starting point says nothing
        ([(10, 4.0), (20, 5.0)], 0.4, inf),  # rising
        ([(10, 4.0), (20, 4.0)], 0.4, inf),
        ([(10, 8.0), (20, 4.0)], 0.0, inf),  # never
    ],
)
def test_expected_end_of_special_curves(curve: Curve, target: float, end: float) -> None:
    assert expected_end(curve, target) == end


def test_slopes_are_clamped_to_plausible_values() -> None:
    steep = expected_end([(10, 8.0), (11, 0.8)], 0.4)
    assert steep == pytest.approx(11 * 2 ** (1 / 4))
    flat = expected_end([(10, 8.0), (20, 7.99)], 0.4)
    assert flat == pytest.approx(20 * (7.99 / 0.4) ** 2)
    assert not isinf(flat)


def test_time_left_is_a_number_on_a_clock_that_has_not_ticked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = timed(PowerLawSolver(pace=0.0, check_pace=0.0), monkeypatch)
    reports: list[Progress] = []
    solver.run(100, target=0, progress=reports.append)
    assert all(report.seconds_left >= 0 for report in reports)
    assert solver.iteration == 100
