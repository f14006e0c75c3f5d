"""Sampling and the range solver come to the same equilibrium, by exact best responses."""

from typing import Any

import pytest
from fifthstreet.solvers.blueprint.deals import DealsSolver

from fifthstreet.solvers.cfr.schemes import Pruning, Uniform
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.solvers.postflop.evaluate import SolutionPlay, UniformPlay, judge
from fifthstreet.tree import Rake
from tests.solvers.blueprint.small_spots import TURN, WIDE_RIVER

OPTIONS: list[dict[str, Any]] = [
    {},
    {"weighting": Uniform()},
    {"precision": "bfloat16"},
    {"lock_free": True, "threads": 2},
    {"pruning": Pruning(below=-200.0)},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_a_river_is_solved(options: dict[str, Any]) -> None:
    exact = solve(WIDE_RIVER, target_pot_percent=0.05, threads=1)
    solver = DealsSolver(WIDE_RIVER, batch=64, **options)
    solver.run(iterations=30_000)
    early = judge(solver, threads=1)
    solver.run(iterations=400_000)
    late = judge(solver, threads=1)
    assert late.exploitability.pot_percent < 1.0
    assert late.exploitability.pot_percent < 0.6 * early.exploitability.pot_percent
    assert late.ev == pytest.approx(exact.ev, abs=0.005 * WIDE_RIVER.pot)


def test_a_river_with_rake_is_solved() -> None:
    spot = Spot.of(
        "QsJh2h7c4d",
        100,
        200,
        oop="AA,KQs,T9s,A5s",
        ip="QQ,AJs,99,98s",
        bets="50%",
        rake=Rake(0.05, 6),
    )
    exact = solve(spot, target_pot_percent=0.05, threads=1)
    solver = DealsSolver(spot, batch=64)
    solver.run(iterations=300_000)
    verdict = judge(solver, threads=1)
    assert verdict.exploitability.pot_percent < 1.0
    assert verdict.ev == pytest.approx(exact.ev, abs=0.005 * spot.pot)


def test_a_turn_is_solved() -> None:
    exact = solve(TURN, target_pot_percent=0.1, threads=1)
    solver = DealsSolver(TURN, batch=256)
    solver.run(iterations=800_000)
    verdict = judge(solver, threads=1)
    assert verdict.exploitability.pot_percent < 5.0
    assert verdict.ev == pytest.approx(exact.ev, abs=0.01 * TURN.pot)


def test_one_deal_is_solved() -> None:
    # With both hands known the nuts are never called, and the pot goes to them.
    solver = DealsSolver(WIDE_RIVER, batch=16, deal=("QcQd", "KsTs"))
    solver.run(iterations=20_000)
    assert judge(solver, threads=1).ev == pytest.approx((100.0, 0.0), abs=0.5)
    assert solver.strategy("r:b50", "KsTs")["f"] > 0.99


def test_the_range_solver_judges_its_own_solution_as_it_did() -> None:
    solution = solve(TURN, target_pot_percent=1.0, threads=1)
    verdict = judge(SolutionPlay(solution), threads=1)
    found = verdict.exploitability.pot_percent
    assert found == pytest.approx(solution.record.exploitability.pot_percent, rel=1e-3)
    assert verdict.ev == pytest.approx(solution.ev, abs=1e-3)


def test_what_was_never_run_plays_uniformly() -> None:
    fresh = judge(DealsSolver(TURN), threads=1)
    assert fresh == judge(UniformPlay(TURN), threads=1)
