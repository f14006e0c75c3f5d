"""The bets of a hold'em hand, each with its situation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fifthstreet.game import Bet, BettingAction, Called, Checked, Event, Folded, Raised

BETS = ("fold", "call", "raise")  # calls include checks, raises include bets
FOLD, CALL, RAISE = range(len(BETS))
STREETS = ("preflop", "flop", "turn", "river")
POSITIONS = ("blinds", "early", "late")
BLINDS, EARLY, LATE = range(len(POSITIONS))
SITUATION_COUNT = 2 * len(STREETS)

_ACTIONS: dict[type[Event], int] = {
    Folded: FOLD,
    Checked: CALL,
    Called: CALL,
    Bet: RAISE,
    Raised: RAISE,
}


class SeenBet(NamedTuple):
    """An action of a player in a situation."""

    seat: int
    street: int
    is_facing: bool  # whether they had something to call
    action: int  # index in `BETS`

    @property
    def situation(self) -> int:
        """Number of the situation: the street, and whether there is a bet to call."""
        return situation(self.street, self.is_facing)


def situation(street: int, is_facing: bool) -> int:
    """Return the number of a situation, below `SITUATION_COUNT`.

    Args:
        street: Index of `STREETS`.
        is_facing: Whether there is a bet to call.
    """
    return 2 * street + is_facing


def position_of(seat: int, seats: int) -> int:
    """Return the position of a seat, as an index of `POSITIONS`.

    With two players, the one on the button is late and the other one early.

    Args:
        seat: Seat as in views: the blinds are first and the button is last.
        seats: Number of players.

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

    def __init__(self, hand: object = None) -> None:
        """Start a hand; `hand` identifies it."""
        self._hand = hand
        self._read = 0
        self._last: Event | None = None

    def is_reading(self, hand: object, events: Sequence[Event]) -> bool:
        """Return whether these events continue the ones already read."""
        return (
            hand == self._hand
            and 0 < self._read <= len(events)
            and events[self._read - 1] == self._last
        )

    def read(self, events: Sequence[Event]) -> list[SeenBet]:
        """Return the bets among the events that are new since the last call."""
        bets = []
        for index in range(self._read, len(events)):
            event = events[index]
            action = _ACTIONS.get(type(event))
            if action is not None:
                assert isinstance(event, BettingAction)
                bets.append(SeenBet(event.seat, event.street, event.is_facing_bet, action))
        self._read = len(events)
        self._last = events[-1] if events else None
        return bets
