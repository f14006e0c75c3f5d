"""Events: everything that happens in a hand, in order.

The rules engine adds an event to `State.events` for each thing that a player or the dealer does. An
event carries the chips around it, so that no reader has to compute a pot, a bet or a stack:

    >>> from fifthstreet.game.variants import NoLimitTexasHoldem
    >>> from fifthstreet.game.enums import Automation
    >>> state = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)((200, 150), 2, seed=1)
    >>> event = state.bet_or_raise_to(7)
    >>> event
    <Raised: seat 1, street 0, added 6, total 7, to match 2, pot before 3, stack after 143>
    >>> event.raised_by, event.size, event.is_all_in
    (5, 1.25, False)

Seats are the players of the hand: seat 0 is the first after the button. Streets are numbered from
0; forced bets belong to the first. Amounts have the type of the hand's chips, see `values.Chips`.

| event | what happened |
|---|---|
| `AntePosted`, `BlindPosted` | a forced bet; a blind may also be a straddle or a late post |
| `HoleDealt`, `BoardDealt`, `CardBurned` | the dealer dealt or burned cards |
| `Discarded` | a player threw cards away, or stood pat if there are none |
| `Folded`, `Checked`, `Called`, `Bet`, `Raised`, `BringInPosted` | a player's action |
| `RunoutsChosen` | a player chose how often the board is run out |
| `BetsCollected` | the bets of a street went into the pot, and an uncalled one went back |
| `Shown`, `Mucked`, `HandKilled` | hole cards were shown or taken out of the hand |
| `PotWon`, `WinningsTaken` | the dealer pushed part of a pot; a player added winnings to a stack |
| `Noted` | a comment, nothing else |

These are plain classes because a hand creates dozens of them, and dataclasses would cost four times
as much. Compiled, their attributes cannot be set.
"""

from math import inf
from typing import ClassVar, Final

from fifthstreet.cards import Card
from fifthstreet.game.kinds import ActionKind
from fifthstreet.game.values import Chips, minus, plus


class Event:
    """One thing that happened in a hand. Events are equal if all their fields are."""

    __match_args__: ClassVar[tuple[str, ...]] = ("street",)

    def __init__(self, street: int, commentary: str | None = None) -> None:
        self.street: Final[int] = street
        """Number of the street, from 0."""
        self.commentary: Final[str | None] = commentary
        """Comment, or None."""

    def fields(self) -> tuple[object, ...]:
        """Return the field values in the order of `__match_args__`."""
        return tuple([getattr(self, name) for name in self.__match_args__])

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Event)
        return self.commentary == other.commentary and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.commentary, self.fields()))

    def __repr__(self) -> str:
        named = []
        for name, value in zip(self.__match_args__, self.fields(), strict=True):
            named.append(f"{name.replace('_', ' ')} {value!r}")
        if self.commentary is not None:
            named.append(f"comment {self.commentary!r}")
        return f"<{type(self).__name__}: {', '.join(named)}>"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (*self.fields(), self.commentary)


class SeatEvent(Event):
    """Something that one player did, or that was done for them."""

    __match_args__: ClassVar[tuple[str, ...]] = ("seat", "street")

    def __init__(self, seat: int, street: int, commentary: str | None = None) -> None:
        super().__init__(street, commentary)
        self.seat: Final[int] = seat
        """Seat of the player."""


class BettingEvent(SeatEvent):
    """A forced bet or an action of the betting, with the chips before and after it."""

    __match_args__: ClassVar[tuple[str, ...]] = (
        "seat",
        "street",
        "added",
        "total",
        "to_match",
        "pot_before",
        "stack_after",
    )

    def __init__(
        self,
        seat: int,
        street: int,
        added: Chips,
        total: Chips,
        to_match: Chips,
        pot_before: Chips,
        stack_after: Chips,
        commentary: str | None = None,
    ) -> None:
        super().__init__(seat, street, commentary)
        self.added: Final[Chips] = added
        """Chips that went from the stack into the pot."""
        self.total: Final[Chips] = total
        """The player's bet on this street after it: what a bet or raise is to."""
        self.to_match: Final[Chips] = to_match
        """Bet to match on this street before it."""
        self.pot_before: Final[Chips] = pot_before
        """All chips in the middle before it, bets included."""
        self.stack_after: Final[Chips] = stack_after
        """Chips that the player has left."""

    @property
    def kind(self) -> ActionKind:
        """Kind of action or forced bet; never ALL_IN, see `is_all_in`."""
        return _KINDS[type(self)]

    @property
    def amount(self) -> Chips:
        """What a bet or raise is to; otherwise the chips added."""
        return self.added

    @property
    def is_all_in(self) -> bool:
        """Whether the player put in the last of their chips."""
        return bool(self.added) and not self.stack_after

    @property
    def stack_before(self) -> Chips:
        """Chips that the player had before it."""
        return plus(self.stack_after, self.added)

    @property
    def total_before(self) -> Chips:
        """The player's bet on this street before it."""
        return minus(self.total, self.added)

    @property
    def is_facing_bet(self) -> bool:
        """Whether there was a bet to call."""
        return bool(self.to_match > self.total_before)

    @property
    def pot_after(self) -> Chips:
        """All chips in the middle after it, bets included."""
        return plus(self.pot_before, self.added)

    @property
    def raised_by(self) -> Chips:
        """Chips above the bet to match; 0 for a check, a call or a fold."""
        above = minus(self.total, self.to_match)
        return above if above > 0 else above * 0

    @property
    def pot_after_call(self) -> Chips:
        """The pot if the player had only called, which sizes of bets and raises refer to."""
        return minus(plus(self.pot_before, self.added), self.raised_by)

    @property
    def size(self) -> Chips:
        """Size of a bet or raise as a multiple of the pot after the call; otherwise 0."""
        return share_of_pot(self.raised_by, self.pot_after_call)


def share_of_pot(addition: Chips, pot_after_call: Chips) -> Chips:
    """Return chips above the call as a multiple of the pot after the call."""
    if not addition:
        return 0
    return addition / pot_after_call if pot_after_call else inf


class ForcedBet(BettingEvent):
    """An ante, a blind, a straddle or a late post."""


class AntePosted(ForcedBet):
    """A player posted an ante."""


class BlindPosted(ForcedBet):
    """A player posted a blind, a straddle, or a blind to come in late."""

    __match_args__: ClassVar[tuple[str, ...]] = (
        "seat",
        "street",
        "added",
        "total",
        "to_match",
        "pot_before",
        "stack_after",
        "blind",
    )

    def __init__(
        self,
        seat: int,
        street: int,
        added: Chips,
        total: Chips,
        to_match: Chips,
        pot_before: Chips,
        stack_after: Chips,
        blind: str,
        commentary: str | None = None,
    ) -> None:
        super().__init__(seat, street, added, total, to_match, pot_before, stack_after, commentary)
        self.blind: Final[str] = blind
        """`small blind`, `big blind`, `straddle` or `late post`."""

    @property
    def kind(self) -> ActionKind:
        """Which blind it is."""
        return ActionKind(self.blind)


class BettingAction(BettingEvent):
    """What a player did when it was their turn to act."""


class BringInPosted(BettingAction):
    """A player posted the bring-in."""


class Folded(BettingAction):
    """A player folded."""


class Checked(BettingAction):
    """A player checked."""


class Called(BettingAction):
    """A player called."""


class Bet(BettingAction):
    """A player bet where there was no bet."""

    @property
    def amount(self) -> Chips:
        """What the bet is to."""
        return self.total


class Raised(BettingAction):
    """A player raised a bet, or completed a bring-in."""

    @property
    def amount(self) -> Chips:
        """What the raise is to."""
        return self.total


_KINDS: Final[dict[type, ActionKind]] = {
    AntePosted: ActionKind.ANTE,
    BringInPosted: ActionKind.BRING_IN,
    Folded: ActionKind.FOLD,
    Checked: ActionKind.CHECK,
    Called: ActionKind.CALL,
    Bet: ActionKind.BET,
    Raised: ActionKind.RAISE,
}


class HoleDealt(SeatEvent):
    """A player was dealt hole cards."""

    __match_args__: ClassVar[tuple[str, ...]] = ("seat", "street", "cards", "are_up")

    def __init__(
        self,
        seat: int,
        street: int,
        cards: tuple[Card, ...],
        are_up: tuple[bool, ...],
        commentary: str | None = None,
    ) -> None:
        super().__init__(seat, street, commentary)
        self.cards: Final[tuple[Card, ...]] = cards
        """Cards that were dealt; unknown cards for players who cannot see them."""
        self.are_up: Final[tuple[bool, ...]] = are_up
        """Whether each card lies face up."""


class BoardDealt(Event):
    """Cards were dealt to a board."""

    __match_args__: ClassVar[tuple[str, ...]] = ("street", "cards", "board", "place")

    def __init__(
        self,
        street: int,
        cards: tuple[Card, ...],
        board: int,
        place: int,
        commentary: str | None = None,
    ) -> None:
        super().__init__(street, commentary)
        self.cards: Final[tuple[Card, ...]] = cards
        """Cards that were dealt."""
        self.board: Final[int] = board
        """Number of the board, from 0; each runout has a board of its own."""
        self.place: Final[int] = place
        """Number of cards that lie before these on the board."""


class CardBurned(Event):
    """A card was burned."""

    __match_args__: ClassVar[tuple[str, ...]] = ("street", "card")

    def __init__(self, street: int, card: Card, commentary: str | None = None) -> None:
        super().__init__(street, commentary)
        self.card: Final[Card] = card
        """Card that was burned; unknown to all players."""


class Discarded(SeatEvent):
    """A player threw cards away in a draw; none to stand pat."""

    __match_args__: ClassVar[tuple[str, ...]] = ("seat", "street", "cards")

    def __init__(
        self, seat: int, street: int, cards: tuple[Card, ...], commentary: str | None = None
    ) -> None:
        super().__init__(seat, street, commentary)
        self.cards: Final[tuple[Card, ...]] = cards
        """Cards that were thrown away; unknown cards for the other players."""


class RunoutsChosen(SeatEvent):
    """A player requested a number of runouts."""

    __match_args__: ClassVar[tuple[str, ...]] = ("seat", "street", "count")

    def __init__(
        self, seat: int, street: int, count: int | None, commentary: str | None = None
    ) -> None:
        super().__init__(seat, street, commentary)
        self.count: Final[int | None] = count
        """Number of runouts, or None for no preference."""


class BetsCollected(Event):
    """The bets of a street went into the pot.

    A bet that no other player matched goes back to its stack. The last player left keeps the whole
    bet in front of them until they take the pot.
    """

    __match_args__: ClassVar[tuple[str, ...]] = (
        "street",
        "bets",
        "uncalled_seat",
        "uncalled",
        "winner",
    )

    def __init__(
        self,
        street: int,
        bets: tuple[Chips, ...],
        uncalled_seat: int,
        uncalled: Chips,
        winner: int,
        commentary: str | None = None,
    ) -> None:
        super().__init__(street, commentary)
        self.bets: Final[tuple[Chips, ...]] = bets
        """Chips of each seat that went into the pot."""
        self.uncalled_seat: Final[int] = uncalled_seat
        """Seat whose bet was not called in full, or -1."""
        self.uncalled: Final[Chips] = uncalled
        """Chips of that bet that no other player matched."""
        self.winner: Final[int] = winner
        """The last player left, whose bet was not moved; -1 while there are several."""


class Shown(SeatEvent):
    """A player showed hole cards."""

    __match_args__: ClassVar[tuple[str, ...]] = ("seat", "street", "cards")

    def __init__(
        self, seat: int, street: int, cards: tuple[Card, ...], commentary: str | None = None
    ) -> None:
        super().__init__(seat, street, commentary)
        self.cards: Final[tuple[Card, ...]] = cards
        """Cards that were shown; unknown cards for those that stay face down."""


class Mucked(SeatEvent):
    """A player gave up their hole cards at the showdown without showing them."""


class HandKilled(SeatEvent):
    """The dealer took away a hand that cannot win."""


class PotWon(Event):
    """The dealer pushed a pot, or part of it, to its winners."""

    __match_args__: ClassVar[tuple[str, ...]] = ("street", "amounts", "pot", "board", "hand_type")

    def __init__(
        self,
        street: int,
        amounts: tuple[Chips, ...],
        pot: int,
        board: int | None,
        hand_type: int | None,
        commentary: str | None = None,
    ) -> None:
        super().__init__(street, commentary)
        self.amounts: Final[tuple[Chips, ...]] = amounts
        """Chips that each seat won."""
        self.pot: Final[int] = pot
        """Number of the pot: 0 is the main pot."""
        self.board: Final[int | None] = board
        """Number of the board, or None if only one player was left."""
        self.hand_type: Final[int | None] = hand_type
        """Number of the hand type, or None if only one player was left."""


class WinningsTaken(SeatEvent):
    """A player added the chips in front of them to their stack at the end of a hand."""

    __match_args__: ClassVar[tuple[str, ...]] = ("seat", "street", "amount", "stack_after")

    def __init__(
        self,
        seat: int,
        street: int,
        amount: Chips,
        stack_after: Chips,
        commentary: str | None = None,
    ) -> None:
        super().__init__(seat, street, commentary)
        self.amount: Final[Chips] = amount
        """Chips that were taken: what the player won, and an uncalled bet."""
        self.stack_after: Final[Chips] = stack_after
        """Chips that the player has now."""


class Noted(Event):
    """A comment on the hand."""


# Shared by all hands, because most cards are dealt face down and one by one.
_MAX_SEATS: Final = 52
_MAX_STREETS: Final = 8
_HIDDEN_BURNS: Final = [CardBurned(street, Card.UNKNOWN) for street in range(_MAX_STREETS)]
_HIDDEN_DEALS: Final = [
    [HoleDealt(seat, street, (Card.UNKNOWN,), (False,)) for seat in range(_MAX_SEATS)]
    for street in range(_MAX_STREETS)
]


def visible_event(event: Event, seat: int | None = None) -> Event:
    """Return an event as a seat sees it, with unknown cards in place of cards it may not see.

    Args:
        event: In it, face-down cards and discards of other seats and burned cards are hidden, and
            comments on them are left out.
        seat: Seat from 0; by default as all players at the table see it.

    >>> visible_event(CardBurned(1, Card("A", "s")))
    <CardBurned: street 1, card ??>
    """
    if type(event) is HoleDealt:
        assert isinstance(event, HoleDealt)
        if event.seat == seat:
            return event
        if len(event.cards) == 1 and not event.are_up[0] and event.street < _MAX_STREETS:
            return _HIDDEN_DEALS[event.street][event.seat]
        cards = [
            card if is_up else Card.UNKNOWN
            for card, is_up in zip(event.cards, event.are_up, strict=True)
        ]
        return HoleDealt(event.seat, event.street, tuple(cards), event.are_up)
    if type(event) is CardBurned:
        if event.street < _MAX_STREETS:
            return _HIDDEN_BURNS[event.street]
        return CardBurned(event.street, Card.UNKNOWN)
    if type(event) is Discarded:
        assert isinstance(event, Discarded)
        if event.seat == seat:
            return event
        return Discarded(event.seat, event.street, (Card.UNKNOWN,) * len(event.cards))
    return event
