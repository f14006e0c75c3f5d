"""Values of small spots against linear programming."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.tree import Rake
from tests.oracles.sequence_form import SequenceForm
from tests.solvers.postflop.draws import RIVER, spots

NO_RAKE = st.just(Rake())


def check_value(spot: Spot, max_iterations: int = 50_000) -> None:
    solver = Solver(spot)
    # The value is off by at most twice the exploitability: 1e-5 of the pot.
    solver.run(target_pot_percent=5e-4, max_iterations=max_iterations)
    first, second = solver.solution().ev
    exact = SequenceForm(spot).value()
    assert first == pytest.approx(exact, abs=1e-5 * spot.pot)
    assert second == pytest.approx(spot.pot - exact, abs=1e-5 * spot.pot)


@settings(max_examples=10)
@given(spots(RIVER, rakes=NO_RAKE, most_locks=0))
def test_rivers(spot: Spot) -> None:
    check_value(spot)


def test_river_with_raises() -> None:
    check_value(
        Spot.of(
            "QsJh2h7c4d",
            100,
            250,
            oop="AsAh,KsQd,Th9h,8s8h:0.5,JcJd",
            ip="QhQd,AsJs,KhTh:0.3,5s5h,4c4s",
            bets="50%, 120%",
            raises="60%, a",
        )
    )


def test_turn() -> None:
    check_value(
        Spot.of(
            "QsJh2h7c",
            100,
            120,
            oop="AsAh,KsQd,Th9h",
            ip="QhQd,AsJs,KhTh:0.3",
            bets="a",
            raises="",
        ),
        max_iterations=4_000,
    )
