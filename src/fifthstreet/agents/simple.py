"""Agents that ignore their cards: baselines, and opponents for tests."""

from __future__ import annotations

import numpy as np

from fifthstreet.agents.agent import BaseAgent
from fifthstreet.agents.batched import Answers, BatchDecider, Decisions, calls
from fifthstreet.envs import BatchAction
from fifthstreet.game import Action, SeatView
from fifthstreet.game.variants import Poker


class RandomAgent(BaseAgent):
    """Fold, call or raise with equal probability, to any legal amount; discard at random.

    It never folds where it can check.
    """

    def decide(self, view: SeatView) -> Action:
        """Return a random legal action."""
        if view.is_draw:
            return view.discard(tuple(card for card in view.hole_cards if view.random.below(2)))
        choice = view.random.below(3)
        if choice == 0:
            return view.check_or_fold()
        if choice == 1 or view.min_raise_to is None:
            return view.check_or_call()
        low, high = view.min_raise_to, view.max_raise_to
        if isinstance(low, int) and isinstance(high, int):
            return view.raise_to(low + view.random.below(high - low + 1))
        span = high - low
        return view.raise_to(low + type(span)(view.random.random()) * span)

    def batch_decider(self, game: Poker) -> BatchDecider:
        """Return a function that draws random actions for many tables."""
        return _random_actions


class CallingStation(BaseAgent):
    """Always check or call; stand pat."""

    def decide(self, view: SeatView) -> Action:
        """Return a check or a call."""
        return view.discard() if view.is_draw else view.check_or_call()

    def batch_decider(self, game: Poker) -> BatchDecider:
        """Return a function that checks or calls at many tables."""
        return calls


def _random_actions(decisions: Decisions) -> Answers:
    kinds, amounts = calls(decisions)
    choices = decisions.randoms.below(decisions.streams, 3)
    kinds[(choices == 0) & decisions.can(BatchAction.FOLD)] = BatchAction.FOLD
    raises = np.flatnonzero((choices == 2) & decisions.can(BatchAction.RAISE))
    kinds[raises] = BatchAction.RAISE
    tables, streams = decisions.tables[raises], decisions.streams[raises]
    low = decisions.observation.min_raise[tables]
    span = decisions.observation.max_raise[tables] - low
    amounts[raises] = low + decisions.randoms.below(streams, span + 1)
    return kinds, amounts
