"""A player who plays the strategy of a small game in the full game, by translating bets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.tree.translate import Mapping
from fifthstreet.tree.translate.tree_view import ACTION, DEAL, NodeView
from fifthstreet.tree.translate.walk import BetStep

Values: TypeAlias = NDArray[np.float64]  # [H]  by hand of a player
# Nodes of the small game where a translator may be, with the reach of each hand.
Positions: TypeAlias = dict[int, Values]
View: TypeAlias = Callable[[int], NodeView]


def children(view: NodeView) -> list[int]:
    """Return the nodes after a decision: fold, check or call, bets."""
    return [child for child in (view.fold, view.passive, *view.bets) if child >= 0]


class Translator:
    """Where in the small game a player may be while the full game is played."""

    def __init__(
        self, small: View, strategy: Callable[[NodeView], dict[int, Values]], mapping: Mapping
    ) -> None:
        """Set the small game, its strategy (probabilities by child and hand) and the mapping."""
        self._small = small
        self._strategy = strategy
        self._step = BetStep(mapping)

    def after_opponent(self, view: NodeView, child: int, positions: Positions) -> Positions:
        """Return the positions after an action of the opponent in the full game."""
        after: Positions = {}
        for node, reach in positions.items():
            current = self._reached(node, view.street)
            for outcome, share in self._outcomes(view, child, self._small(current)):
                if share > 0:
                    _add(after, outcome, share * reach)
        return after

    def after_own_action(self, view: NodeView, positions: Positions) -> dict[int, Positions]:
        """Return the positions after each action of the translator in the full game, by child."""
        after: dict[int, Positions] = {child: {} for child in children(view)}
        for node, reach in positions.items():
            current = self._reached(node, view.street)
            small = self._small(current)
            if not _asks(small, view):
                # A bet was mapped to a check, or a raise to a call: check or call here.
                _add(after[view.passive], current, reach)
                continue
            for option, probability in self._strategy(small).items():
                _add(after[_real(view, small, option)], option, reach * probability)
        return after

    def _reached(self, node: int, street: int) -> int:
        """Return the small game's node on a street, after checks and calls on earlier streets."""
        small = self._small(node)
        while small.street < street and small.kind in (ACTION, DEAL):
            node = small.passive if small.kind == ACTION else small.first
            small = self._small(node)
        return node

    def _outcomes(self, view: NodeView, child: int, small: NodeView) -> list[tuple[int, float]]:
        if not _asks(small, view):
            return [(small.node, 1.0)]
        if child == view.fold:
            return [(small.fold if small.fold >= 0 else small.passive, 1.0)]
        if child == view.passive:
            return [(small.passive, 1.0)]
        step = self._step
        is_allin = view.has_allin and child == view.bets[-1]
        step.bet(small, view.sizes[view.bets.index(child)], is_allin)
        return [(step.lower_node, step.share), (step.upper_node, 1.0 - step.share)]


def _asks(small: NodeView, view: NodeView) -> bool:
    """Return whether the same player is to act on the same street in both games."""
    return small.kind == ACTION and small.player == view.player and small.street == view.street


def _real(view: NodeView, small: NodeView, option: int) -> int:
    """Return the full game's child for an action of the small game; bets go to the nearest size."""
    if option == small.fold and view.fold >= 0:
        return view.fold
    if option not in small.bets or not view.bets:
        return view.passive
    if small.has_allin and option == small.bets[-1] and view.has_allin:
        return view.bets[-1]
    size = small.sizes[small.bets.index(option)]
    return min(view.bets, key=lambda bet: abs(view.sizes[view.bets.index(bet)] - size))


def _add(positions: Positions, node: int, reach: Values) -> None:
    positions[node] = positions[node] + reach if node in positions else reach
