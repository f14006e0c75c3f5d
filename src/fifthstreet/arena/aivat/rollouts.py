"""Rollouts: hands played from given nodes of a betting tree to their ends, many at once.

K hands are played by P players. The choices of hands at the same node are stratified: if a tenth of
them should fold, about a tenth does. Each hand alone follows its strategies exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.tree import BettingTree, Kind
from fifthstreet.tree.strategy import TreeStrategy


class Rollouts:
    """Plays hands on a betting tree with a strategy for each player."""

    def __init__(self, tree: BettingTree, strategies: Sequence[TreeStrategy]) -> None:
        self.tree, self.strategies = tree, tuple(strategies)

    def payoffs(
        self,
        nodes: NDArray[np.int64],
        hands: NDArray[np.int64],
        boards: NDArray[np.int64],
        random: np.random.Generator,
    ) -> NDArray[np.float64]:
        """Return what each player wins in each hand, in chips.  [K, P]

        Args:
            nodes: Where each hand starts.  [K]
            hands: Hole hand of each player.  [K, P]
            boards: Full boards of five cards, in order.  [K, 5]
            random: For the choices of the players.
        """
        ends = self._ends(nodes, hands, boards, random)
        masks = HOLE_MASKS[hands]
        board_masks = np.left_shift(np.uint64(1), boards.astype(np.uint64)).sum(
            axis=1, dtype=np.uint64
        )
        strengths = np.zeros(hands.shape, np.int64)
        shown = np.flatnonzero(self.tree.kind[ends] == Kind.SHOWDOWN)
        if shown.size:
            players = self.tree.players
            flat = evaluate_masks(masks[shown].reshape(-1), np.repeat(board_masks[shown], players))
            strengths[shown] = flat.reshape(-1, players)
        return settle_many(self.tree, ends, strengths)

    def _ends(
        self,
        nodes: NDArray[np.int64],
        hands: NDArray[np.int64],
        boards: NDArray[np.int64],
        random: np.random.Generator,
    ) -> NDArray[np.int64]:
        tree = self.tree
        nodes = nodes.copy()
        while (playing := np.flatnonzero(tree.n_children[nodes] > 0)).size:
            here = nodes[playing]
            is_deal = tree.kind[here] == Kind.DEAL
            nodes[playing[is_deal]] = tree.first_child[here[is_deal]]
            playing, here = playing[~is_deal], here[~is_deal]
            actors = tree.player[here].astype(np.int64)
            choices = np.zeros(len(here), np.int64)
            drawn = _stratified(here, random)
            for strategy in dict.fromkeys(self.strategies):
                seats = [p for p, each in enumerate(self.strategies) if each is strategy]
                own = np.flatnonzero(np.isin(actors, seats))
                if not own.size:
                    continue
                rows = playing[own]
                shares = strategy.paired_probabilities(
                    here[own], boards[rows], hands[rows, actors[own]]
                )
                choices[own] = _chosen(shares, drawn[own])
            nodes[playing] = tree.first_child[here] + choices
        return nodes


def settle_many(
    tree: BettingTree, ends: NDArray[np.int64], strengths: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return what each player wins at ends of a tree, like `settle` without a rake.  [K, P]

    Args:
        tree: A tree with any number of players.
        ends: Folds and showdowns.  [K]
        strengths: Strength of each player's hand; any numbers at folds.  [K, P]
    """
    antes = np.array(tree.rules.posted_antes, np.float64)
    paid = tree.committed[ends].astype(np.float64)
    bets = paid - antes
    bets = np.minimum(bets, np.sort(bets, axis=1)[:, -2:-1])  # an uncalled bet is returned
    paid = bets + antes
    is_live = tree.folded[ends].astype(np.int64)[:, None] >> np.arange(tree.players) & 1 == 0
    levels = np.sort(np.where(is_live, bets, 0.0), axis=1)
    won = np.zeros(paid.shape)
    below = np.zeros((len(ends), 1))
    extra = float(tree.rules.pot_chips + antes.sum())  # contested by all who have not folded
    for level in np.split(levels, tree.players, axis=1):
        pot = (np.minimum(bets, level) - np.minimum(bets, below)).sum(axis=1, keepdims=True)
        contests = is_live & (bets >= level)
        best = np.where(contests, strengths, -1).max(axis=1, keepdims=True)
        wins = contests & (strengths == best)
        won += np.where(wins, (pot + extra) / wins.sum(axis=1, keepdims=True), 0.0)
        below, extra = level, 0.0
    share = tree.rules.pot_chips / tree.players
    settled: NDArray[np.float64] = (won - paid - share) * tree.rules.chip
    return settled


def _stratified(groups: NDArray[np.int64], random: np.random.Generator) -> NDArray[np.float64]:
    """Return uniform random numbers that are spread evenly within each group.  [K]

    Places within a group are drawn, so each number alone is uniform whatever came before.
    """
    order = np.lexsort((random.random(len(groups)), groups))
    _, starts, places, sizes = np.unique(
        groups[order], return_index=True, return_inverse=True, return_counts=True
    )
    ranks = np.arange(len(groups)) - starts[places]
    drawn = np.empty(len(groups))
    drawn[order] = (ranks + random.random(len(starts))[places]) / sizes[places]
    return drawn


def _chosen(shares: NDArray[np.float64], drawn: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the action that each uniform number draws from a row of probabilities.  [K]"""
    limits = np.cumsum(shares, axis=1)
    chosen: NDArray[np.int64] = (drawn[:, None] * limits[:, -1:] >= limits).sum(axis=1)
    # Rounding may reach a limit: stay at the last action that is ever taken.
    last = shares.shape[1] - 1 - (shares[:, ::-1] > 0).argmax(axis=1)
    possible: NDArray[np.int64] = np.minimum(chosen, last)
    return possible
