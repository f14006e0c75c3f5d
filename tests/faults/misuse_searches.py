"""Recipes of native calls of searches that end with a street."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from tests.faults.misuse import Arguments, Recipe
from tests.faults.misuse_samples import THREADS


def search_recipes() -> dict[str, Recipe]:
    """Return the recipes of all calls of these searches."""
    return leaf_recipes() | betting_recipes() | lead_recipes() | value_recipes()


# Payoffs at leaves.


def leaf_recipes() -> dict[str, Recipe]:
    def products() -> Arguments:
        return {
            "first_strength": np.ones((2, 5), np.float32),
            "second_strength": np.zeros((2, 6), np.float32),
            "first": np.ones((2, 3, 5), np.float32),
            "second": np.ones((2, 3, 6), np.float32),
            "threads": THREADS,
            "out": np.zeros((5, 6), np.float32),
        }

    def product(is_transposed: bool) -> Arguments:
        vector, out = np.ones(5, np.float32), np.zeros(6, np.float32)
        return {
            "matrix": np.ones((5, 6), np.float32),
            "vector": vector if is_transposed else out,
            "is_transposed": is_transposed,
            "threads": THREADS,
            "out": out if is_transposed else vector,
        }

    multiply, covered = _native.multiply_matrix, frozenset({"multiply_matrix"})
    return {
        "add_signed_products": Recipe(
            products, _native.add_signed_products, frozenset({"add_signed_products"})
        ),
        "multiply_matrix": Recipe(lambda: product(False), multiply, covered),
        "multiply_matrix, transposed": Recipe(lambda: product(True), multiply, covered),
    }


# The betting of one street.


def betting_recipes() -> dict[str, Recipe]:
    rows, nodes = 4, 5

    def tree() -> Arguments:
        return {
            "players": np.array([0, -1, 1, -1, -1], np.int8),
            "first_children": np.array([1, 0, 3, 0, 0], np.int32),
            "children": np.array([2, 0, 2, 0, 0], np.int32),
            "regrets": np.ones((rows, 1328), np.float32),
        }

    def split() -> Arguments:
        return tree() | {
            "averages": np.ones((rows, 1328), np.float32),
            "keep": 0.5,
            "player": 0,
            "reach": np.ones((nodes, 2, 1328), np.float32),
        }

    def join() -> Arguments:
        return tree() | {
            "positive": 0.5,
            "negative": 0.5,
            "player": 1,
            "values": np.ones((nodes, 1328), np.float32),
        }

    def called(name: str) -> Callable[..., None]:
        def call(players: Any, first_children: Any, children: Any, **rest: Any) -> None:
            betting = _native.StreetBetting(players, first_children, children)
            getattr(betting, name)(**rest)

        return call

    return {
        f"StreetBetting.{name}": Recipe(
            arguments, called(name), frozenset({"StreetBetting", f"StreetBetting.{name}"})
        )
        for name, arguments in (("split", split), ("join", join))
    }


# Hands checked down.


def lead_recipes() -> dict[str, Recipe]:
    def count() -> Arguments:
        hands = 47 * 46 // 2
        return {"board": 0b11111, "threads": THREADS, "out": np.zeros((hands, hands), np.int16)}

    def product() -> Arguments:
        return {
            "leads": np.ones((5, 6), np.int16),
            "vectors": np.ones((3, 6), np.float32),
            "threads": THREADS,
            "out": np.zeros((3, 5), np.float32),
        }

    def multiply(leads: Any, **rest: Any) -> None:
        _native.LeadMatrix(leads).multiply(**rest)

    return {
        "count_leads": Recipe(
            count,
            lambda **arguments: _native.count_leads(high_evaluator(), **arguments),
            frozenset({"count_leads"}),
        ),
        "LeadMatrix": Recipe(product, multiply, frozenset({"LeadMatrix", "LeadMatrix.multiply"})),
    }


# Networks for complete boards, and for turns.


def value_recipes() -> dict[str, Recipe]:
    sizes, knots = [7, 5, 4], 2
    parameters = np.ones(sum((rows + 1) * outputs for rows, outputs in pairwise(sizes)), np.float32)

    def arguments() -> Arguments:
        return {
            "boards": np.array([0b11111, 0b111110], np.uint64),
            "sizes": list(sizes),
            "parameters": parameters.copy(),
            "histogram_scale": 4.0,
            "weights": np.ones(2),
            "reach": np.ones((3, 2, 1326), np.float32),
            "features": np.ones((3, sizes[0] - 2 * knots), np.float32),
            "player": -1,
            "threads": THREADS,
            "out": np.zeros((3, 2, 1326), np.float32),
        }

    def evaluate(
        boards: Any, sizes: Any, parameters: Any, histogram_scale: Any, threads: Any, **rest: Any
    ) -> None:
        orders = _native.BoardOrders(high_evaluator(), boards, threads)
        tables = _native.RiverTables(sizes, parameters, histogram_scale)
        tables.evaluate(orders, threads=threads, **rest)

    covered = {"BoardOrders", "RiverTables", "RiverTables.evaluate"}
    return {"RiverTables": Recipe(arguments, evaluate, frozenset(covered)), **_turn_recipes()}


def _turn_recipes() -> dict[str, Recipe]:
    hand, board, width = _native.HAND_FEATURES, _native.BOARD_FEATURES, 2
    sizes = {
        "hand_sizes": [hand + board, width],
        "range_sizes": [2 * width + 1 + board, 2 * (width + 1)],
        "direct_sizes": [2 * width, 2 * (width + 1)],
    }

    def parameters(layers: list[int]) -> np.ndarray:
        return np.ones((layers[0] + 1) * layers[1], np.float32)

    def features() -> Arguments:
        return {
            "boards": np.array([0b1111, 0b11110], np.uint64),
            "threads": THREADS,
            "hands_out": np.zeros((2, 1326, hand), np.float32),
            "boards_out": np.zeros((2, board), np.float32),
        }

    def network() -> Arguments:
        return {
            **{name: list(each) for name, each in sizes.items()},
            "hand_parameters": parameters(sizes["hand_sizes"]),
            "range_parameters": parameters(sizes["range_sizes"]),
            "direct_parameters": parameters(sizes["direct_sizes"]),
            "flop": 0b111,
            "cards": [3, 4, 5],
            "chosen": [0, 2],
            "reach": np.ones((2, 2, 1326), np.float32),
            "features": np.ones((2, 1), np.float32),
            "threads": THREADS,
            "out": np.zeros((2, 2, 1326), np.float32),
        }

    def evaluate(flop: Any, cards: Any, threads: Any, **rest: Any) -> None:
        of_network = {
            name: rest.pop(name) for name in [*rest] if name.endswith(("_sizes", "_parameters"))
        }
        found = _native.CoordinateNetwork(**of_network)
        on_turns = found.coordinates(high_evaluator(), flop, cards, threads)
        found.evaluate(on_turns, threads=threads, **rest)

    names = ("FlopCoordinates", "CoordinateNetwork")
    methods = ("CoordinateNetwork.coordinates", "CoordinateNetwork.evaluate")
    return {
        "board_features": Recipe(
            features,
            lambda **arguments: _native.board_features(high_evaluator(), **arguments),
            frozenset({"board_features"}),
        ),
        "CoordinateNetwork": Recipe(network, evaluate, frozenset({*names, *methods})),
    }
