"""Every legal hand has a match at every decision, in any tree."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet import table
from fifthstreet.game import State
from fifthstreet.translate import (
    Follower,
    Limits,
    Match,
    MatchQuality,
    Nearest,
    Policy,
    PseudoHarmonic,
    Tolerance,
    match,
    real_action,
)
from fifthstreet.tree import BettingTree, Kind, Sizes, build_tree
from tests.translate.hands import RULES, act, setups, tree, without_cards

STRICT = Policy(limits=(Limits(0, 0, 0, 0),) * 4)
POLICIES = [Policy(), Policy(Nearest()), Policy(Tolerance())]


def check(found: Match, betting: BettingTree, state: State) -> None:
    assert 0 <= found.node < len(betting)
    assert without_cards(found.path) == betting.path(found.node)
    node, cards = betting.find(found.path)
    board = [int(card) for card in state.get_board_cards(0)]
    dealt = board[(0, 3, 4, 5)[betting.rules.first_street] :]
    assert (node, [*cards]) == (found.node, dealt[: len(cards)])
    assert ":n:" not in f"{found.path}:"  # every deal names its cards
    assert sum(each.probability for each in found.candidates) == pytest.approx(1)
    assert found.node in [each.node for each in found.candidates]
    assert 0 < found.probability <= 1 + 1e-12
    is_usable = found.quality in (MatchQuality.GOOD, MatchQuality.POOR)
    assert is_usable == (not found.reason) == (found.subgame is None)
    assert (found.lost_at is None) == (found.quality != MatchQuality.LOST)
    assert found.lost_at is None or found.lost_at <= len(found.actions)
    for action in found.legal:
        assert action.child in betting.children(found.node)
        table.act(state.copy(), *action.real)
    if found.children:
        assert state.actor_index is not None
        assert betting.player[found.node] == found.seats[state.actor_index]
        assert [action.label for action in found.children] == [*betting.actions(found.node)]
        for action in found.children:
            table.act(state.copy(), *action.real)
            assert real_action(found, action.label) == real_action(found, action.child)


def check_same(follower: Follower, found: Match) -> None:
    assert follower.node == found.node
    assert follower.quality == found.quality
    assert follower.probability == found.probability
    assert follower.lost_at == (found.lost_at or 0)


@given(
    setups(),
    st.sampled_from(sorted(RULES)),
    st.sampled_from(POLICIES),
    st.integers(0, 2**32),
    st.sampled_from((None, 3)),
)
@settings(max_examples=250)
def test_every_decision_of_random_hands(
    state: State, name: str, policy: Policy, play_seed: int, seed: int | None
) -> None:
    betting = tree(name)
    follower = Follower(betting, policy, seed=seed)
    rng = random.Random(play_seed)
    follower.begin(state)
    while state.status:
        found = match(betting, state, policy, seed=seed)
        check(found, betting, state)
        check_same(follower, found)
        assert follower.hand.actor == state.actor_index
        act(state, rng)
        follower.observe(state)
    found = match(betting, state, policy, seed=seed)
    check(found, betting, state)
    check_same(follower, found)


@given(setups(), st.integers(0, 2**32))
@settings(max_examples=100)
def test_the_subgame_of_a_lost_hand_has_its_chips(state: State, play_seed: int) -> None:
    rng = random.Random(play_seed)
    while state.actor_index is not None:
        found = match(tree("heads-up, preflop only"), state, STRICT)
        if found.subgame is None:  # the hand happens to follow the tree
            act(state, rng)
            continue
        assert [*found.subgame.board] == [*map(int, state.get_board_cards(0))]
        street = found.subgame.street
        betting = build_tree(
            found.subgame.rules(Sizes.uniform("100%"), last_street=street, max_raises=0)
        )
        node, _ = betting.find(found.subgame.path)
        assert betting.kind[node] == Kind.ACTION
        assert betting.pot(node) <= state.total_pot_amount  # less what nobody can call
        assert betting.stacks(node)[betting.player[node]] == state.stacks[state.actor_index]
        act(state, rng)


@given(setups(), st.integers(0, 2**32))
@settings(max_examples=100)
def test_the_chips_of_a_real_hand_match_the_engine(state: State, play_seed: int) -> None:
    follower = Follower(tree("heads-up"), Policy(PseudoHarmonic()))
    rng = random.Random(play_seed)
    follower.begin(state)
    while state.actor_index is not None:
        real = follower.hand
        # The real hand counts only the part of a raise that another player can match.
        excess = sum(bet - matched for bet, matched in zip(state.bets, real.bets, strict=True))
        assert excess >= 0
        assert real.pot == state.total_pot_amount - excess
        assert real.actor == state.actor_index
        assert real.street == state.street_index
        assert sum(real.stacks) == sum(state.stacks) + excess
        act(state, rng)
        follower.observe(state)
    assert follower.hand.over
