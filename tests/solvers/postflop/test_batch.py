"""A batch gives the same results as solving each spot alone."""

import pytest

from fifthstreet.solvers.postflop import Spot, solve, solve_batch

SPOTS = [
    Spot.of(board, 60, 120, oop="AA,KQs,JTs:0.5", ip="QQ,AJs,98s", bets="50%", raises="a")
    for board in ("AsKd2c7h", "7h7d2c9s", "QsJh2h7c4d")
]


def test_results_are_those_of_single_solves() -> None:
    results = list(solve_batch(iter(SPOTS), target_pot_percent=0.5))
    assert [result.spot for result in results] == SPOTS
    for result in results:
        alone = solve(result.spot, target_pot_percent=0.5)
        assert result.iterations == alone.record.iterations
        assert result.exploitability == alone.record.exploitability
        assert result.ev == pytest.approx(alone.ev, abs=1e-4)
        assert result.actions == alone.root.actions
        assert result.frequencies == pytest.approx(alone.root.frequencies.tolist(), abs=1e-5)
        assert result.solution is None


def test_solutions_are_kept_on_request() -> None:
    (result,) = solve_batch(SPOTS[2:], keep_solutions=True)
    assert result.solution is not None
    assert result.solution.ev == pytest.approx(result.ev, abs=1e-4)


def test_no_spots_no_results() -> None:
    assert list(solve_batch([])) == []
