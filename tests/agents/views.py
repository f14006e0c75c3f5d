"""Views of hands for the tests of agents."""

from __future__ import annotations

from typing import Any

from fifthstreet.arena import table_game
from fifthstreet.cards import STANDARD, Card
from fifthstreet.game.events import Event, visible_event
from fifthstreet.game.legality import LegalActions
from fifthstreet.game.seat_views import PublicHand, SeatView, Terms, seat_view
from fifthstreet.game.state import State
from fifthstreet.game.variants import Poker
from fifthstreet.support.seeded_random import SeededRandom

COURSE = Terms(table_game("course").game)


def view_in_turn(game: Poker, state: State, seed: int) -> SeatView:
    """Return what the player in turn sees of a hand."""
    names = tuple(f"player {index}" for index in range(state.player_count))
    hand = PublicHand(Terms(game), names, state.starting_stacks)
    hand.catch_up(state)
    assert state.actor_index is not None
    return seat_view(state, hand, state.actor_index, SeededRandom(seed))


def course_events(board: str, actions: str, seats: int = 2) -> list[Event]:
    """Return what everybody sees of a hand of the course game after actions: k, c, b and f."""
    flop = list(Card.parse(board))
    rest = [card for card in STANDARD if card not in flop]
    holes = 2 * seats
    state = COURSE.game(5000, seats, deck_order=[*rest[:holes], *flop, *rest[holes:]])
    play = {
        "k": state.check_or_call,
        "c": state.check_or_call,
        "b": state.bet_or_raise_to,
        "f": state.fold,
    }
    for action in actions:
        assert play[action]().kind.value.replace("r", "b") == action
    return [visible_event(event) for event in state.events]


def holdem_view(
    hole: str,
    board: str = "",
    *,
    pot: Any = 15,
    to_call: Any = 10,
    in_hand: tuple[bool, ...] = (True, True),
    seat: int = 0,
    raise_to: tuple[Any, Any] | None = (20, 20),
    events: list[Event] | None = None,
    players: tuple[str, ...] | None = None,
    seed: int = 1,
) -> SeatView:
    """Return a view of a hand that was not played.

    The player has bet nothing on the street, all others what there is to call.
    """
    seats = len(in_hand)
    names = players or tuple(f"player {index}" for index in range(seats))
    stacks = (5000,) * seats
    hand = PublicHand(COURSE, names, stacks, 0, tuple(events or ()))
    cards, hole_cards = tuple(Card.parse(board)), tuple(Card.parse(hole))
    low, high = raise_to or (None, None)
    return SeatView(
        hand,
        seat,
        hole_cards,
        None,
        (cards,),
        {0: 0, 3: 1, 4: 2, 5: 3}[len(cards)],
        stacks,
        tuple(0 if index == seat else to_call for index in range(seats)),
        in_hand,
        pot,
        LegalActions(seat, False, hole_cards, to_call, True, None, low, high, bool(to_call)),
        (),
        SeededRandom(seed),
    )
