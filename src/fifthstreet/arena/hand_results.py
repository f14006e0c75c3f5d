"""What agents are told when a hand is over."""

from __future__ import annotations

from typing import Any

from fifthstreet.agents.agent import HandResult
from fifthstreet.agents.answers import error_text
from fifthstreet.agents.view import PublicHand
from fifthstreet.arena.hand import HandPlay, error_kind
from fifthstreet.game.card import Card
from fifthstreet.game.operations import (
    HoleCardsShowingOrMucking,
    HoleDealing,
    StandingPatOrDiscarding,
)
from fifthstreet.game.state import State


def tell_results(play: HandPlay) -> None:
    """Call `hand_over` of the agents that have it."""
    lineup = play.lineup
    for seat, place in enumerate(play.order):
        if not lineup.finishing[place]:
            continue
        result = result_for(play, seat)
        agent: Any = lineup.agents[place]
        try:
            agent.hand_over(result)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever happens, the match goes on
            lineup.lost(place, play.hand.number, error_kind(error), error_text(error))


def result_for(play: HandPlay, seat: int) -> HandResult:
    """Return what one seat knows when a hand is over."""
    state, hand = play.state, play.hand
    shown = shown_cards(hand)
    return HandResult(
        number=hand.number,
        players=hand.players,
        seat=seat,
        starting_stacks=hand.starting_stacks,
        hole_cards=dealt_cards(state, seat),
        shown_cards=shown,
        boards=hand.boards(state),
        payoffs=tuple(state.payoffs),
        is_showdown=play.is_showdown,
        events=hand.events,
    )


def dealt_cards(state: State, seat: int) -> tuple[Card, ...]:
    """Return the last hole cards of a seat, even if it folded them."""
    cards: list[Card] = []
    for operation in state.operations:
        if isinstance(operation, HoleDealing) and operation.player_index == seat:
            cards.extend(operation.cards)
        elif isinstance(operation, StandingPatOrDiscarding) and operation.player_index == seat:
            for card in operation.cards:
                cards.remove(card)
    return tuple(cards)


def shown_cards(hand: PublicHand) -> tuple[tuple[Card, ...], ...]:
    """Return the hole cards of each seat as everybody saw them; the others are unknown cards."""
    cards: list[list[Card]] = [[] for _ in hand.players]
    for event in hand.events:
        if isinstance(event, HoleDealing):
            cards[event.player_index].extend(event.cards)
        elif isinstance(event, StandingPatOrDiscarding):
            del cards[event.player_index][: len(event.cards)]
        elif isinstance(event, HoleCardsShowingOrMucking) and event.hole_cards:
            cards[event.player_index] = list(event.hole_cards)
    return tuple(tuple(each) for each in cards)
