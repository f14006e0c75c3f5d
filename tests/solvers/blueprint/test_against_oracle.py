"""The native sampler makes the same draws as the oracle and ends with the same tables."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.solvers.cfr.schemes import Pruning
from tests.solvers.blueprint.small_spots import (
    ANTES,
    BIG_BLIND_ANTE,
    FLOP,
    FOUR_ON_A_TURN,
    HEADS_UP_TO_THE_RIVER,
    NODE_SHIFT,
    RAKED,
    RIVER,
    SIX_PREFLOP,
    THREE_PREFLOP,
    THREE_RAKED,
    THREE_TO_THE_FLOP,
    TURN,
    SmallGame,
    board_of,
    table,
)
from tests.thoroughness import IS_THOROUGH

OFTEN = Pruning(below=-1.0, share=0.8)

# Game, traversals per batch, batches, and options of both solvers.
CASES: dict[str, tuple[SmallGame, int, int, dict[str, Any]]] = {
    "river": (RIVER, 1, 300, {}),
    "river in batches": (RIVER, 32, 10, {}),
    "uniform": (RIVER, 7, 40, {"linear": False}),
    "rake": (RAKED, 16, 16, {}),
    "turn": (TURN, 8, 20, {}),
    "turn, pruned": (TURN, 8, 30, {"pruning": Pruning(below=-1.0, share=0.8, after=40)}),
    "river, pruned": (RIVER, 8, 30, {"pruning": OFTEN}),
    "flop": (FLOP, 8, 15, {}),
    "flop, pruned": (FLOP, 4, 40, {"pruning": OFTEN}),
    "any flop": (FLOP, 8, 15, {"board": ()}),
    "any river": (RIVER, 8, 15, {"board": ()}),
    "known runout": (FLOP, 8, 15, {"runout": board_of("4hKc")}),
    "3 players preflop": (THREE_PREFLOP, 16, 30, {}),
    "3 players preflop, uniform": (THREE_PREFLOP, 7, 40, {"linear": False}),
    "3 players preflop, pruned": (THREE_PREFLOP, 8, 60, {"pruning": OFTEN}),
    "3 players to the flop with side pots": (THREE_TO_THE_FLOP, 8, 60, {}),
    "4 players on a turn with side pots": (FOUR_ON_A_TURN, 8, 40, {}),
    "4 players on any turn": (FOUR_ON_A_TURN, 8, 40, {"board": ()}),
    "4 players on a known river": (FOUR_ON_A_TURN, 8, 40, {"runout": board_of("2c")}),
    "heads-up, preflop to river": (HEADS_UP_TO_THE_RIVER, 8, 60, {}),
    "antes": (ANTES, 16, 30, {}),
    "big blind ante": (BIG_BLIND_ANTE, 16, 30, {}),
    "3 players with rake": (THREE_RAKED, 16, 30, {}),
    "6 players preflop": (SIX_PREFLOP, 16, 15, {}),
}


@pytest.mark.parametrize("name", CASES)
def test_same_tables_from_the_same_seed(name: str) -> None:
    game, batch, all_batches, options = CASES[name]
    batches = all_batches if IS_THOROUGH else all_batches // 2
    naive = game.naive(seed=11, batch=batch, **options)
    naive.run(batches)
    arguments = dict(options)
    weighting = "linear" if arguments.pop("linear", True) else "uniform"
    solver = game.solver(seed=11, batch=batch, weighting=weighting, **arguments)
    solver.iterate(batch * batches)
    rows = table(solver)
    assert rows.keys() == naive.table.keys()
    assert solver.information_sets == len(rows)
    for key, cells in naive.table.items():
        scale = float(np.abs(cells).max()) + 1
        np.testing.assert_allclose(rows[key], cells, rtol=1e-5, atol=1e-5 * scale)
    players = {int(game.tree.player[key >> NODE_SHIFT]) for key in rows}
    assert players == set(range(game.tree.players))


def test_pruning_changes_what_is_explored() -> None:
    plain, pruned = (
        TURN.solver(batch=8, pruning=pruning) for pruning in (None, Pruning(below=-1.0, share=0.9))
    )
    for solver in (plain, pruned):
        solver.iterate(800)
    assert pruned.information_sets < plain.information_sets
