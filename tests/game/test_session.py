"""Sessions: seats and positions, the button, stacks from hand to hand, and seeds."""

from random import Random
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation
from fifthstreet.game.events import BlindPosted
from fifthstreet.game.mixed import MixedStakes, Rotation, mixed_game
from fifthstreet.game.session import GameSession, Rebuys
from fifthstreet.game.state import State
from fifthstreet.game.variants import (
    FixedLimitSevenCardStud,
    NoLimitTexasHoldem,
    NoLimitTexasHoldemBombPot,
)

AUTOMATIONS = tuple(Automation)
GAME = NoLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2)
STUD = FixedLimitSevenCardStud(AUTOMATIONS, True, 1, 1, 2, 4)


def fold(session: GameSession, state: State) -> None:
    """Fold if possible, otherwise check or call."""
    if state.can_post_bring_in():
        state.post_bring_in()
    elif state.can_fold():
        state.fold()
    else:
        state.check_or_call()


def shove(session: GameSession, state: State) -> None:
    """Go all-in, or call."""
    if state.can_bet_or_raise_to():
        state.bet_or_raise_to(state.max_raise_to)
    else:
        state.check_or_call()


def play_at_random(rng: Random) -> Any:
    def act(session: GameSession, state: State) -> None:
        if state.can_discard():
            state.discard()
        elif state.can_post_bring_in():
            state.post_bring_in()
        elif rng.random() < 0.3 and state.can_fold():
            state.fold()
        elif rng.random() < 0.4 and state.can_bet_or_raise_to():
            state.bet_or_raise_to()
        else:
            state.check_or_call()

    return act


def blinds_by_seat(session: GameSession) -> dict[int, Any]:
    """Return the blinds of the last hand by seat."""
    hand = session.history[-1]
    return {
        hand.seats[event.seat]: event.added
        for event in hand.events
        if isinstance(event, BlindPosted)
    }


# Seats and positions.


def test_positions_count_from_the_seat_after_the_button() -> None:
    session = GameSession(GAME, [100] * 4, seed=1, button=1)
    state = session.begin_hand()
    assert session.seats == (2, 3, 0, 1)
    assert state.bets == [1, 2, 0, 0]
    assert [session.seat_of(i) for i in range(4)] == [2, 3, 0, 1]
    assert [session.position_of(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert state.actor_index == 2  # seat 0 is under the gun


def test_heads_up_the_button_posts_the_small_blind_and_acts_first() -> None:
    session = GameSession(GAME, [100, 100], seed=1, button=0)
    state = session.begin_hand()
    assert session.seats == (1, 0)
    assert state.bets == [2, 1]
    assert session.seat_of(state.actor_index or 0) == 0
    session.state = None
    session.play_hand(fold)
    assert blinds_by_seat(session) == {0: 1, 1: 2}


def test_the_button_moves_around_the_table() -> None:
    for seat_count in (2, 3, 6):
        session = GameSession(GAME, [1000] * seat_count, seed=1)
        for _ in range(2 * seat_count):
            session.play_hand(fold)
        buttons = [hand.button for hand in session.history]
        assert buttons == [(seat_count - 1 + i) % seat_count for i in range(2 * seat_count)]
        for hand in session.history:
            assert hand.seats[-1] == hand.button


def test_everybody_pays_the_same_blinds_in_an_orbit() -> None:
    for seat_count in (2, 3, 5):
        session = GameSession(GAME, [1000] * seat_count, seed=1)
        paid = dict.fromkeys(range(seat_count), 0)
        for _ in range(seat_count):
            session.play_hand(fold)
            for seat, amount in blinds_by_seat(session).items():
                paid[seat] += amount
        assert set(paid.values()) == {3}


def test_players_who_sit_out_are_skipped() -> None:
    session = GameSession(GAME, [100] * 4, seed=1)
    session.sit_out(0)
    session.begin_hand()
    assert session.seats == (1, 2, 3)
    assert session.position_of(0) is None
    session = session.copy()
    session.state = None
    session.sit_in(0)
    session.begin_hand()
    assert session.seats == (0, 1, 2, 3)


def test_busted_players_are_skipped() -> None:
    session = GameSession(GAME, [100, 0, 100, 100], seed=1)
    for _ in range(4):
        hand = session.play_hand(fold)
        assert 1 not in hand.seats
    assert [hand.button for hand in session.history] == [3, 0, 2, 3]


@pytest.mark.parametrize(("loser", "button"), [(0, 1), (1, 0), (2, 1)])
def test_nobody_pays_the_big_blind_twice_when_play_becomes_heads_up(
    loser: int, button: int
) -> None:
    session = GameSession(GAME, [100] * 3, seed=1)
    session.play_hand(fold)  # seat 2 has the button, seat 1 the big blind
    session.stacks[loser] = 0
    session.begin_hand()
    assert session.button == button
    assert session.seats[0] != 1


# Stacks.


def test_stacks_carry_over_to_the_next_hand() -> None:
    session = GameSession(GAME, [50, 60, 70], seed=3)
    rng = Random(3)
    while session.can_begin_hand() and session.hand_index < 200:
        before = list(session.stacks)
        hand = session.play_hand(play_at_random(rng))
        assert sum(session.stacks) == 180
        assert [before[seat] for seat in hand.seats] == list(hand.starting_stacks)
        for seat in range(3):
            assert session.stacks[seat] == before[seat] + hand.payoffs.get(seat, 0)
    assert sum(session.winnings) == 0
    assert session.winnings == [session.stacks[i] - (50, 60, 70)[i] for i in range(3)]


def test_a_session_ends_when_one_player_has_everything() -> None:
    session = GameSession(GAME, [40] * 4, seed=8)
    while session.can_begin_hand():
        session.play_hand(shove)
    assert sorted(session.stacks) == [0, 0, 0, 160]
    with pytest.raises(InputError, match="a hand requires two players"):
        session.begin_hand()


def test_rebuys_refill_empty_stacks_up_to_their_limit() -> None:
    session = GameSession(GAME, [20, 20, 20], seed=8, rebuys=Rebuys(30, max_count=2))
    while session.can_begin_hand():
        session.play_hand(shove)
    assert max(session.rebuy_counts) == 2
    assert sum(session.stacks) == sum(session.bought) == 60 + 30 * sum(session.rebuy_counts)
    for seat in range(3):
        assert session.stacks[seat] or session.rebuy_counts[seat] == 2
    endless = GameSession(GAME, [20, 20], seed=8, rebuys=Rebuys(20))
    for _ in range(30):
        endless.play_hand(shove)
    assert sum(endless.winnings) == 0


def test_chips_are_bought_between_hands() -> None:
    session = GameSession(GAME, [20, 0], seed=1)
    assert not session.can_begin_hand()
    session.buy(1, 30)
    assert session.stacks == session.bought == [20, 30]
    session.begin_hand()
    with pytest.raises(InputError, match="between hands"):
        session.buy(1, 30)


# Games.


def test_mixed_games_change_with_the_orbit() -> None:
    stakes = MixedStakes(small_bet=4, big_bet=8, blinds=(2, 4), ante=1, bring_in=1)
    session = GameSession(mixed_game("HORSE", AUTOMATIONS, stakes), [500] * 3, seed=4)
    rng = Random(4)
    for _ in range(18):
        session.play_hand(play_at_random(rng))
    played = [hand.game.code for hand in session.history]
    codes = ["FT", "FO/8", "FR", "F7S", "F7S/8", "FT"]
    assert played == [code for code in codes for _ in range(3)]
    assert sum(session.stacks) == 1500


def test_the_button_does_not_move_during_stud_in_a_mix() -> None:
    session = GameSession(Rotation((GAME, STUD), hands_per_game=2), [500] * 4, seed=4)
    for _ in range(8):
        session.play_hand(fold)
    assert [hand.button for hand in session.history] == [3, 0, 1, 1, 1, 2, 3, 3]
    alone = GameSession(STUD, [500] * 4, seed=4)
    for _ in range(4):
        alone.play_hand(fold)
    assert [hand.button for hand in alone.history] == [3, 0, 1, 2]


def test_bomb_pots_can_come_every_other_hand() -> None:
    bomb = NoLimitTexasHoldemBombPot(AUTOMATIONS, True, 5, 5)
    session = GameSession(Rotation((GAME, bomb), hands_per_game=1), [100] * 5, seed=4)
    session.play_hand(fold)
    assert session.begin_hand().total_pot_amount == 25


# Seeds and copies.


def test_same_seed_same_session() -> None:
    def played(seed: int) -> GameSession:
        session = GameSession(GAME, [200] * 3, seed=seed)
        rng = Random(0)
        for _ in range(20):
            session.play_hand(play_at_random(rng))
        return session

    assert played(5).history == played(5).history
    assert played(5).history != played(6).history
    seeds = [hand.seed for hand in played(5).history]
    assert len(set(seeds)) == 20
    assert seeds == [played(5).hand_seed(index) for index in range(20)]


def test_a_copy_is_independent() -> None:
    session = GameSession(GAME, [200] * 3, seed=5)
    session.play_hand(fold)
    state = session.begin_hand()
    copy = session.copy()
    assert copy.state == state
    assert copy.state is not state
    for each in (copy, session):
        assert each.state is not None
        while each.state.status:
            fold(each, each.state)
        each.end_hand()
        each.play_hand(fold)
    assert copy.history == session.history
    assert copy.stacks == session.stacks
    copy.sit_out(0)
    copy.play_hand(fold)
    assert len(session.history) == 3
    assert not session.sitting_out


# Invalid calls.


def test_hands_begin_and_end_in_order() -> None:
    session = GameSession(GAME, [100] * 3, seed=1)
    with pytest.raises(InputError, match="no hand is in progress"):
        session.end_hand()
    session.begin_hand()
    with pytest.raises(InputError, match="a hand is in progress"):
        session.begin_hand()
    with pytest.raises(InputError, match="not over"):
        session.end_hand()
    with pytest.raises(InputError, match="must perform an operation"):
        GameSession(GAME, [100] * 3, seed=1).play_hand(lambda session, state: None)


def test_invalid_seats_positions_and_amounts() -> None:
    session = GameSession(GAME, [100] * 3, seed=1)
    for call in (session.sit_out, session.sit_in, session.position_of):
        with pytest.raises(InputError, match="seat must be from 0 to 2, got 3"):
            call(3)
    with pytest.raises(InputError, match=r"seat must be .*, got 7"):
        GameSession(GAME, [100] * 3, seed=1, button=7)
    with pytest.raises(InputError, match=r"position must be .*, got 0"):
        session.seat_of(0)
    with pytest.raises(InputError, match="must have at least 2 seats, got 1"):
        GameSession(GAME, [100], seed=1)
    with pytest.raises(InputError, match="stacks must be at least 0, got"):
        GameSession(GAME, [100, -1], seed=1)
    with pytest.raises(InputError, match="above 0 and finite, got 0"):
        session.buy(0, 0)
