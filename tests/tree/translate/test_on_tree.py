"""A hand that follows the tree is matched exactly."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.game import State
from fifthstreet.game.actions import act
from fifthstreet.tree import BettingTree, Kind, Move, TreeRules, build_tree
from fifthstreet.tree.translate import ActionStatus, Follower, MatchQuality, match, real_action
from tests.thoroughness import examples
from tests.tree.draws import tree_rules
from tests.tree.test_against_engine import state_of


def step(betting: BettingTree, child: int, state: State) -> None:
    """Play the tree action that leads to a child in a hand with the same chips."""
    move, to = betting.move[child], int(betting.amount[child])
    if move == Move.FOLD:
        state.fold()
    elif move in (Move.CHECK, Move.CALL):
        state.check_or_call()
    else:
        # The engine requires a full raise even if nobody can call all of it.
        state.bet_or_raise_to(max(to, state.min_raise_to))


def through_deals(betting: BettingTree, node: int) -> int:
    while betting.kind[node] == Kind.DEAL:
        (node,) = betting.children(node)
    return node


@given(tree_rules(), st.integers(0, 2**32))
@settings(max_examples=examples(150))
def test_every_node_is_matched_without_divergence(rules: TreeRules, seed: int) -> None:
    betting = build_tree(rules)
    rng = random.Random(seed)
    state = state_of(rules)
    follower = Follower(betting)
    node = 0
    while True:
        node = through_deals(betting, node)
        matched = match(betting, state)
        assert (matched.node, matched.probability, len(matched.candidates)) == (node, 1, 1)
        assert all(action.status == ActionStatus.EXACT for action in matched.actions)
        for divergence in matched.divergences:
            assert (divergence.pot, divergence.stack) == (0, 0)
            assert (divergence.spr, divergence.defence) == (0, 0)
        assert follower.observe(state) == node
        if betting.kind[node] != Kind.ACTION:
            break
        assert matched.quality == (
            MatchQuality.POOR if matched.unrepresented else MatchQuality.GOOD
        )
        assert [action.label for action in matched.legal] == list(betting.actions(node))
        child = rng.choice(betting.children(node))
        # The real action of a tree action leads to the same node.
        after = state.copy()
        act(after, *real_action(matched, child))
        assert match(betting, after).node == through_deals(betting, child)
        step(betting, child, state)
        node = child
    if state.actor_index is not None:  # the tree ends before the river
        assert (matched.quality, matched.reason) == (
            MatchQuality.LOST,
            "the tree is all-in or has ended, but the hand continues",
        )


@pytest.mark.parametrize("factor", [3, 0.25])
def test_matches_do_not_depend_on_the_chip_value(factor: float) -> None:
    rules = TreeRules(stacks=(100, 100), blinds=(1, 2), first_street=0)
    betting = build_tree(rules)
    scaled = TreeRules(
        stacks=(100 * factor, 100 * factor),
        blinds=(factor, 2 * factor),
        first_street=0,
        chip=factor,
    )
    state = state_of(rules)
    for amount in (7, None, 20):
        if amount is None:
            state.check_or_call()
        else:
            state.bet_or_raise_to(amount)
    matched, matched_scaled = match(betting, state), match(build_tree(scaled), state)
    assert matched.candidates == matched_scaled.candidates
    assert matched.divergences == matched_scaled.divergences
    assert (matched.unit, matched_scaled.unit) == (1, 1 / factor)
