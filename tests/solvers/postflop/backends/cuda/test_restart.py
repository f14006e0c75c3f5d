"""Boards whose plans stay on the GPU while their ranges change, as for samples of values."""

import numpy as np
import pytest

from fifthstreet.solvers.common import DEFAULT_SCHEDULE, schedule_of
from fifthstreet.solvers.postflop.solving.side_by_side import SideBySide
from fifthstreet.solvers.postflop.spot.joined_plan import join_plans
from fifthstreet.solvers.postflop.spot.plan import make_plan
from fifthstreet.solvers.values.rest_solver import LaterBetting, RestSolver
from tests.solvers.postflop.backends.cuda.test_side_by_side import RIVERS

pytestmark = pytest.mark.usefixtures("gpu")

BETTING = LaterBetting("100%", "a", 1)


def reach(seed: int, boards: int) -> np.ndarray:
    """Weights of all hands, many of them 0."""
    random = np.random.default_rng(seed)
    return np.maximum(random.random((boards, 2, 1326)) - 0.5, 0).astype(np.float32) * 2


def test_a_restart_forgets_all_strategies() -> None:
    joined = join_plans([make_plan(spot) for spot in RIVERS[:2]])
    schedule = schedule_of(DEFAULT_SCHEDULE)
    discounts = schedule.discounts(9).single()
    used, new = (SideBySide(joined, schedule, "float32", 1) for _ in range(2))
    used.backend.iterate(1, 3, discounts)
    used.backend.restart((joined.plan.root_weights(0), joined.plan.root_weights(1)))
    for each in (used, new):
        each.backend.iterate(1, 2, discounts)
    for player in (0, 1):
        both = [each.averages(0, player).arrays["averages"] for each in (used, new)]
        assert both[0].any()
        assert both[0].tobytes() == both[1].tobytes()


def test_values_after_a_restart_are_those_of_the_native_core() -> None:
    boards = [(0, 5, 10, 15, 20), (3, 17, 30, 44, 51)]
    grouped = RestSolver(boards, 1.2, BETTING, backend="cuda")
    alone = RestSolver(boards, 1.2, BETTING, backend="native")
    for seed in (1, 2):  # the second time with the tables of the first one
        both = [solver.solve(reach(seed, 2), 4) for solver in (grouped, alone)]
        assert both[0].shares == pytest.approx(both[1].shares, abs=2e-4)
        assert both[0].exploitability == pytest.approx(both[1].exploitability, abs=1e-4)
        assert both[0].exploitability.max() > 0
