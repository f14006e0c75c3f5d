"""Recipes of native calls about hands, equities and betting trees."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from typing import Any

import numpy as np

from fifthstreet import _native
from fifthstreet.cards import HOLE_MASKS, parse_mask
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.cards.hands.types import OMAHA_HIGH
from fifthstreet.tree import TreeRules
from fifthstreet.tree.betting_tree import ARRAY_TYPES
from fifthstreet.tree.build import _builder
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import THREADS

# Hands.


def evaluator_recipes() -> dict[str, Recipe]:
    high = STANDARD_HIGH.evaluator
    hand, board = parse_mask("AsKs"), parse_mask("QsJs2h7c4d")
    ranking = STANDARD_HIGH.ranking

    def spec() -> Arguments:
        return {
            "ranks": list(range(13)),
            "size": 5,
            "categories": [
                (list(each.shape), each.straight, each.suited) for each in ranking.categories
            ],
            "wheel": True,
            "low": False,
        }

    def use(evaluator: _native.Evaluator) -> None:
        for hole, cards in ((hand, board), (board, 0), (hand, 0), (parse_mask("AsKsQs"), 0)):
            for method in (evaluator.strength, evaluator.playing_cards):
                with suppress(ValueError):
                    method(hole, cards)
        rows = np.array([[0, 5, 10, 15, 20, 25, 30]], np.uint8)
        for width in range(1, 8):
            with suppress(ValueError):
                evaluator.evaluate_cards(rows[:, :width].copy(), np.zeros(1, np.uint16), 1)
        masks = np.array([hand], np.uint64)
        evaluator.evaluate_masks(masks, np.array([board], np.uint64), np.zeros(1, np.uint16), 1)
        assert evaluator.table_bytes >= 0
        assert len(evaluator.categories) >= 1

    def free(**arguments: Any) -> None:
        evaluator = _native.FreeEvaluator(**arguments)
        use(evaluator)
        assert len(evaluator.open_categories) >= 1
        for count in (1, 2, 3, 4):
            with suppress(ValueError):
                evaluator.open_strength((1 << 4 * count) // 15)

    def split(base: Any, from_hole: Any, hole: Any, board: Any) -> None:
        evaluator = _native.SplitEvaluator(base, from_hole)
        evaluator.strength(hole, board)
        use(evaluator)

    omaha = OMAHA_HIGH.evaluator
    free_high = STANDARD_HIGH.evaluator
    assert isinstance(free_high, _native.FreeEvaluator)
    rows = np.arange(70, dtype=np.uint8).reshape(10, 7) % 52
    return {
        "FreeEvaluator": Recipe(
            spec,
            free,
            frozenset(
                {
                    "FreeEvaluator",
                    "FreeEvaluator.open_categories",
                    "Evaluator.categories",
                    "Evaluator.table_bytes",
                }
            ),
        ),
        "strength": Recipe(
            lambda: {"hole": hand, "board": board}, high.strength, frozenset({"Evaluator.strength"})
        ),
        "split strength": Recipe(
            lambda: {"hole": parse_mask("AsKs2d3d"), "board": board}, omaha.strength
        ),
        "playing_cards": Recipe(
            lambda: {"hole": hand, "board": board},
            high.playing_cards,
            frozenset({"Evaluator", "Evaluator.playing_cards"}),
        ),
        "hand_cell": Recipe(
            lambda: {"cards": hand | board}, _native.hand_cell, frozenset({"hand_cell"})
        ),
        "hand_cells": Recipe(
            lambda: {
                "hands": np.full(3, hand | board, np.uint64),
                "out": np.zeros(3, np.uint8),
            },
            _native.hand_cells,
            frozenset({"hand_cells"}),
        ),
        "mean_of_board": Recipe(
            lambda: {"board": board, "rows": np.zeros((126, 9))},
            _native.mean_of_board,
            frozenset({"mean_of_board"}),
        ),
        "count_final_hands": Recipe(
            lambda: {
                "fives": np.full(2, board, np.uint64),
                "multiplicities": np.ones(2, np.int64),
                "preflop_class": np.zeros(1326, np.uint8),
                "threads": THREADS,
                "preflop": np.zeros((5, 24), np.int64),
                "flop": np.zeros((126, 24), np.int64),
                "turn": np.zeros((126, 24), np.int64),
            },
            _native.count_final_hands,
            frozenset({"count_final_hands"}),
        ),
        "evaluate_cards": Recipe(
            lambda: {"cards": rows.copy(), "out": np.zeros(10, np.uint16), "threads": THREADS},
            high.evaluate_cards,
            frozenset({"Evaluator.evaluate_cards"}),
        ),
        "evaluate_masks": Recipe(
            lambda: {
                "holes": np.array([hand, parse_mask("2c3d")], np.uint64),
                "boards": np.array([board, board], np.uint64),
                "out": np.zeros(2, np.uint16),
                "threads": THREADS,
            },
            high.evaluate_masks,
            frozenset({"Evaluator.evaluate_masks"}),
        ),
        "standing": Recipe(
            lambda: {"hole": hand, "board": board, "others": np.full(2, hand, np.uint64)},
            high.standing,
            frozenset({"Evaluator.standing"}),
        ),
        "open_strength": Recipe(
            lambda: {"cards": hand},
            free_high.open_strength,
            frozenset({"FreeEvaluator.open_strength"}),
        ),
        "SplitEvaluator": Recipe(
            lambda: {
                "base": free_high,
                "from_hole": 2,
                "hole": parse_mask("AsKs2d3d"),
                "board": board,
            },
            split,
            frozenset({"SplitEvaluator"}),
        ),
        "BadugiEvaluator": Recipe(
            lambda: {"ranks": [12, *range(12)]},
            lambda ranks: use(_native.BadugiEvaluator(ranks)),
            frozenset({"BadugiEvaluator"}),
        ),
        "strength_or_none": Recipe(
            lambda: {"hole": [0, 5], "board": [10, 15, 20, 25, 30]},
            lambda hole, board: _native.strength_or_none(high, hole, board),
            frozenset({"strength_or_none"}),
        ),
        "shuffled": Recipe(
            lambda: {"items": list(range(52)), "seed": 7},
            lambda items, seed: (_native.shuffled(items, seed), _native.fresh_seed()),
            frozenset({"shuffled", "fresh_seed"}),
        ),
        "RandomStream": Recipe(
            lambda: {"seed": 7, "stream": 3, "bound": 52},
            lambda seed, stream, bound: (
                _native.RandomStream(seed, stream).uniform(),
                _native.RandomStream(seed, stream).below(bound),
            ),
            frozenset({"RandomStream", "RandomStream.uniform", "RandomStream.below"}),
        ),
    }


# Equities.


def equity_recipes() -> dict[str, Recipe]:
    high = STANDARD_HIGH.evaluator
    game = {"deck": (1 << 52) - 1, "hole_cards": 2, "board_cards": 5}
    flop = parse_mask("QsJh2h")

    def enumerate_boards(low: bool = False, **arguments: Any) -> None:
        _native.enumerate_boards(high, high if low else None, **arguments)

    def sample_deals(**arguments: Any) -> None:
        _native.sample_deals(high, None, **arguments)

    weights = np.zeros((2, 1326), np.float32)
    weights[:, ::5] = 1
    return {
        "enumerate_boards": Recipe(
            lambda: {
                **game,
                "hands": np.array([[HOLE_MASKS[1325], HOLE_MASKS[700]]], np.uint64),
                "board": flop,
                "dead": 0,
                "threads": THREADS,
                "out": np.zeros((2, 5), np.int64),
            },
            enumerate_boards,
            frozenset({"enumerate_boards"}),
        ),
        "sample_deals": Recipe(
            lambda: {
                **game,
                "masks": np.array([HOLE_MASKS[1325], HOLE_MASKS[700], HOLE_MASKS[3]], np.uint64),
                "weights": np.ones(3),
                "starts": [0, 1, 3, 3],
                "board": flop,
                "dead": 0,
                "seed": 7,
                "first_chunk": 0,
                "chunks": 2,
                "threads": THREADS,
                "out": np.zeros((3, 5), np.int64),
            },
            sample_deals,
            frozenset({"sample_deals"}),
        ),
        "sweep_ranges": Recipe(
            lambda: {
                "boards": np.array([flop | 3 << 20, flop | 3 << 8], np.uint64),
                "multiplicities": np.ones(2),
                "dead": 0,
                "weights": weights.copy(),
                "threads": THREADS,
                "out": np.zeros((2, 1326, 3)),
            },
            lambda **arguments: _native.sweep_ranges(STANDARD_HIGH.evaluator, **arguments),  # type: ignore[arg-type]
            frozenset({"sweep_ranges"}),
        ),
        "meet_ranges": Recipe(
            lambda: {
                "boards": np.array([flop | 3 << 20, flop | 3 << 8], np.uint64),
                "weights": np.ones((1326, 3)),
                "points": np.zeros((1326, 3)),
                "met": np.zeros((1326, 3)),
            },
            lambda **arguments: _native.meet_ranges(STANDARD_HIGH.evaluator, **arguments),  # type: ignore[arg-type]
            frozenset({"meet_ranges"}),
        ),
        "compatible_weights": Recipe(
            lambda: {"weights": np.ones((3, 1326)), "out": np.zeros((3, 1326))},
            _native.compatible_weights,
            frozenset({"compatible_weights"}),
        ),
        "count_preflop_wins": Recipe(
            lambda: {
                "threads": THREADS,
                "by_ranks": np.zeros((91, 91), np.int32),
                "by_suit": np.zeros((351, 351), np.int32),
            },
            lambda **arguments: _native.count_preflop_wins(STANDARD_HIGH.evaluator, **arguments),  # type: ignore[arg-type]
            frozenset({"count_preflop_wins"}),
        ),
    }


# Betting trees.


def tree_recipes() -> dict[str, Recipe]:
    rules = TreeRules(stacks=(60, 80, 60), pot=30, first_street=2, added=("r:b7",))
    (made,) = recorded_trees(rules)
    limit = 20_000

    def build(**arguments: Any) -> None:
        builder = _native.TreeBuilder(**arguments)
        builder.find_fault()
        nodes = builder.count(limit, 10**6)[0]
        if nodes <= limit:
            builder.fill(**arrays(nodes, len(arguments["stacks"])))
        builder.fill(**arrays(5, len(arguments["stacks"])))

    def arrays(nodes: int, players: int = 3) -> Arguments:
        return {
            name: np.zeros((nodes, players) if name == "committed" else nodes, dtype)
            for name, dtype in ARRAY_TYPES.items()
        }

    builder = _builder(rules)
    total = builder.count(None, 10**6)[0]
    return {
        "TreeBuilder": Recipe(
            lambda: deepcopy(made),
            build,
            frozenset({"TreeBuilder", "TreeBuilder.find_fault"}),
        ),
        "count": Recipe(
            lambda: {"limit": 100, "max_visits": 1_000},
            builder.count,
            frozenset({"TreeBuilder.count"}),
        ),
        "fill": Recipe(lambda: arrays(total), builder.fill, frozenset({"TreeBuilder.fill"})),
    }


def recorded_trees(rules: TreeRules) -> list[Arguments]:
    """Return the arguments with which the builder of a tree is created."""
    original, calls = _native.TreeBuilder, []

    def record(**arguments: Any) -> _native.TreeBuilder:
        calls.append(deepcopy(arguments))
        return original(**arguments)

    _native.TreeBuilder = record  # type: ignore[assignment,misc]
    try:
        _builder(rules)
    finally:
        _native.TreeBuilder = original  # type: ignore[misc]
    return calls
