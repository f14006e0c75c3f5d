"""Every legal hand has a match at every decision, in any tree."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fifthstreet.game import State, actions
from fifthstreet.tree import BettingTree, Kind, Sizes, build_tree
from fifthstreet.tree.translate import (
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
from tests.thoroughness import examples
from tests.tree.translate.hands import RULES, act, setups, tree, without_cards

STRICT = Policy(limits=(Limits(0, 0, 0, 0),) * 4)
POLICIES = [Policy(), Policy(Nearest()), Policy(Tolerance())]


def check(matched: Match, betting: BettingTree, state: State) -> None:
    assert 0 <= matched.node < len(betting)
    assert without_cards(matched.path) == betting.path(matched.node)
    node, cards = betting.find(matched.path)
    board = [int(card) for card in state.get_board_cards(0)]
    dealt = board[(0, 3, 4, 5)[betting.rules.first_street] :]
    assert (node, [*cards]) == (matched.node, dealt[: len(cards)])
    assert ":n:" not in f"{matched.path}:"  # every deal names its cards
    assert sum(each.probability for each in matched.candidates) == pytest.approx(1)
    assert matched.node in [each.node for each in matched.candidates]
    likely_first = sorted(matched.candidates, key=lambda each: (-each.probability, each.node))
    assert list(matched.candidates) == likely_first
    assert 0 < matched.probability <= 1 + 1e-12
    is_usable = matched.quality in (MatchQuality.GOOD, MatchQuality.POOR)
    assert is_usable == (not matched.reason) == (matched.subgame is None)
    assert (matched.lost_at is None) == (matched.quality != MatchQuality.LOST)
    assert matched.lost_at is None or matched.lost_at <= len(matched.actions)
    for action in matched.legal:
        assert action.child in betting.children(matched.node)
        actions.act(state.copy(), *action.real)
    if matched.children:
        assert state.actor_index is not None
        assert betting.player[matched.node] == matched.seats[state.actor_index]
        assert [action.label for action in matched.children] == [*betting.actions(matched.node)]
        for action in matched.children:
            actions.act(state.copy(), *action.real)
            assert real_action(matched, action.label) == real_action(matched, action.child)


def check_same(follower: Follower, matched: Match) -> None:
    assert follower.node == matched.node
    if matched.unrepresented and follower.quality is MatchQuality.GOOD:
        assert matched.quality is MatchQuality.POOR
    else:
        assert follower.quality == matched.quality
    assert follower.probability == matched.probability
    assert follower.lost_at == (matched.lost_at or 0)


@given(
    setups(),
    st.sampled_from(sorted(RULES)),
    st.sampled_from(POLICIES),
    st.integers(0, 2**32),
    st.sampled_from((None, 3)),
)
@settings(max_examples=examples(250))
def test_every_decision_of_random_hands(
    state: State, name: str, policy: Policy, play_seed: int, seed: int | None
) -> None:
    betting = tree(name)
    follower = Follower(betting, policy, seed=seed)
    rng = random.Random(play_seed)
    follower.begin(state)
    while state.status:
        matched = match(betting, state, policy, seed=seed)
        check(matched, betting, state)
        check_same(follower, matched)
        assert follower.hand.actor == state.actor_index
        act(state, rng)
        follower.observe(state)
    matched = match(betting, state, policy, seed=seed)
    check(matched, betting, state)
    check_same(follower, matched)


@given(setups(), st.integers(0, 2**32))
@settings(max_examples=examples(100))
def test_the_subgame_of_a_lost_hand_has_its_chips(state: State, play_seed: int) -> None:
    # Betting trees count a blind that was posted short as it was posted.
    assume(state.bet_to_match == max(state.bets))
    rng = random.Random(play_seed)
    while state.actor_index is not None:
        matched = match(tree("heads-up, preflop only"), state, STRICT)
        if matched.subgame is None:  # the hand happens to follow the tree
            act(state, rng)
            continue
        assert [*matched.subgame.board] == [*map(int, state.get_board_cards(0))]
        street = matched.subgame.street
        betting = build_tree(
            matched.subgame.rules(Sizes.uniform("100%"), last_street=street, max_raises=0)
        )
        node, _ = betting.find(matched.subgame.path)
        assert betting.kind[node] == Kind.ACTION
        assert betting.pot(node) <= state.total_pot_amount  # less what nobody can call
        assert betting.stacks(node)[betting.player[node]] == state.stacks[state.actor_index]
        act(state, rng)


@given(setups(), st.integers(0, 2**32))
@settings(max_examples=examples(100))
def test_the_chips_of_a_real_hand_match_the_engine(state: State, play_seed: int) -> None:
    follower = Follower(tree("heads-up"), Policy(PseudoHarmonic()))
    rng = random.Random(play_seed)
    follower.begin(state)
    while state.actor_index is not None:
        real = follower.hand
        # The real hand counts only the part of a raise that another player can match.
        excess = sum(bet - counted for bet, counted in zip(state.bets, real.bets, strict=True))
        assert excess >= 0
        assert real.pot == state.total_pot_amount - excess
        assert real.actor == state.actor_index
        assert real.street == state.street_index
        assert sum(real.stacks) == sum(state.stacks) + excess
        act(state, rng)
        follower.observe(state)
    assert follower.hand.over
