"""Payoffs at the ends of a betting tree, and the rake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

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


class ContestedPot(NamedTuple):
    """A pot at an end of a hand, and the players who contest it."""

    chips: int  # whole ones
    players: tuple[int, ...]


def contested_pots(tree: BettingTree, node: int) -> tuple[list[ContestedPot], list[int]]:
    """Return the pots at an end, and what each player put into them since the start of the tree.

    Players who are all-in for less contest only the bets that they matched; the pot at the start
    and the antes are contested by all. An uncalled bet is returned first.

    Args:
        tree: A tree with any number of players.
        node: A fold or a showdown.

    Returns:
        The pots, the first with the pot at the start, and chips by player.
    """
    antes = tree.rules.posted_antes
    bets = [chips - ante for chips, ante in zip(tree.committed[node].tolist(), antes, strict=True)]
    called = sorted(bets)[-2]
    bets = [min(bet, called) for bet in bets]
    live = [p for p in range(tree.players) if not int(tree.folded[node]) >> p & 1]
    pots: list[ContestedPot] = []
    below, layer = 0, tree.rules.pot_chips + sum(antes)
    for level in sorted({bets[p] for p in live}):
        layer += sum(min(bet, level) - min(bet, below) for bet in bets)
        pots.append(ContestedPot(layer, tuple(p for p in live if bets[p] >= level)))
        below, layer = level, 0
    return pots, [bet + ante for bet, ante in zip(bets, antes, strict=True)]


def kept_share(tree: BettingTree, pots: Sequence[ContestedPot], rake: Rake) -> float:
    """Return the share of each pot that the rake leaves.

    Args:
        tree: Its rules have the value of a chip.
        pots: All pots of an end.
        rake: Taken from all pots together.
    """
    pot = sum(each.chips for each in pots) * tree.rules.chip
    # The pot is 0 where the only bet was not called.
    return 1 - float(rake.taken(np.array([float(pot)]))[0]) / (pot or 1)


def settle(
    tree: BettingTree, node: int, strengths: Sequence[int], rake: Rake = NO_RAKE
) -> list[float]:
    """Return the chips that each player wins at an end.

    The pot at the start belongs to all players in equal shares, so that payoffs add up to minus the
    rake. Side pots are as in `contested_pots`.

    Args:
        tree: A tree with any number of players.
        node: A fold or a showdown.
        strengths: Strength of each player's hand; higher is better. After a fold they do not
            matter.
        rake: Taken from the pot; none by default.
    """
    pots, put_in = contested_pots(tree, node)
    won = [0.0] * tree.players
    for pot in pots:
        best = max(strengths[p] for p in pot.players)
        winners = [p for p in pot.players if strengths[p] == best]
        for player in winners:
            won[player] += pot.chips / len(winners)
    kept = kept_share(tree, pots, rake)
    share = tree.rules.pot_chips / tree.players
    return [
        (chips * kept - paid - share) * tree.rules.chip
        for chips, paid in zip(won, put_in, strict=True)
    ]
