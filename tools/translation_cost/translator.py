"""A player of a small game who plays the full one under a mapping."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.translate import Mapping
from fifthstreet.translate.tree_view import ACTION, DEAL, NodeView
from fifthstreet.translate.walk import BetStep

Values: TypeAlias = NDArray[np.float64]  # [H]  by what a player holds
Ways: TypeAlias = dict[int, Values]  # reach of the translator's hands at nodes of the small game
View: TypeAlias = Callable[[int], NodeView]


def children(view: NodeView) -> list[int]:
    """Nodes after a decision: fold, check or call, bets."""
    return [child for child in (view.fold, view.passive, *view.bets) if child >= 0]


class Translator:
    """Ways through a small game that stand for a way through the full one."""

    def __init__(
        self, small: View, strategy: Callable[[NodeView], dict[int, Values]], mapping: Mapping
    ) -> None:
        """A strategy gives each child of a decision its probability by hand."""
        self._small = small
        self._strategy = strategy
        self._step = BetStep(mapping)

    def heard(self, view: NodeView, child: int, ways: Ways) -> Ways:
        """Ways after the other player has acted in the full game."""
        heard: Ways = {}
        for node, reach in ways.items():
            at = self._reached(node, view.street)
            for outcome, share in self._outcomes(view, child, self._small(at)):
                if share > 0:
                    _add(heard, outcome, share * reach)
        return heard

    def played(self, view: NodeView, ways: Ways) -> dict[int, Ways]:
        """Ways after the translator's own action, by child of the full game's node."""
        after: dict[int, Ways] = {child: {} for child in children(view)}
        for node, reach in ways.items():
            at = self._reached(node, view.street)
            small = self._small(at)
            if not _asks(small, view):
                # A bet stood for a check, or a raise for a call: he goes along with it.
                _add(after[view.passive], at, reach)
                continue
            for option, probability in self._strategy(small).items():
                _add(after[_real(view, small, option)], option, reach * probability)
        return after

    def _reached(self, node: int, street: int) -> int:
        """Where the small game's node is on a street: what is open before it is called."""
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
    """Whether a small game's node is a decision of the player whom the full game asks."""
    return small.kind == ACTION and small.player == view.player and small.street == view.street


def _real(view: NodeView, small: NodeView, option: int) -> int:
    """The child of the full game's node that a small game's action is: of bets, the nearest."""
    if option == small.fold and view.fold >= 0:
        return view.fold
    if option not in small.bets or not view.bets:
        return view.passive
    if small.has_allin and option == small.bets[-1] and view.has_allin:
        return view.bets[-1]
    size = small.sizes[small.bets.index(option)]
    return min(view.bets, key=lambda bet: abs(view.sizes[view.bets.index(bet)] - size))


def _add(ways: Ways, node: int, reach: Values) -> None:
    ways[node] = ways[node] + reach if node in ways else reach
