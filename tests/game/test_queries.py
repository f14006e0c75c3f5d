"""Pots, prizes and stacks, compared with naive versions and with the engine."""

from fractions import Fraction
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings

from fifthstreet.cards.hands import STANDARD_HIGH, Hand
from fifthstreet.errors import InputError
from fifthstreet.game import Automation, State
from fifthstreet.game.events import PotWon
from fifthstreet.game.flow import new_state
from fifthstreet.game.kinds import Status
from fifthstreet.game.queries import (
    big_blind_player,
    biggest_bet,
    biggest_raise,
    button,
    call_amount,
    effective_stack,
    effective_stacks,
    largest_bet_that_counts,
    max_stack_except,
    paid,
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
from fifthstreet.game.variants import FixedLimitSevenCardStud, NoLimitTexasHoldem, variant
from fifthstreet.tree.translate.betting_text import play_history
from tests.game.random_hands import ALL_AUTOMATIONS, SEEDS, decisions, played, random_state
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

WITHOUT_KILLING_AND_PUSHING = tuple(
    automation
    for automation in Automation
    if automation not in (Automation.HAND_KILLING, Automation.CHIPS_PUSHING)
)


def hand_of(state: State, player: int) -> Hand:
    """Return the hand of a player on the first board."""
    hole, board = state.hole_cards[player], state.get_board_cards(0)
    return STANDARD_HIGH.hand("".join(map(repr, hole)), "".join(map(repr, board)))


def layers(amounts: list[Any], in_hand: list[int]) -> list[tuple[Any, tuple[int, ...]]]:
    """Compute pots naively: a layer of chips for each different amount, with its players."""
    result: list[tuple[Any, tuple[int, ...]]] = []
    below: Any = 0
    for level in sorted(set(amounts)):
        layer = sum(min(amount, level) - min(amount, below) for amount in amounts)
        players = tuple(player for player in in_hand if amounts[player] >= level)
        if result and result[-1][1] == players:
            layer += result.pop()[0]
        if layer:
            result.append((layer, players))
        below = level
    return result


@settings(max_examples=examples(150))
@given(SEEDS)
def test_pots_count_the_bets_and_are_layers_of_payments(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    for _ in decisions(state, rng):
        in_hand = [player for player in state.player_indices if state.statuses[player]]
        expected = layers(list(paid(state)), in_hand)
        assert [(side_pot.amount, side_pot.player_indices) for side_pot in pots(state)] == expected
        assert (
            sum(side_pot.amount for side_pot in pots(state)) == pot(state) == state.total_pot_amount
        )


@settings(max_examples=examples(60))
@given(SEEDS)
def test_untrimmed_antes_are_in_the_pots(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng, trimmed=False)
    for _ in decisions(state, rng):
        assert (
            sum(side_pot.amount for side_pot in pots(state)) == pot(state) == state.total_pot_amount
        )


@settings(max_examples=examples(150))
@given(SEEDS)
def test_side_pots_go_to_the_best_hands_as_prizes(seed: int) -> None:
    """Fractions divide without remainder, so shares are exact and there are no odd chips."""
    rng = Random(seed)
    state = random_state(
        rng,
        chips=lambda count: Fraction(count, 3),
        automations=WITHOUT_KILLING_AND_PUSHING,
        game=NoLimitTexasHoldem,
    )
    for _ in decisions(state, rng):
        pass
    payments = paid(state)
    in_hand = [player for player in state.player_indices if state.statuses[player]]
    expected: dict[int, Any] = {}
    for amount, players in layers(list(payments), in_hand):
        best = players
        if len(in_hand) > 1:
            strongest = max(hand_of(state, player) for player in players)
            best = tuple(player for player in players if hand_of(state, player) == strongest)
        for player in best:
            expected[player] = expected.get(player, 0) + amount / len(best)
    if state.can_push_chips() or state.can_kill_hand():
        assert prizes(state) == {}
    while state.can_kill_hand():
        state.kill_hand()
    while state.can_push_chips():
        state.push_chips()
    assert prizes(state) == expected
    assert winners(state) == tuple(sorted(expected))
    for player in state.player_indices:
        assert state.stacks[player] == state.starting_stacks[player] - payments[
            player
        ] + expected.get(player, 0)


@settings(max_examples=examples(100))
@given(SEEDS)
@example(1205554)  # a pot without chips, which its last player does not win
def test_prizes_are_what_the_engine_pushes(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    before: Any = None
    for _ in decisions(state, rng):
        before = state.copy()
    pushed = [0] * state.player_count
    for event in state.events:
        if isinstance(event, PotWon):
            pushed = [a + b for a, b in zip(pushed, event.amounts, strict=True)]
    if state.folded_status and before is not None:
        winner = state.statuses.index(True)
        pushed[winner] += before.bets[winner]  # with the last player's own bet, which is returned
    assert prizes(state) == {player: amount for player, amount in enumerate(pushed) if amount}


@settings(max_examples=examples(150))
@given(SEEDS)
def test_stacks_and_calls(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    for _ in decisions(state, rng):
        actor = state.actor_index
        assert actor is not None
        assert call_amount(state) == call_amount(state, actor) == state.amount_to_call
        assert pot_after_call(state) == state.total_pot_amount + call_amount(state)
        left = [
            player
            for player in state.player_indices
            if state.statuses[player] and state.stacks[player] > 0
        ]
        rows = effective_stacks(state)
        if len(left) < 2:
            assert effective_stack(state) == 0
            assert rows == ()
            continue
        assert (
            effective_stack(state) == rows[0].stack == min(state.stacks[player] for player in left)
        )
        assert rows[0].players == tuple(left)
        for row in rows:
            assert row.stack == min(state.stacks[player] for player in row.players)
            assert len(row.players) >= 2
        # The two largest stacks can bet against each other up to the smaller one.
        assert rows[-1].stack == sorted(state.stacks[player] for player in left)[-2]
        totals = [state.stacks[player] + state.bets[player] for player in state.player_indices]
        others = [
            totals[player]
            for player in state.player_indices
            if state.statuses[player] and player != actor
        ]
        counts = max(
            state.bets[actor], min(totals[actor], max(others))
        )  # bets cannot be taken back
        assert largest_bet_that_counts(state) == counts


@settings(max_examples=examples(60))
@given(SEEDS)
def test_queries_do_not_change_the_state(seed: int) -> None:
    state = played(Random(seed))
    before = state.copy()
    for query in (pots, paid, prizes, winners, pot, effective_stacks, stack_to_pot):
        query(state)
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
    found = [(side_pot.amount, side_pot.player_indices) for side_pot in pots(state)]
    assert found == [(30, (0, 1, 2)), (20, (0,))]
    assert [status_of(state, player) for player in range(3)] == [
        Status.ACTIVE,
        Status.ALL_IN,
        Status.ACTIVE,
    ]


def test_statuses_stay_after_the_hand() -> None:
    state = play_history(new_state((100, 10, 80), 1), "a:c:f")
    assert not state.status
    # Player 0 keeps 20 that nobody could call.
    found = [status_of(state, player) for player in range(3)]
    assert found == [Status.ACTIVE, Status.FOLDED, Status.ALL_IN]


def test_biggest_bet_and_raise_by_street() -> None:
    state = play_history(new_state((100, 100), 1), "r6:r20:c/b10:r40")
    assert (biggest_bet(state, 0), biggest_bet(state), biggest_bet(state, 2)) == (20, 40, 0)
    first, second = biggest_raise(state, 0), biggest_raise(state)
    assert first is not None
    assert second is not None
    assert (first.raised_by, first.seat) == (14, 0)
    assert (second.raised_by, second.seat) == (30, 1)
    assert biggest_raise(state, 3) is None
    assert biggest_raise(new_state((100, 100), 1)) is None  # blinds are not raises


def test_seats_of_blinds_and_button() -> None:
    two, three = new_state((100, 100), 1), new_state((100, 100, 100), 1)
    assert (small_blind_player(two), big_blind_player(two), button(two)) == (1, 0, 1)
    assert (small_blind_player(three), big_blind_player(three), button(three)) == (0, 1, 2)
    stud = FixedLimitSevenCardStud.create_state(ALL_AUTOMATIONS, True, 1, 2, 4, 8, 100, 3)
    assert (small_blind_player(stud), big_blind_player(stud)) == (None, None)


def test_names_of_streets() -> None:
    holdem = new_state((100, 100), 1)
    names = [street_name(holdem, street) for street in range(4)]
    assert names == ["preflop", "flop", "turn", "river"]
    bomb = variant("NTB").create_state(ALL_AUTOMATIONS, True, 5, 5, 100, 3)
    assert street_name(bomb, 0) == "flop"
    stud = FixedLimitSevenCardStud.create_state(ALL_AUTOMATIONS, True, 1, 2, 4, 8, 100, 3)
    assert street_name(stud, 0) == "street 0"


def test_queries_about_the_actor_when_there_is_none() -> None:
    finished = play_history(new_state((100, 100), 1), "f")
    with pytest.raises(InputError, match="no player is to act: specify the player"):
        call_amount(finished)
    with pytest.raises(InputError, match="no player is to act: specify the player"):
        size_of(finished, 4)


def test_a_bet_into_an_empty_pot_has_no_finite_size() -> None:
    # The big blind's ante is their whole stack; nobody matches it, so it is returned.
    state: State = NoLimitTexasHoldem.create_state(
        ALL_AUTOMATIONS, True, {1: 4}, 0, 4, (100, 4, 100), 3
    )
    assert (pot(state), state.actor_index) == (0, 0)
    assert size_of(state, 10) == inf
    assert stack_to_pot(state) == inf
