"""Payoffs at the ends of a betting tree, and the rake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.kinds import Kind


@dataclass(frozen=True)
class Rake:
    """The rake of a pot: a share of `rate`, at most `cap` chips."""

    rate: float = 0.0
    cap: float = inf

    def __post_init__(self) -> None:
        if not 0 <= self.rate < 1:
            raise InputError(
                f"rake.rate must be at least 0 and below 1, like 0.05, got {self.rate:g}"
            )
        if not self.cap >= 0:
            raise InputError(f"rake.cap must be at least 0 chips, got {self.cap:g}")

    def taken(self, pots: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the chips taken from each pot."""
        return np.minimum(pots * self.rate, self.cap) if self.rate else np.zeros(pots.shape)


NO_RAKE = Rake()


def end_payoffs(
    tree: BettingTree, nodes: NDArray[np.int32], showdown: NDArray[np.bool_], rake: Rake
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return `lead` and `total`, each [2, N], which give the payoffs at ends of a two-player tree.

    A player wins `lead * (weaker - stronger) + total * all`, where the variables are the opponent's
    reach with weaker, stronger and all hands. Half of the pot belongs to each player, not counting
    uncalled bets: the winner receives the opponent's half less the rake, the loser loses their
    half, and a tie costs each player half of the rake.

    Args:
        tree: A tree of two players.
        nodes: The N nodes; where they are neither folds nor showdowns, the results are 0.
        showdown: Which of the nodes are showdowns. [N]
        rake: Taken from every pot.
    """
    matched = tree.committed[nodes].min(axis=1)
    half = (tree.rules.pot_chips / 2 + matched) * tree.rules.chip
    taken = rake.taken(2 * half)
    lead = np.zeros((2, len(half)))
    total = np.zeros((2, len(half)))
    lead[:, showdown] = (half - taken / 2)[showdown]
    total[:, showdown] = -taken[showdown] / 2
    fold = tree.kind[nodes] == Kind.FOLD
    winner = tree.player[nodes]
    for player in (0, 1):
        total[player, fold] = np.where(winner == player, half - taken, -half)[fold]
    return lead, total


def settle(
    tree: BettingTree, node: int, strengths: Sequence[int], rake: Rake = NO_RAKE
) -> list[float]:
    """Return the chips that each player wins at an end.

    The pot at the start belongs to all players in equal shares, so that payoffs add up to minus the
    rake. Players who are all-in for less contest only the bets that they matched; the pot at the
    start and the antes are contested by all. An uncalled bet is returned before the rake is taken.

    Args:
        tree: A tree with any number of players.
        node: A fold or a showdown.
        strengths: Strength of each player's hand; higher is better. After a fold they do not
            matter.
        rake: Taken from the pot; none by default.
    """
    rules = tree.rules
    antes = rules.posted_antes
    bets = [chips - ante for chips, ante in zip(tree.committed[node].tolist(), antes, strict=True)]
    called = sorted(bets)[-2]
    bets = [min(bet, called) for bet in bets]
    live = [p for p in range(tree.players) if not int(tree.folded[node]) >> p & 1]
    won = [0.0] * tree.players
    below, layer = 0, rules.pot_chips + sum(antes)
    pot = layer + sum(bets)
    for level in sorted({bets[p] for p in live}):
        layer += sum(min(bet, level) - min(bet, below) for bet in bets)
        contesting = [p for p in live if bets[p] >= level]
        best = max(strengths[p] for p in contesting)
        winners = [p for p in contesting if strengths[p] == best]
        for player in winners:
            won[player] += layer / len(winners)
        below, layer = level, 0
    # The pot is 0 where the only bet was not called.
    kept = 1 - float(rake.taken(np.array([float(pot * rules.chip)]))[0]) / (pot * rules.chip or 1)
    share = rules.pot_chips / tree.players
    return [
        (chips * kept - bet - ante - share) * rules.chip
        for chips, bet, ante in zip(won, bets, antes, strict=True)
    ]
