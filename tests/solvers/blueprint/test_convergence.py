"""Sampling and the range solver reach the same equilibrium, by exact best responses."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.cfr.schemes import (
    ChanceSampling,
    OutcomeSampling,
    Pruning,
    PublicChanceSampling,
    Scheme,
)
from fifthstreet.solvers.postflop import Spot, evaluate_strategy, solve
from fifthstreet.tree import Rake
from fifthstreet.tree.strategy import Exploitability, UniformStrategy
from tests.solvers.blueprint.small_spots import (
    TURN,
    TURN_SPOT,
    WIDE_RIVER,
    WIDE_RIVER_SPOT,
    SmallGame,
)
from tests.thoroughness import slow

OPTIONS: list[dict[str, Any]] = [
    {},
    {"weighting": "uniform"},
    {"precision": "bfloat16"},
    {"lock_free": True, "threads": 2},
    {"pruning": Pruning(below=-200.0)},
]


def ev(known: Exploitability) -> tuple[float, ...]:
    """EV of each range as the range solver gives it: its share of the pot, in chips."""
    assert known.values is not None
    assert known.pot is not None
    return tuple(value + known.pot / 2 for value in known.values)


@pytest.mark.parametrize("options", [*OPTIONS[-2:], *slow(*OPTIONS[:-2])])
def test_a_river_is_solved(options: dict[str, Any]) -> None:
    exact = solve(WIDE_RIVER_SPOT, target_pot_percent=0.05, threads=1)
    solver = WIDE_RIVER.solver(batch=64, **options)
    solver.iterate(30_000)
    early = evaluate_strategy(solver.average(), threads=1)
    solver.iterate(400_000)
    late = evaluate_strategy(solver.average(), threads=1)
    assert late.pot_percent < 1.0
    assert late.pot_percent < 0.6 * early.pot_percent
    assert ev(late) == pytest.approx(exact.ev, abs=0.005 * WIDE_RIVER_SPOT.pot)


@pytest.mark.parametrize(
    ("scheme", "batch", "traversals"),
    [
        *slow((OutcomeSampling(), 64, 2_000_000)),
        (ChanceSampling(), 64, 400_000),
        (PublicChanceSampling(), 2, 3_000),
    ],
)
def test_a_river_is_solved_by_other_schemes(scheme: Scheme, batch: int, traversals: int) -> None:
    exact = solve(WIDE_RIVER_SPOT, target_pot_percent=0.05, threads=1)
    solver = WIDE_RIVER.solver(scheme=scheme, batch=batch)
    solver.iterate(traversals)
    known = evaluate_strategy(solver.average(), threads=1)
    assert known.pot_percent < 1.5
    assert ev(known) == pytest.approx(exact.ev, abs=0.01 * WIDE_RIVER_SPOT.pot)


@pytest.mark.parametrize(
    ("scheme", "batch", "traversals"),
    [(ChanceSampling(), 64, 200_000), (PublicChanceSampling(), 4, 15_000)],
)
def test_a_turn_is_solved_by_other_schemes(scheme: Scheme, batch: int, traversals: int) -> None:
    exact = solve(TURN_SPOT, target_pot_percent=0.1, threads=1)
    solver = TURN.solver(scheme=scheme, batch=batch)
    solver.iterate(traversals)
    known = evaluate_strategy(solver.average(), threads=1)
    assert known.pot_percent < 5.0
    assert ev(known) == pytest.approx(exact.ev, abs=0.02 * TURN_SPOT.pot)


@pytest.mark.parametrize(
    "scheme", [OutcomeSampling(), ChanceSampling(), PublicChanceSampling()], ids=repr
)
def test_threads_precision_and_saved_states(scheme: Scheme) -> None:
    options: dict[str, Any] = {"scheme": scheme, "batch": 16, "precision": "bfloat16"}
    one, two, resumed = (TURN.solver(threads=n, count_visits=True, **options) for n in (1, 2, 1))
    one.iterate(640)
    two.iterate(320)
    resumed.restore(two.state())
    two.iterate(320)
    resumed.iterate(320)
    for other in (two, resumed):
        np.testing.assert_array_equal(one.state()["rows"], other.state()["rows"])
    with pytest.raises(InputError, match="different scheme"):
        TURN.solver(batch=16, precision="bfloat16", count_visits=True).restore(one.state())


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
    solver = SmallGame.of_spot(spot).solver(batch=64)
    solver.iterate(300_000)
    known = evaluate_strategy(solver.average(), threads=1)
    assert known.pot_percent < 1.0
    assert ev(known) == pytest.approx(exact.ev, abs=0.005 * spot.pot)


def test_a_turn_is_solved() -> None:
    exact = solve(TURN_SPOT, target_pot_percent=0.1, threads=1)
    solver = TURN.solver(batch=256)
    solver.iterate(400_000)
    known = evaluate_strategy(solver.average(), threads=1)
    assert known.pot_percent < 5.0
    assert ev(known) == pytest.approx(exact.ev, abs=0.01 * TURN_SPOT.pot)


def test_one_deal_is_solved() -> None:
    # With both hands known, the nuts are never called and win the pot.
    solver = BlueprintSolver(
        WIDE_RIVER.tree, ["QcQd", "KsTs"], BlueprintOptions(batch=16), board=WIDE_RIVER.board
    )
    solver.iterate(20_000)
    strategy = solver.average()
    known = evaluate_strategy(strategy, threads=1)
    assert ev(known) == pytest.approx((100.0, 0.0), abs=0.5)
    assert strategy.hand("r:b50", "KsTs")["f"] > 0.99


def test_a_solution_is_evaluated_as_by_the_range_solver() -> None:
    solution = solve(TURN_SPOT, target_pot_percent=1.0, threads=1)
    known = evaluate_strategy(solution, threads=1)
    assert known.pot_percent == pytest.approx(solution.exploitability.pot_percent, rel=1e-3)
    assert ev(known) == pytest.approx(solution.ev, abs=1e-3)


def test_an_untrained_solver_plays_uniformly() -> None:
    fresh = evaluate_strategy(TURN.solver().average(), threads=1)
    uniform = UniformStrategy(TURN.tree, TURN.ranges, TURN.board)
    assert fresh == evaluate_strategy(uniform, threads=1)
