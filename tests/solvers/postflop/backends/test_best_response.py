"""Best responses and expected values against strategies played out hand by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import hole_index
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.tree import Rake
from tests.oracles.sequence_form import hands_of
from tests.solvers.postflop.draws import RIVER, Bounds, spots
from tests.solvers.postflop.naive_play import Play, strategy_of
from tests.thoroughness import examples

SMALL_RIVER = Bounds(5, 4, {3: ("50%", "30%, a", "a")}, ("", "a"))
SMALL_TURN = Bounds(4, 2, {2: ("", "a"), 3: ("", "a")}, ("",))
RAKED = st.sampled_from([Rake(0.05), Rake(0.1, 2.0)])


def best_values(solver: Solver, player: int) -> dict[tuple[int, ...], float]:
    """What each hand wins with its best response, from the solver."""
    holes = solver.plan.runouts[0].seats[player].holes[0]
    index = {int(hole): i for i, hole in enumerate(holes)}
    values = solver.backend.root_values(player, ValueMode.BEST_RESPONSE)
    return {hand: float(values[index[hole_index(*hand)]]) for hand in hands_of(solver.spot, player)}


def check_best_response(spot: Spot, iterations: int, *, pure: bool = False) -> None:
    solver = Solver(spot)
    solver.iterate(iterations)
    play = Play(spot, strategy_of(solver.solution()))
    tolerance = 1e-5 * (spot.pot / 2 + spot.stack)
    for player in (0, 1):
        weight = sum(hands_of(spot, 1 - player).values())
        for hand, value in best_values(solver, player).items():
            best = play.best_pure if pure else play.best_response
            assert value == pytest.approx(best(player, hand), abs=tolerance * weight)


@settings(max_examples=examples(25))
@given(spots(RIVER, most_locks=0), st.integers(0, 6))
def test_rivers(spot: Spot, iterations: int) -> None:
    check_best_response(spot, iterations)


@settings(max_examples=examples(15))
@given(spots(SMALL_RIVER, most_locks=0), st.integers(0, 6))
def test_rivers_by_every_pure_strategy(spot: Spot, iterations: int) -> None:
    check_best_response(spot, iterations, pure=True)


@settings(max_examples=examples(4))
@given(spots(SMALL_TURN, most_locks=0), st.integers(0, 4))
def test_turns(spot: Spot, iterations: int) -> None:
    check_best_response(spot, iterations)


@settings(max_examples=examples(25))
@given(spots(RIVER), st.integers(0, 10))
def test_values_and_rake_add_up_to_the_pot(spot: Spot, iterations: int) -> None:
    solver = Solver(spot)
    solver.iterate(iterations)
    solution = solver.solution()
    played = Play(spot, strategy_of(solution)).expected()
    tolerance = 1e-5 * (spot.pot / 2 + spot.stack)
    for player in (0, 1):
        assert solution.ev[player] == pytest.approx(
            played.chips[player] + spot.pot / 2, abs=tolerance
        )
    assert sum(solution.ev) + played.rake == pytest.approx(spot.pot, abs=tolerance)


@settings(max_examples=examples(25))
@given(spots(RIVER, rakes=RAKED, most_locks=0), st.integers(0, 10))
def test_exploitability_with_rake(spot: Spot, iterations: int) -> None:
    """The mean gain of best responses; with rake the values do not add up to the pot."""
    solver = Solver(spot)
    solver.iterate(iterations)
    measured = solver.exploitability().chips
    hands = [hands_of(spot, player) for player in (0, 1)]
    best = [
        sum(hands[player][hand] * value for hand, value in best_values(solver, player).items())
        / solver.plan.matchups
        for player in (0, 1)
    ]
    expected = Play(spot, strategy_of(solver.solution())).expected().chips
    tolerance = 1e-5 * (spot.pot / 2 + spot.stack)
    assert measured == pytest.approx((sum(best) - sum(expected)) / 2, abs=tolerance)
    assert measured >= -tolerance


def test_a_raked_turn_adds_up() -> None:
    spot = Spot.of(
        "QsJh2h7c",
        20,
        30,
        oop="AsAh,KsQd:0.5",
        ip="QhQd,AdJs",
        bets="a",
        raises="",
        rake=Rake(0.05, 2),
    )
    solver = Solver(spot)
    solver.iterate(20)
    solution = solver.solution()
    played = Play(spot, strategy_of(solution)).expected()
    assert np.allclose(solution.ev, np.array(played.chips) + 10, atol=1e-4)
    assert 0 < played.rake <= 2
    assert sum(solution.ev) + played.rake == pytest.approx(20, abs=1e-4)
