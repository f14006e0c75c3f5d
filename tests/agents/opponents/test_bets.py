"""Bets read from the events of a hand."""

import pytest

from fifthstreet.agents.opponents.bets import CALL, FOLD, RAISE, BetReader, SeenBet, position_of
from fifthstreet.arena import match_settings, play_session
from fifthstreet.arena.games import table_game
from fifthstreet.arena.session import KeptHand


def test_a_hand_is_read_bet_by_bet() -> None:
    state = table_game("course").game(500, 3, seed=1)
    state.bet_or_raise_to(20)
    state.fold()
    state.check_or_call()
    for _ in range(3):
        state.check_or_call()
        state.bet_or_raise_to(10)
        state.check_or_call()
    bets = BetReader().read(state.events)
    later = [
        bet
        for street in (1, 2, 3)
        for bet in (
            SeenBet(1, street, False, CALL),
            SeenBet(2, street, False, RAISE),
            SeenBet(1, street, True, CALL),
        )
    ]
    assert bets == [
        SeenBet(2, 0, True, RAISE),
        SeenBet(0, 0, True, FOLD),
        SeenBet(1, 0, True, CALL),
        *later,
    ]
    assert [bet.situation for bet in bets[3:6]] == [2, 2, 3]


def test_the_big_blind_may_check() -> None:
    state = table_game("course").game(500, 2, seed=1)
    state.check_or_call()
    state.check_or_call()
    bets = BetReader().read(state.events)
    assert bets == [SeenBet(1, 0, True, CALL), SeenBet(0, 0, False, CALL)]


@pytest.mark.parametrize(("game", "seats"), [("course", 10), ("nlhe", 2), ("nlhe", 6)])
def test_reading_in_steps_gives_the_same_and_every_decision_once(game: str, seats: int) -> None:
    hands: list[KeptHand] = []
    settings = match_settings(["random"], game=game, seats=seats, hands=60, duplicate=False)
    result = play_session(settings, 0, keep=hands.append)
    total = 0
    for hand in hands:
        events = hand.state.events
        at_once = BetReader().read(events)
        reader, in_steps = BetReader(), []
        for end in range(0, len(events) + 1, 3):
            in_steps += reader.read(events[:end])
        in_steps += reader.read(events)
        assert in_steps == at_once
        total += len(at_once)
    assert total == result.counts[0, 1]


def test_positions() -> None:
    assert [position_of(seat, 2) for seat in range(2)] == [1, 2]
    assert [position_of(seat, 3) for seat in range(3)] == [0, 0, 1]
    assert [position_of(seat, 10) for seat in range(10)] == [0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
