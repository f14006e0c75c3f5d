"""Results of hands for agents."""

from __future__ import annotations

from fifthstreet.agents import HandResult
from fifthstreet.arena.hand import HandPlay
from fifthstreet.cards import Card
from fifthstreet.game import Discarded, HoleDealt, PublicHand, Shown, State


def report_results(play: HandPlay) -> None:
    """Call `hand_over` of the agents that have it.

    Args:
        play: A finished hand. Errors of agents are recorded in its lineup.
    """
    lineup = play.lineup
    for seat, place in enumerate(play.order):
        if lineup.finishing[place]:
            agent, result = lineup.agents[place], result_for(play, seat)
            lineup.tell(place, play.hand.number, agent, "hand_over", result)


def result_for(play: HandPlay, seat: int) -> HandResult:
    """Return the knowledge of one seat when a hand is over."""
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
    """Return the last hole cards of a seat, even if it folded them.

    Args:
        state: A hand, finished or not.
        seat: Position in the hand, from 0.
    """
    cards: list[Card] = []
    for event in state.events:
        if isinstance(event, HoleDealt) and event.seat == seat:
            cards.extend(event.cards)
        elif isinstance(event, Discarded) and event.seat == seat:
            for card in event.cards:
                cards.remove(card)
    return tuple(cards)


def shown_cards(hand: PublicHand) -> tuple[tuple[Card, ...], ...]:
    """Return the hole cards of each seat that all players saw; others are unknown cards.

    Args:
        hand: What all players see of a hand.
    """
    cards: list[list[Card]] = [[] for _ in hand.players]
    for event in hand.events:
        if isinstance(event, HoleDealt):
            cards[event.seat].extend(event.cards)
        elif isinstance(event, Discarded):
            del cards[event.seat][: len(event.cards)]
        elif isinstance(event, Shown):
            cards[event.seat] = list(event.cards)
    return tuple(tuple(each) for each in cards)
