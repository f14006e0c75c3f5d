"""Followers of hands: each action, states that wait for deals, and actions back in real chips."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game import Automation, State, variant
from fifthstreet.game.flow import advance
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.tree import Menu, Sizes
from fifthstreet.tree.translate import (
    ActionStatus,
    Follower,
    MatchQuality,
    match,
    match_path,
    real_action,
)
from tests.tree.translate.hands import EVERYTHING, hand, real_text
from tests.tree.translate.hands import tree as shared_tree
from tests.tree.translate.test_cases import tree_of


def follower_of(state: State) -> Follower:
    follower = Follower(tree_of())
    follower.begin(state)
    return follower


def test_a_follower_moves_with_each_action() -> None:
    state = hand(200)
    follower = follower_of(state)
    state.bet_or_raise_to(4)
    assert follower.observe(state) == follower.tree.find("r:b4")[0]
    state.check_or_call()
    state.bet_or_raise_to(196)
    assert follower.observe(state) == follower.tree.find("r:b4:c:n:a")[0]
    assert not follower.hand.over
    state.fold()
    assert follower.observe(state) == follower.tree.find("r:b4:c:n:a:f")[0]
    assert (follower.hand.over, follower.hand.actor) == (True, -1)
    follower.begin(hand(200))
    assert (follower.node, follower.quality) == (0, MatchQuality.GOOD)


def test_follower_errors() -> None:
    state = hand(200)
    follower = follower_of(state)
    state.bet_or_raise_to(4)
    follower.observe(state)
    message = "the state must have the 7 events that were followed, got 6: begin a new hand"
    with pytest.raises(InputError, match=message):
        follower.observe(hand(200))
    with pytest.raises(InputError, match="unit must be more than 0 chips, or None, got 0"):
        Follower(tree_of(), unit=0)
    stud = variant("F7S").create_state(EVERYTHING, True, 1, 1, 2, 4, 50, 3, seed=1)
    with pytest.raises(InputError, match="a game must have at most 4 streets, got 5"):
        match(tree_of(), stud)


@pytest.mark.parametrize("collects", [True, False])
def test_a_state_that_waits_for_a_deal_is_on_the_next_street(collects: bool) -> None:
    dealing = {Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING}
    kept = set(Automation) - dealing - (set() if collects else {Automation.BET_COLLECTION})
    state = NoLimitTexasHoldem.create_state(
        tuple(kept), False, 0, (1, 2), 2, [200, 200, 150], 3, seed=1
    )
    sizes = Sizes.uniform("100%", raises="100%")
    tree = tree_of(stacks=(200, 200, 200), sizes=sizes, max_raises=1)
    assert match(tree, state).quality == MatchQuality.OUTSIDE  # nothing was dealt yet
    for _ in range(6):
        state.deal_hole()
        # The button is the first to act, as soon as the deal begins.
        assert (match(tree, state).node, match(tree, state).quality) == (0, MatchQuality.GOOD)
    for _ in range(3):
        state.check_or_call()
    assert state.actor_index is None
    expected = tree.find("r:c:c:k:n")[0]
    assert match(tree, state).node == expected
    follower = Follower(tree)
    assert follower.observe(state) == expected
    assert (follower.hand.street, follower.hand.actor, follower.hand.over) == (1, 0, False)
    advance(state)
    assert state.actor_index == 0
    assert follower.observe(state) == match(tree, state).node == expected


@pytest.mark.parametrize("collects", [True, False])
def test_what_nobody_called_goes_back_before_the_pot_is_compared(collects: bool) -> None:
    kept = set(Automation) - (set() if collects else {Automation.BET_COLLECTION})
    state = NoLimitTexasHoldem.create_state(
        tuple(kept), False, 0, (1, 2), 2, [200, 50, 200], 3, seed=1
    )
    tree = tree_of(stacks=(200, 200, 200), sizes=Sizes.uniform("a", raises="a"), last_street=0)
    follower = Follower(tree)
    state.bet_or_raise_to(150)
    follower.observe(state)
    assert follower.hand.pot == 153
    state.fold()
    state.check_or_call()  # all-in for 50
    follower.observe(state)
    assert (follower.hand.over, follower.hand.pot) == (True, 101)


def test_back_to_real_chips() -> None:
    tree = tree_of(sizes=Sizes.uniform("50%, a", raises="50%, a"))
    state = hand([600, 600])
    matched = match(tree, state)
    # The tree's all-in is 198 on top of the call into 4; the real one, 598, is 3 times as large.
    assert [(action.label, real_text(action.real)) for action in matched.legal] == [
        ("f", "f"),
        ("c", "c"),
        ("b4", "b4"),
        ("a", "b200"),
    ]
    near = match(tree, hand([260, 260]))
    assert real_text(real_action(near, "a")) == "b260"
    assert real_text(real_action(near, near.legal[2].child)) == "b4"
    with pytest.raises(InputError, match="action must be one of f, c, b4, a, got 'b5'"):
        real_action(near, "b5")
    finished = match_path(tree, hand(200), "r:f")
    with pytest.raises(InputError, match="must be a decision of the player who is to act"):
        real_action(finished, "c")


def test_an_all_in_uses_the_stack_of_the_player_who_bets() -> None:
    tree = tree_of(sizes=Sizes.uniform("50%, a", raises="50%, a"))
    # The tree's all-in is to 200; the button's is to 260, whatever the big blind has.
    assert real_text(real_action(match(tree, hand([1000, 260])), "a")) == "b260"


def test_real_bets_are_clamped_to_legal_amounts() -> None:
    tree = tree_of(sizes=Sizes.by_street({0: Menu.of("", "10%, a"), 1: Menu.of("10%")}), min_bet=1)
    matched = match(tree, hand(200))
    assert matched.legal[2].label == "b3"  # 10% of 4 is less than the tree's smallest bet, 1
    assert real_text(matched.legal[2].real) == "b4"
    short = match_path(tree_of(), hand([200, 3]), "r:c:b4")
    # The button cannot raise: the big blind's bet covers their stack.
    assert {real_text(action.real) for action in short.legal} == {"f", "c"}
    assert real_text(real_action(short, "a")) == "c"


def test_an_illegal_raise_is_a_call_even_if_the_tree_has_no_call() -> None:
    tree = shared_tree("without checks")
    # All-in for 2 into 10 is below the tree's smallest bet, and it has no check. No raise is legal.
    matched = match_path(tree, hand(7), "r:b5:c:n:k:k:n:b2")
    assert (matched.path, matched.actions[-1].status) == ("r:b5", ActionStatus.CLAMPED)
    assert [(action.label, real_text(action.real)) for action in matched.legal] == [("f", "f")]
    assert real_text(real_action(matched, "a")) == "c"


def test_a_follower_needs_the_state_it_followed() -> None:
    follower = follower_of(hand(200))
    assert real_text(real_action(follower, "c")) == "c"
    state = hand(200)
    state.check_or_call()
    with pytest.raises(InputError, match="player 0 is to act in the state and player 1"):
        real_action(follower, "c", state)
    with pytest.raises(InputError, match="player 1 is to act in the state and player 0"):
        real_action(follower_of(state), "c", hand(200))
    with pytest.raises(InputError, match="of the real hand is missing: observe it, or pass it"):
        real_action(Follower(tree_of()), "c")


@pytest.mark.parametrize("number", [float, Fraction, Decimal])
def test_any_number_type(number: Any) -> None:
    half, one, stack = number("0.5"), number("1"), number("100")
    state = NoLimitTexasHoldem.create_state(
        EVERYTHING, False, number("0"), (half, one), one, stack, 2, seed=1
    )
    state.bet_or_raise_to(number("2.25"))
    matched = match(tree_of(), state)
    assert (matched.unit, matched.actions[0].x) == (0.5, 0.625)
    for action in matched.legal[2:]:
        assert type(action.real.amount) is number
        assert state.can_bet_or_raise_to(action.real.amount)
    # In the tree, a raise from 4 to 8 is half of the pot, 8; here half of 4.5 on top of 2.25.
    assert matched.legal[2].label == "b8"
    assert matched.legal[2].real.amount == number("4.5")


@pytest.mark.parametrize("number", [float, Fraction, Decimal])
def test_an_all_in_leaves_nothing_behind_in_any_number_type(number: Any) -> None:
    # In floats, 0.41 - 0.2 - 0.21 is not 0: the hand must be over nevertheless.
    small, big, stack = number("0.1"), number("0.2"), number("0.41")
    state = NoLimitTexasHoldem.create_state(
        EVERYTHING, False, number("0"), (small, big), big, stack, 2, seed=1
    )
    follower = follower_of(state)
    state.check_or_call()
    state.bet_or_raise_to(stack)
    state.check_or_call()
    follower.observe(state)
    assert (follower.hand.over, follower.hand.actor, follower.hand.street) == (True, -1, 0)
    assert follower.hand.stacks == [0, 0]


def test_an_all_in_in_cents_stays_all_in() -> None:
    # In floats, 0.11 + 0.1 is more than 0.21, the bet that the other player can just match.
    state = NoLimitTexasHoldem.create_state(
        EVERYTHING, False, 0.0, (0.05, 0.1), 0.1, 0.21, 2, seed=1
    )
    state.bet_or_raise_to(0.21)
    assert match(tree_of(), state).path == "r:a"
