"""Payoffs at ends: as `settle` pays them, and counted chip by chip."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.solvers.blueprint.native_game import NodeSettlement
from fifthstreet.tree import NO_RAKE, Kind, Rake, TreeRules, build_tree, settle
from tests.oracles.deals import naive_payoffs
from tests.solvers.blueprint.small_spots import (
    ANTES,
    BIG_BLIND_ANTE,
    FOUR_ON_A_TURN,
    THREE_RAKED,
    THREE_TO_THE_FLOP,
    SmallGame,
)
from tests.thoroughness import examples
from tests.tree.draws import tree_rules

RAKES = st.sampled_from((NO_RAKE, Rake(0.05), Rake(0.05, 0.5)))


@given(tree_rules(), RAKES, st.data())
@settings(max_examples=examples(200), deadline=None)
def test_the_oracle_and_the_arrays_pay_what_settle_pays(
    rules: TreeRules, rake: Rake, data: st.DataObject
) -> None:
    tree = build_tree(rules)
    settlement = NodeSettlement.of(tree, rake)
    node = data.draw(st.sampled_from(np.flatnonzero(tree.kind >= Kind.FOLD).tolist()))
    strength = st.integers(1, tree.players)  # often equal
    strengths = data.draw(st.lists(strength, min_size=tree.players, max_size=tree.players))
    paid = settle(tree, node, strengths, rake)
    assert naive_payoffs(tree, node, strengths, rake) == pytest.approx(paid, abs=1e-9)
    live = [p for p in range(tree.players) if not int(tree.folded[node]) >> p & 1]
    if len({int(settlement.bets[node, p]) for p in live}) > 1:
        return  # with side pots a player has no single share of the pot
    best = max(strengths[p] for p in live)
    winners = [p for p in live if strengths[p] == best]
    for player, chips in enumerate(paid):
        share = 1 / len(winners) if player in winners else 0.0
        assert settlement.payoff(node, player, share) == pytest.approx(chips, abs=1e-9)


@pytest.mark.parametrize(
    "game", [THREE_TO_THE_FLOP, FOUR_ON_A_TURN, ANTES, BIG_BLIND_ANTE, THREE_RAKED]
)
def test_the_small_games_have_side_pots(game: SmallGame) -> None:
    tree, settlement = game.tree, NodeSettlement.of(game.tree, game.rake)
    sides = 0
    for node in np.flatnonzero(tree.kind == Kind.SHOWDOWN).tolist():
        live = [p for p in range(tree.players) if not int(tree.folded[node]) >> p & 1]
        sides += len({int(settlement.bets[node, p]) for p in live}) > 1
    assert sides > 3
