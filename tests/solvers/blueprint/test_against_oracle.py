"""The native sampler follows the draws of the slow one and comes to the same tables."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.solvers.blueprint.deals import DealsSolver
from fifthstreet.solvers.cfr.schemes import LinearWeights, Pruning, Uniform
from fifthstreet.solvers.postflop import Spot
from tests.oracles.deals import NaiveDeals
from tests.solvers.blueprint.small_spots import FLOP, RAKED, RIVER, TURN, table

CASES: dict[str, tuple[Spot, int, int, dict[str, Any]]] = {
    "river": (RIVER, 1, 300, {}),
    "river in batches": (RIVER, 32, 10, {}),
    "uniform": (RIVER, 7, 40, {"linear": False}),
    "rake": (RAKED, 16, 16, {}),
    "turn": (TURN, 8, 20, {}),
    "turn, pruned": (TURN, 8, 30, {"pruning": Pruning(below=-1.0, share=0.8, after=40)}),
    "river, pruned": (RIVER, 8, 30, {"pruning": Pruning(below=-1.0, share=0.8)}),
    "flop": (FLOP, 8, 15, {}),
    "flop, pruned": (FLOP, 4, 40, {"pruning": Pruning(below=-1.0, share=0.8)}),
    "any flop": (FLOP, 8, 15, {"board": ()}),
    "known runout": (FLOP, 8, 15, {"board": (*FLOP.board, 10, 44)}),
}


@pytest.mark.parametrize("name", CASES)
def test_same_tables_from_the_same_seed(name: str) -> None:
    spot, batch, batches, options = CASES[name]
    naive = NaiveDeals(spot, seed=11, batch=batch, **options)
    naive.run(batches)
    board = options.get("board")
    solver = DealsSolver(
        spot,
        seed=11,
        batch=batch,
        weighting=LinearWeights() if options.get("linear", True) else Uniform(),
        pruning=options.get("pruning"),
        any_board=board == (),
        runout="4hKc" if board else "",
    )
    solver.run(iterations=batch * batches)
    found = table(solver)
    assert found.keys() == naive.table.keys()
    assert solver.information_sets == len(found)
    for key, cells in naive.table.items():
        scale = float(np.abs(cells).max()) + 1
        np.testing.assert_allclose(found[key], cells, rtol=1e-5, atol=1e-5 * scale)


def test_pruning_changes_what_is_explored() -> None:
    plain, pruned = (
        DealsSolver(TURN, batch=8, pruning=rule) for rule in (None, Pruning(below=-1.0, share=0.9))
    )
    for solver in (plain, pruned):
        solver.run(iterations=800)
    assert pruned.information_sets < plain.information_sets
