"""Refusals of tables before the flop, and of their recipes, files, solvers and commands."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.errors import DamagedFileError, NotEnoughMemoryError, NotFoundError
from tests.refusals.rows.cli import run
from tests.refusals.table import Table, face, new_path, replaced

ring = face("solvers.ring")
solvers = face("solvers")
storage = face("support.storage")
packing = face("solvers.ring.packing")
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


@cache
def small() -> Any:
    """Return the strategy of a small file, which lacks most decisions."""
    path = new_path("small.ring")
    solver().strategy().save_small(path, 0.9)
    return ring.open_ring(path)


def cut() -> Any:
    """Read a small file that has bits for fewer nodes than its tree."""
    path = new_path("cut.ring")
    solver().strategy().save_small(path)
    container = storage.open_container(path, "ring")
    arrays = {name: container.read(name) for name in container.sections}
    with storage.replacing(path) as target:
        storage.write_container(
            target, "ring", container.facts, arrays | {"kept": arrays["kept"][:-1]}
        )
    return ring.open_ring(path)


def between(first: Any, second: Any, stack: float) -> Any:
    return ring.BetweenStrategy([first.strategy(), second.strategy()], stack)


def other(**changes: Any) -> Any:
    recipe = changes if "stacks" in changes else {"seats": 2, "stack": 20, **changes}
    return solvers.ring_solver(recipe, after="checked-down", boards=10)


TABLE: Table = {
    "solvers/ring/between.py": [
        ("depth_weights", lambda: ring.depth_weights(20, 40, 50), "must be from 20 to 40, got 50"),
        (
            "_stack_of",
            lambda: between(other(stacks=[20, 10]), other(), 15),
            "all stacks of a chart must be equal, got [10.0, 20.0]",
        ),
        (
            "_rules_between",
            lambda: between(other(), other(stack=40, blinds=[1, 2]), 30),
            "the same number of seats and the same blinds, got 2 and 2 seats",
        ),
    ],
    "solvers/ring/certificate.py": [
        (
            "RingCertificate.from_dict",
            lambda: ring.RingCertificate.from_dict(
                {"values": [0.0], "gains": [], "errors": [], "sets": 2, "boards": 9, "seed": 0}, 2
            ),
            "values must have 2 numbers, got 1",
        ),
        ("checked_sets", lambda: ring.checked_sets(1), "must be 2 to 30, got 1"),
    ],
    "solvers/ring/library.py": [
        (
            "shipped_ring",
            lambda: ring.shipped_ring("5max_100"),
            "a chart must be one of 6max_100",
            NotFoundError,
        ),
    ],
    "solvers/ring/packing.py": [
        (
            "_expanded",
            lambda: packing.unpack_shares(np.zeros(9, np.uint8), 1),
            "shares must be compressed by zlib",
        ),
        (
            "_expanded",
            lambda: packing.unpack_shares(packing.pack_shares(np.zeros((2, 169), np.uint8)), 1),
            "shares must have 169 bytes, got 170 or more",
        ),
    ],
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
        (
            "_unpacked",
            cut,
            "kept must have a bit for each of",
            DamagedFileError,
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
            lambda: run("preflop --seats 6 --precision float32"),
            "--precision requires two players and flops",
        ),
        (
            "RingRun.execute",
            lambda: run("preflop --seats 3 --small"),
            "--small requires --save",
        ),
    ],
    "tree/positions.py": [
        ("position_names", lambda: tree.position_names(1), "players must be 2 to"),
    ],
}
