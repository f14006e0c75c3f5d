"""Views of hands for the tests of agents."""

from __future__ import annotations

from typing import Any

from fifthstreet.agents import PublicHand, SeededRandom, Terms, View, view_of
from fifthstreet.arena import table_game
from fifthstreet.game.card import Card
from fifthstreet.game.operations import Operation
from fifthstreet.game.state import State
from fifthstreet.game.variants import Poker

COURSE = Terms(table_game("course").game)


def view_in_turn(game: Poker, state: State, seed: int) -> View:
    """Return what the player in turn sees of a hand."""
    names = tuple(f"player {index}" for index in range(state.player_count))
    hand = PublicHand(Terms(game), names, state.starting_stacks)
    hand.catch_up(state)
    assert state.actor_index is not None
    return view_of(state, hand, state.actor_index, SeededRandom(seed))


def holdem_view(
    hole: str,
    board: str = "",
    *,
    pot: Any = 15,
    to_call: Any = 10,
    in_hand: tuple[bool, ...] = (True, True),
    seat: int = 0,
    raise_to: tuple[Any, Any] | None = (20, 20),
    events: list[Operation] | None = None,
    players: tuple[str, ...] | None = None,
    seed: int = 1,
) -> View:
    """Return a view of a hand that was not played.

    The player has bet nothing on the street, all others what there is to call.
    """
    seats = len(in_hand)
    names = players or tuple(f"player {index}" for index in range(seats))
    stacks = (5000,) * seats
    hand = PublicHand(COURSE, names, stacks, 0, tuple(events or ()))
    cards = tuple(Card.parse(board))
    return View(
        hand,
        seat,
        tuple(Card.parse(hole)),
        None,
        (cards,),
        {0: 0, 3: 1, 4: 2, 5: 3}[len(cards)],
        stacks,
        tuple(0 if index == seat else to_call for index in range(seats)),
        in_hand,
        pot,
        to_call,
        True,
        None,
        None if raise_to is None else raise_to[0],
        None if raise_to is None else raise_to[1],
        False,
        (),
        SeededRandom(seed),
    )
