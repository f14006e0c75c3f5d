"""Recipes of native calls about games as trees."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from fifthstreet import _native
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.sequences import Sequences
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import game_tree

# Games as trees.


_SAMPLED_ARRAYS = (
    "player",
    "first_child",
    "n_children",
    "parent",
    "row",
    "probability",
    "outcome",
    "payoffs",
    "event_outcomes",
    "first_action",
)


def cfr_recipes() -> dict[str, Recipe]:
    recipes = {}
    for name in ("kuhn", "leduc"):
        for part, recipe in _cfr_recipes_of(game_tree(name)).items():
            recipes[f"{part}, {name}"] = recipe
    return recipes


def _cfr_recipes_of(tree: GameTree) -> dict[str, Recipe]:
    sequences = Sequences.of(tree)
    actions = int(tree.first_action[-1])

    def form() -> Arguments:
        return {
            "players": tree.players,
            "info_player": tree.info_player.copy(),
            "first_action": tree.first_action.copy(),
            "before": sequences.before.copy(),
            "row_start": sequences.row_start.copy(),
            "weight": sequences.weight.copy(),
            "others": sequences.others.copy(),
        }

    def tables() -> Arguments:
        return {
            "positive": np.ones(2),
            "negative": np.ones(2),
            "keep": np.ones(2),
            "regrets": np.zeros(actions),
            "averages": np.zeros(actions),
            "predictions": np.zeros(actions),
            "at_once": False,
        }

    def create(**arguments: Any) -> None:
        made = _native.SequenceForm(**arguments)
        made.iterate(**tables())
        made.best_response(1, np.full(actions, 0.5), np.zeros(actions))
        made.evaluate(np.full(actions, 0.5), np.zeros((2, tree.players)))

    made = _native.SequenceForm(**form())
    arrays = {name: getattr(tree, name) for name in _SAMPLED_ARRAYS}

    def cells() -> Arguments:
        return {
            "regrets": np.zeros(actions, np.float32),
            "averages": np.zeros(actions, np.float32),
            "baselines": np.zeros((tree.players, actions), np.float32),
            "visits": np.zeros(len(tree.keys), np.uint64),
        }

    options: Arguments = {
        "seed": 7,
        "epsilon": 0.6,
        "decay": 0.5,
        "is_linear": True,
        "below": -10.0,
        "share": 0.5,
        "prune_after": 1,
    }

    def sample(tree: Any, **tables: Any) -> None:
        given = SimpleNamespace(**tree) if isinstance(tree, dict) else tree
        sampler = _native.TreeSampler(given, **tables)
        for scheme in range(4):
            sampler.walk(0, 20, scheme=scheme, **options)
        sampler.discount(7, 3, 0.5, 0.5, 0.5)

    def walk(first: Any, count: Any, **given: Any) -> None:
        sampler = _native.TreeSampler(tree, **cells())
        sampler.walk(first, count, **given)

    def discount(**given: Any) -> None:
        _native.TreeSampler(tree, **cells()).discount(**given)

    return {
        "SequenceForm": Recipe(form, create, frozenset({"SequenceForm"})),
        "SequenceForm.iterate": Recipe(tables, made.iterate, frozenset({"SequenceForm.iterate"})),
        "SequenceForm.best_response": Recipe(
            lambda: {"player": 0, "strategy": np.zeros(actions), "best": np.zeros(actions)},
            made.best_response,
            frozenset({"SequenceForm.best_response"}),
        ),
        "SequenceForm.evaluate": Recipe(
            lambda: {"strategy": np.zeros(actions), "out": np.zeros((2, tree.players))},
            made.evaluate,
            frozenset({"SequenceForm.evaluate"}),
        ),
        "TreeSampler": Recipe(
            lambda: {"tree": {name: array.copy() for name, array in arrays.items()}, **cells()},
            sample,
            frozenset({"TreeSampler"}),
        ),
        "TreeSampler.walk": Recipe(
            lambda: {"first": 0, "count": 50, "scheme": 1, **options},
            walk,
            frozenset({"TreeSampler.walk"}),
        ),
        "TreeSampler.discount": Recipe(
            lambda: {"seed": 7, "stream": 3, "positive": 0.5, "negative": 0.5, "average": 0.5},
            discount,
            frozenset({"TreeSampler.discount"}),
        ),
    }
