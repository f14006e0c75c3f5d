"""The size of a solve, before it takes any memory."""

from collections import Counter
from typing import Any

import pytest

from fifthstreet.solvers.common import schedule_of
from fifthstreet.solvers.postflop import Solver, Spot, estimate
from fifthstreet.solvers.postflop.solving import estimates
from fifthstreet.solvers.postflop.spot import plan
from tests.solvers.postflop.solving.test_solver import RIVER, TURN


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


@pytest.mark.parametrize("small_tree", [200_000, 1])
def test_a_spot_is_planned_once(monkeypatch: pytest.MonkeyPatch, small_tree: int) -> None:
    """A solver made five plans and five estimates."""
    calls: Counter[str] = Counter()

    def counted(module: Any, name: str) -> None:
        function = getattr(module, name)

        def call(*arguments: Any, **options: Any) -> Any:
            calls[name] += 1
            return function(*arguments, **options)

        monkeypatch.setattr(module, name, call)

    monkeypatch.setattr(estimates, "_SMALL_TREE", small_tree)
    for name in ("make_plan", "spot_runouts", "estimate_plan", "_estimate"):
        counted(estimates, name)
    counted(plan, "deal_runouts")
    Solver(TURN)
    is_large = small_tree == 1
    assert calls == Counter(
        make_plan=1, deal_runouts=1, estimate_plan=1, spot_runouts=is_large, _estimate=is_large
    )
