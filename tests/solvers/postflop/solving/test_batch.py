"""A batch gives the same results as solving each spot alone."""

from collections.abc import Callable, Iterator
from threading import Event

import pytest

from fifthstreet.solvers.postflop import Spot, solve, solve_batch
from fifthstreet.solvers.postflop.solving.batch import called_behind

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


def test_reports_are_made_while_the_next_spot_is_solved() -> None:
    called = Event()

    def report() -> int:
        called.set()
        return 1

    def solved() -> Iterator[Callable[[], int]]:
        yield report
        assert called.wait(60)
        yield lambda: 2

    assert list(called_behind(solved())) == [1, 2]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_nothing_solved_is_lost_when_a_run_ends(error: type[BaseException]) -> None:
    def solved() -> Iterator[Callable[[], int]]:
        yield lambda: 1
        yield lambda: 2
        raise error

    results = called_behind(solved())
    assert [next(results), next(results)] == [1, 2]
    with pytest.raises(error):
        next(results)


def test_a_report_that_fails_ends_the_run() -> None:
    def fail() -> int:
        raise ValueError("no such line")

    with pytest.raises(ValueError, match="no such line"):
        list(called_behind([fail, lambda: 2]))
