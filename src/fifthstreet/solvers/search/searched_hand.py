"""Real hands as a search reads them: the chips at its start, and a path from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fifthstreet.cards import cards_text
from fifthstreet.game import (
    Bet,
    BettingAction,
    BoardDealt,
    Event,
    Folded,
    Ledger,
    Raised,
    SeatView,
    common_chip,
    exact_amount,
)
from fifthstreet.solvers.search.hand_search import SearchStart
from fifthstreet.tree import chips_text

_MAX_CHIPS = 100_000_000  # of a pot and two stacks; trees have a limit


@dataclass(frozen=True)
class SearchedHand:
    """A hand of two players that has reached the first street of a search, in whole chips.

    Only chips that both players can lose count: the stack is the smaller one, and a larger bet is
    all-in. Bets that are not whole chips are rounded up.
    """

    before: tuple[Event, ...]  # events before the street
    seats: tuple[int, ...]  # who is in the hand, in order of play after the flop
    board: tuple[int, ...]  # at the start of the street
    pot: int
    stack: int
    min_bet: int
    chip: Fraction
    path: str  # since the start

    @classmethod
    def of(cls, view: SeatView, street: int) -> SearchedHand:
        """Read a seat's view of a hand that has reached a street."""
        least = view.hand.game.streets[street].min_completion_betting_or_raising_amount
        return cls.read(view.events, view.hand.starting_stacks, least, street)

    @classmethod
    def read(
        cls, events: Sequence[Event], starting_stacks: Sequence[Any], least: Any, street: int
    ) -> SearchedHand:
        """Read the events of a hand that two players have reached a street in.

        `least` is the smallest bet of the street.
        """
        at = deal_of(events, street)
        before = tuple(events[:at])
        ledger = Ledger(starting_stacks)
        ledger.read(before)
        seats = [seat for seat in range(len(ledger.stacks)) if seat not in ledger.folded]
        behind = [ledger.stacks[seat] for seat in seats]
        pot, stack = exact_amount(ledger.pot), exact_amount(min(behind))
        chip = whole_chip([*ledger.starting_stacks, *ledger.paid, least], pot + 2 * stack)
        whole = _rounded(stack, chip)
        board = [
            int(card)
            for event in events[: at + 1]
            if isinstance(event, BoardDealt)
            for card in event.cards
        ]
        return cls(
            before,
            tuple(seats),
            tuple(board),
            _rounded(pot, chip),
            whole,
            max(_rounded(exact_amount(least), chip), 1),
            chip,
            _path(events[at + 1 :], whole, chip),
        )

    def start(self, node: int, players: tuple[int, int] = (0, 1)) -> SearchStart:
        """Return the start of the search, with the node and the players of a strategy's tree."""
        chip = float(self.chip)
        return SearchStart(
            *(node, self.board, self.pot * chip, self.stack * chip, self.min_bet * chip, chip),
            players,
        )


def folds_before(events: Sequence[Event], street: int) -> int:
    """Return how many players have folded before a street.

    Args:
        events: A hand that has reached the street.
        street: 1 for the flop, 2 for the turn or 3 for the river.
    """
    return sum(isinstance(event, Folded) for event in events[: deal_of(events, street)])


def deal_of(events: Sequence[Event], street: int) -> int:
    """Return the index of the event that deals the board of a street."""
    return [i for i, event in enumerate(events) if isinstance(event, BoardDealt)][street - 1]


def whole_chip(amounts: Sequence[Any], total: Fraction) -> Fraction:
    """Return the chip of a hand, coarser than the real one if there would be too many."""
    chip = common_chip(amounts)
    while total > _MAX_CHIPS * chip:
        chip *= 10
    return chip


def _rounded(amount: Fraction, chip: Fraction) -> int:
    return round(amount / chip)


def _path(events: Sequence[Event], stack: int, chip: Fraction) -> str:
    """Return events as a path; no bet is larger than the stack."""
    steps, left, top = ["r"], stack, 0  # in the chips of the search, which rounds bets
    for event in events:
        if isinstance(event, BoardDealt):
            steps.append(f"n{cards_text([int(card) for card in event.cards])}")
            left, top = left - top, 0
        elif isinstance(event, Bet | Raised):
            top = min(-int(-exact_amount(event.total) // chip), left)
            steps.append(f"b{chips_text(top, float(chip))}")
        elif isinstance(event, BettingAction):
            steps.append(event.kind.value)
    return ":".join(steps)
