"""The size of a solve, before it takes any memory."""

import pytest

from fifthstreet.solvers.common import schedule_of
from fifthstreet.solvers.postflop import Solver, Spot, estimate
from tests.solvers.postflop.test_solver import RIVER, TURN


@pytest.mark.parametrize("spot", [RIVER, TURN], ids=["river", "turn"])
@pytest.mark.parametrize("precision", ["float32", "int16"])
@pytest.mark.parametrize("schedule", ["discounted", "predictive"])
@pytest.mark.parametrize("isomorphism", [True, False])
def test_estimates_match_the_solver(
    spot: Spot, precision: str, schedule: str, isomorphism: bool
) -> None:
    solver = Solver(
        spot, precision=precision, schedule=schedule_of(schedule), isomorphism=isomorphism
    )
    size = estimate(spot, schedule=solver.schedule, isomorphism=isomorphism)
    assert size.bytes[precision] == sum(tables.bytes for tables in solver.tables)
    assert size.entries == sum(len(tables.arrays["regrets"]) for tables in solver.tables)
    assert size.nodes == len(spot.tree)
    assert size.runouts == tuple(street.count for street in solver.plan.runouts)
    assert solver.memory_bytes >= size.bytes[precision]


def test_information_sets_are_counted() -> None:
    """No board card blocks a hand, so each player has decisions times hands."""
    spot = Spot.of("QsJh2h7c4d", 10, 10, oop="AcAd,KcKd", ip="AhAs,KhKs,3c3d", bets="a", raises="")
    # OOP decides at the root and after a check and an all-in, IP after a check or an all-in.
    assert estimate(spot).information_sets == 2 * 2 + 2 * 3
