"""What a person sees of a hand: events one by one, and the table after each of them.

The rules engine carries out what is not a decision at once: bets are collected, cards dealt and
pots pushed before the next player is asked. A page that shows the hand move by move needs the table
after each of these operations, so `SceneTracker` derives it from the operations alone. It reads
only those that the person may see, so that a scene cannot hold hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fifthstreet.agents.view import public_operation
from fifthstreet.game.card import Card
from fifthstreet.game.operations import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    BringInPosting,
    CheckingOrCalling,
    ChipsPulling,
    ChipsPushing,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Operation,
    StandingPatOrDiscarding,
)

_POSTS: dict[type[Operation], str] = {
    AntePosting: "ante",
    BlindOrStraddlePosting: "blind",
    BringInPosting: "bring_in",
}


@dataclass(frozen=True)
class Scene:
    """The table as one person sees it; all lists are by seat of the table. Amounts are chips."""

    stacks: tuple[int, ...]  # [S]
    bets: tuple[int, ...]  # [S]  on this street, not yet in the pot
    pot: int  # without the bets
    pots: tuple[int, ...]  # its parts, if there are side pots: the main pot, then the others
    in_hand: tuple[bool, ...]  # [S]  who has cards and has not folded
    cards: tuple[tuple[Card, ...], ...]  # [S]  unknown cards where they lie face down
    is_up: tuple[tuple[bool, ...], ...]  # [S]  which of them everybody sees
    boards: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Frame:
    """An event of a hand, and the table after it."""

    number: int  # in the session
    kind: str  # ante, blind, bring_in, deal, board, fold, check, call, bet, raise, ...
    seat: int | None
    amount: int | None  # chips added; what a bet or raise is to; what was won
    cards: tuple[Card, ...]
    scene: Scene


def visible_operation(operation: Operation, position: int) -> Operation:
    """Return an operation as the player in a position sees it."""
    if (
        isinstance(operation, HoleDealing | StandingPatOrDiscarding)
        and operation.player_index == position
    ):
        return operation
    return public_operation(operation)


class SceneTracker:
    """The table during a hand, kept up to date from the operations that one person may see."""

    def __init__(
        self,
        stacks: Sequence[int],
        seats: Sequence[int],
        person: int,
        board_count: int,
        number: int,
    ) -> None:
        """Begin a hand.

        `stacks` are those of all seats of the table, `seats` has the seat of each position in the
        hand, `person` is the person's seat and `number` that of the first event.
        """
        count = len(stacks)
        self._seats = tuple(seats)
        self._person = person
        self._stacks = list(stacks)
        self._bets = [0] * count
        self._pot = 0
        self._paid = [0] * count  # into the pot
        self._in_hand = [seat in self._seats for seat in range(count)]
        self._cards: list[list[Card]] = [[] for _ in range(count)]
        self._is_up: list[list[bool]] = [[] for _ in range(count)]
        self._boards: list[list[Card]] = [[] for _ in range(board_count)]
        self._board_deals = 0
        self._number = number
        self._read = 0

    def catch_up(self, operations: Sequence[Operation]) -> list[Frame]:
        """Read the operations since the last call; return a frame for each that can be seen."""
        frames = []
        position = self._seats.index(self._person)
        for operation in operations[self._read :]:
            event = self._apply(visible_operation(operation, position))
            if event is not None:
                frames.append(Frame(self._number, *event, self.scene()))
                self._number += 1
        self._read = len(operations)
        return frames

    def scene(self) -> Scene:
        """Return the table as it is."""
        return Scene(
            stacks=tuple(self._stacks),
            bets=tuple(self._bets),
            pot=self._pot,
            pots=self._side_pots(),
            in_hand=tuple(self._in_hand),
            cards=tuple(map(tuple, self._cards)),
            is_up=tuple(map(tuple, self._is_up)),
            boards=tuple(map(tuple, self._boards)),
        )

    def _side_pots(self) -> tuple[int, ...]:
        """Return the pots that different players can win; nothing if there is only one."""
        levels = sorted({self._paid[seat] for seat, is_in in enumerate(self._in_hand) if is_in})
        pots = []
        for low, high in zip([0, *levels], [*levels[:-1], max(self._paid)], strict=False):
            pots.append(sum(min(paid, high) - min(paid, low) for paid in self._paid))
        pots = [pot for pot in pots if pot]
        return tuple(pots) if len(pots) > 1 else ()

    def _apply(
        self, operation: Operation
    ) -> tuple[str, int | None, int | None, tuple[Card, ...]] | None:
        """Carry out an operation; return what, who, chips and cards, or None if nothing shows."""
        match operation:
            case AntePosting() | BlindOrStraddlePosting() | BringInPosting():
                return self._pay(_POSTS[type(operation)], operation.player_index, operation.amount)
            case CheckingOrCalling():
                kind = "call" if operation.amount else "check"
                return self._pay(kind, operation.player_index, operation.amount)
            case CompletionBettingOrRaisingTo():
                kind = "raise" if any(self._bets) else "bet"
                seat = self._seats[operation.player_index]
                self._pay(kind, operation.player_index, operation.amount - self._bets[seat])
                return kind, seat, operation.amount, ()
            case Folding():
                return self._fold(self._seats[operation.player_index])
            case BetCollection():
                return self._collect(operation.bets)
            case HoleDealing():
                seat = self._seats[operation.player_index]
                self._cards[seat] += operation.cards
                self._is_up[seat] += operation.statuses
                return "deal", seat, None, operation.cards
            case BoardDealing():
                # Boards are dealt in turn.
                self._boards[self._board_deals % len(self._boards)] += operation.cards
                self._board_deals += 1
                return "board", None, None, operation.cards
            case StandingPatOrDiscarding():
                return self._discard(self._seats[operation.player_index], operation.cards)
            case HoleCardsShowingOrMucking():
                return self._show(self._seats[operation.player_index], operation.hole_cards)
            case ChipsPushing():
                for position, amount in enumerate(operation.amounts):
                    self._bets[self._seats[position]] += amount
                self._pot -= sum(operation.amounts)
                self._paid = [0] * len(self._paid)
                return None
            case ChipsPulling():
                return self._pull(self._seats[operation.player_index], operation.amount)
        return None

    def _pay(
        self, kind: str, position: int, amount: Any
    ) -> tuple[str, int, int | None, tuple[Card, ...]]:
        seat = self._seats[position]
        self._stacks[seat] -= amount
        self._bets[seat] += amount
        return kind, seat, amount or None, ()

    def _fold(self, seat: int) -> tuple[str, int, None, tuple[Card, ...]]:
        self._in_hand[seat] = False
        if seat != self._person:
            self._cards[seat].clear()
            self._is_up[seat].clear()
        return "fold", seat, None, ()

    def _collect(self, collected: tuple[Any, ...]) -> tuple[str, None, int, tuple[Card, ...]]:
        """Move bets to the pot; what nobody called goes back, but the last player's bet stays."""
        is_won = self._in_hand.count(True) == 1
        for position, seat in enumerate(self._seats):
            if not (is_won and self._in_hand[seat]):
                self._stacks[seat] += self._bets[seat] - collected[position]
                self._bets[seat] = 0
            self._paid[seat] += collected[position]
        self._pot += sum(collected)
        return "collect", None, sum(collected), ()

    def _discard(
        self, seat: int, cards: tuple[Card, ...]
    ) -> tuple[str, int, int, tuple[Card, ...]]:
        for card in cards:
            index = self._cards[seat].index(card)
            del self._cards[seat][index], self._is_up[seat][index]
        return "discard", seat, len(cards), cards

    def _show(self, seat: int, cards: tuple[Card, ...]) -> tuple[str, int, None, tuple[Card, ...]]:
        if cards:
            self._cards[seat] = list(cards)
            self._is_up[seat] = [True] * len(cards)
            return "show", seat, None, cards
        if seat != self._person:
            self._cards[seat].clear()
            self._is_up[seat].clear()
        return "muck", seat, None, ()

    def _pull(self, seat: int, amount: Any) -> tuple[str, int, int, tuple[Card, ...]]:
        self._bets[seat] -= amount
        self._stacks[seat] += amount
        return "win", seat, amount, ()
