"""Buckets for tests: all hands up to suits apart, or mixed at random."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import CardAbstraction, hold_em_index
from fifthstreet.cards import mask_of
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.blueprint.whole_game import NoLimitHoldem

STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}


def abstraction_of(tables: Mapping[str, NDArray[Any]]) -> CardAbstraction:
    """Buckets of some streets, given as tables by the index of hands."""
    return CardAbstraction(tables, {name: int(table.max()) + 1 for name, table in tables.items()})


@cache
def every_preflop_hand() -> CardAbstraction:
    """A bucket for each of the 169 hands."""
    return abstraction_of({"preflop": np.arange(169, dtype=np.uint16)})


@cache
def every_hand_on(board: tuple[int, ...]) -> CardAbstraction:
    """A bucket for each hand on one board, up to suits; on others all hands share one."""
    index = hold_em_index(len(board))
    found = index.index_holes([mask_of(board)])[0]
    hands = np.unique(found[found >= 0])
    table = np.zeros(index.size(1), np.uint16)
    table[hands] = np.arange(len(hands))
    name = next(name for name, cards in STREETS.items() if cards == len(board))
    return abstraction_of({name: table})


@cache
def random_buckets(count: int, *names: str) -> CardAbstraction:
    """The same number of buckets on some streets, filled at random."""
    random = np.random.default_rng(7)
    sizes = {name: hold_em_index(STREETS[name]).size(int(name != "preflop")) for name in names}
    return abstraction_of(
        {name: random.integers(0, count, size, np.uint16) for name, size in sizes.items()}
    )


def few_buckets() -> CardAbstraction:
    """The 169 hands preflop, and three buckets on each later street."""
    sizes = {name: hold_em_index(cards).size(int(cards > 0)) for name, cards in STREETS.items()}
    tables = {}
    for name, size in sizes.items():
        buckets = np.arange(169 if name == "preflop" else 3, dtype=np.uint8)
        tables[name] = np.tile(buckets, -(-size // len(buckets)))[:size]
    return abstraction_of(tables)


def push_or_fold_solver(players: int = 2) -> BlueprintSolver:
    """A solver of push or fold with 10 big blinds, whose files need no abstraction but a recipe."""
    recipe = str(Path(__file__).parents[3] / "examples/recipes/preflop.toml")
    game = NoLimitHoldem(
        players=players, stack=10, sizes="a", abstraction=recipe, last_street="preflop"
    )
    return game.solver()
