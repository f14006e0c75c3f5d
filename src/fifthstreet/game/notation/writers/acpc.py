"""Writing the protocol of the Annual Computer Poker Competition (ACPC), and logs of Pluribus.

A match state is what a server sends to the player at one position, who returns the same text with
an action. A log line holds a whole hand with its result. The amount of a bet is what the player has
put in over the whole hand; fixed-limit games leave it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from fifthstreet.cards import cards_text
from fifthstreet.errors import InputError
from fifthstreet.game import events
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.state import State

ACPC_VARIANTS = frozenset({"FT", "NT"})
PLURIBUS_VARIANTS = frozenset({"NT"})

_HOLE_CARDS = 2


def acpc_match_states(
    hand: HandHistory, position: int, hand_number: int | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the messages between a server and the client at a position.

    Each message comes with its direction, `S->` or `<-C`.

    Args:
        hand: A hand of no-limit or fixed-limit hold'em.
        position: Position of the client, from 0.
        hand_number: Number in the messages; by default the hand's own.

    Raises:
        InputError: If the game is another one, no player is at the position or their hole cards are
            unknown, or there is no number.
    """
    _check_variant(hand, ACPC_VARIANTS, "ACPC match states")
    if not 0 <= position < len(hand.starting_stacks):
        last = len(hand.starting_stacks) - 1
        raise InputError(f"position must be from 0 to {last}, got {position}")
    record = _empty_record(hand)
    own_cards = record.hole_cards[position]
    head = f"MATCHSTATE:{position}:{_hand_number(hand, hand_number)}:"
    match_state = ""

    def server_message() -> tuple[str, str]:
        if not all(own_cards):
            raise InputError(f"the hole cards at position {position} are unknown")
        return "S->", f"{match_state}\r\n"

    state = None
    for state, event in _events(hand):
        if isinstance(event, events.BettingAction):
            yield server_message()
            action = record.add_action(event, state)
            if event.seat == position:
                yield "<-C", f"{match_state}:{action}\r\n"
        else:
            record.add_action(event, state)
        record.add_hole_cards(event, position)
        match_state = f"{head}{record}"
    if state is not None and (not state.status or state.actor_index is not None):
        yield server_message()


def acpc_log_line(hand: HandHistory, hand_number: int | None = None) -> str:
    """Write a hand as a log line: `STATE:0:r300c/...:AsKs|QdQc/...:-300|300:ann|bob`.

    Args:
        hand: A hand of no-limit or fixed-limit hold'em.
        hand_number: Number in the line; by default the hand's own.

    Returns:
        The line, without a line break.

    Raises:
        InputError: If the game is another one, a stack is infinite or there is no number.
    """
    _check_variant(hand, ACPC_VARIANTS, "an ACPC log line")
    return _log_line(hand, _hand_number(hand, hand_number))


def pluribus_log_line(hand: HandHistory, hand_number: int | None = None) -> str:
    """Write a hand in the format of the published Pluribus hands.

    Args:
        hand: A hand of no-limit hold'em.
        hand_number: Number in the line; by default the hand's own.

    Returns:
        The line, without a line break.

    Raises:
        InputError: If the game is another one, a stack is infinite or there is no number.
    """
    _check_variant(hand, PLURIBUS_VARIANTS, "a Pluribus log line")
    return _log_line(hand, _hand_number(hand, hand_number))


def _check_variant(hand: HandHistory, supported: frozenset[str], what: str) -> None:
    if hand.variant not in supported:
        raise InputError(
            f"the variant of {what} must be {' or '.join(sorted(supported))}, got {hand.variant!r}"
        )


def _hand_number(hand: HandHistory, hand_number: int | None) -> int:
    number = hand.hand if hand_number is None else hand_number
    if not isinstance(number, int):
        raise InputError("the hand has no number: pass hand_number")
    return number


def _log_line(hand: HandHistory, hand_number: int) -> str:
    record = _empty_record(hand)
    state = None
    for state, event in _events(hand):
        record.add_action(event, state)
        record.add_hole_cards(event)
    if inf in hand.starting_stacks:
        raise InputError("cannot write a log line for a hand with an infinite stack")
    stacks = hand.finishing_stacks
    if stacks is None:
        stacks = hand.starting_stacks if state is None else state.stacks
    results = "|".join(
        str(after - before) for before, after in zip(hand.starting_stacks, stacks, strict=False)
    )
    players = hand.players
    if players is None:
        players = [f"p{index + 1}" for index in range(len(hand.starting_stacks))]
    return f"STATE:{hand_number}:{record}:{results}:{'|'.join(players)}"


@dataclass
class _Record:
    """Betting and cards of a hand so far."""

    has_amounts: bool
    hole_cards: list[list[str]]  # by player; "" for an unknown card
    dealt: list[int]  # number of cards dealt to each player
    betting: str = ""
    board: str = ""

    def add_action(self, event: events.Event, state: State) -> str:
        """Record an event; return a player's action as text, empty for other events."""
        action = ""
        match event:
            case events.Folded():
                action = "f"
            case events.Checked() | events.Called():
                action = "c"
            case events.Bet() | events.Raised():
                amount = -state.payoffs[event.seat] if self.has_amounts else ""
                action = f"r{amount}"
            case events.BoardDealt():
                self.betting += "/"
                self.board += "/" + cards_text(event.cards)
        self.betting += action
        return action

    def add_hole_cards(self, event: events.Event, position: int | None = None) -> None:
        """Record cards that are shown, or dealt to `position` (by default to any)."""
        if isinstance(event, events.Shown):
            first, cards = 0, event.cards
        elif isinstance(event, events.HoleDealt) and position in (None, event.seat):
            first, cards = self.dealt[event.seat], event.cards
            self.dealt[event.seat] += len(cards)
        else:
            return
        for place, card in enumerate(cards, first):
            if card:
                self.hole_cards[event.seat][place] = repr(card)

    def __str__(self) -> str:
        hole_cards = "|".join(map("".join, self.hole_cards))
        return f"{self.betting}:{hole_cards}{self.board}"


def _empty_record(hand: HandHistory) -> _Record:
    unknown = [[""] * _HOLE_CARDS for _ in hand.starting_stacks]
    return _Record(hand.variant != "FT", unknown, [0] * len(unknown))


def _events(hand: HandHistory) -> Iterator[tuple[State, events.Event]]:
    """Yield each event of a hand with the state after the step that it was part of."""
    count = 0
    for state in hand:
        for event in state.events[count:]:
            yield state, event
        count = len(state.events)
