"""Estimates of what a hand was worth to each seat, instead of what luck made of it.

All of them are unbiased: their mean over many hands is the mean of the payoffs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from fifthstreet.agents.agent import Agent
from fifthstreet.arena.all_in import all_in_payoffs
from fifthstreet.game.state import State
from fifthstreet.game.variants import Poker

PLAIN, ALL_IN, AIVAT = "plain", "all_in", "aivat"
ESTIMATORS = {
    PLAIN: "payoffs as they are",
    ALL_IN: "payoffs over all cards that could have come after the last decision",
    AIVAT: "payoffs without the luck of chance and of strategies that are exactly known",
}


class HandEstimator(Protocol):
    """Something that estimates the payoffs of a hand."""

    def payoffs(self, state: State, agents: Sequence[Agent], seed: int) -> Sequence[float]:
        """Return the estimated payoff of each seat in a finished hand; `seed` draws cards."""


class AllInEstimator:
    """Mean payoffs over the cards that were dealt after the last decision; see `all_in`."""

    def __init__(self, game: Poker) -> None:
        """Take the game of the hands."""
        self.game = game

    def payoffs(self, state: State, agents: Sequence[Agent], seed: int) -> Sequence[float]:
        """Return the mean payoffs of each seat."""
        return all_in_payoffs(self.game, state, seed)


def hand_estimator(name: str, game: Poker, stack: Any, seats: int) -> HandEstimator | None:
    """Return an estimator by name for hands of a game with equal stacks; None for the plain one."""
    if name == ALL_IN:
        return AllInEstimator(game)
    if name == AIVAT:
        # NumPy tables and solvers are loaded only for those who need them.
        from fifthstreet.arena.aivat.estimator import AivatEstimator

        return AivatEstimator(game, stack, seats)
    if name == PLAIN:
        return None
    raise ValueError(f"no estimator {name!r}; want {', '.join(ESTIMATORS)}")
