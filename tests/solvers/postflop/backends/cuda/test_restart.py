"""Boards whose plans stay on the GPU while their ranges change, as for samples of values."""

import numpy as np
import pytest

from fifthstreet.solvers.values.rest_solver import LaterBetting, RestSolver

pytestmark = pytest.mark.usefixtures("gpu")

BETTING = LaterBetting("100%", "a", 1)


def reach(seed: int, boards: int) -> np.ndarray:
    """Weights of all hands, many of them 0."""
    random = np.random.default_rng(seed)
    return np.maximum(random.random((boards, 2, 1326)) - 0.5, 0).astype(np.float32) * 2


def test_values_after_a_restart_are_those_of_the_native_core() -> None:
    boards = [(0, 5, 10, 15, 20), (3, 17, 30, 44, 51)]
    grouped = RestSolver(boards, 1.2, BETTING, backend="cuda")
    alone = RestSolver(boards, 1.2, BETTING, backend="native")
    for seed in (1, 2):  # the second time with the tables of the first one
        both = [solver.solve(reach(seed, 2), 4) for solver in (grouped, alone)]
        assert both[0].shares == pytest.approx(both[1].shares, abs=2e-4)
        assert both[0].exploitability == pytest.approx(both[1].exploitability, abs=1e-4)
        assert both[0].exploitability.max() > 0
