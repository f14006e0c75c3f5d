"""Legal actions are those of the engine, and sizes mean the same as in a betting tree."""

import re
import warnings
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game import Mode, State
from fifthstreet.game.actions import (
    act,
    action_of,
    check_action,
    discrete_legal_actions,
    discretise,
    legal_actions,
    nearest_bet,
)
from fifthstreet.game.events import BettingAction
from fifthstreet.game.flow import new_state
from fifthstreet.game.kinds import ActionAmount, ActionKind
from fifthstreet.game.queries import amount_of, is_all_in, pot_after_call, size_of
from fifthstreet.game.variants import (
    FixedLimitSevenCardStud,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)
from fifthstreet.tree import Sizes, TreeRules, build_tree
from tests.game.random_hands import (
    ALL_AUTOMATIONS,
    FLOATS,
    SEEDS,
    act_at_random,
    decisions,
    random_state,
)
from tests.game.setups import random_setup
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

IN_TURN = [kind for kind in ActionKind if len(kind.value) == 1]


def is_legal(state: State, kind: ActionKind, amount: Any = None) -> bool:
    try:
        check_action(state, kind, amount)
    except ValueError:
        return False
    return True


def last_action(state: State) -> BettingAction:
    """Return the last action, forced bets not counted."""
    return [event for event in state.events if isinstance(event, BettingAction)][-1]


def check_against_engine(state: State) -> None:
    """Compare every kind of action, with amounts around its limits, with the engine."""
    player = state.actor_index
    assert player is not None
    legal = legal_actions(state)
    to_call = state.amount_to_call
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert (ActionKind.FOLD in legal) == state.can_fold()
    assert (ActionKind.CHECK in legal) == (state.can_check_or_call() and not to_call)
    assert (ActionKind.CALL in legal) == (state.can_check_or_call() and bool(to_call))
    assert (ActionKind.BRING_IN in legal) == state.can_post_bring_in()
    raising = ActionKind.RAISE if max(state.bets) else ActionKind.BET
    assert (raising in legal) == state.can_bet_or_raise_to()
    assert not {ActionKind.BET, ActionKind.RAISE} - {raising} & legal.keys()
    for kind in IN_TURN:
        assert is_legal(state, kind) == (kind in legal)
        if kind in legal:
            assert is_legal(state, kind, legal[kind])
    all_chips = state.stacks[player] + state.bets[player]
    low = state.min_raise_to
    high = state.max_raise_to
    if low is not None and high < inf:
        assert legal[raising] == low
        step = (high - low) / 7 if isinstance(low, Fraction | Decimal) else 1
        for limit in (low, high, all_chips, 0):
            for amount in (limit - step, limit, limit + step):
                is_accepted = state.can_bet_or_raise_to(amount)
                assert is_legal(state, raising, amount) == is_accepted
                is_stack = amount == all_chips
                assert is_legal(state, ActionKind.ALL_IN, amount) == (is_accepted and is_stack)
    if to_call is not None:
        assert not is_legal(state, ActionKind.CALL, to_call + 1)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_legal_actions_match_the_engine(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng, mode=rng.choice([*Mode]), trimmed=rng.random() < 0.7)
    for _ in decisions(state, rng):
        check_against_engine(state)
    assert legal_actions(state) == {}
    assert not any(is_legal(state, kind) for kind in ActionKind)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_legal_actions_of_every_game_match_the_engine(seed: int) -> None:
    rng = Random(seed)
    state = random_setup(rng).ours().engine
    if any(isinstance(stack, float) and stack < inf for stack in state.starting_stacks):
        return  # rounding matters there; see the test of floats
    for _ in range(20):
        if state.actor_index is None:
            break
        check_against_engine(state)
        act_at_random(state, rng)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_act_does_what_check_action_says(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    while legal := legal_actions(state):
        kind, amount = rng.choice([*legal.items()])
        expected = check_action(state, kind, amount)
        seat, number, pot, stacks = state.actor_index, len(state.events), state.pot, [*state.stacks]
        event = act(state, kind, amount)
        assert event is state.events[number] is last_action(state)
        assert (event.kind, event.amount) == expected
        assert event.seat == seat
        assert (event.pot_before, event.stack_before) == (pot, stacks[event.seat])
        if kind is ActionKind.ALL_IN:
            assert event.is_all_in


@settings(max_examples=examples(100))
@given(SEEDS)
def test_amounts_of_floats_may_be_off_by_rounding(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng, chips=FLOATS, game=NoLimitTexasHoldem)
    total = sum(state.starting_stacks)
    for _ in decisions(state, rng):
        for kind, amount in legal_actions(state).items():
            exact = check_action(state, kind, amount)
            for units in (-8, 8):
                off = amount + units * 2.0**-52 * total
                assert check_action(state, kind, off) == exact
            if kind is not ActionKind.FOLD:
                assert not is_legal(state, kind, amount - 0.001)


def test_an_all_in_of_the_smallest_bet_leaves_no_rounding_error() -> None:
    state = new_state((0.9, 0.9, 0.7), 0.1)
    for kind in (ActionKind.ALL_IN, ActionKind.CALL, ActionKind.CALL):
        act(state, kind)
    assert state.stacks[0] == 0.2
    assert act(state, ActionKind.BET, 0.2).stack_after == 0


@settings(max_examples=examples(100))
@given(SEEDS, st.lists(st.sampled_from([0.1, 0.33, 0.5, 0.75, 1, 1.5, 2, 10]), max_size=5))
def test_discrete_actions_are_legal_and_have_their_size(seed: int, sizes: list[float]) -> None:
    rng = Random(seed)
    state = random_state(rng)
    for _ in decisions(state, rng):
        actions = discrete_legal_actions(state, sizes)
        amounts = [amount for key, amount in actions.items() if not isinstance(key, ActionKind)]
        assert amounts == sorted(set(amounts))
        smallest = state.min_raise_to
        largest = state.max_raise_to
        for key, amount in actions.items():
            if isinstance(key, ActionKind):
                assert legal_actions(state)[key] == amount
                continue
            assert state.can_bet_or_raise_to(amount)
            kind = ActionKind.RAISE if max(state.bets) else ActionKind.BET
            size = discretise(state, kind, amount)
            assert not isinstance(size, ActionKind)
            # Whole chips round by half a chip at most, others by their last digit.
            slack = 0.5 + 1e-9 if isinstance(amount, int) else 1e-9
            pot_here = float(pot_after_call(state))
            if not pot_here:
                continue
            if smallest < amount < largest:
                assert abs(float(size) - float(key)) * pot_here <= slack
            elif amount == smallest < largest:
                assert float(size) >= float(key) - slack / pot_here
            assert action_of(state, key) == (kind, amount)
        if sizes and smallest is not None:
            assert len(amounts) or ActionKind.ALL_IN in actions


@settings(max_examples=examples(60))
@given(SEEDS)
def test_discretise_inverts_amount_of(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng, chips=lambda count: Fraction(count, 3))
    for _ in decisions(state, rng):
        played = state.copy()
        act_at_random(played, Random(seed))
        event = last_action(played)
        size = discretise(state, event.kind, event.amount)
        if event.kind in (ActionKind.BET, ActionKind.RAISE):
            can_go_all_in = ActionKind.ALL_IN in legal_actions(state)
            assert (size is ActionKind.ALL_IN) == (can_go_all_in and is_all_in(state, event.amount))
            if not isinstance(size, ActionKind) and pot_after_call(state):
                assert size == size_of(state, event.amount)
                assert amount_of(state, size) == event.amount
        else:
            assert size is event.kind


@settings(max_examples=examples(25))
@given(SEEDS)
def test_sizes_mean_the_same_as_in_a_betting_tree(seed: int) -> None:
    """Walk a tree and a state side by side, with the same sizes."""
    rng = Random(seed)
    stack = rng.randint(4, 60)
    sizes = sorted(rng.sample([0.25, 0.4, 0.5, 0.75, 1.0, 1.5, 2.0], 2))
    text = ", ".join(f"{100 * size:g}%" for size in sizes) + ", a"
    tree = build_tree(
        TreeRules(
            stacks=(stack, stack),
            blinds=(1, 2),
            first_street=0,
            last_street=0,
            sizes=Sizes.uniform(text, raises=text),
        )
    )
    state, node = new_state((stack, stack), 1), 0
    while state.actor_index is not None and state.street_index == 0:
        actions = discrete_legal_actions(state, sizes)
        labels = []
        for key, amount in actions.items():
            sized = not isinstance(key, ActionKind)
            labels.append(f"b{amount}" if sized else str(key))
        assert labels == list(tree.actions(node))
        choice = rng.randrange(len(labels))
        act(state, [*actions][choice])
        node = tree.children(node)[choice]


def test_legal_actions_of_a_bring_in() -> None:
    stud = FixedLimitSevenCardStud.create_state(ALL_AUTOMATIONS, True, 1, 2, 4, 8, 100, 3, seed=1)
    assert legal_actions(stud) == {ActionKind.BRING_IN: 2, ActionKind.BET: 4}
    assert act(stud, ActionKind.BRING_IN).total == 2
    assert [*legal_actions(stud)] == [ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE]


def test_a_bring_in_of_the_whole_stack_is_all_in() -> None:
    stud = FixedLimitSevenCardStud.create_state(
        ALL_AUTOMATIONS, True, 1, 2, 4, 8, (2, 2, 2), 3, seed=1
    )
    assert ActionKind.ALL_IN in legal_actions(stud)
    assert check_action(stud, ActionKind.ALL_IN) == (ActionKind.BRING_IN, 1)


def test_a_covered_player_calls_all_in() -> None:
    state = new_state((100, 10), 1)
    act(state, ActionKind.CALL)
    act(state, ActionKind.ALL_IN)
    assert legal_actions(state) == {
        ActionKind.FOLD: 0,
        ActionKind.CALL: 8,
        ActionKind.ALL_IN: 10,
    }
    assert discrete_legal_actions(state, [1]) == {ActionKind.FOLD: 0, ActionKind.CALL: 8}
    assert check_action(state, ActionKind.ALL_IN) == ActionAmount(ActionKind.CALL, 8)
    assert discretise(state, ActionKind.ALL_IN, 10) is ActionKind.CALL


def test_a_bet_that_covers_the_others_is_all_in() -> None:
    state = new_state((10, 100), 1)
    assert discretise(state, ActionKind.RAISE, 9) == 1.75
    assert discretise(state, ActionKind.RAISE, 10) is ActionKind.ALL_IN
    assert discretise(state, ActionKind.RAISE, 50) is ActionKind.ALL_IN
    assert discrete_legal_actions(state, [1, 2, 5]) == {
        ActionKind.FOLD: 0,
        ActionKind.CALL: 1,
        1: 6,
        ActionKind.ALL_IN: 100,
    }


@pytest.mark.parametrize(
    ("kind", "amount", "message"),
    [
        (ActionKind.CHECK, None, "cannot check: 1 to call"),
        (ActionKind.CALL, 2, "a call must be 1, got 2"),
        (ActionKind.FOLD, 1, "a fold must be 0, got 1"),
        (ActionKind.BET, 6, "cannot bet: there is a bet of 2, so raise instead"),
        (ActionKind.RAISE, 3, "cannot raise: 3 is below the minimum of 4"),
        (ActionKind.RAISE, 200, "cannot raise: 200 is above the maximum of 100"),
        (ActionKind.ALL_IN, 99, "an all-in must be to 100, got 99"),
        (ActionKind.BRING_IN, None, "cannot bring in: there is no bring-in to post"),
        (ActionKind.BIG_BLIND, 2, "a player must act, got a big blind, which is posted before"),
        (ActionKind.RAISE, nan, "an amount of chips must be a number, got nan"),
        (ActionKind.RAISE, "6", "an amount of chips must be a number, got '6'"),
    ],
)
def test_errors_name_the_rule(kind: ActionKind, amount: Any, message: str) -> None:
    state = new_state((100, 100), 1)
    before = state.copy()
    for call in (check_action, act, discretise):
        with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
            call(state, kind, amount)
    assert state == before


def test_errors_without_a_bet() -> None:
    state = new_state((100, 100), 1)
    act(state, ActionKind.CALL)
    with pytest.raises(InputError, match="cannot fold: there is no bet to fold to"):
        act(state, ActionKind.FOLD)
    act(state, ActionKind.CHECK)
    with pytest.raises(InputError, match="cannot call: there is no bet to call, so check instead"):
        act(state, ActionKind.CALL)
    with pytest.raises(InputError, match="cannot raise: there is no bet to raise, so bet instead"):
        act(state, ActionKind.RAISE, 4)


@pytest.mark.parametrize("size", [0, -1.0, inf, nan])
def test_invalid_sizes(size: float) -> None:
    state = new_state((100, 100), 1)
    with pytest.raises(InputError, match="a bet in pots must be a number above 0, got"):
        discrete_legal_actions(state, [size])
    with pytest.raises(InputError, match="a bet in pots must be a number above 0, got"):
        act(state, size)


def test_of_sizes_with_the_same_amount_the_nearest_is_kept() -> None:
    # The pot after the call is 4; the smallest raise, to 4, is half of it.
    state = new_state((100, 100), 1)
    assert discrete_legal_actions(state, [0.4, 0.1, 1]) == {
        ActionKind.FOLD: 0,
        ActionKind.CALL: 1,
        0.4: 4,
        1: 6,
        ActionKind.ALL_IN: 100,
    }
    omaha = PotLimitOmahaHoldem.create_state(ALL_AUTOMATIONS, True, 0, (1, 2), 2, 100, 2)
    assert discrete_legal_actions(omaha, [3, 1, 1.5]) == {
        ActionKind.FOLD: 0,
        ActionKind.CALL: 1,
        1: 6,
    }


def test_a_size_and_an_amount_at_once() -> None:
    with pytest.raises(
        ValueError, match=r"specify a size or an amount, got the size 0\.5 and 7 chips"
    ):
        act(new_state((100, 100), 1), 0.5, 7)


def test_half_chips_round_up_despite_binary_fractions() -> None:
    # 0.145 of a pot of 100 is 14.5 exactly, and 14.499999999999998 in binary.
    state = new_state((10_000, 10_000), 25)
    act(state, ActionKind.CALL)
    assert pot_after_call(state) == 100
    assert amount_of(state, 0.145) == 50 + 15


def test_a_whole_hand_of_actions() -> None:
    state = new_state((100, 100), 1)
    for action in (ActionKind.CALL, ActionKind.CHECK, *[ActionKind.CHECK] * 6):
        act(state, action)
    assert not state.status


def test_without_a_legal_raise_there_is_no_nearest_bet() -> None:
    state = new_state((200, 150), 1)
    state.bet_or_raise_to(150)
    with pytest.raises(InputError, match="no other player can call"):
        nearest_bet(state, Fraction(5))
