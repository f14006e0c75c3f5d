"""Real hands of several players as a search reads them: one street, with its pots and bets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from fifthstreet.game import (
    Bet,
    BettingAction,
    BoardDealt,
    Event,
    Folded,
    Ledger,
    Raised,
    SeatView,
    exact_amount,
)
from fifthstreet.solvers.search.searched_hand import deal_of, whole_chip
from fifthstreet.solvers.search.seats_spot import StreetPot, merged_pots
from fifthstreet.tree import chips_text


@dataclass(frozen=True)
class SeatsStep:
    """A betting action on the street, in whole chips."""

    player: int  # in order of play among those who are left
    text: str  # as in a path, like `b350`


@dataclass(frozen=True)
class SeatsHand:
    """A street of a real hand, and its betting so far, in whole chips."""

    before: tuple[Event, ...]  # events before the street
    street: int
    seats: tuple[int, ...]  # who is in the hand when the street starts, in order of play
    board: tuple[int, ...]
    stacks: tuple[int, ...]  # [P] behind at the start
    pots: tuple[StreetPot, ...]  # at the start
    min_bet: int
    chip: Fraction
    steps: tuple[SeatsStep, ...]

    @classmethod
    def of(cls, view: SeatView, street: int) -> SeatsHand:
        """Read a street that a hand has reached from a seat's view.

        Stacks and bets that are not whole chips are rounded.
        """
        events = view.events
        at = deal_of(events, street)
        before = tuple(events[:at])
        ledger = Ledger(view.hand.starting_stacks)
        ledger.read(before)
        least = view.hand.game.streets[street].min_completion_betting_or_raising_amount
        seats = tuple(s for s in range(len(ledger.stacks)) if s not in ledger.folded)
        total = sum((exact_amount(stack) for stack in ledger.starting_stacks), Fraction(0))
        chip = whole_chip([*ledger.starting_stacks, *ledger.paid, least], total)
        stacks = tuple(round(exact_amount(ledger.stacks[seat]) / chip) for seat in seats)
        board = tuple(
            int(card)
            for event in events[: at + 1]
            if isinstance(event, BoardDealt)
            for card in event.cards
        )
        pots = _pots(ledger, seats, chip)
        steps = _steps(events[at + 1 :], seats, stacks, chip)
        smallest = max(round(exact_amount(least) / chip), 1)
        return cls(before, street, seats, board, stacks, pots, smallest, chip, steps)

    @property
    def pot(self) -> int:
        """Whole chips in the pots at the start."""
        return round(sum(pot.chips for pot in self.pots))

    def path(self, steps: int) -> str:
        """Return the first steps as a path."""
        return ":".join(["r", *(step.text for step in self.steps[:steps])])


def _pots(ledger: Ledger, seats: Sequence[int], chip: Fraction) -> tuple[StreetPot, ...]:
    """Return the pots at the start of a street: players contest what they have matched."""
    paid = [round(exact_amount(chips) / chip) for chips in ledger.paid]
    whole = round(exact_amount(ledger.pot) / chip)
    pots, below = [], 0
    levels = sorted({paid[seat] for seat in seats})
    for level in levels:
        last = level == levels[-1]  # of blinds above it, players who left have paid the rest
        chips = sum((each if last else min(each, level)) - min(each, below) for each in paid)
        players = tuple(at for at, seat in enumerate(seats) if paid[seat] >= level)
        pots.append(StreetPot(chips, players))
        below = level
    # Rounding, and dead money that no seat has paid, belong to the first pot.
    first = pots[0]
    rest = whole - sum(pot.chips for pot in pots)
    pots[0] = StreetPot(first.chips + rest, first.players)
    return merged_pots(pots, range(len(seats)))


def _steps(
    events: Sequence[Event], seats: Sequence[int], stacks: Sequence[int], chip: Fraction
) -> tuple[SeatsStep, ...]:
    """Return the betting of a street; no bet is larger than some opponent can match."""
    steps: list[SeatsStep] = []
    live = set(range(len(seats)))
    for event in events:
        if isinstance(event, BoardDealt):
            break
        if not isinstance(event, BettingAction):
            continue
        player = seats.index(event.seat)
        if isinstance(event, Bet | Raised):
            most = max(stacks[other] for other in live if other != player)
            amount = min(-int(-exact_amount(event.total) // chip), stacks[player], most)
            steps.append(SeatsStep(player, f"b{chips_text(amount, 1.0)}"))
        else:
            steps.append(SeatsStep(player, event.kind.value))
        if isinstance(event, Folded):
            live.discard(player)
    return tuple(steps)
