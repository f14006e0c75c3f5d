"""Best responses, and how far strategies are from an equilibrium."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.sequences import native_form
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.tree.strategy import Exploitability


@dataclass(frozen=True)
class BestResponse:
    """A best response to the others' strategies, and its value."""

    value: float
    strategy: Strategy  # the player's best actions; the others' strategies are unchanged


def best_response(tree: GameTree, strategy: Strategy, player: int) -> BestResponse:
    """Return a player's best response; among equally good actions the first is played.

    Args:
        tree: The flattened game.
        strategy: The strategy of the other players.
        player: Who responds, counted from 0.

    Raises:
        InputError: If the strategy is for another tree, or if there is no such player.
    """
    _check(tree, strategy)
    if not 0 <= player < tree.players:
        raise InputError(f"player must be from 0 to {tree.players - 1}, got {player}")
    best = strategy.probabilities.copy()
    value = native_form(tree).best_response(player, strategy.probabilities, best)
    return BestResponse(value, Strategy(tree, best))


def exploitability(tree: GameTree, strategy: Strategy) -> Exploitability:
    """Return how much the players could gain by best responses.

    Args:
        tree: The flattened game.
        strategy: The strategy of all players.

    Raises:
        InputError: If the strategy is for another tree.
    """
    _check(tree, strategy)
    out = np.empty((2, tree.players))
    native_form(tree).evaluate(strategy.probabilities, out)
    return Exploitability(tuple(out[1].tolist()), tuple(out[0].tolist()))


def game_value(tree: GameTree, strategy: Strategy) -> tuple[float, ...]:
    """Return what each player wins on average when all play the strategy.

    Args:
        tree: The flattened game, whose payoffs give the unit.
        strategy: The strategy of all players.

    Raises:
        InputError: If the strategy is for another tree.
    """
    values = exploitability(tree, strategy).values
    assert values is not None
    return values


def _check(tree: GameTree, strategy: Strategy) -> None:
    if strategy.tree is not tree and strategy.tree.keys != tree.keys:
        raise InputError(f"strategy must be for {tree.name}, got one for {strategy.tree.name}")
