"""Local best responses: large wins where play is bad, never more than the best response."""

from collections.abc import Callable

import pytest
from fifthstreet.solvers.blueprint.deals import DealsSolver

from fifthstreet.solvers.blueprint.local_response import ResponseProgress, local_best_response
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.solvers.postflop.evaluate import (
    CallingPlay,
    Policy,
    SolutionPlay,
    UniformPlay,
    judge,
)
from tests.solvers.blueprint.small_spots import FLOP, TURN, WIDE_RIVER


def half_trained(spot: Spot) -> DealsSolver:
    solver = DealsSolver(spot, batch=64)
    solver.run(iterations=2_000)
    return solver


@pytest.mark.parametrize("make", [CallingPlay, UniformPlay, half_trained])
def test_bad_play_loses_but_no_more_than_exploitability(make: Callable[[Spot], Policy]) -> None:
    policy = make(WIDE_RIVER)
    exact = judge(policy, threads=1).exploitability.chips
    found = local_best_response(policy, deals=300, seed=1)
    assert found.chips > 0.3 * exact
    assert found.chips < exact + 4 * found.error
    assert found.deals == 300
    assert found.chips == pytest.approx(sum(found.seats) / 2)


def test_against_calling_play_betting_for_value_is_the_best_response() -> None:
    # Whoever always calls never folds: the local view is the whole truth, but for second raises.
    spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="")
    policy = CallingPlay(spot)
    found = local_best_response(policy, deals=500, seed=2)
    exact = judge(policy, threads=1).exploitability.chips
    assert found.chips == pytest.approx(exact, abs=4 * found.error)


def test_an_equilibrium_loses_nothing() -> None:
    policy = SolutionPlay(solve(WIDE_RIVER, target_pot_percent=0.1, threads=1))
    found = local_best_response(policy, deals=100)
    assert found.chips < 0.1 + 4 * found.error


def test_a_turn_is_played_to_the_end() -> None:
    found = local_best_response(UniformPlay(TURN), deals=100, seed=3)
    exact = judge(UniformPlay(TURN), threads=1).exploitability.chips
    assert 0.3 * exact < found.chips < exact + 4 * found.error


def test_any_board_is_played() -> None:
    solver = DealsSolver(FLOP, any_board=True)
    solver.run(iterations=2_000)
    assert local_best_response(solver, deals=5).deals == 5


def test_the_same_seed_gives_the_same_result() -> None:
    first, second, other = (
        local_best_response(UniformPlay(WIDE_RIVER), deals=20, seed=seed) for seed in (1, 1, 2)
    )
    assert first == second != other


def test_progress_is_told_and_may_stop() -> None:
    heard: list[ResponseProgress] = []

    def stop_at_three(progress: ResponseProgress) -> bool:
        heard.append(progress)
        return len(heard) < 3

    found = local_best_response(UniformPlay(WIDE_RIVER), deals=20, progress=stop_at_three)
    assert found.deals == 3
    assert heard[-1].deals == 3
    assert heard[-1].chips == pytest.approx(found.chips)


@pytest.mark.parametrize(("deals", "seed", "text"), [(0, 0, "deals is 0"), (1, -1, "seed is -1")])
def test_bad_input(deals: int, seed: int, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        local_best_response(UniformPlay(WIDE_RIVER), deals=deals, seed=seed)
