"""Random networks, ranges and leaves for tests."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from fifthstreet.cards import hole_index, parse_cards
from fifthstreet.solvers.values import (
    CoordinateNetwork,
    Layer,
    Leaves,
    PreflopNetworkLeaves,
    TableNetwork,
    ValueNetwork,
)
from fifthstreet.solvers.values.coordinates import BOARD_FEATURES, HAND_FEATURES

TURN = tuple(parse_cards("QsJh2h7c"))


def random_layers(
    random: np.random.Generator, sizes: Sequence[int], scale: float = 1.0
) -> list[Layer]:
    """Return layers whose values are about as large as the values of trained networks."""
    return [
        Layer(
            (scale * random.normal(size=(rows, columns)) / np.sqrt(rows)).astype(np.float32),
            (0.1 * scale * random.normal(size=columns)).astype(np.float32),
        )
        for rows, columns in pairwise(sizes)
    ]


def random_network(seed: int, knots: int = 8, hidden: tuple[int, ...] = (12,)) -> ValueNetwork:
    """Return a network for the turn with random weights."""
    layers = random_layers(np.random.default_rng(seed), (3 + 2 * knots, *hidden, 2 * knots))
    return ValueNetwork("turn", TableNetwork(tuple(layers)))


def coordinate_network(
    seed: int,
    width: int = 5,
    hidden: tuple[int, ...] = (9,),
    for_ranges: int = 9,
    *,
    street: str = "flop",
    scale: float = 1.0,
) -> ValueNetwork:
    """Return a network for the flop, or for preflop, with random weights."""
    random, factors = np.random.default_rng(seed), 2 * (width + 1)
    layers = [
        *random_layers(random, (HAND_FEATURES + BOARD_FEATURES, *hidden, width)),
        *random_layers(random, (2 * width + 3 + BOARD_FEATURES, for_ranges, factors)),
        *random_layers(random, (2 * width, factors)),
    ]
    for each in layers[-3:]:  # for ranges, and beside these
        each.weights[...] *= scale
        each.bias[...] *= scale
    return ValueNetwork(street, CoordinateNetwork(tuple(layers)))


def preflop_network(seed: int, *, scale: float = 0.3) -> ValueNetwork:
    """Return a network for preflop with random weights, by default with small values."""
    return coordinate_network(seed, street="preflop", scale=scale)


def preflop_leaves(seed: int, *, scale: float = 0.3) -> PreflopNetworkLeaves:
    """Return leaf values of a random network on few flops."""
    return PreflopNetworkLeaves(preflop_network(seed, scale=scale), flops=10, threads=1)


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
