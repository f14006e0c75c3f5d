"""Pots, prizes and stacks against slow versions and against the engine's own answers."""

from fractions import Fraction
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from fifthstreet.game import Automation, State
from fifthstreet.game.operations import ChipsPushing
from fifthstreet.game.variants import FixedLimitSevenCardStud, NoLimitTexasHoldem, variant
from fifthstreet.table import (
    Status,
    big_blind_player,
    biggest_bet,
    biggest_raise,
    button,
    call_amount,
    effective_stack,
    effective_stacks,
    largest_bet_that_counts,
    max_stack_except,
    new_state,
    paid,
    play_history,
    pot,
    pot_after_call,
    pots,
    prizes,
    size_of,
    small_blind_player,
    stack_to_pot,
    status_of,
    street_name,
    winners,
)
from tests.table.hands import EVERYTHING, SEEDS, decisions, played, random_state

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

UP_TO_KILLING = tuple(
    automation
    for automation in Automation
    if automation not in (Automation.HAND_KILLING, Automation.CHIPS_PUSHING)
)


def layers(amounts: list[Any], in_hand: list[int]) -> list[tuple[Any, tuple[int, ...]]]:
    """Pots the slow way: a layer of chips for each different amount, each with its players."""
    found: list[tuple[Any, tuple[int, ...]]] = []
    below: Any = 0
    for level in sorted(set(amounts)):
        layer = sum(min(amount, level) - min(amount, below) for amount in amounts)
        players = tuple(i for i in in_hand if amounts[i] >= level)
        if found and found[-1][1] == players:
            layer += found.pop()[0]
        if layer:
            found.append((layer, players))
        below = level
    return found


@settings(max_examples=150)
@given(SEEDS)
def test_pots_count_the_bets_and_are_layers_of_payments(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    for _ in decisions(state, rng):
        in_hand = [i for i in state.player_indices if state.statuses[i]]
        expected = layers(list(paid(state)), in_hand)
        assert [(p.amount, p.player_indices) for p in pots(state)] == expected
        assert sum(p.amount for p in pots(state)) == pot(state) == state.total_pot_amount


@settings(max_examples=60)
@given(SEEDS)
def test_antes_that_are_not_trimmed_are_in_the_pots(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng, trimmed=False)
    for _ in decisions(state, rng):
        assert sum(p.amount for p in pots(state)) == pot(state) == state.total_pot_amount


@settings(max_examples=150)
@given(SEEDS)
def test_side_pots_go_to_the_best_hands_as_prizes(seed: int) -> None:
    """Thirds of chips divide without rest, so that shares are exact and odd chips no matter."""
    rng = Random(seed)
    state = random_state(
        rng,
        chips=lambda n: Fraction(n, 3),
        automations=UP_TO_KILLING,
        game=NoLimitTexasHoldem,
    )
    for _ in decisions(state, rng):
        pass
    payments = paid(state)
    in_hand = [i for i in state.player_indices if state.statuses[i]]
    expected: dict[int, Any] = {}
    for amount, players in layers(list(payments), in_hand):
        best = players
        if len(in_hand) > 1:
            strength = max(state.get_hand(i, 0, 0) for i in players)
            best = tuple(i for i in players if state.get_hand(i, 0, 0) == strength)
        for i in best:
            expected[i] = expected.get(i, 0) + amount / len(best)
    if state.can_push_chips() or state.can_kill_hand():
        assert prizes(state) == {}
    while state.can_kill_hand():
        state.kill_hand()
    while state.can_push_chips():
        state.push_chips()
    assert prizes(state) == expected
    assert winners(state) == tuple(sorted(expected))
    for i in state.player_indices:
        assert state.stacks[i] == state.starting_stacks[i] - payments[i] + expected.get(i, 0)


@settings(max_examples=100)
@given(SEEDS)
def test_prizes_are_what_the_engine_pushes(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    before: Any = None
    for _ in decisions(state, rng):
        before = state.copy()
    pushed = [0] * state.player_count
    for operation in state.operations:
        if isinstance(operation, ChipsPushing):
            pushed = [a + b for a, b in zip(pushed, operation.amounts, strict=True)]
    if state.folded_status and before is not None:
        winner = winners(state)[0]
        pushed[winner] += before.bets[winner]  # the last player's own bet comes back with it
    assert prizes(state) == {i: amount for i, amount in enumerate(pushed) if amount}


@settings(max_examples=150)
@given(SEEDS)
def test_stacks_and_calls(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    for _ in decisions(state, rng):
        actor = state.actor_index
        assert actor is not None
        assert call_amount(state) == call_amount(state, actor) == state.checking_or_calling_amount
        assert pot_after_call(state) == state.total_pot_amount + call_amount(state)
        left = [i for i in state.player_indices if state.statuses[i] and state.stacks[i] > 0]
        rows = effective_stacks(state)
        if len(left) < 2:
            assert effective_stack(state) == 0
            assert rows == ()
            continue
        assert effective_stack(state) == rows[0].stack == min(state.stacks[i] for i in left)
        assert rows[0].players == tuple(left)
        for row in rows:
            assert row.stack == min(state.stacks[i] for i in row.players)
            assert len(row.players) >= 2
        # The last two stacks can be bet against each other down to the smaller one.
        assert rows[-1].stack == sorted(state.stacks[i] for i in left)[-2]
        totals = [state.stacks[i] + state.bets[i] for i in state.player_indices]
        others = [totals[i] for i in state.player_indices if state.statuses[i] and i != actor]
        counts = max(state.bets[actor], min(totals[actor], max(others)))  # bets are not undone
        assert largest_bet_that_counts(state) == counts


@settings(max_examples=60)
@given(SEEDS)
def test_questions_leave_the_state_alone(seed: int) -> None:
    state = played(Random(seed))
    before = state.copy()
    for question in (pots, paid, prizes, winners, pot, effective_stacks, stack_to_pot):
        question(state)
    assert state == before


def test_folded_players_do_not_count_in_the_effective_stack() -> None:
    state = play_history(new_state((100, 10, 80), 1), "r6:c:f")
    assert state.stacks == [94, 8, 74]
    assert effective_stack(state) == 74
    assert max_stack_except(state, 0) == 74
    assert stack_to_pot(state) == 74 / 14


def test_all_in_players_leave_a_side_pot_to_the_others() -> None:
    state = play_history(new_state((100, 10, 80), 1), "r10:c:c/b20")
    assert [tuple(row) for row in effective_stacks(state)] == [((0, 2), 70)]
    found = [(p.amount, p.player_indices) for p in pots(state)]
    assert found == [(30, (0, 1, 2)), (20, (0,))]
    assert [status_of(state, i) for i in range(3)] == [
        Status.ACTIVE,
        Status.ALL_IN,
        Status.ACTIVE,
    ]


def test_statuses_stay_after_the_hand() -> None:
    state = play_history(new_state((100, 10, 80), 1), "a:c:f")
    assert not state.status
    # Player 0 has 20 left of which nobody could call more.
    found = [status_of(state, i) for i in range(3)]
    assert found == [Status.ACTIVE, Status.FOLDED, Status.ALL_IN]


def test_biggest_bet_and_raise_by_street() -> None:
    state = play_history(new_state((100, 100), 1), "r6:r20:c/b10:r40")
    assert (biggest_bet(state, 0), biggest_bet(state), biggest_bet(state, 2)) == (20, 40, 0)
    first, second = biggest_raise(state, 0), biggest_raise(state)
    assert first is not None
    assert second is not None
    assert (first.addition, first.player) == (14, 0)
    assert (second.addition, second.player) == (30, 1)
    assert biggest_raise(state, 3) is None
    assert biggest_raise(new_state((100, 100), 1)) is None  # blinds are no raises


def test_seats_of_blinds_and_button() -> None:
    two, three = new_state((100, 100), 1), new_state((100, 100, 100), 1)
    assert (small_blind_player(two), big_blind_player(two), button(two)) == (1, 0, 1)
    assert (small_blind_player(three), big_blind_player(three), button(three)) == (0, 1, 2)
    stud = FixedLimitSevenCardStud.create_state(EVERYTHING, True, 1, 2, 4, 8, 100, 3)
    assert (small_blind_player(stud), big_blind_player(stud)) == (None, None)


def test_names_of_streets() -> None:
    holdem = new_state((100, 100), 1)
    names = [street_name(holdem, i) for i in range(4)]
    assert names == ["preflop", "flop", "turn", "river"]
    bomb = variant("NTB").create_state(EVERYTHING, True, 5, 5, 100, 3)
    assert street_name(bomb, 0) == "flop"
    stud = FixedLimitSevenCardStud.create_state(EVERYTHING, True, 1, 2, 4, 8, 100, 3)
    assert street_name(stud, 0) == "street 0"


def test_questions_about_the_actor_when_there_is_none() -> None:
    over = play_history(new_state((100, 100), 1), "f")
    with pytest.raises(ValueError, match="nobody is to act; want a state"):
        call_amount(over)
    with pytest.raises(ValueError, match="nobody is to act; want a state"):
        size_of(over, 4)


def test_a_bet_into_an_empty_pot_has_no_finite_size() -> None:
    # Nobody matches the big blind's ante, their whole stack, so it comes back: the pot is empty.
    state: State = NoLimitTexasHoldem.create_state(
        EVERYTHING, True, {1: 4}, {1: 4}, 4, (100, 4, 100), 3
    )
    assert (pot(state), state.actor_index) == (0, 0)
    assert size_of(state, 10) == inf
    assert stack_to_pot(state) == inf
