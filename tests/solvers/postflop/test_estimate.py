"""How large a solve is, told before it takes memory."""

import pytest

from fifthstreet.solvers.common import schedule_of
from fifthstreet.solvers.postflop import Solver, Spot, estimate
from tests.solvers.postflop.test_solver import RIVER, TURN


@pytest.mark.parametrize("spot", [RIVER, TURN], ids=["river", "turn"])
@pytest.mark.parametrize("precision", ["float32", "int16"])
@pytest.mark.parametrize("schedule", ["discounted", "predictive"])
@pytest.mark.parametrize("isomorphism", [True, False])
def test_estimate_is_what_is_taken(
    spot: Spot, precision: str, schedule: str, isomorphism: bool
) -> None:
    solver = Solver(
        spot, precision=precision, schedule=schedule_of(schedule), isomorphism=isomorphism
    )
    told = estimate(spot, schedule=solver.schedule, isomorphism=isomorphism)
    assert told.bytes[precision] == sum(tables.bytes for tables in solver.tables)
    assert told.entries == sum(len(tables.arrays["regrets"]) for tables in solver.tables)
    assert told.nodes == len(spot.tree)
    assert told.runouts == tuple(street.count for street in solver.plan.runouts)
    assert all(seconds > 0 for seconds in told.seconds_per_iteration.values())
    assert solver.memory_bytes >= told.bytes[precision]


def test_information_sets_are_counted() -> None:
    """Two hands a player that no card of the board touches: decisions times hands, by runout."""
    spot = Spot.of("QsJh2h7c4d", 10, 10, oop="AcAd,KcKd", ip="AhAs,KhKs,3c3d", bets="a", raises="")
    # The first player decides at the root and after check and all-in; the second after each.
    assert estimate(spot).information_sets == 2 * 2 + 2 * 3
