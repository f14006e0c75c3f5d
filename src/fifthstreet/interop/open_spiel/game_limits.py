"""The size limits of a game, which OpenSpiel needs in advance."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import GameTree, TreeTooLargeError, estimate_nodes, flatten
from fifthstreet.solvers.games import CHANCE, Game
from fifthstreet.solvers.postflop import SpotGame

MAX_NODES = 1_000_000  # of a tree that is written out for its limits; some seconds
_SURELY_TOO_LARGE = 10  # times as many nodes by an estimate: not even tried
_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True)
class GameLimits:
    """Bounds on the size and payoffs of a game, which may be too wide but not too narrow."""

    actions: int  # at a decision
    outcomes: int  # at a chance event
    decisions: int  # from the root to an end
    deals: int  # chance events from the root to an end
    least: float  # payoff
    most: float  # payoff
    payoff_sum: float | None  # of all players; None if it varies


@singledispatch
def limits_of(game: Game[Any]) -> GameLimits:
    """Return the limits of a game; InputError if it is too large to find them.

    >>> from fifthstreet.solvers.games import Kuhn
    >>> limits = limits_of(Kuhn())
    >>> limits.actions, limits.outcomes, limits.decisions, limits.deals, limits.most
    (2, 3, 3, 2, 2.0)
    """
    if estimate_nodes(game) < _SURELY_TOO_LARGE * MAX_NODES:
        with suppress(TreeTooLargeError):
            return _tree_limits(flatten(game, max_nodes=MAX_NODES))
    raise InputError(
        f"{game.name} has more than {MAX_NODES:,} states: specify its limits (GameLimits)"
    )


@limits_of.register
def _(game: SpotGame) -> GameLimits:
    """Return the limits of a spot, from its betting tree alone."""
    tree = game.spot.tree
    depth = np.zeros(len(tree.parent), np.int64)
    for node in range(1, len(depth)):  # parents come first
        depth[node] = depth[tree.parent[node]] + 1
    most = game.spot.pot / 2 + game.spot.stack
    return GameLimits(
        actions=int(tree.n_children.max()),
        outcomes=HOLE_COUNT,
        decisions=int(depth.max()),
        deals=game.players + 2,
        least=-most,
        most=most,
        payoff_sum=None if game.spot.rake else 0.0,
    )


def _tree_limits(tree: GameTree) -> GameLimits:
    is_chance = tree.player == CHANCE
    decisions, deals = np.zeros((2, len(tree)), np.int64)
    for node in range(1, len(tree)):  # parents come first
        parent = tree.parent[node]
        decisions[node] = decisions[parent] + (not is_chance[parent])
        deals[node] = deals[parent] + is_chance[parent]
    sums = tree.payoffs.sum(axis=1)
    is_constant = bool(np.ptp(sums) < _TOLERANCE)
    return GameLimits(
        actions=int(tree.n_children[tree.player >= 0].max(initial=1)),
        outcomes=int(tree.n_children[is_chance].max(initial=0)),
        decisions=int(decisions.max()),
        deals=int(deals.max()),
        least=float(tree.payoffs.min()),
        most=float(tree.payoffs.max()),
        payoff_sum=round(float(sums[0]), 9) if is_constant else None,
    )
