"""PokerKit's operations, which `operation_of` makes from the engine's events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, fields
from operator import attrgetter
from typing import Any, Final

from fifthstreet.cards import Card
from fifthstreet.game import events, sum_of

__all__ = [
    "AntePosting",
    "BetCollection",
    "BlindOrStraddlePosting",
    "BoardDealing",
    "BringInPosting",
    "CardBurning",
    "CheckingOrCalling",
    "ChipsPulling",
    "ChipsPushing",
    "CompletionBettingOrRaisingTo",
    "Folding",
    "HandKilling",
    "HoleCardsShowingOrMucking",
    "HoleDealing",
    "NoOperation",
    "Operation",
    "RunoutCountSelection",
    "StandingPatOrDiscarding",
]


@dataclass(frozen=True)
class Operation:
    """What happened in a hand."""

    _: KW_ONLY
    commentary: str | None = None
    """Comment on the operation, or None."""


@dataclass(frozen=True)
class PlayerOperation(Operation):
    """An operation that concerns one player."""

    player_index: int


@dataclass(frozen=True)
class ChipsOperation(PlayerOperation):
    """An operation that moves a player's chips."""

    amount: Any


class AntePosting(ChipsOperation):
    """A player posted an ante."""


@dataclass(frozen=True)
class BetCollection(Operation):
    """Bets were collected into the pot."""

    bets: tuple[Any, ...]

    @property
    def total_bets(self) -> Any:
        """Sum of the bets."""
        return sum_of(self.bets)


class BlindOrStraddlePosting(ChipsOperation):
    """A player posted a blind or a straddle."""


@dataclass(frozen=True)
class CardBurning(Operation):
    """A card was burnt."""

    card: Card


@dataclass(frozen=True)
class HoleDealing(PlayerOperation):
    """A player was dealt hole cards; statuses say which of them lie face up."""

    cards: tuple[Card, ...]
    statuses: tuple[bool, ...]


@dataclass(frozen=True)
class BoardDealing(Operation):
    """Cards were dealt to a board."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class StandingPatOrDiscarding(PlayerOperation):
    """A player discarded cards, or stood pat if there are none."""

    cards: tuple[Card, ...]


class Folding(PlayerOperation):
    """A player folded."""


class CheckingOrCalling(ChipsOperation):
    """A player checked or called."""


class BringInPosting(ChipsOperation):
    """A player posted the bring-in."""


class CompletionBettingOrRaisingTo(ChipsOperation):
    """A player completed, bet or raised to an amount."""


@dataclass(frozen=True)
class RunoutCountSelection(PlayerOperation):
    """A player requested a number of runouts; None means no preference."""

    runout_count: int | None


@dataclass(frozen=True)
class HoleCardsShowingOrMucking(PlayerOperation):
    """A player showed hole cards, or mucked if there are none."""

    hole_cards: tuple[Card, ...]


class HandKilling(PlayerOperation):
    """The dealer killed a losing hand."""


@dataclass(frozen=True)
class ChipsPushing(Operation):
    """The dealer pushed part of a pot to its winners; indices are None for the last player."""

    amounts: tuple[Any, ...]
    pot_index: int
    board_index: int | None
    hand_type_index: int | None

    @property
    def total_amount(self) -> Any:
        """Sum of the amounts pushed."""
        return sum(self.amounts)


class ChipsPulling(ChipsOperation):
    """A player pulled in the chips they won."""


class NoOperation(Operation):
    """Nothing happened; the record may carry a commentary."""


# The operation of each event, and which fields of the event become fields of the operation.
_OPERATIONS: Final[dict[type[events.Event], tuple[type[Operation], *tuple[str, ...]]]] = {
    events.AntePosted: (AntePosting, "seat", "added"),
    events.BetsCollected: (BetCollection, "bets"),
    events.BlindPosted: (BlindOrStraddlePosting, "seat", "added"),
    events.CardBurned: (CardBurning, "card"),
    events.HoleDealt: (HoleDealing, "seat", "cards", "are_up"),
    events.BoardDealt: (BoardDealing, "cards"),
    events.Discarded: (StandingPatOrDiscarding, "seat", "cards"),
    events.Folded: (Folding, "seat"),
    events.Checked: (CheckingOrCalling, "seat", "added"),
    events.Called: (CheckingOrCalling, "seat", "added"),
    events.BringInPosted: (BringInPosting, "seat", "added"),
    events.Bet: (CompletionBettingOrRaisingTo, "seat", "total"),
    events.Raised: (CompletionBettingOrRaisingTo, "seat", "total"),
    events.RunoutsChosen: (RunoutCountSelection, "seat", "count"),
    events.Shown: (HoleCardsShowingOrMucking, "seat", "cards"),
    events.HandKilled: (HandKilling, "seat"),
    events.PotWon: (ChipsPushing, "amounts", "pot", "board", "hand_type"),
    events.WinningsTaken: (ChipsPulling, "seat", "amount"),
}


def _reader(kind: type[Operation], read: Callable[[Any], tuple[Any, ...]]) -> _Reader:
    return kind, tuple(field.name for field in fields(kind)), read


_Reader = tuple[type[Operation], tuple[str, ...], Callable[[Any], tuple[Any, ...]]]
_READERS: Final[dict[type[events.Event], _Reader]] = {
    event: _reader(kind, attrgetter("commentary", *names))
    for event, (kind, *names) in _OPERATIONS.items()
} | {
    events.Mucked: _reader(
        HoleCardsShowingOrMucking, lambda event: (event.commentary, event.seat, ())
    ),
    events.Noted: _reader(NoOperation, lambda event: (event.commentary,)),
}


def operation_of(event: events.Event) -> Operation:
    """Return the operation that an event records."""
    kind, names, read = _READERS[type(event)]
    operation = object.__new__(kind)  # quicker than the constructor of a frozen dataclass
    operation.__dict__.update(zip(names, read(event), strict=True))
    return operation
