"""Spots that other solvers were measured on: the same equilibria, and a steady way there.

Expected chips, equities and the first player's checks are those that postflop-solver finds for
the same trees. Equilibrium values are unique; strategies are nearly so.
"""

from dataclasses import dataclass

import numpy as np
import pytest

from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Discounted, Schedule
from fifthstreet.solvers.postflop import Solution, Solver, Spot, solve
from tests.papers.peer_spots import FLOP, RIVER, TURN


@dataclass(frozen=True)
class Published:
    spot: Spot
    ev: tuple[float, float]
    equity: float  # of the first player
    checks: float  # share of the first player's range


PUBLISHED = {
    "turn": Published(TURN, (91.961, 108.039), 0.53060, 0.964),
    "river": Published(RIVER, (93.829, 106.171), 0.52861, 0.780),
}


def check_published(published: Published, solution: Solution) -> None:
    assert solution.record.exploitability.pot_percent <= 0.05
    assert solution.ev == pytest.approx(published.ev, abs=0.001 * published.spot.pot)
    assert solution.equity[0] == pytest.approx(published.equity, abs=5e-5)
    root = solution.root
    assert root.frequencies[root.actions.index("k")] == pytest.approx(published.checks, abs=0.02)


@pytest.mark.parametrize("name", list(PUBLISHED))
@pytest.mark.parametrize("precision", ["float32", "int16"])
def test_equilibrium(name: str, precision: str) -> None:
    """To a twentieth of a percent of the pot, in 16 bits as well."""
    published = PUBLISHED[name]
    solution = solve(published.spot, target_pot_percent=0.05, precision=precision)
    check_published(published, solution)


def exploitabilities(spot: Spot, schedule: Schedule, precision: str = "float32") -> list[float]:
    """Exploitability in percent of the pot after every ten iterations of four hundred."""
    solver = Solver(spot, schedule=schedule, precision=precision)
    seen = []
    for _ in range(40):
        solver.iterate(10)
        seen.append(solver.exploitability().pot_percent)
    return seen


def largest_rise(seen: list[float]) -> float:
    """The most that exploitability was above the best so far, as a multiple of it."""
    return float((np.array(seen[1:]) / np.minimum.accumulate(seen)[:-1]).max())


@pytest.mark.parametrize("spot", [TURN, RIVER], ids=["turn", "river"])
def test_exploitability_does_not_leap_up(spot: Spot) -> None:
    seen = exploitabilities(spot, DEFAULT_SCHEDULE)
    assert largest_rise(seen) <= 1.1
    assert seen[-1] < 0.05


def test_beta_of_zero_leaps_up() -> None:
    """The paper's beta forgets within a few iterations how bad an action was.

    When it leaps hangs on the last bits of the numbers, so there are two tries.
    """
    halved = Discounted(beta=0.0, gamma=3.0, warm_up=0)
    assert any(
        largest_rise(exploitabilities(TURN, halved, precision)) > 1.5
        for precision in ("float32", "int16")
    )


@pytest.mark.slow
def test_flop() -> None:
    """Two streets to come; exploitability in percent of the pot bounds what values may be off."""
    solution = solve(FLOP, target_pot_percent=0.3)
    assert solution.ev == pytest.approx((105.11, 74.89), abs=0.001 * FLOP.pot)
    assert solution.equity[0] == pytest.approx(0.55347, abs=5e-5)
