"""Random networks, ranges and leaves for tests."""

from itertools import pairwise

import numpy as np

from fifthstreet.cards import hole_index, parse_cards
from fifthstreet.solvers.values import CoordinateNetwork, Layer, Leaves, TableNetwork, ValueNetwork
from fifthstreet.solvers.values.coordinates import BOARD_FEATURES, HAND_FEATURES

TURN = tuple(parse_cards("QsJh2h7c"))


def random_network(seed: int, knots: int = 8, hidden: tuple[int, ...] = (12,)) -> ValueNetwork:
    """Return a network whose values are about as large as the values of trained networks."""
    random = np.random.default_rng(seed)
    layers = [
        Layer(
            (random.normal(size=(rows, columns)) / np.sqrt(rows)).astype(np.float32),
            (0.1 * random.normal(size=columns)).astype(np.float32),
        )
        for rows, columns in pairwise((3 + 2 * knots, *hidden, 2 * knots))
    ]
    return ValueNetwork("turn", TableNetwork(tuple(layers)))


def coordinate_network(seed: int, width: int = 5, hidden: tuple[int, ...] = (9,)) -> ValueNetwork:
    """Return a network whose values are about as large as the values of trained networks."""
    random = np.random.default_rng(seed)

    def layer(rows: int, columns: int) -> Layer:
        weights = random.normal(size=(rows, columns)) / np.sqrt(rows)
        bias = 0.1 * random.normal(size=columns)
        return Layer(weights.astype(np.float32), bias.astype(np.float32))

    ends = [
        (HAND_FEATURES + BOARD_FEATURES, width),
        (2 * width + 3 + BOARD_FEATURES, 2 * (width + 1)),
    ]
    layers = [
        layer(rows, columns)
        for first, last in ends
        for rows, columns in zip((first, *hidden), (*hidden, last), strict=True)
    ]
    direct = layer(2 * width, 2 * (width + 1))
    return ValueNetwork("flop", CoordinateNetwork((*layers, direct)))


def random_leaves(seed: int, count: int, board: tuple[int, ...] = TURN) -> Leaves:
    """Return leaves with pots and stacks of any size."""
    random = np.random.default_rng(seed)
    return Leaves(board, np.exp(random.normal(2, 1, count)), np.exp(random.normal(3, 2, count)))


def random_reach(seed: int, count: int) -> np.ndarray:
    """Return reach with zeros, small and large numbers."""
    random = np.random.default_rng(seed)
    reach = np.maximum(random.random((count, 2, 1326)) - 0.4, 0)
    return (reach * 10.0 ** random.normal(0, 1, (count, 2, 1326))).astype(np.float32)


def only(*hands: str) -> np.ndarray:
    """Return the reach of a player who only has certain hands.  [1326]"""
    row = np.zeros(1326, np.float32)
    for hand in hands:
        row[hole_index(*parse_cards(hand))] = 1
    return row
