"""The state of OpenSpiel that corresponds to what an agent sees.

Cards that the agent cannot see are drawn at random, so that a bot, which gets a whole state, cannot
know them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fifthstreet.agents import move_letter, solver_game
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game import SeatView, events
from fifthstreet.interop.menu import CALL, FOLD
from fifthstreet.interop.open_spiel.poker_game import PokerGameState


def followed_hand(state: PokerGameState, view: SeatView) -> Iterator[int]:
    """Yield the actions from the start of a hand to a view, applying each after it is yielded.

    The game must have all amounts as actions.
    """
    table, thrown = state.table, iter(view.discarded)
    own, hidden = _own_cards(view), _hidden_cards(view)
    for event in view.events:
        match event:
            case events.HoleDealt(seat=seat, cards=cards):
                for card, is_up in zip(cards, event.are_up, strict=True):
                    if seat == view.seat:
                        card = next(own)
                    elif not is_up:
                        # Where the deck has run out, cards that were thrown away come back.
                        card = hidden.pop() if hidden else view.random.choice(state.legal_actions())
                    yield from _applied(state, int(card))
            case events.BoardDealt(cards=cards):
                for card in cards:
                    yield from _applied(state, int(card))
            case events.Folded():
                yield from _applied(state, FOLD)
            case events.Checked() | events.Called() | events.BringInPosted():
                yield from _applied(state, CALL)
            case events.Bet() | events.Raised():
                yield from _applied(state, int(event.total) + 1)
            case events.Discarded(seat=seat, cards=cards):
                bits = (1 << len(cards)) - 1  # of others, any cards
                if seat == view.seat:
                    hole = state.hand.hole_cards[seat]
                    bits = sum(1 << hole.index(next(thrown)) for _ in cards)
                yield from _applied(state, table.first_discard + bits)


def followed_game(state: Any, view: SeatView) -> Iterator[int]:
    """Yield the same for Kuhn poker or Leduc hold'em of OpenSpiel, or of `as_open_spiel`."""
    game = solver_game(view.hand.game)
    if game is None:
        raise InputError(f"the game must be {state.get_game()}, got {view.hand.game.name}")
    if view.player_count != game.players:
        raise InputError(
            f"{state.get_game()} must have {game.players} players, got {view.player_count}"
        )
    place: Any = game.root()
    own, hidden = _own_cards(view), _hidden_cards(view)
    for event in view.events:
        word = move_letter(event)
        if isinstance(event, events.HoleDealt):
            word = repr(next(own) if event.seat == view.seat else hidden.pop())
        elif isinstance(event, events.BoardDealt):
            word = repr(event.cards[0])
        if word:
            names = game.actions(place)
            index = next(i for i, name in enumerate(names) if word.startswith(name))
            yield from _applied(state, state.legal_actions()[index])
            place = game.child(place, index)


def _applied(state: Any, action: int) -> Iterator[int]:
    yield action
    state.apply_action(action)


def _own_cards(view: SeatView) -> Iterator[Card]:
    """Return the player's own cards in an order in which they may have been dealt."""
    counts = [
        len(each.cards)
        for each in view.events
        if isinstance(each, events.Discarded) and each.seat == view.seat
    ]
    hand, thrown = list(view.hole_cards), list(view.discarded)
    dealt: list[Card] = []  # in draws
    for count in reversed(counts):
        first = len(hand) - count
        dealt[:0] = hand[first:]
        hand = hand[:first] + thrown[len(thrown) - count :]
        del thrown[len(thrown) - count :]
    return iter([*hand, *dealt])


def _hidden_cards(view: SeatView) -> list[Card]:
    """Return the cards that the player cannot see, in a random order."""
    seen = {*view.hole_cards, *view.discarded, *(card for board in view.boards for card in board)}
    for event in view.events:
        if isinstance(event, events.HoleDealt):
            seen |= {card for card in event.cards if card}
    cards = [card for card in view.hand.game.deck if card not in seen]
    for last in range(len(cards) - 1, 0, -1):
        other = view.random.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards
