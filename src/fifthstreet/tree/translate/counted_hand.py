"""The chips of a real hand as a betting tree counts them, as floats.

A bet counts only as far as another player can match it. Apart from that, all amounts are from
the hand's events; a `Ledger` adds up chips that go back to a stack.
"""

from __future__ import annotations

from collections.abc import Sequence

from fifthstreet.game import BettingEvent, Chips, Folded, Ledger


class CountedHand:
    """Counted chips of a hand, and whose turn it is. Seats are as in `game.State`."""

    def __init__(self, starting_stacks: Sequence[Chips], street: int) -> None:
        stacks = [float(stack) for stack in starting_stacks]
        self.players: int = len(stacks)
        self.stacks: list[float] = stacks
        self.bets: list[float] = [0.0] * len(stacks)
        self._totals: list[float] = stacks[:]  # stacks and bets together, without rounding errors
        self.pot: float = 0.0  # the bets of the street included
        self._excess: float = 0.0  # part of a bet on the street that does not count
        self.street: int = street
        self.folded: int = 0  # bit p: player p
        self.actor: int = -1
        self.over: bool = False
        self.starting_stack: float = second_largest(stacks, 0)
        # At the start of the street; before the flop, before the forced bets.
        self.street_pot: float = 0.0
        self.street_stacks: list[float] = stacks[:]
        self.street_folded: int = 0
        self.faces_bet: bool = False  # the last check or call is a call
        # Results of the last `measure`.
        self.size: float = 0.0
        self.counted: float = 0.0
        self.closing: bool = False

    def read(self, event: BettingEvent) -> None:
        """Count a forced bet or an action."""
        seat = event.seat
        self.stacks[seat] = float(event.stack_after)
        self.bets[seat] = float(event.total)
        self.pot = float(event.pot_after) - self._excess
        if isinstance(event, Folded):
            self.folded |= 1 << seat

    def leave_out_excess(self, player: int) -> None:
        """Leave out the part that no player can match of the bet last measured and then read."""
        excess = self.bets[player] - self.counted
        if excess > 0.0:
            self._excess = excess
            self.bets[player] = self.counted
            self.stacks[player] += excess
            self.pot -= excess

    def collect(self) -> None:
        """Collect the bets."""
        self.bets = [0.0] * self.players
        self._totals = self.stacks[:]

    def recount(self, ledger: Ledger) -> None:
        """Count all chips as they are in a ledger."""
        self.stacks = [float(stack) for stack in ledger.stacks]
        self.bets = [float(bet) for bet in ledger.bets]
        self.pot = float(ledger.pot)
        self._excess = 0.0

    def move_bet(self, player: int, amount: float) -> None:
        """Move chips between a player's stack and bet, to take back a straddle or to post it."""
        self.stacks[player] -= amount
        self.bets[player] += amount
        self.pot += amount

    def measure(self, player: int, to: float, to_match: float) -> None:
        """Set `size` of a bet or raise, in pots, and `closing`: whether no player can raise it.

        `counted` is the part of it that another player can match.
        """
        reach = to_match
        for p in range(self.players):
            if p != player and not self.folded >> p & 1:
                reach = max(reach, self._totals[p])
        self.counted = min(to, reach)
        self.size = (self.counted - to_match) / (self.pot + to_match - self.bets[player])
        deeper = 0
        for p in range(self.players):
            if not self.folded >> p & 1 and self._totals[p] > self.counted:
                deeper += 1
        self.closing = deeper <= 1

    def give_turn(self, player: int, street: int) -> None:
        """Begin a player's turn; -1 means that the betting is over."""
        self.actor = player
        if player < 0:
            self.over = True
            if self.players - self.folded.bit_count() > 1:  # an uncalled bet goes back
                self.pot -= _largest(self.bets) - second_largest(self.bets, 0)
        elif street > self.street:
            self.begin_street(street)

    def begin_street(self, street: int) -> None:
        """Begin a street, and keep its chips for a subgame."""
        self.street = street
        self.street_pot = self.pot
        self.street_stacks = self.stacks[:]
        self.street_folded = self.folded

    def effective(self) -> float:
        """Return what can still be bet between players who have not folded."""
        return effective_stack(self._totals, self.bets, self.folded)

    # For moments that the rules engine does not have: before a straddle, or before a deal.

    def to_match(self, forced: float) -> float:
        """Return the bet to match if a forced bet counts as far as two players can contest it."""
        return max(_largest(self.bets), min(forced, second_largest(self._totals, self.folded)))

    def first_to_act(self, start: int, forced: float) -> int:
        """Return the first player from a seat on who can act, -1 if there is no betting."""
        covered = second_largest(self._totals, self.folded)
        first = -1
        count = 0
        for i in range(start, start + self.players):
            p = i % self.players
            if not self.folded >> p & 1 and self.stacks[p] > 0.0 and covered > self.bets[p]:
                count += 1
                if first < 0:
                    first = p
        if count == 1 and self.bets[first] >= self.to_match(forced):
            return -1
        return first


def effective_stack(totals: list[float], bets: list[float], left_out: int) -> float:
    """Return the second largest stack of the players whose bit in `left_out` is not set.

    `totals` are stacks and bets together. They count only as far as another player can match them.
    """
    if len(totals) == 2 and left_out == 0:  # the usual case, without loops
        return max(min(totals[0], totals[1]) - max(bets[0], bets[1]), 0.0)
    covered = second_largest(totals, left_out)
    top = 0.0
    second = 0.0
    for i in range(len(totals)):
        if not left_out >> i & 1:
            behind = min(totals[i], covered) - bets[i]
            if behind > top:
                second = top
                top = behind
            elif behind > second:
                second = behind
    return second


def second_largest(values: list[float], left_out: int) -> float:
    """Return the second largest value whose bit in `left_out` is not set; 0 if all are left out."""
    top = 0.0
    second = 0.0
    for i in range(len(values)):
        if not left_out >> i & 1:
            value = values[i]
            if value > top:
                second = top
                top = value
            elif value > second:
                second = value
    return second


def _largest(values: list[float]) -> float:
    largest = 0.0
    for value in values:
        if value > largest:
            largest = value
    return largest
