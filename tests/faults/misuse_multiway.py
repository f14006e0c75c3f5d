"""Recipes of native calls about three ranges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fifthstreet import _native
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import THREADS

_HANDS, _STRIDE, _NODES = 3, 16, 7
_RIVERS, _ENTRIES = 48, 1
_STREETS = (
    *("players", "first_children", "children", "streets", "left", "cards", "strengths"),
    *("ends", "payoffs"),
)
_STREET_GAME = frozenset({"TripleStreets", "TripleStreets.rows", "TripleStreets.sum_rows"})
_TREE = ("players", "first_children", "children", "cards", "strengths", "ends", "payoffs")


def multiway_recipes() -> dict[str, Recipe]:
    """Return the recipes of all these calls."""
    methods = (
        ("iterate", _iterate),
        ("evaluate", _evaluate),
        ("sweep", _sweep),
        ("reach", _reach),
    )
    recipes = {
        f"TripleSolver.{name}": Recipe(
            arguments, _called(name), frozenset({"TripleSolver", f"TripleSolver.{name}"})
        )
        for name, arguments in methods
    }
    after_turns = (
        ("iterate", _iterate_streets),
        ("add_turns", _add_turns),
        ("finish", _finish),
        ("values_at", _values_at),
        ("showdown", _showdown),
    )
    return recipes | {
        f"TripleStreets.{name}": Recipe(
            arguments, _called_streets(name), _STREET_GAME | {f"TripleStreets.{name}"}
        )
        for name, arguments in after_turns
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


def _streets() -> Arguments:
    """A turn: the first player decides, and the two others on each river."""
    ends = np.zeros((3, 8), np.uint8)
    ends[:, [1, 4, 6, 7]] = 1
    left = np.arange(4, 52, dtype=np.uint8)
    cards = [np.arange(6, dtype=np.uint8).reshape(3, 2) + 4 + 6 * player for player in range(3)]
    strengths = [
        np.array([[0 if card in hand else 1 + i for i, hand in enumerate(own)] for card in left])
        for own in cards
    ]
    return {
        "players": np.array([0, -1, -1, 1, -1, 2, -1, -1], np.int8),
        "first_children": np.array([1, 0, 3, 4, 0, 6, 0, 0], np.int32),
        "children": np.array([2, 0, 1, 2, 0, 2, 0, 0], np.int32),
        "streets": np.array([2, 2, 2, 3, 3, 3, 3, 3], np.uint8),
        "left": left,
        "cards": cards,
        "strengths": [rows.astype(np.uint16) for rows in strengths],
        "ends": ends,
        "payoffs": np.ones((3, 8, 4), np.float32),
    }


def _street_tables() -> Arguments:
    counts = (2, 2 * _RIVERS, 2 * _RIVERS)
    weights = np.zeros(_STRIDE, np.float32)
    weights[:_HANDS] = 1
    return _streets() | {
        "averages": [np.ones((count, _STRIDE), np.float32) for count in counts],
        "locks": [np.full((count, _STRIDE), -1, np.float32) for count in counts],
        "weights": [weights.copy() for _ in range(3)],
    }


def _iterate_streets() -> Arguments:
    tables = _street_tables()
    factors = {name: np.ones(2, np.float32) for name in ("positive", "negative", "keep")}
    return {
        **tables,
        "regrets": [np.ones_like(table) for table in tables["averages"]],
        **factors,
        "visits": 1,
        "turns": np.zeros(1, np.int32),
        "turn_visits": np.ones(1, np.int32),
        "rivers": np.array([[0, 5]], np.int32),
        "river_visits": np.array([[1, 0]], np.int32),
        "threads": THREADS,
    }


def _add_turns() -> Arguments:
    sums = np.zeros((2 * _ENTRIES, _STRIDE), np.float32)
    turns = np.zeros(1, np.int32)
    return _street_tables() | {"player": 1, "turns": turns, "threads": THREADS, "sums": sums}


def _finish() -> Arguments:
    return _street_tables() | {
        "player": 1,
        "sums": np.ones((2 * _ENTRIES, _STRIDE), np.float32),
        "out": np.zeros((2 * 3, _STRIDE), np.float32),
    }


def _values_at() -> Arguments:
    out = np.zeros((5, _STRIDE), np.float32)
    return _street_tables() | {
        "player": 1,
        "turn": 0,
        "river": 3,
        "threads": THREADS,
        "out": out,
    }


def _showdown() -> Arguments:
    return _streets() | {
        "player": 1,
        "payoff": np.array([1.0, 0.5, 0.25, -1.0], np.float32),
        "first_reach": np.ones(_STRIDE, np.float32),
        "second_reach": np.ones(_STRIDE, np.float32),
        "turn": 0,
        "river": -1,
        "threads": THREADS,
        "out": np.zeros(_STRIDE, np.float32),
    }


def _called_streets(name: str) -> Callable[..., None]:
    def call(**arguments: Any) -> None:
        tree = {part: arguments.pop(part) for part in _STREETS}
        game = _native.TripleStreets(**tree)
        assert game.rows(0) == 2
        assert game.sum_rows == _ENTRIES
        getattr(game, name)(**arguments)

    return call
