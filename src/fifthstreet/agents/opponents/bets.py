"""The bets of a hand of hold'em, each with the situation that it was made in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fifthstreet.game.operations import (
    BlindOrStraddlePosting,
    BoardDealing,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    Operation,
)

BETS = ("fold", "call", "raise")  # calls include checks, raises include bets
FOLD, CALL, RAISE = range(len(BETS))
STREETS = ("preflop", "flop", "turn", "river")
POSITIONS = ("blinds", "early", "late")
BLINDS, EARLY, LATE = range(len(POSITIONS))
SITUATION_COUNT = 2 * len(STREETS)

_STREET_OF_CARDS = {0: 0, 3: 1, 4: 2, 5: 3}


class Bet(NamedTuple):
    """What a player did in a situation."""

    seat: int
    street: int
    is_facing: bool  # whether they had something to call
    action: int  # index in `BETS`

    @property
    def situation(self) -> int:
        """Number of the situation: the street, and whether there is a bet to call."""
        return situation(self.street, self.is_facing)


def situation(street: int, is_facing: bool) -> int:
    """Return the number of a situation, below `SITUATION_COUNT`."""
    return 2 * street + is_facing


def position_of(seat: int, seats: int) -> int:
    """Return the position of a seat, as an index of `POSITIONS`; seats are as in views.

    With two players, the one on the button is late and the other one early.

    >>> [POSITIONS[position_of(seat, 6)] for seat in range(6)]
    ['blinds', 'blinds', 'early', 'early', 'late', 'late']
    """
    if seats == 2:
        return LATE if seat == 1 else EARLY
    if seat < 2:
        return BLINDS
    return EARLY if seat < 2 + (seats - 1) // 2 else LATE


class BetReader:
    """Reads the bets of a hand from its events, as it is played."""

    def __init__(self, seats: int, hand: object = None) -> None:
        """Start a hand; `hand` identifies it."""
        self._hand = hand
        self._bets: list[Any] = [0] * seats
        self._highest: Any = 0
        self._board_cards = 0
        self._read = 0
        self._last: Operation | None = None

    def is_reading(self, hand: object, events: Sequence[Operation]) -> bool:
        """Return whether these events of a hand continue those that were read."""
        return (
            hand == self._hand
            and 0 < self._read <= len(events)
            and events[self._read - 1] == self._last
        )

    def read(self, events: Sequence[Operation]) -> list[Bet]:
        """Return the bets among the events that are new since the last call."""
        bets = []
        for index in range(self._read, len(events)):
            event = events[index]
            kind = type(event)
            if kind is Folding:
                assert isinstance(event, Folding)
                bets.append(self._bet(event.player_index, FOLD))
            elif kind is CheckingOrCalling:
                assert isinstance(event, CheckingOrCalling)
                bets.append(self._bet(event.player_index, CALL))
                self._bets[event.player_index] += event.amount
            elif kind is CompletionBettingOrRaisingTo:
                assert isinstance(event, CompletionBettingOrRaisingTo)
                bets.append(self._bet(event.player_index, RAISE))
                self._bets[event.player_index] = self._highest = event.amount
            elif kind is BlindOrStraddlePosting:
                assert isinstance(event, BlindOrStraddlePosting)
                self._bets[event.player_index] = event.amount
                self._highest = max(self._highest, event.amount)
            elif kind is BoardDealing:
                assert isinstance(event, BoardDealing)
                self._board_cards += len(event.cards)
                self._bets = [0] * len(self._bets)
                self._highest = 0
        self._read = len(events)
        self._last = events[-1] if events else None
        return bets

    def _bet(self, seat: int, action: int) -> Bet:
        street = _STREET_OF_CARDS[self._board_cards]
        return Bet(seat, street, bool(self._bets[seat] < self._highest), action)
