"""Estimates of the payoffs of each seat in a hand, with less luck.

All are unbiased: the expected estimate is the expected payoff.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from fifthstreet.agents import Agent
from fifthstreet.arena.all_in import all_in_payoffs
from fifthstreet.errors import InputError
from fifthstreet.game import State
from fifthstreet.game.variants import Poker

PLAIN, ALL_IN, AIVAT = "plain", "all_in", "aivat"
ESTIMATORS = {
    PLAIN: "payoffs as played",
    ALL_IN: "mean payoffs over the cards that could have come after the last decision",
    AIVAT: "payoffs corrected for the luck of chance and of exactly known strategies",
}


class HandEstimator(Protocol):
    """An object that estimates the payoffs of hands."""

    def payoffs(self, state: State, agents: Sequence[Agent], seed: int) -> Sequence[float]:
        """Return the estimated payoff of each seat in a finished hand; cards drawn use `seed`."""


class AllInEstimator:
    """Mean payoffs over the cards that could come after the last decision; see `all_in_payoffs`."""

    def __init__(self, game: Poker) -> None:
        self.game = game

    def payoffs(self, state: State, agents: Sequence[Agent], seed: int) -> Sequence[float]:
        """Return the mean payoff of each seat."""
        return all_in_payoffs(self.game, state, seed)


def hand_estimator(name: str, game: Poker, stack: Any, seats: int) -> HandEstimator | None:
    """Return an estimator by name; None for the plain one.

    Args:
        name: `plain`, `all_in` or `aivat`; see `ESTIMATORS`.
        game: The game whose hands are estimated.
        stack: Chips of each player at the start of a hand.
        seats: Number of players.
    """
    if name == ALL_IN:
        return AllInEstimator(game)
    if name == AIVAT:
        # Imports tables and solvers, so only if needed.
        from fifthstreet.arena.aivat import AivatEstimator

        return AivatEstimator(game, stack, seats)
    if name == PLAIN:
        return None
    raise InputError(f"estimator must be one of {', '.join(ESTIMATORS)}, got {name!r}")
