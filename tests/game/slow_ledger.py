"""The chips of a hand, added up the slow way: from who did what and for how much.

Events carry the chips around them. This module ignores these fields: it reads from each event only
what PokerKit's operations record (the player, the amount, the cards), and rebuilds everything else
in exact fractions.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isinf
from typing import Any

from fifthstreet.game import State
from fifthstreet.game.events import (
    AntePosted,
    Bet,
    BetsCollected,
    BlindPosted,
    BoardDealt,
    BringInPosted,
    Called,
    CardBurned,
    Checked,
    Discarded,
    Event,
    Folded,
    HoleDealt,
    Raised,
)
from fifthstreet.game.kinds import ActionKind

POSTS = (AntePosted, BlindPosted, BringInPosted)
DEALS = (CardBurned, HoleDealt, BoardDealt, Discarded)


def exact(amount: Any) -> Any:
    """Return an amount as the fraction that it is written as; infinite amounts stay floats."""
    if isinstance(amount, float):
        return amount if isinf(amount) else Fraction(repr(amount))
    return Fraction(amount)


@dataclass(frozen=True)
class SlowRecord:
    """A forced bet or an action, with the chips around it."""

    seat: int
    street: int
    kind: ActionKind
    amount: Any
    added: Any
    stack_before: Any
    stack_after: Any
    raised_by: Any
    total: Any
    pot_before: Any

    @property
    def is_all_in(self) -> bool:
        return self.stack_after == 0 and self.kind is not ActionKind.FOLD


class SlowLedger:
    """Stacks, bets and payments of the betting in a hand; winnings are not counted."""

    def __init__(self, state: State) -> None:
        self.state = state  # used only for its terms
        self.stacks = [exact(stack) for stack in state.starting_stacks]
        self.bets: list[Any] = [Fraction(0)] * state.player_count
        self.pot: Any = Fraction(0)
        self.street = 0
        self.folded: set[int] = set()
        self.paid_on_street = [[Fraction(0)] * state.player_count for _ in state.streets]
        self.is_betting = False

    def read(self, event: Event) -> SlowRecord | None:
        """Read the next event; return the record of a forced bet or an action."""
        if isinstance(event, BetsCollected):
            self._collect([exact(bet) for bet in event.bets])
        elif isinstance(event, DEALS):
            # Deals come before bets, so the first deal of a street ends the last betting round.
            if self.is_betting:
                self.street += 1
                self.is_betting = False
        else:
            return self._enter(event)
        return None

    def _enter(self, event: Any) -> SlowRecord | None:
        highest = max(self.bets)
        kind: ActionKind
        amount = added = raised_by = Fraction(0)
        if isinstance(event, Checked | Called):
            amount = added = exact(event.amount)
            kind = ActionKind.CALL if amount else ActionKind.CHECK
        elif isinstance(event, Folded):
            kind = ActionKind.FOLD
        elif isinstance(event, Bet | Raised):
            amount = exact(event.amount)
            added = amount - self.bets[event.seat]
            kind = ActionKind.RAISE if highest else ActionKind.BET
            raised_by = amount - (highest if self.street else self._first_bet())
        elif isinstance(event, POSTS):
            amount = added = exact(event.amount)
            kind = self._kind_of_post(event)
            raised_by = max(Fraction(0), self.bets[event.seat] + amount - highest)
        else:
            return None
        seat = event.seat
        record = SlowRecord(
            seat=seat,
            street=self.street,
            kind=kind,
            amount=amount,
            added=added,
            stack_before=self.stacks[seat],
            stack_after=self.stacks[seat] - added,
            raised_by=raised_by,
            total=self.bets[seat] + added,
            pot_before=self.pot,
        )
        self.stacks[seat] -= added
        self.bets[seat] += added
        self.pot += added
        self.paid_on_street[self.street][seat] += added
        if not isinstance(event, AntePosted | BlindPosted):
            self.is_betting = True
        if isinstance(event, Folded):
            self.folded.add(seat)
        return record

    def _first_bet(self) -> Any:
        """Return the bet that a raise on the first street is above.

        A blind or bring-in that was posted short counts in full: whoever raises can contest it.
        """
        bring_in = self.state.bring_in if any(self.bets) else 0
        blinds = [exact(blind) for blind in self.state.blinds_or_straddles]
        return max(*self.bets, *blinds, exact(bring_in))

    def _kind_of_post(self, event: Any) -> ActionKind:
        if isinstance(event, AntePosted):
            return ActionKind.ANTE
        if isinstance(event, BringInPosted):
            return ActionKind.BRING_IN
        place = 1 - event.seat if len(self.bets) == 2 else event.seat  # reversed heads-up
        if self.state.blinds_or_straddles[place] < 0:
            return ActionKind.LATE_POST
        if place == 0:
            return ActionKind.SMALL_BLIND
        return ActionKind.BIG_BLIND if place == 1 else ActionKind.STRADDLE

    def _collect(self, collected: list[Any]) -> None:
        """Collect the bets; return what nobody called, except to the only player left."""
        only_one_left = len(self.folded) == len(self.bets) - 1
        for seat, bet in enumerate(self.bets):
            if only_one_left and seat not in self.folded:
                continue
            uncalled = bet - collected[seat]
            self.stacks[seat] += uncalled
            self.pot -= uncalled
            self.paid_on_street[self.street][seat] -= uncalled
            self.bets[seat] = Fraction(0)
