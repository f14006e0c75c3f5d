"""The size of a no-limit betting tree with every whole-chip bet, which is too large to build.

Heads-up with equal stacks, the rest of a hand depends only on the street, the chips both players
have put in, the bet that a player faces and whose turn it is. So lines that lead to the same
situation are counted together, as in Johanson 2013, "Measuring the Size of Large No-Limit Poker
Games". Counts are Python integers: for deep stacks they have dozens of digits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.tree.counts import TreeSize
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.menus import STREET_NAMES
from fifthstreet.tree.rules import TreeRules

MAX_CHIPS = 1_000  # of a stack; the time grows with its square
_STREETS = len(STREET_NAMES)


def count_all_bets(rules: TreeRules) -> TreeSize:
    """Count the nodes of the tree in which players may bet any whole number of chips.

    Args:
        rules: Two players with equal stacks of at most 1,000 chips after antes, and preflop a small
            and a larger big blind. Menus, raise limits and added or removed paths do not matter.

    Returns:
        The exact size, in Python integers.

    Raises:
        InputError: If the rules do not meet these conditions.

    >>> count_all_bets(TreeRules.even(2, 20, blinds=(1, 2), first_street=0))
    <TreeSize: 2,504,077 nodes, 910,848 decisions, 2,427,921 actions>
    """
    return _Lines(rules).count()


class _Lines:
    """The numbers of lines to the situations of a hand, S chips deep."""

    def __init__(self, rules: TreeRules) -> None:
        if rules.players != 2 or len(set(rules.stack_chips)) != 1:
            raise InputError(f"counting all bets needs two equal stacks, got {rules.stacks}")
        antes = rules.posted_antes
        self.stack = rules.stack_chips[0] - antes[0]
        if antes[0] != antes[1] or not 1 <= self.stack <= MAX_CHIPS:
            raise InputError(
                f"counting all bets needs equal antes and 1 to {MAX_CHIPS:,} chips behind, got "
                f"antes of {antes[0]} and {antes[1]} from {rules.stack_chips[0]:,} chips"
            )
        self.rules = rules
        self.least = rules.min_bet_chips
        self.nodes = np.zeros((len(Kind), _STREETS), object)
        self.action_nodes = np.zeros((2, _STREETS), object)
        self.actions = np.zeros((2, _STREETS), object)

    def count(self) -> TreeSize:
        rules = self.rules
        starts = np.zeros(self.stack + 1, object)  # lines, by the chips each player has put in
        street, first = rules.first_street, 0
        if street == 0:
            big, small = rules.posted_blinds
            if not 0 < small < big < self.stack:
                raise InputError(
                    "counting all bets needs a small and a larger big blind, both below the stack, "
                    f"got {rules.blinds}"
                )
            starts[big], first = 1, 1
            # Unlike the first player of later streets, the button may fold.
            self.nodes[Kind.FOLD, 0] += 1
            self.actions[1, 0] += 1
        else:
            starts[0] = 1
        for street in range(rules.first_street, rules.last_street + 1):
            matched = self._street(street, starts, first)
            is_last = street == rules.last_street
            self.nodes[Kind.SHOWDOWN, street] += matched.sum() if is_last else matched[-1]
            self.nodes[Kind.DEAL, street] += 0 if is_last else matched[:-1].sum()
            starts, first = matched, 0
            starts[-1] = 0  # both are all-in
        return TreeSize(self.nodes, self.action_nodes, self.actions)

    def _street(self, street: int, starts: NDArray[Any], first: int) -> NDArray[Any]:
        """Count a street; return the lines to its end, by the chips each has put in.  [S + 1]

        A line that faces a bet is counted by the chips in before it and by the bet. A call of the
        bet brings both to the same amount, from which the next raise is counted.
        """
        ends = np.zeros(self.stack + 1, object)
        facing = np.zeros((2, self.stack + 1, self.stack + 1), object)  # [player, chips in, bet]
        for chips in range(self.stack + 1):
            behind = self.stack - chips
            for player in (0, 1):
                bets = np.arange(1, chips + 1)
                lines = facing[player, chips - bets, bets]  # by bet; a call brings both to `chips`
                total = lines.sum()
                ends[chips] += total
                self.nodes[Kind.FOLD, street] += total
                choices = self._raises(behind, bets)
                self._decide(street, player, total, 2 * total + (lines * choices).sum())
                if behind:
                    self._raise(facing[1 - player, chips], behind, np.cumsum(lines), total)
            if (opened := starts[chips]) and behind:
                ends[chips] += opened
                sizes = int(self._raises(behind, np.zeros(1, np.int64))[0])
                for player in (first, 1 - first):
                    self._decide(street, player, opened, opened * (1 + sizes))
                    self._raise(facing[1 - player, chips], behind, np.empty(0, object), opened)
        return ends

    def _raises(self, behind: int, bets: NDArray[np.int64]) -> NDArray[Any]:
        """Return the number of raises of each bet; an all-in may be below the smallest raise."""
        counts = behind + 1 - np.maximum(bets, self.least)
        raises: NDArray[Any] = np.maximum(counts, min(behind, 1)).astype(object)
        return raises

    def _raise(self, facing: NDArray[Any], behind: int, up_to: NDArray[Any], total: int) -> None:
        """Add the raises of lines to `facing`, the row of the player who faces them.

        `up_to` has the number of lines that face a bet of 1, 2 ... chips or less. A raise is at
        least as large as the bet before it.
        """
        sizes = np.arange(self.least, behind)
        if len(up_to):
            facing[sizes] += up_to[np.minimum(sizes, len(up_to)) - 1]
        else:
            facing[sizes] += total
        facing[behind] += total

    def _decide(self, street: int, player: int, nodes: int, actions: int) -> None:
        self.nodes[Kind.ACTION, street] += nodes
        self.action_nodes[player, street] += nodes
        self.actions[player, street] += actions
