"""Passes over a street's betting, against the same in NumPy."""

import numpy as np
import pytest

from fifthstreet import _native
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search.street_game import StreetNodes, matched
from fifthstreet.solvers.search.street_passes import StreetPasses
from fifthstreet.tree import Kind

SPOT = Spot.of(
    "QsJh2h7c",
    100,
    900,
    oop="random",
    ip="random",
    bets="50%, 100%, a",
    raises="60%, a",
    max_raises=2,
)
NODES = StreetNodes.of(SPOT.tree)
KEEP, POSITIVE, NEGATIVE = 0.75, 0.9, 0.5


def filled(seed: int) -> StreetPasses:
    """Passes with random tables; many regrets are not positive."""
    random, passes = np.random.default_rng(seed), StreetPasses(NODES)
    for node, rows in passes.regrets.items():
        rows[...] = random.normal(-0.5, 1, rows.shape)
        passes.averages[node][...] = random.random(rows.shape)
    return passes


@pytest.mark.parametrize("player", [0, 1])
def test_reach_and_averages(player: int) -> None:
    tree, passes = SPOT.tree, filled(player)
    start = np.random.default_rng(9).random((2, 1326), np.float32)
    before = {node: rows.copy() for node, rows in passes.averages.items()}
    found = passes.split(start, KEEP, player)
    expected = {0: start}
    for node in passes.regrets:
        who, strategy = int(tree.player[node]), matched(passes.regrets[node])
        for child, shares in zip(tree.children(node), strategy, strict=True):
            expected[child] = expected[node].copy()
            expected[child][who] *= shares
        averages = before[node]
        if who == player:
            averages = KEEP * averages + expected[node][who] * strategy
        np.testing.assert_allclose(passes.averages[node], averages, rtol=1e-5)
    assert found.keys() == expected.keys() == set(NODES.nodes)
    for node, rows in expected.items():
        np.testing.assert_allclose(found[node], rows, rtol=1e-5)


@pytest.mark.parametrize("player", [0, 1])
def test_values_and_regrets(player: int) -> None:
    tree, passes = SPOT.tree, filled(player + 2)
    random = np.random.default_rng(7)
    ends = [node for node in NODES.nodes if tree.kind[node] != Kind.ACTION]
    values = {node: random.normal(size=1326).astype(np.float32) for node in ends}
    regrets = {node: rows.copy() for node, rows in passes.regrets.items()}
    won = passes.join(values, POSITIVE, NEGATIVE, player)
    for node in reversed(regrets):
        below, rows = np.array([values[child] for child in tree.children(node)]), regrets[node]
        if tree.player[node] == player:
            values[node] = (matched(rows) * below).sum(axis=0)
            rows *= np.where(rows > 0, POSITIVE, NEGATIVE)
            rows += below - values[node]
        else:
            values[node] = below.sum(axis=0)
        np.testing.assert_allclose(passes.regrets[node], rows, atol=1e-5)
    np.testing.assert_allclose(won, values[0], atol=1e-5)


@pytest.mark.parametrize(
    ("players", "first", "children", "message"),
    [
        ([], [], [], "a street must have nodes"),
        ([2, -1], [1, 0], [1, 0], "a decision must be a player's"),
        ([0, -1], [0, 0], [1, 0], "children must follow their parents"),
        ([0, -1], [1, 0], [2, 0], "children must follow their parents"),
        ([0] + 33 * [-1], [1] + 33 * [0], [33] + 33 * [0], "at most 32 actions"),
        ([-1, -1], [0, 0], [0, 0], "each node must be the root or a child"),
    ],
)
def test_trees_that_are_refused(
    players: list[int], first: list[int], children: list[int], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        _native.StreetBetting(
            np.array(players, np.int8), np.array(first, np.int32), np.array(children, np.int32)
        )
