"""Refusals of batches of tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.refusals.rows.game import ALL, holdem
from tests.refusals.table import Table, face

fs = face("")
envs = face("envs")


def game(poker: Any = None, seats: int = 2, stacks: Any = 100, **options: Any) -> Any:
    return envs.BatchGame.of(poker or holdem(), seats=seats, stacks=stacks, **options)


def batch(**options: Any) -> Any:
    return envs.TableBatch(game(), 2, **options)


def step(kinds: Any, amounts: Any = (0, 0)) -> Any:
    return batch().step(kinds, amounts)


TABLE: Table = {
    "envs/batch.py": [
        (
            "TableBatch._dealt_order",
            lambda: batch().reset(decks=np.zeros(3, int)),
            "whole numbers of shape [2, 52]",
        ),
        (
            "TableBatch._dealt_order",
            lambda: batch().reset(decks=np.full((2, 52), 99)),
            "cards must be from 0 to 51",
        ),
        ("TableBatch.deck_order", lambda: batch().deck_order(2), "table must be from 0 to 1"),
        ("TableBatch._row", lambda: step([0]), "must have shape [2], got [1]"),
        ("TableBatch._row", lambda: step([0.5, 1.0]), "must be whole numbers, got type float64"),
        ("TableBatch._row", lambda: step([999, 0]), "must be from -128 to 127"),
        ("_count", lambda: envs.TableBatch(game(), 0), "a whole number from 1 to"),
        ("_seeds", lambda: batch(seed=-1), "whole numbers from 0 to 2^64 - 1, got -1"),
        ("_seeds", lambda: batch(seed=[1, 2, 3]), "seed must be one number or 2"),
    ],
    "envs/game.py": [
        ("BatchGame.of", lambda: game(stacks=[5]), "stacks must be one number or 2, got 1"),
        ("BatchGame.__post_init__", lambda: game(seats=1), "numbers, got 1"),
        ("BatchGame.__post_init__", lambda: game(button=2), "button must be from 0 to 1, got 2"),
        (
            "BatchGame.__post_init__",
            lambda: game(fs.PotLimitFiveCardOmahaHoldem(ALL, True, 0, (1, 2), 2), seats=9),
            "too few for 9 seats",
        ),
        ("_whole", lambda: game(stacks=0.5), "stacks must be whole numbers of at least 1, got 0.5"),
        ("_whole", lambda: game(stacks=10**18), "stacks must be at most"),
        (
            "_check_game",
            lambda: game(holdem(mode=fs.Mode.CASH_GAME)),
            "cannot be played in a batch, which needs the mode of tournaments",
        ),
    ],
}
