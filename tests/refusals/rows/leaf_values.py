"""Refusals of values of hands where a street ends, and of the networks for them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.refusals.table import Table, face, new_path, replaced
from tests.solvers.values.networks import (
    preflop_leaves,
    preflop_network,
    random_leaves,
    random_network,
)

values = face("solvers.values")
flop_arrays = face("solvers.values.flop_arrays")
rest_solver = face("solvers.values.rest_solver")
FLOP = (0, 5, 10)


def leaves(board: tuple[int, ...] = FLOP, pots: Any = (10,), stacks: Any = (20,)) -> Any:
    return values.Leaves(board, np.array(pots), np.array(stacks))


def halves(*_: object) -> Any:
    return np.full((2, 1326), 0.5)


def on_reach(reach: Any, function: Any = halves) -> Any:
    """Return the values of a function at a leaf."""
    return values.FunctionLeaves(function).values(leaves(), np.array(reach))


def network(*shapes: tuple[int, int], dtype: Any = np.float32) -> Any:
    """Return a network with layers of zeros."""
    layers = [values.Layer(np.zeros(shape, dtype), np.zeros(shape[1], dtype)) for shape in shapes]
    return values.TableNetwork(tuple(layers))


def large_network() -> Any:
    """Return a network for the turn whose weights do not fit into 16 bits."""
    large = values.Layer(np.full((7, 4), 1e6, np.float32), np.zeros(4, np.float32))
    return values.ValueNetwork("turn", values.TableNetwork((large,)))


def coordinate_layers(*shapes: tuple[int, int]) -> Any:
    """Return a network for the flop with layers of zeros."""
    layers = [
        values.Layer(np.zeros(shape, np.float32), np.zeros(shape[1], np.float32))
        for shape in shapes
    ]
    return values.CoordinateNetwork(tuple(layers))


def flop_network() -> Any:
    """Return leaf values of a network for the flop that adds nothing to the equity."""
    model = coordinate_layers((45, 1), (28, 4), (2, 4))
    return values.FlopNetworkLeaves(values.ValueNetwork("flop", model), threads=1)


TABLE: Table = {
    "solvers/values/preflop_leaves.py": [
        (
            "PreflopNetworkLeaves.__init__",
            lambda: values.PreflopNetworkLeaves(random_network(0)),
            "the network must be for preflop, got one for the turn",
        ),
        (
            "PreflopNetworkLeaves._evaluate",
            lambda: preflop_leaves(0).values(leaves(), np.ones((1, 2, 1326), np.float32)),
            "the network is for preflop, got a board of 3 cards",
        ),
    ],
    "solvers/values/coordinates.py": [
        (
            "CoordinateNetwork.__post_init__",
            lambda: coordinate_layers((45, 1), (28, 4)),
            "layers must be for hands, then for ranges, then one beside these",
        ),
        (
            "CoordinateNetwork.__post_init__",
            lambda: coordinate_layers((40, 1), (28, 4), (2, 4)),
            "ends of layers must be (45, 28, 4, 2, 4), got (40, 28, 4, 2, 4)",
        ),
    ],
    "solvers/values/flop_arrays.py": [
        (
            "NetworkOnArrays.__init__",
            lambda: flop_arrays.NetworkOnArrays(random_network(0)),
            "the network must be for the flop, got one for the turn",
        ),
    ],
    "solvers/values/flop_leaves.py": [
        (
            "FlopNetworkLeaves.__init__",
            lambda: values.FlopNetworkLeaves(random_network(0)),
            "the network must be for the flop, got one for the turn",
        ),
        (
            "FlopNetworkLeaves._checked",
            lambda: flop_network().values(leaves((0, 5, 10, 15)), np.ones((1, 2, 1326))),
            "the network is for the flop, got a board of 4 cards",
        ),
    ],
    "solvers/values/leaf_values.py": [
        ("Leaves.__post_init__", lambda: leaves((0, 1)), "0, 3 or 4 different cards, got 2c2d"),
        ("Leaves.__post_init__", lambda: leaves(pots=(1, 2)), "one number for each leaf, got (2,)"),
        ("Leaves.__post_init__", lambda: leaves(stacks=(0,)), "stacks of leaves must be more than"),
        ("Leaves.check_reach", lambda: on_reach([1.0]), "the shape (1, 2, 1326), got (1,)"),
        (
            "Leaves.check_reach",
            lambda: on_reach(np.full((1, 2, 1326), -1.0)),
            "reach must be finite and at least 0",
        ),
        (
            "FunctionLeaves._checked",
            lambda: on_reach(np.ones((1, 2, 1326)), lambda *_: np.zeros(7)),
            "must be finite, in the shape (2, 1326), got (7,)",
        ),
    ],
    "solvers/values/network_leaves.py": [
        (
            "NetworkLeaves.__init__",
            lambda: values.NetworkLeaves(preflop_network(0)),
            "the network must be for a turn, got one for preflop",
        ),
        (
            "NetworkLeaves._after",
            lambda: values.NetworkLeaves(random_network(0)).values(
                random_leaves(0, 1, FLOP), np.ones((1, 2, 1326))
            ),
            "the network is for the turn, got a board of 3 cards",
        ),
    ],
    "solvers/values/rest_solver.py": [
        (
            "RestSolver.__init__",
            lambda: rest_solver.RestSolver([(0, 5, 10, 15, 20)], 1.0, backend="x"),
            "backend must be native or cuda, got 'x'",
        ),
    ],
    "solvers/values/river_tables.py": [
        ("check_layers", network, "a network must have at least one layer"),
        (
            "check_layers",
            lambda: network((7, 4), dtype=np.float64),
            "must be finite, in float32",
        ),
        (
            "check_layers",
            lambda: network((7, 3), (2, 4)),
            "matrices that fit each other, with their biases",
        ),
        (
            "TableNetwork.__post_init__",
            lambda: network((8, 4)),
            "3 + 2K inputs and 2K outputs, K at least 2, got 8 and 4",
        ),
    ],
    "solvers/values/value_network.py": [
        (
            "_kind_of",
            lambda: values.ValueNetwork("river", network((7, 4))),
            "street must be turn or flop or preflop, got 'river'",
        ),
        (
            "ValueNetwork.__post_init__",
            lambda: values.ValueNetwork("preflop", network((7, 4))),
            "must be a CoordinateNetwork, got a TableNetwork",
        ),
        (
            "ValueNetwork.save",
            lambda: random_network(1).save(new_path(), precision="int8"),
            "precision must be float32 or float16, got 'int8'",
        ),
        (
            "ValueNetwork.save",
            lambda: large_network().save(new_path(), precision="float16"),
            "weights must be at most 65,504 for float16, got 1e+06",
        ),
        (
            "shipped_network",
            lambda: values.shipped_network("x"),
            "street must be preflop or flop or turn, got 'x'",
        ),
        (
            "shipped_network",
            lambda: replaced(
                {"solvers.values.value_network.files": lambda _: new_path().parent},
                lambda: values.shipped_network("turn"),
            ),
            "this build of the package has no network for the turn",
        ),
    ],
}
