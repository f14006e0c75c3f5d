"""Ranges at a node by class and by percentile."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import hole_text
from fifthstreet.cards.hands import DRAWS, MADE_HANDS
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    Node,
    Solution,
    Spot,
    range_breakdown,
    range_distribution,
    solve,
)
from fifthstreet.tree.strategy import HoleArray

TURN = Spot.of("AsTs4h7h", 20, 40, oop="AA,AJs,KQs,T9s,87s:0.5", ip="TT,ATs,KJs,98s", bets="60%")


@cache
def solved() -> Solution:
    return solve(TURN, target_pot_percent=0.5)


@pytest.mark.parametrize("path", ["r", "r:k", "r:k:k", "r:k:k:n2c"])
@pytest.mark.parametrize("player", [0, 1])
def test_a_breakdown_is_the_sum_of_its_hands(path: str, player: int) -> None:
    node = solved().node(path)
    parts = range_breakdown(node, player)
    weights = node.reach[player] * node.opposing_reach[player]
    frame = node.to_frame()
    mine = frame[frame.player == ("oop", "ip")[player]]
    for column, names, rows in (
        ("made", MADE_HANDS, parts.made),
        ("draw", DRAWS, parts.draws),
    ):
        if path.endswith("2c") and column == "draw":
            assert rows == ()
            continue
        assert [row.name for row in rows] == [n for n in names if (mine[column] == n).any()]
        assert sum(row.combos for row in rows) == pytest.approx(node.combos[player])
        assert sum(row.share for row in rows) == pytest.approx(1)
        mean = sum(row.share * row.ev for row in rows)
        assert mean == pytest.approx(node.range_ev[player], abs=1e-6)
        mean = sum(row.share * row.equity for row in rows)
        assert mean == pytest.approx(node.range_equity[player], abs=1e-6)
        for row in rows:
            assert row.combos == pytest.approx(mine[mine[column] == row.name].weight.sum())
    assert parts.total.share == pytest.approx(1)
    if node.player == player:
        for index, action in enumerate(node.actions):
            mean = sum(row.share * row.frequencies[action] for row in parts.made)
            assert mean == pytest.approx(node.frequencies[index], abs=1e-6)
    else:
        assert parts.total.frequencies == {}
    assert weights.sum() > 0


def test_a_class_is_what_it_says() -> None:
    node = solved().root
    sets = range_breakdown(node)["set"]
    assert sets.combos == node["AA"].combos == 3
    assert sets.ev == node["AA"].ev
    with pytest.raises(KeyError, match="quads"):
        _ = range_breakdown(node)["quads"]


def percentile(node: Node, player: int, values: HoleArray, percent: float) -> float:
    """Return a percentile by walking through the hands from worst to best."""
    weights = node.reach[player] * node.opposing_reach[player]
    hands = sorted(
        (float(values[hole]), float(weights[hole])) for hole in np.flatnonzero(weights).tolist()
    )
    total, passed = sum(weight for _, weight in hands), 0.0
    for value, weight in hands:
        passed += weight
        if passed >= percent / 100 * total - 1e-12:
            return value
    return hands[-1][0]


@pytest.mark.parametrize("kind", ["equity", "ev"])
def test_percentiles_of_both_ranges(kind: str) -> None:
    node = solved().node("r:k")
    spread = range_distribution(node, kind)
    assert spread.percentiles.tolist() == list(range(101))
    for player in (0, 1):
        values = node.equities[player] if kind == "equity" else node.ev[player]
        found = spread.values[player]
        assert (np.diff(found) >= 0).all()
        for percent in (0, 1, 10, 33, 50, 75, 99, 100):
            assert found[percent] == percentile(node, player, values, percent)
    assert "medians" in repr(spread)


def test_percentiles_of_a_node_that_nobody_reaches_are_unknown() -> None:
    node = solved().node("r:k")
    nobody = Node(**{**vars_of(node), "reach": (np.zeros(1326), np.zeros(1326))})
    assert np.isnan(range_distribution(nobody).values[0]).all()
    assert range_breakdown(nobody).made == ()


def vars_of(node: Node) -> dict[str, Any]:
    return {name: getattr(node, name) for name in Node.__dataclass_fields__}


def test_a_distribution_of_something_else() -> None:
    with pytest.raises(InputError, match="kind must be equity or ev, got 'eqr'"):
        range_distribution(solved().root, "eqr")


def test_hands_by_class_and_by_suit() -> None:
    node = solved().root
    assert {hole_text(int(hole)) for hole in node.held("A♥x♥", 0)} == {"AhJh"}
    assert node["top pair"].combos == node["AJs"].combos
    mixed = node["set, A♥x♥"]
    assert mixed.combos == pytest.approx(node["AA"].combos + node["AhJh"].combos)
