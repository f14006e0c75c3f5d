"""Stakes at the nodes of a betting tree as arrays, for any number of players."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.tree import BettingTree, Rake
from fifthstreet.tree.betting_tree import Int32Array


@dataclass(frozen=True, eq=False)
class Settlement:
    """Bets, prizes and costs at the nodes of a tree, as if the hand ended there; see `settle`.

    >>> from fifthstreet.tree import NO_RAKE, TreeRules, build_tree
    >>> tree = build_tree(TreeRules.even(2, 20, blinds=(1, 2), first_street=0, last_street=0))
    >>> settlement = Settlement.of(tree, NO_RAKE)
    >>> end, _ = tree.find("r:f")
    >>> settlement.payoff(end, 0, 1.0), settlement.payoff(end, 1, 0.0)
    (1.0, -1.0)
    """

    chip: float
    bets: Int32Array  # [N, P] whole chips put in besides antes, without uncalled bets
    prizes: NDArray[np.float64]  # [N] the pot less rake
    dead: int  # whole chips in the pot from the start, antes included
    costs: NDArray[np.float64]  # [P] each player's part of the dead chips

    @classmethod
    def of(cls, tree: BettingTree, rake: Rake) -> Settlement:
        """Compute the stakes at every node."""
        rules = tree.rules
        antes = np.array(rules.posted_antes, np.int32)
        bets = tree.committed - antes
        bets = np.minimum(bets, np.partition(bets, -2, axis=1)[:, -2:-1])
        dead = rules.pot_chips + int(antes.sum())
        pots = (dead + bets.sum(axis=1)) * float(rules.chip)
        costs = (antes.astype(np.float64) + rules.pot_chips / tree.players) * float(rules.chip)
        return cls(float(rules.chip), bets, pots - rake.taken(pots), dead, costs)

    def payoff(self, node: int, player: int, share: float) -> float:
        """Return what a player wins or loses if the hand ends and they get a share of the pot."""
        bet = float(self.bets[node, player]) * self.chip
        return share * float(self.prizes[node]) - (bet + float(self.costs[player]))
