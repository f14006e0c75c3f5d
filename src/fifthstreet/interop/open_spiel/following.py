"""The state of OpenSpiel that corresponds to what an agent sees.

Cards that the agent cannot see are drawn at random, so that a bot, which gets a whole state, cannot
know them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fifthstreet.agents.small_games import move_letter, solver_game
from fifthstreet.agents.view import View
from fifthstreet.game.card import Card
from fifthstreet.game.operations import (
    BoardDealing,
    BringInPosting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleDealing,
    StandingPatOrDiscarding,
)
from fifthstreet.interop.menu import CALL, FOLD
from fifthstreet.interop.open_spiel.poker_game import PokerGameState


def followed_hand(state: PokerGameState, view: View) -> Iterator[int]:
    """Yield the actions from the start of a hand to a view, applying each after it is yielded.

    The game must have all amounts as actions.
    """
    table, thrown = state.table, iter(view.discarded)
    own, hidden = _own_cards(view), _hidden_cards(view)
    for operation in view.history:
        match operation:
            case HoleDealing(player_index=player, cards=cards, statuses=statuses):
                for card, is_up in zip(cards, statuses, strict=True):
                    if player == view.seat:
                        card = next(own)
                    elif not is_up:
                        # Where the deck has run out, cards that were thrown away come back.
                        card = hidden.pop() if hidden else view.random.choice(state.legal_actions())
                    yield from _applied(state, int(card))
            case BoardDealing(cards=cards):
                for card in cards:
                    yield from _applied(state, int(card))
            case Folding():
                yield from _applied(state, FOLD)
            case CheckingOrCalling() | BringInPosting():
                yield from _applied(state, CALL)
            case CompletionBettingOrRaisingTo(amount=amount):
                yield from _applied(state, int(amount) + 1)
            case StandingPatOrDiscarding(player_index=player, cards=cards):
                bits = (1 << len(cards)) - 1  # of others, any cards
                if player == view.seat:
                    hole = state.hand.hole_cards[player]
                    bits = sum(1 << hole.index(next(thrown)) for _ in cards)
                yield from _applied(state, table.first_discard + bits)


def followed_game(state: Any, view: View) -> Iterator[int]:
    """Yield the same for Kuhn poker or Leduc hold'em of OpenSpiel, or of `as_open_spiel`."""
    game = solver_game(view.hand.game)
    if game is None:
        raise ValueError(f"{state.get_game()} is not {view.hand.game.name}; want the same game")
    if view.player_count != game.players:
        raise ValueError(f"{view.player_count} players; {state.get_game()} has {game.players}")
    place: Any = game.root()
    own, hidden = _own_cards(view), _hidden_cards(view)
    for operation in view.history:
        word = move_letter(operation)
        if isinstance(operation, HoleDealing):
            word = repr(next(own) if operation.player_index == view.seat else hidden.pop())
        elif isinstance(operation, BoardDealing):
            word = repr(operation.cards[0])
        if word:
            names = game.actions(place)
            index = next(i for i, name in enumerate(names) if word.startswith(name))
            yield from _applied(state, state.legal_actions()[index])
            place = game.child(place, index)


def _applied(state: Any, action: int) -> Iterator[int]:
    yield action
    state.apply_action(action)


def _own_cards(view: View) -> Iterator[Card]:
    """Return the player's own cards in an order in which they may have been dealt."""
    counts = [
        len(each.cards)
        for each in view.history
        if isinstance(each, StandingPatOrDiscarding) and each.player_index == view.seat
    ]
    hand, thrown = list(view.hole_cards), list(view.discarded)
    dealt: list[Card] = []  # in draws
    for count in reversed(counts):
        first = len(hand) - count
        dealt[:0] = hand[first:]
        hand = hand[:first] + thrown[len(thrown) - count :]
        del thrown[len(thrown) - count :]
    return iter([*hand, *dealt])


def _hidden_cards(view: View) -> list[Card]:
    """Return the cards that the player cannot see, in a random order."""
    seen = {*view.hole_cards, *view.discarded, *(card for board in view.boards for card in board)}
    for operation in view.history:
        if isinstance(operation, HoleDealing):
            seen |= {card for card in operation.cards if card}
    cards = [card for card in view.hand.game.deck if card not in seen]
    for last in range(len(cards) - 1, 0, -1):
        other = view.random.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards
