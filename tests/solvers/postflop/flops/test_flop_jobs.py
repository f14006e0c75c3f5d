"""Flops on the workers of executors: the same bits as in this process."""

from dataclasses import replace
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import FlopResult, Spot, deal_flops, solve_flops
from fifthstreet.support.executors import LocalExecutor, ProcessExecutor
from tests.support.executors.contract import PackingExecutor
from tests.thoroughness import slow

SPOT = Spot.of("QsJh2h", 60, 60, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="")
FLOPS = deal_flops(SPOT, sample=3)
OPTIONS: dict[str, Any] = {
    "target_pot_percent": 1.0,
    "threads": 1,
    "backend": "native",
    "lines": ["r:k"],
}


def by_board(results: list[FlopResult]) -> dict[str, FlopResult]:
    """Return results without their times, by board."""
    return {result.board: replace(result, seconds=0.0) for result in results}


@pytest.fixture(scope="module")
def expected() -> dict[str, FlopResult]:
    return by_board(list(solve_flops(FLOPS, **OPTIONS)))


@pytest.mark.parametrize("flops_per_job", [2, *slow(1, 100)])
def test_jobs_give_the_same_bits(flops_per_job: int, expected: dict[str, FlopResult]) -> None:
    assert len(expected) == len(FLOPS)
    solved = solve_flops(FLOPS, executor=PackingExecutor(), flops_per_job=flops_per_job, **OPTIONS)
    assert by_board(list(solved)) == expected


@pytest.mark.slow
def test_processes_give_the_same_bits(expected: dict[str, FlopResult]) -> None:
    with ProcessExecutor(3) as executor:
        assert by_board(list(solve_flops(FLOPS, executor=executor, **OPTIONS))) == expected


def test_bad_size_of_jobs() -> None:
    with pytest.raises(InputError, match="flops_per_job must be at least 1, got 0"):
        next(solve_flops(FLOPS, executor=LocalExecutor(), flops_per_job=0))
