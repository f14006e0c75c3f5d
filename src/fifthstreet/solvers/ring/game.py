"""The betting before the flop at a table of two to ten seats, and what is won where it ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.equity import icm
from fifthstreet.errors import InputError
from fifthstreet.tree import (
    NO_RAKE,
    BettingTree,
    ContestedPot,
    Kind,
    Rake,
    TreeRules,
    build_tree,
    contested_pots,
    kept_share,
)

# What an end is for the native core.
DECISION, FOLDED, SHOWDOWN, FLOP, LEAF = range(5)


@dataclass(frozen=True)
class Leaf:
    """An end with values from elsewhere: a flop, or an all-in of three or more seats."""

    node: int
    seats: tuple[int, ...]  # that have not folded, in the order in which they act after the flop
    pots: tuple[ContestedPot, ...]  # the main pot first, without uncalled bets
    paid: tuple[int, ...]  # whole chips that each of these seats has lost unless it wins
    kept: float  # share of the pots that the rake leaves
    behind: float  # chips that the two deepest seats can still bet; 0 if all are all-in
    start: int  # first row of its values

    @property
    def chips(self) -> int:
        """Whole chips of all pots."""
        return sum(pot.chips for pot in self.pots)


@dataclass(frozen=True, eq=False)
class RingGame:
    """A table before the flop: its betting, rake and prizes.

    Seat 0 has the small blind and acts first after the flop, the last seat has the button;
    heads-up, seat 0 has the big blind. Values are chips or, with payouts, the value of stacks in
    prizes by the independent chip model (ICM).
    """

    rules: TreeRules  # of the betting before the flop only
    rake: Rake = NO_RAKE  # of pots that see a flop
    payouts: tuple[float, ...] = ()  # prizes of a tournament, from first place

    def __post_init__(self) -> None:
        rules = self.rules
        if rules.first_street != 0 or rules.last_street != 0:
            raise InputError(
                "the betting must begin and end before the flop, got streets "
                f"{rules.first_street} to {rules.last_street}"
            )
        if rules.pot:
            raise InputError(f"dead money must be antes or blinds, got a pot of {rules.pot:g}")
        if self.payouts:
            icm(self.payouts, rules.stacks)  # refuses prizes that are not numbers
            if self.rake.rate:
                raise InputError("a tournament must have no rake, got payouts and a rake")

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.rules.players

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return build_tree(self.rules)

    @cached_property
    def pot(self) -> float:
        """Blinds and antes; with payouts, their share of all prizes by chips."""
        posted = self.tree.pot(0)
        if not self.payouts:
            return posted
        prizes = sum(self.payouts[: self.seats])
        return posted * prizes / sum(self.rules.stacks)

    @cached_property
    def ends(self) -> NDArray[np.uint8]:
        """What each node is: a decision, or how the hand ends there.  [N]"""
        tree = self.tree
        ends = np.zeros(len(tree), np.uint8)
        ends[tree.kind == Kind.FOLD] = FOLDED
        closed = tree.kind == Kind.SHOWDOWN
        is_two = np.bitwise_count(tree.folded) == self.seats - 2
        of_two = np.where(self._behind() == 0, SHOWDOWN, FLOP)
        ends[closed] = np.where(is_two, of_two, LEAF)[closed]
        return ends

    def _behind(self) -> NDArray[np.int64]:
        """Return the chips that a second seat in the hand has behind, in whole ones.  [N]"""
        tree = self.tree
        behind = np.array(tree.rules.stack_chips) - tree.committed
        has_folded = tree.folded[:, None] >> np.arange(self.seats) & 1
        behind = np.where(has_folded, 0, behind)
        return np.sort(behind.astype(np.int64), axis=1)[:, -2]

    @cached_property
    def leaves(self) -> list[Leaf]:
        """The ends whose values come from elsewhere."""
        tree, behind, start = self.tree, self._behind(), 0
        found: list[Leaf] = []
        for node in np.flatnonzero(self.ends >= FLOP).tolist():
            pots, paid = contested_pots(tree, node)
            seats = pots[0].players
            own = tuple(paid[seat] for seat in seats)
            kept = kept_share(tree, pots, self.rake)
            rest = float(behind[node]) * tree.rules.chip
            found.append(Leaf(node, seats, tuple(pots), own, kept, rest, start))
            start += len(seats)
        return found


def live_seats(tree: BettingTree, node: int) -> list[int]:
    """Return the seats that have not folded at a node.

    Args:
        tree: Any tree.
        node: A node of it.
    """
    return [seat for seat in range(tree.players) if not int(tree.folded[node]) >> seat & 1]
