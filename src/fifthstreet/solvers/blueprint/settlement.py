"""What the ends of a betting tree pay to any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.tree import BettingTree, Rake
from fifthstreet.tree.betting_tree import Int32Array


@dataclass(frozen=True, eq=False)
class Settlement:
    """Bets, prizes and costs at the ends of a tree.

    The pot at the start belongs to all players in equal shares, so that payoffs add up to minus the
    rake. Players who are all-in for less contest only what they matched of the bets; the pot at the
    start and the antes are contested by all. A bet that nobody called goes back before the house
    takes its part.

    >>> from fifthstreet.tree import NO_RAKE, TreeRules, build_tree
    >>> tree = build_tree(TreeRules.even(3, 20, blinds=(1, 2), first_street=0))
    >>> end, _ = tree.find("r:f:f")
    >>> Settlement.of(tree, NO_RAKE).payoffs(end, (1, 2, 3))
    [-1.0, 1.0, 0.0]
    """

    tree: BettingTree
    bets: Int32Array  # [N, P] whole chips put in besides antes, less what nobody called
    prizes: NDArray[np.float64]  # [N] what the house leaves of the pot
    dead: int  # whole chips in the middle from the start, antes included
    costs: NDArray[np.float64]  # [P] each player's part of those

    @classmethod
    def of(cls, tree: BettingTree, rake: Rake) -> Settlement:
        """Work out what is at stake at every node of a tree, as if the hand ended there."""
        rules = tree.rules
        antes = np.array(rules.posted_antes, np.int32)
        bets = tree.committed - antes
        bets = np.minimum(bets, np.partition(bets, -2, axis=1)[:, -2:-1])
        dead = rules.pot_chips + int(antes.sum())
        pots = (dead + bets.sum(axis=1)) * float(rules.chip)
        costs = (antes + rules.pot_chips / tree.players) * float(rules.chip)
        return cls(tree, np.ascontiguousarray(bets), pots - rake.taken(pots), dead, costs)

    def payoffs(self, node: int, strengths: Sequence[int]) -> list[float]:
        """Return what each player wins or loses at an end, by the strengths of their hands."""
        bets = self.bets[node].tolist()
        live = [p for p in range(len(bets)) if not int(self.tree.folded[node]) >> p & 1]
        won = [0.0] * len(bets)
        below, layer = 0, self.dead
        for level in sorted({bets[p] for p in live}):
            layer += sum(min(bet, level) - min(bet, below) for bet in bets)
            contesting = [p for p in live if bets[p] >= level]
            best = max(strengths[p] for p in contesting)
            winners = [p for p in contesting if strengths[p] == best]
            for player in winners:
                won[player] += layer / len(winners)
            below, layer = level, 0
        worth = float(self.prizes[node]) / (self.dead + sum(bets))  # of a chip in the pot
        return [
            share * worth - (bet * self.tree.rules.chip + cost)
            for share, bet, cost in zip(won, bets, self.costs.tolist(), strict=True)
        ]
