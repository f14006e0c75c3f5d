"""Calls of batches of tables: small ones that are valid, as recipes for misuses."""

from __future__ import annotations

from typing import Any

import numpy as np

from fifthstreet import _native
from fifthstreet.envs import BatchGame, TableBatch
from fifthstreet.game.variants import LeducHoldem, NoLimitTexasHoldem
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import THREADS

_TABLES = 5
_GAME = BatchGame.of(NoLimitTexasHoldem((), True, 0, (1, 2), 2), seats=3, stacks=50)
_EVALUATOR = _GAME.hand_type.evaluator


def _seeds() -> Any:
    return np.arange(_TABLES, dtype=np.uint64)


def _decks() -> Any:
    return np.tile(np.arange(52, dtype=np.uint8), (_TABLES, 1))


def _batch() -> _native.TableBatch:
    return _native.TableBatch(_GAME.native_settings(), _EVALUATOR, _seeds(), 60, 1)


def _actions() -> Arguments:
    return {"kinds": np.ones(_TABLES, np.int8), "amounts": np.zeros(_TABLES, np.int64)}


def env_recipes() -> dict[str, Recipe]:
    batch = _batch()

    def use_batch(**arguments: Any) -> None:
        made = _native.TableBatch(evaluator=_EVALUATOR, **arguments)
        count = len(arguments["seeds"])
        kinds, amounts = np.ones(count, np.int8), np.zeros(count, np.int64)
        for _ in range(40):
            made.random_actions(kinds, amounts, THREADS)
            made.step(kinds, amounts, True, THREADS)
        assert made.records.shape[0] == made.actions.shape[0] == count
        assert made.most_actions > 0
        assert made.layout

    def use_public(seats: int, stacks: Any, tables: int, seed: Any, history: Any) -> None:
        game = BatchGame.of(LeducHoldem(()), seats=seats, stacks=stacks)
        table_batch = TableBatch(game, tables, seed=seed, history=history)
        table_batch.step(*table_batch.random_actions())

    shown = {"records", "actions", "most_actions", "layout"}
    return {
        "TableBatch": Recipe(
            lambda: {
                "settings": _GAME.native_settings(),
                "seeds": _seeds(),
                "history": 60,
                "threads": THREADS,
            },
            use_batch,
            frozenset({"TableBatch", *(f"TableBatch.{name}" for name in shown)}),
        ),
        "TableBatch.step": Recipe(
            lambda: {**_actions(), "deals": True, "threads": THREADS},
            lambda **arguments: _batch().step(**arguments),
            frozenset({"TableBatch.step"}),
        ),
        "TableBatch.random_actions": Recipe(
            lambda: {**_actions(), "threads": THREADS},
            batch.random_actions,
            frozenset({"TableBatch.random_actions"}),
        ),
        "TableBatch.reset": Recipe(
            lambda: {"seeds": _seeds(), "decks": _decks(), "threads": THREADS},
            batch.reset,
            frozenset({"TableBatch.reset"}),
        ),
        "TableBatch.deal": Recipe(
            lambda: {"threads": THREADS}, batch.deal, frozenset({"TableBatch.deal"})
        ),
        "TableBatch.deck_order": Recipe(
            lambda: {"table": 1, "out": np.zeros(52, np.uint8)},
            batch.deck_order,
            frozenset({"TableBatch.deck_order"}),
        ),
        "envs.TableBatch": Recipe(
            lambda: {"seats": 3, "stacks": [13, 5, 7], "tables": 4, "seed": 3, "history": 40},
            use_public,
        ),
    }
