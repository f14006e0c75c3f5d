"""A hand as a person sees it: events one by one, and the table after each event.

Between two decisions, the rules engine collects bets, deals cards and pushes pots at once. A page
that shows the hand move by move needs the table after each of these events. `SceneTracker` reads
only events as the person sees them, so a scene cannot hold hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from fifthstreet.cards import Card
from fifthstreet.game import Ledger, events

Value = TypeVar("Value")
_Contents: TypeAlias = tuple[str, int | None, int | None, tuple[Card, ...]]


@dataclass(frozen=True)
class Scene:
    """The table as one person sees it; all lists are by seat of the table. Amounts are chips."""

    stacks: tuple[int, ...]  # [S]
    bets: tuple[int, ...]  # [S]  on this street, not yet in the pot
    pot: int  # without the bets
    pots: tuple[int, ...]  # its parts, if there are side pots: the main pot, then the others
    in_hand: tuple[bool, ...]  # [S]  who has cards and has not folded
    cards: tuple[tuple[Card, ...], ...]  # [S]  unknown cards where they lie face down
    is_up: tuple[tuple[bool, ...], ...]  # [S]  which of them are face up
    boards: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Frame:
    """An event of a hand, and the table after it."""

    number: int  # in the session
    kind: str  # ante, blind, bring_in, deal, board, fold, check, call, bet, raise, ...
    seat: int | None
    amount: int | None  # chips added, total of a bet or raise, or chips won
    cards: tuple[Card, ...]
    scene: Scene


class SceneTracker:
    """The table during a hand, kept up to date from the events that one person may see."""

    def __init__(
        self,
        starting_stacks: Sequence[int],
        seats: Sequence[int],
        seat_count: int,
        person: int,
        board_count: int,
        number: int,
    ) -> None:
        """Begin a hand.

        `starting_stacks` and `seats` are by position in the hand: chips, and the seat at the table,
        which has `seat_count` seats. `person` is the person's seat and `number` the number of the
        first event.
        """
        self._ledger = Ledger(starting_stacks)
        self._seats = tuple(seats)
        self._person = person
        self._cards: list[list[Card]] = [[] for _ in range(seat_count)]
        self._is_up: list[list[bool]] = [[] for _ in range(seat_count)]
        self._boards: list[list[Card]] = [[] for _ in range(board_count)]
        self._number = number

    def catch_up(self, hand: Sequence[events.Event]) -> list[Frame]:
        """Read the events of a hand since the last call; return a frame for each that shows."""
        frames = []
        position = self._seats.index(self._person)
        for event in hand[self._ledger.read_count :]:
            self._ledger.apply(event)
            contents = self._contents(events.visible_event(event, position))
            if contents is not None:
                frames.append(Frame(self._number, *contents, self.scene()))
                self._number += 1
        return frames

    def scene(self) -> Scene:
        """Return the current table."""
        ledger = self._ledger
        return Scene(
            stacks=self._by_seat(ledger.stacks, 0),
            bets=self._by_seat(ledger.bets, 0),
            pot=ledger.pot - sum(ledger.bets),
            pots=ledger.side_pots,
            in_hand=self._by_seat(ledger.in_hand, False),
            cards=tuple(map(tuple, self._cards)),
            is_up=tuple(map(tuple, self._is_up)),
            boards=tuple(map(tuple, self._boards)),
        )

    def _by_seat(self, values: Sequence[Value], missing: Value) -> tuple[Value, ...]:
        """Return values by position as values by seat of the table."""
        row = [missing] * len(self._cards)
        for seat, value in zip(self._seats, values, strict=True):
            row[seat] = value
        return tuple(row)

    def _contents(self, event: events.Event) -> _Contents | None:
        """Move the cards; return kind, seat, chips and cards, or None if nothing shows."""
        match event:
            case events.BettingEvent():
                seat = self._seats[event.seat]
                if isinstance(event, events.Folded):
                    self._hide(seat)
                is_blind = isinstance(event, events.BlindPosted)
                kind = "blind" if is_blind else event.kind.name.lower()
                return kind, seat, event.amount or None, ()
            case events.BetsCollected():
                return "collect", None, sum(event.bets), ()
            case events.HoleDealt():
                seat = self._seats[event.seat]
                self._cards[seat] += event.cards
                self._is_up[seat] += event.are_up
                return "deal", seat, None, event.cards
            case events.BoardDealt():
                self._boards[event.board] += event.cards
                return "board", None, None, event.cards
            case events.Discarded():
                seat = self._seats[event.seat]
                for card in event.cards:
                    index = self._cards[seat].index(card)
                    del self._cards[seat][index], self._is_up[seat][index]
                return "discard", seat, len(event.cards), event.cards
            case events.Shown():
                seat = self._seats[event.seat]
                self._cards[seat] = list(event.cards)
                self._is_up[seat] = [True] * len(event.cards)
                return "show", seat, None, event.cards
            case events.Mucked():
                seat = self._seats[event.seat]
                self._hide(seat)
                return "muck", seat, None, ()
            case events.WinningsTaken():
                return "win", self._seats[event.seat], event.amount, ()
        return None

    def _hide(self, seat: int) -> None:
        """Remove the cards of another player."""
        if seat != self._person:
            self._cards[seat].clear()
            self._is_up[seat].clear()
