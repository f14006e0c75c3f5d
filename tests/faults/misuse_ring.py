"""Recipes of native calls about tables before the flop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fifthstreet import _native
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import THREADS

_SEATS, _NODES, _ROWS, _LEAF_ROWS = 3, 9, 8, 7
_STRIDE = _native.CLASS_STRIDE
_TREE = ("seats", "players", "is_fold", "folded", "children", "first_children", "ends")
_MATRICES = ("met", "won", "tied")
_BOTH = frozenset({"RingBetting", "RingBetting.rows", "RingBetting.leaf_rows"})


def ring_recipes() -> dict[str, Recipe]:
    """Return the recipes of all these calls."""
    methods = (
        ("iterate", _iterate),
        ("evaluate", _evaluate),
        ("reach", _reach),
        ("probabilities", _probabilities),
    )
    recipes = {
        f"RingBetting.{name}": Recipe(arguments, _called(name), _BOTH | {f"RingBetting.{name}"})
        for name, arguments in methods
    }
    covers = frozenset({"BoardShares", "BoardShares.shares"})
    return recipes | {"BoardShares.shares": Recipe(_shares, _share, covers)}


def _tree() -> Arguments:
    """Each seat calls or folds once; the ends are folds, a showdown, a flop and leaves."""
    matrix = np.full((169, 169), 1 / 169, np.float32)
    return {
        "seats": _SEATS,
        "players": np.array([2, 0, 0, 1, 1, -1, 1, -1, -1], np.int8),
        "is_fold": np.array([0, 1, 0, 0, 0, 0, 1, 0, 0], np.bool_),
        "folded": np.array([0, 4, 0, 4, 4, 0, 1, 4, 4], np.uint16),
        "children": np.array([2, 2, 2, 0, 2, 0, 0, 0, 0], np.uint8),
        "first_children": np.array([1, 3, 5, 0, 7, 0, 0, 0, 0], np.int32),
        "ends": np.array([0, 0, 0, 2, 0, 4, 3, 2, 3], np.uint8),
    } | {name: matrix.copy() for name in _MATRICES}


def _tables() -> Arguments:
    return _tree() | {
        "averages": np.ones((_ROWS, _STRIDE), np.float32),
        "payoffs": np.ones((_NODES, 8), np.float32),
        "leaves": np.ones((_LEAF_ROWS, _STRIDE), np.float32),
    }


def _iterate() -> Arguments:
    factors = {name: np.ones(2, np.float32) for name in ("positive", "negative", "keep")}
    regrets = np.ones((_ROWS, _STRIDE), np.float32)
    return _tables() | {"regrets": regrets, **factors, "threads": THREADS}


def _evaluate() -> Arguments:
    return _tables() | {
        "is_best": True,
        "threads": THREADS,
        "out": np.zeros((_SEATS, _STRIDE), np.float32),
        "action_values": np.zeros((_ROWS, _STRIDE), np.float32),
    }


def _reach() -> Arguments:
    averages = np.ones((_ROWS, _STRIDE), np.float32)
    out = np.zeros((2, _SEATS, _STRIDE), np.float32)
    return _tree() | {"averages": averages, "at": np.array([0, 5], np.int32), "out": out}


def _probabilities() -> Arguments:
    return _tree() | {
        "averages": np.ones((_ROWS, _STRIDE), np.float32),
        "dealt": np.full(169, 1 / 169, np.float32),
        "out": np.zeros(_NODES),
    }


def _called(name: str) -> Callable[..., None]:
    def call(**arguments: Any) -> None:
        tree = {part: arguments.pop(part) for part in (*_TREE, *_MATRICES)}
        betting = _native.RingBetting(**tree)
        assert min(betting.rows, betting.leaf_rows) >= 0
        getattr(betting, name)(**arguments)

    return call


def _shares() -> Arguments:
    strengths = np.zeros((2, 1326), np.uint16)
    strengths[:, ::3] = np.arange(442) + 1
    return {
        "strengths": strengths,
        "classes": (np.arange(1326) % 169).astype(np.uint8),
        "reach": np.ones((2, 3, _STRIDE), np.float32),
        "threads": THREADS,
        "out": np.zeros((2, 3, _STRIDE), np.float32),
        "against": np.zeros((2, 3, _STRIDE), np.float32),
    }


def _share(strengths: Any, classes: Any, **arguments: Any) -> None:
    _native.BoardShares(strengths, classes).shares(**arguments)
