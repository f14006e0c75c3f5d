"""What three players win at the ends of a tree, in the form of the native passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.multiway.spot import VECTOR_PLAYERS
from fifthstreet.tree import BettingTree, Kind, Move, Rake, contested_pots, kept_share

# A payoff of 1 against all hands: the weight of the opponents' hands.
ALL_WIN = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class TriplePayoffs:
    """Where the game is over for each player, and what they win there."""

    ends: NDArray[np.uint8]  # [P, N]
    # Factors of the share of pots that all three contest, of pots that the first or the second
    # opponent contests as well, and chips in any case.  [P, N, 4]
    payoffs: NDArray[np.float32]

    @classmethod
    def of(cls, tree: BettingTree, rake: Rake) -> TriplePayoffs:
        """Return the payoffs of a tree; the pot at the start belongs to all in equal shares.

        A player who folds has lost what they put in, whatever the others do.
        """
        ends = np.zeros((VECTOR_PLAYERS, len(tree)), np.uint8)
        payoffs = np.zeros((VECTOR_PLAYERS, len(tree), 4))
        paid = tree.committed + tree.rules.pot_chips / VECTOR_PLAYERS
        for node in np.flatnonzero(tree.move == Move.FOLD).tolist():
            player = int(tree.player[int(tree.parent[node])])
            ends[player, node] = 1
            payoffs[player, node, 3] = -paid[node, player]
        for node in np.flatnonzero(
            (tree.kind == Kind.FOLD) | (tree.kind == Kind.SHOWDOWN)
        ).tolist():
            pots, put_in = contested_pots(tree, node)
            kept = kept_share(tree, pots, rake)
            ends[:, node] = 1
            for player in range(VECTOR_PLAYERS):
                payoffs[player, node, 3] = -put_in[player] - tree.rules.pot_chips / VECTOR_PLAYERS
                for pot in pots:
                    if player in pot.players:
                        others = tuple(other for other in pot.players if other != player)
                        payoffs[player, node, _factor(player, others)] += pot.chips * kept
        return cls(ends, (payoffs * tree.rules.chip).astype(np.float32))


def _factor(player: int, others: Sequence[int]) -> int:
    """Return the place of a pot among the factors, by the opponents who contest it as well."""
    if not others:
        return 3
    if len(others) == 2:
        return 0
    return 1 + opponents(player).index(others[0])


def share_payoff(player: int, others: Sequence[int]) -> list[float]:
    """Return the payoff that is a player's share of a pot, by who contests it as well."""
    payoff = [0.0] * 4
    payoff[_factor(player, others)] = 1.0
    return payoff


def opponents(player: int) -> tuple[int, int]:
    """Return the two others, the one who acts first at the start first."""
    first, second = (other for other in range(VECTOR_PLAYERS) if other != player)
    return first, second
