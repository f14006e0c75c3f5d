"""Nodes that almost nobody reaches: found, and re-solved with a little reach for every hand."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from fifthstreet.cards import Range
from fifthstreet.solvers.postflop import (
    Solution,
    Spot,
    is_unreached,
    resolve_unreached,
    solve,
)
from fifthstreet.solvers.postflop.solving.unreached import reached_shares
from fifthstreet.solvers.postflop.spot.spot import TreeSpot
from fifthstreet.tree import subtree
from fifthstreet.tree.strategy import Lock

TURN = Spot.of("AsTs4h7h", 20, 40, oop="AA,AJs,KQs,T9s,87s:0.5", ip="TT,ATs,KJs,98s", bets="60%")
NEVER_BETS = replace(TURN, locks=(Lock("r", {"k": 1.0}),))


@cache
def solved(spot: Spot) -> Solution:
    return solve(spot, target_pot_percent=0.1)


def test_a_subgame_may_start_within_a_street() -> None:
    """With the ranges that reach a bet, the game from there on has the values of the whole one."""
    solution = solved(TURN)
    node = solution.node("r:k:b12")
    below = subtree(TURN.tree, TURN.tree.find("r:k:b12")[0])
    assert (below.pot(0), below.stacks(0)) == (node.pot, node.stacks)
    assert below.actions(0) == node.actions
    first, second = (Range(reach / reach.max()) for reach in node.reach)
    game = TreeSpot(TURN.board, (first, second), below.rules, given_tree=below)
    again = solve(game, target_pot_percent=0.05).root
    assert again.range_ev == pytest.approx(node.range_ev, abs=0.01 * node.pot)
    assert again.range_equity == pytest.approx(node.range_equity, abs=1e-5)
    assert sum(again.range_ev) == pytest.approx(node.pot, abs=1e-3)


def test_only_nodes_that_nobody_reaches_count() -> None:
    assert not is_unreached(solved(TURN).root)
    locked = solved(NEVER_BETS)
    assert reached_shares(locked.node("r:b12")) == pytest.approx((0, 1))
    assert is_unreached(locked.node("r:b12"))
    assert is_unreached(locked.node("r:b12:c:n2c"))
    assert not is_unreached(locked.node("r:k"))
    assert not is_unreached(locked.node("r:b12:f"))  # an end needs no strategy


@pytest.mark.parametrize("path", ["r:b12", "r:b12:c", "r:b12:c:n2c", "r:b12:c:n2c:k"])
def test_every_hand_has_a_little_reach(path: str) -> None:
    locked = solved(NEVER_BETS)
    node = resolve_unreached(locked, path)
    assert node.path == path
    assert node.solution is locked
    assert (node.pot, node.stacks) == (locked.node(path).pot, locked.node(path).stacks)
    assert min(node.combos) > 0
    assert sum(node.range_ev) == pytest.approx(node.pot, abs=2e-3 * node.pot)
    if path == "r:b12":
        # Nobody prefers a hand: OOP bets with all of their range.
        assert node.reach[0] == pytest.approx(TURN.live_ranges[0].weights, abs=1e-6)
        assert node.frequencies.sum() == pytest.approx(1)
        held = np.flatnonzero(node.reach[1])
        assert not np.isnan(node.action_ev[:, held]).any()


def test_hands_that_take_the_line_more_often_keep_more_reach() -> None:
    """Half of the aces may bet; IP folds everything, so nobody gets to a call."""
    spot = replace(
        TURN,
        locks=(
            Lock("r", {"k": 1.0}),
            Lock("r", {"k": 0.5, "b12": 0.5}, Range("AA")),
            Lock("r:b12", {"f": 1.0}),
        ),
    )
    node = resolve_unreached(solved(spot), "r:b12:c:n2c")
    aces = [float(weight) for weight in node.reach[0][Range("AcAd,AhAc").hands()]]
    others = float(node.reach[0][Range("KcQc").hands()].max())
    assert max(aces) == pytest.approx(1)
    assert others == pytest.approx(0.01 / 0.5, rel=1e-3)
