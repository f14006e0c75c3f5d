"""Values of small spots against linear programming."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.tree import Rake
from tests.oracles.sequence_form import SequenceForm
from tests.solvers.postflop.draws import RIVER, spots
from tests.thoroughness import examples

NO_RAKE = st.just(Rake())


def check_value(spot: Spot, max_iterations: int = 50_000) -> None:
    solver = Solver(spot)
    solver.run(target_pot_percent=5e-4, max_iterations=max_iterations)
    first, second = solver.solution().ev
    exact = SequenceForm(spot).value()
    # The value is off by at most twice the exploitability, and by the rounding of 32-bit floats.
    allowed = (2 * 5e-6 + 1e-6) * spot.pot
    assert first == pytest.approx(exact, abs=allowed)
    assert second == pytest.approx(spot.pot - exact, abs=allowed)


def test_a_river_whose_value_is_off_by_twice_the_exploitability() -> None:
    """Rounding came on top, which was once not allowed for."""
    spot = Spot.of(
        *("2c2d3c3d4c", 3, 1),
        oop="2s2h",
        ip="4h3h,4h2s:0.01,4h2h,4d3h,4d2s,4d2h,3s3h,3s2s,3s2h,3h2s,3h2h:0.3,2s2h",
        bets="50%",
        raises="",
    )
    check_value(spot.with_rules(removed=("r:k:k",), max_raises=2))


@settings(max_examples=examples(10))
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
