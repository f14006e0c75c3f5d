"""A hand as logs of poker sites describe it: its events, and the names that logs give to posts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from numbers import Number
from typing import Any
from warnings import catch_warnings, simplefilter

from fifthstreet.cards import cards_text
from fifthstreet.errors import InputError
from fifthstreet.game.events import AntePosted, BetsCollected, BlindPosted, Shown, WinningsTaken
from fifthstreet.game.ledger import Ledger
from fifthstreet.game.notation.fields import check_lengths
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.values import minus, sum_of


class PostKind(Enum):
    """What logs call a forced bet."""

    ANTE = "ante"
    DEAD = "dead blind"
    SMALL = "small blind"
    BIG = "big blind"
    STRADDLE = "straddle"
    LATE = "late blind"


@dataclass(frozen=True, slots=True)
class WrittenPost:
    """A forced bet, or a part of one that logs name on its own."""

    kind: PostKind
    player: int
    amount: Any
    is_all_in: bool


class Story:
    """Events of a hand and how it ended."""

    def __init__(self, hand: HandHistory) -> None:
        self.hand = hand
        check_lengths(vars(hand))
        with catch_warnings():
            simplefilter("ignore", UserWarning)
            *_, self.state = hand
        self.events = self.state.events
        self.ledger = Ledger.of(self.state)
        count = len(hand.starting_stacks)
        self.names = hand.players or [f"p{number}" for number in range(1, count + 1)]
        self.seats = hand.seats or list(range(1, count + 1))
        self.posts = list(self._posts())
        # Cards that were shown, without unknown ones, by player.
        self.shown = {
            event.seat: cards
            for event in self.events
            if isinstance(event, Shown) and (cards := known_cards(event))
        }

    def __repr__(self) -> str:
        return f"<Story: {len(self.names)} players, {len(self.events)} events>"

    @property
    def is_over(self) -> bool:
        """Whether the hand was played to its end."""
        return not self.state.status and not self.hand.is_unfinished

    @property
    def collected(self) -> list[Any]:
        """What each player took from the pots."""
        if self.hand.winnings is not None and "_rake" in self.hand.user_defined_fields:
            return list(self.hand.winnings)
        collected = [0] * len(self.names)
        kept = self._kept_by_winner()
        for event in self.events:
            if isinstance(event, WinningsTaken):
                collected[event.seat] = minus(event.amount, kept.get(event.seat, 0))
        return collected

    def _kept_by_winner(self) -> dict[int, Any]:
        """Return the uncalled bet that the last player left takes together with the pot."""
        return {
            event.winner: event.uncalled
            for event in self.events
            if isinstance(event, BetsCollected) and 0 <= event.winner == event.uncalled_seat
        }

    @property
    def pot(self) -> Any:
        """Chips that the players put in and did not get back uncalled."""
        return minus(sum_of(self.ledger.paid), sum_of(self._kept_by_winner().values()))

    @property
    def rake(self) -> Any:
        """Chips taken as rake."""
        extras = self.hand.user_defined_fields
        if "_rake" in extras:
            return extras["_rake"]
        return minus(self.pot, sum_of(self.collected))

    def amounts(self, name: str) -> list[Any]:
        """Return a user-defined field with a number for each player, zeros if it is missing."""
        return self._extra(name, Number, "numbers") or [0] * len(self.names)

    def cards(self, name: str) -> list[str]:
        """Return a user-defined field with cards of each player, empty if it is missing."""
        return self._extra(name, str, "strings") or [""] * len(self.names)

    def _extra(self, name: str, kind: type, kinds: str) -> list[Any]:
        values = self.hand.user_defined_fields.get(name, [])
        is_list = isinstance(values, list | tuple) and len(values) in (0, len(self.names))
        if not is_list or not all(isinstance(value, kind) for value in values):
            raise InputError(f"{name} must be {len(self.names)} {kinds}, got {values!r}")
        return list(values)

    def _posts(self) -> Iterator[WrittenPost]:
        has_posted_big = False
        for event in self.events:
            if isinstance(event, AntePosted):
                yield from self._antes(event)
            elif isinstance(event, BlindPosted):
                kind = self._blind_kind(event.seat, has_posted_big)
                has_posted_big = has_posted_big or event.total == self._big_blind
                yield WrittenPost(kind, event.seat, event.added, event.is_all_in)

    def _listed(self, values: Any, player: int) -> Any:
        """Return a player's value of a list, which heads-up is in the opposite order."""
        if not isinstance(values, list | tuple):
            return values
        index = 1 - player if len(self.names) == 2 else player
        return values[index] if index < len(values) else 0

    def _antes(self, event: AntePosted) -> Iterator[WrittenPost]:
        """Split an ante; what a player without a blind posts above all others is dead."""
        antes = [self._listed(self.hand.antes, index) for index in range(len(self.names))]
        blind = self._listed(self.hand.blinds_or_straddles or 0, event.seat)
        ante = event.added if blind > 0 else min(event.added, *antes)
        dead = minus(event.added, ante)
        if ante:
            yield WrittenPost(PostKind.ANTE, event.seat, ante, event.is_all_in and not dead)
        if dead:
            yield WrittenPost(PostKind.DEAD, event.seat, dead, event.is_all_in)

    @property
    def _big_blind(self) -> Any:
        return self.hand.min_bet or self.hand.small_bet

    def _blind_kind(self, player: int, has_posted_big: bool) -> PostKind:
        """Return what logs call a blind: they name it by its size, the rules by its seat."""
        blind = self._listed(self.hand.blinds_or_straddles, player)
        if blind < 0:
            return PostKind.LATE
        if blind == self._big_blind:
            return PostKind.STRADDLE if has_posted_big else PostKind.BIG
        return PostKind.STRADDLE if blind > self._big_blind else PostKind.SMALL


def known_cards(event: Shown) -> str:
    """Return the cards that a player showed, without unknown ones."""
    return cards_text(event.cards).replace("??", "")
