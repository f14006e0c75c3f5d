"""The chips of a hand so far, kept up to date from its events.

This is the only place that adds up stacks, bets and pots outside the rules engine. A ledger reads
each event once, so it can follow a hand that is being played, and a copy costs a few lists.

    >>> from fifthstreet.game.flow import new_state
    >>> state = new_state((200, 150, 180), 1, seed=2)
    >>> ledger = Ledger.of(state)
    >>> ledger
    <Ledger of 3 seats: street 0, pot 3, stacks [199, 148, 180], bets [1, 2, 0]>
    >>> event = state.bet_or_raise_to(7)
    >>> ledger.read(state.events)
    >>> ledger.pot, ledger.stacks[2], ledger.paid
    (10, 173, [1, 2, 7])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fifthstreet.game.chips import chips_text, same_chips
from fifthstreet.game.core import no_player
from fifthstreet.game.events import (
    BetsCollected,
    BettingEvent,
    Event,
    Folded,
    PotWon,
    WinningsTaken,
)
from fifthstreet.game.kinds import Status
from fifthstreet.game.values import Chips, minus, plus, sum_of

if TYPE_CHECKING:
    from fifthstreet.game.state import State


class Ledger:
    """Stacks, bets and pot of a hand, and who is still in it, after the events read so far."""

    __slots__ = (
        "bets",
        "folded",
        "paid",
        "paid_on_street",
        "pot",
        "read_count",
        "stacks",
        "starting_stacks",
        "street",
        "won",
    )

    def __init__(self, starting_stacks: Sequence[Chips]) -> None:
        count = len(starting_stacks)
        self.starting_stacks: tuple[Chips, ...] = tuple(starting_stacks)  # [P]
        self.stacks: list[Chips] = list(starting_stacks)  # [P]
        self.bets: list[Chips] = [0] * count  # [P]  on this street, in front of the players
        self.pot: Chips = 0  # all chips in the middle, bets included
        self.street = 0
        self.folded: set[int] = set()
        self.paid: list[Chips] = [0] * count  # [P]  in the hand, less what went back uncalled
        self.paid_on_street: list[list[Chips]] = [[0] * count]  # [street][P]  up to this street
        self.won: list[Chips] = [0] * count  # [P]  pushed to each seat at the end
        self.read_count = 0

    @classmethod
    def of(cls, state: State) -> Ledger:
        """Return the ledger of a state."""
        ledger = cls(state.starting_stacks)
        ledger.read(state.events)
        return ledger

    def __repr__(self) -> str:
        stacks, bets = (", ".join(map(chips_text, row)) for row in (self.stacks, self.bets))
        chips = f"pot {chips_text(self.pot)}, stacks [{stacks}], bets [{bets}]"
        return f"<Ledger of {len(self.stacks)} seats: street {self.street}, {chips}>"

    def copy(self) -> Ledger:
        """Return an independent copy."""
        other = Ledger(self.starting_stacks)
        other.stacks = self.stacks[:]
        other.bets = self.bets[:]
        other.pot = self.pot
        other.street = self.street
        other.folded = self.folded.copy()
        other.paid = self.paid[:]
        other.paid_on_street = [row[:] for row in self.paid_on_street]
        other.won = self.won[:]
        other.read_count = self.read_count
        return other

    def read(self, events: Sequence[Event]) -> None:
        """Read the events of a hand that were not read before; `events` are all so far."""
        for index in range(self.read_count, len(events)):
            self.apply(events[index])

    def apply(self, event: Event) -> None:
        """Read the next event."""
        self.read_count += 1
        self.street = event.street
        while len(self.paid_on_street) <= event.street:
            self.paid_on_street.append([0] * len(self.stacks))
        if isinstance(event, BettingEvent):
            seat = event.seat
            self.stacks[seat] = event.stack_after
            self.bets[seat] = event.total
            self.pot = event.pot_after
            self._pay(seat, event.added)
            if type(event) is Folded:
                self.folded.add(seat)
        elif isinstance(event, BetsCollected):
            self._collect(event)
        elif isinstance(event, PotWon):
            for seat, amount in enumerate(event.amounts):
                if amount:
                    self.won[seat] = plus(self.won[seat], amount)
                    self.bets[seat] = plus(self.bets[seat], amount)
        elif isinstance(event, WinningsTaken):
            self.stacks[event.seat] = event.stack_after
            self.bets[event.seat] = 0
            self.pot = minus(self.pot, event.amount)

    def _pay(self, seat: int, amount: Chips) -> None:
        self.paid[seat] = plus(self.paid[seat], amount)
        row = self.paid_on_street[self.street]
        row[seat] = plus(row[seat], amount)

    def _collect(self, event: BetsCollected) -> None:
        """Collect the bets; an uncalled one goes back, except to the only player left."""
        for seat in range(len(self.bets)):
            if seat != event.winner:
                self.bets[seat] = 0
        seat = event.uncalled_seat
        if seat >= 0 and seat != event.winner:
            self.stacks[seat] = plus(self.stacks[seat], event.uncalled)
            self.pot = minus(self.pot, event.uncalled)
            self._pay(seat, minus(0, event.uncalled))

    @property
    def in_hand(self) -> list[bool]:
        """Whether each seat has not folded."""
        return [seat not in self.folded for seat in range(len(self.stacks))]

    def status(self, seat: int) -> Status:
        """Return the status of a seat in the betting."""
        if not 0 <= seat < len(self.stacks):
            raise no_player(seat, len(self.stacks))
        if seat in self.folded:
            return Status.FOLDED
        behind = minus(self.starting_stacks[seat], self.paid[seat])
        if same_chips(behind, 0, scale=self.paid[seat]):
            return Status.ALL_IN
        return Status.ACTIVE

    @property
    def side_pots(self) -> tuple[Chips, ...]:
        """Pots that different players can win, without bets; empty if there is only one.

        The main pot comes first; there are none once pots are won. Antes count like bets, which the
        engine does only where it trims them (`ante_trimming_status`).
        """
        if any(self.won):
            return ()
        paid = [minus(total, bet) for total, bet in zip(self.paid, self.bets, strict=True)]
        levels = sorted({paid[seat] for seat in range(len(paid)) if seat not in self.folded})
        pots = []
        for low, high in zip([0, *levels], [*levels[:-1], max(paid)], strict=False):
            pots.append(sum_of(minus(min(each, high), min(each, low)) for each in paid))
        pots = [pot for pot in pots if pot]
        return tuple(pots) if len(pots) > 1 else ()
