"""Refusals of tables before the flop, and of their recipes, files, solvers and commands."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.errors import NotEnoughMemoryError
from tests.refusals.rows.cli import run
from tests.refusals.table import Table, face, new_path, replaced

ring = face("solvers.ring")
solvers = face("solvers")
tree = face("tree")
RECIPE = {"seats": 3, "stack": 20}


def game(**changes: Any) -> Any:
    rules = {"stacks": (20, 20, 20), "blinds": (1, 2), "first_street": 0, "last_street": 0}
    kept = {name: changes.pop(name) for name in ("rake", "payouts") if name in changes}
    return ring.RingGame(tree.TreeRules(**rules | changes), **kept)


def solver(**options: Any) -> Any:
    return solvers.ring_solver(RECIPE, after="checked-down", boards=10, **options)


@cache
def file() -> Path:
    path = new_path("three.ring")
    strategy = solver().strategy()
    strategy.save(path)
    return path


TABLE: Table = {
    "solvers/ring/game.py": [
        (
            "RingGame.__post_init__",
            lambda: game(last_street=1),
            "the betting must begin and end before the flop, got streets 0 to 1",
        ),
        (
            "RingGame.__post_init__",
            lambda: game(pot=3),
            "dead money must be antes or blinds, got a pot of 3",
        ),
        (
            "RingGame.__post_init__",
            lambda: game(payouts=(5.0, 3.0), rake=tree.Rake(0.05)),
            "a tournament must have no rake, got payouts and a rake",
        ),
    ],
    "solvers/ring/recipe.py": [
        (
            "_stacks",
            lambda: ring.ring_game_of({"stack": 9, "stacks": [9, 9]}),
            "a recipe must have stack or stacks, not both",
        ),
        (
            "_stacks",
            lambda: ring.ring_game_of({"seats": 3, "stacks": [9, 9]}),
            "stacks must be one for each of 3 seats, got 2",
        ),
        (
            "_stacks",
            lambda: ring.ring_game_of({"seats": "six"}),
            "seats must be a whole number, got 'six'",
        ),
    ],
    "solvers/ring/solver.py": [
        (
            "RingSolver.__init__",
            lambda: solver(schedule="predictive"),
            "schedule must not be predictive before the flop with many seats",
        ),
        (
            "RingSolver.__init__",
            lambda: replaced({"solvers.ring.solver.available_bytes": lambda: 9}, solver),
            "not enough memory: needs",
            NotEnoughMemoryError,
        ),
    ],
    "solvers/ring/strategy.py": [
        (
            "RingStrategy.__init__",
            lambda: ring.RingStrategy(game(), np.ones((2, 169)), np.ones((2, 169)), None),
            "shares must be",
        ),
        (
            "read_ring_state",
            lambda: ring.resume_ring(file(), solvers.ring_solver),
            "must have the tables of its solve, but has the strategy only",
        ),
    ],
    "solvers/solve_ring.py": [
        (
            "ring_solver",
            lambda: solvers.ring_solver(RECIPE, after="x"),
            "after must be network or checked-down, got 'x'",
        ),
        (
            "ring_solver",
            lambda: solver(flops=10),
            "flops requires after='network', got after='checked-down'",
        ),
    ],
    "cli/preflop_ring.py": [
        (
            "is_ring",
            lambda: run("preflop --seats 6 --held-out 9"),
            "--held-out requires two players and flops",
        ),
    ],
    "tree/positions.py": [
        ("position_names", lambda: tree.position_names(1), "players must be 2 to"),
    ],
}
