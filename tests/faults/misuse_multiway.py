"""Recipes of native calls about rivers with three ranges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fifthstreet import _native
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import THREADS

_HANDS, _STRIDE, _NODES = 3, 16, 7
_TREE = ("players", "first_children", "children", "cards", "strengths", "ends", "payoffs")


def multiway_recipes() -> dict[str, Recipe]:
    """Return the recipes of all these calls."""
    methods = (
        ("iterate", _iterate),
        ("evaluate", _evaluate),
        ("sweep", _sweep),
        ("reach", _reach),
    )
    return {
        f"TripleSolver.{name}": Recipe(
            arguments, _called(name), frozenset({"TripleSolver", f"TripleSolver.{name}"})
        )
        for name, arguments in methods
    }


def _hands() -> Arguments:
    return {
        "cards": [np.arange(6, dtype=np.uint8).reshape(3, 2) + 6 * player for player in range(3)],
        "strengths": [np.array([1, 5, 5], np.uint16) for _ in range(3)],
    }


def _tree() -> Arguments:
    """Each player decides once."""
    ends = np.zeros((3, _NODES), np.uint8)
    ends[:, [2, 4, 5, 6]] = 1
    return _hands() | {
        "players": np.array([0, 1, -1, 2, -1, -1, -1], np.int8),
        "first_children": np.array([1, 3, 0, 5, 0, 0, 0], np.int32),
        "children": np.array([2, 2, 0, 2, 0, 0, 0], np.int32),
        "ends": ends,
        "payoffs": np.ones((3, _NODES, 4), np.float32),
    }


def _tables() -> Arguments:
    weights = np.zeros(_STRIDE, np.float32)
    weights[:_HANDS] = 1
    return _tree() | {
        "averages": [np.ones((2, _STRIDE), np.float32) for _ in range(3)],
        "locks": [np.full((2, _STRIDE), -1, np.float32) for _ in range(3)],
        "weights": [weights.copy() for _ in range(3)],
    }


def _iterate() -> Arguments:
    factors = {name: np.ones(2, np.float32) for name in ("positive", "negative", "keep")}
    regrets = [np.ones((2, _STRIDE), np.float32) for _ in range(3)]
    return _tables() | {"regrets": regrets, **factors, "threads": THREADS}


def _evaluate() -> Arguments:
    out = np.zeros((_NODES, _STRIDE), np.float32)
    return _tables() | {"player": 1, "is_best": True, "threads": THREADS, "out": out}


def _sweep() -> Arguments:
    return _tree() | {
        "player": 1,
        "payoff": np.array([1.0, 0.5, 0.25, -1.0], np.float32),
        "first_reach": np.ones(_STRIDE, np.float32),
        "second_reach": np.ones(_STRIDE, np.float32),
        "out": np.zeros(_STRIDE, np.float32),
    }


def _reach() -> Arguments:
    return _tables() | {"player": 2, "out": np.zeros((_NODES, _STRIDE), np.float32)}


def _called(name: str) -> Callable[..., None]:
    def call(**arguments: Any) -> None:
        tree = {part: arguments.pop(part) for part in _TREE}
        getattr(_native.TripleSolver(**tree), name)(**arguments)

    return call
