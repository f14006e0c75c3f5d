"""PokerKit's operations, which `operation_of` makes from the engine's events."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from fifthstreet.cards import Card
from fifthstreet.game import events
from fifthstreet.game.values import settled


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
class ChipsOperation(Operation):
    """An operation that moves a player's chips."""

    player_index: int
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
        return settled(sum(self.bets))


class BlindOrStraddlePosting(ChipsOperation):
    """A player posted a blind or a straddle."""


@dataclass(frozen=True)
class CardBurning(Operation):
    """A card was burnt."""

    card: Card


@dataclass(frozen=True)
class HoleDealing(Operation):
    """A player was dealt hole cards; statuses say which of them lie face up."""

    player_index: int
    cards: tuple[Card, ...]
    statuses: tuple[bool, ...]


@dataclass(frozen=True)
class BoardDealing(Operation):
    """Cards were dealt to a board."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class StandingPatOrDiscarding(Operation):
    """A player discarded cards, or stood pat if there are none."""

    player_index: int
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
class RunoutCountSelection(Operation):
    """A player asked for a number of runouts; None means no preference."""

    player_index: int
    runout_count: int | None


@dataclass(frozen=True)
class HoleCardsShowingOrMucking(Operation):
    """A player showed hole cards, or mucked if there are none."""

    player_index: int
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


def operation_of(event: events.Event) -> Operation:
    """Return the operation that an event records."""
    note = event.commentary
    match event:
        case events.Folded():
            return Folding(event.seat, commentary=note)
        case events.Checked() | events.Called():
            return CheckingOrCalling(event.seat, event.added, commentary=note)
        case events.Bet() | events.Raised():
            return CompletionBettingOrRaisingTo(event.seat, event.total, commentary=note)
        case events.HoleDealt():
            return HoleDealing(event.seat, event.cards, event.are_up, commentary=note)
        case events.BoardDealt():
            return BoardDealing(event.cards, commentary=note)
        case events.CardBurned():
            return CardBurning(event.card, commentary=note)
        case events.AntePosted():
            return AntePosting(event.seat, event.added, commentary=note)
        case events.BlindPosted():
            return BlindOrStraddlePosting(event.seat, event.added, commentary=note)
        case events.BringInPosted():
            return BringInPosting(event.seat, event.added, commentary=note)
        case events.BetsCollected():
            return BetCollection(event.bets, commentary=note)
        case events.Discarded():
            return StandingPatOrDiscarding(event.seat, event.cards, commentary=note)
        case events.RunoutsChosen():
            return RunoutCountSelection(event.seat, event.count, commentary=note)
        case events.Shown():
            return HoleCardsShowingOrMucking(event.seat, event.cards, commentary=note)
        case events.Mucked():
            return HoleCardsShowingOrMucking(event.seat, (), commentary=note)
        case events.HandKilled():
            return HandKilling(event.seat, commentary=note)
        case events.PotWon():
            return ChipsPushing(
                event.amounts, event.pot, event.board, event.hand_type, commentary=note
            )
        case events.WinningsTaken():
            return ChipsPulling(event.seat, event.amount, commentary=note)
    return NoOperation(commentary=note)
