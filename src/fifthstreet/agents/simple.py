"""Agents that ignore their cards: baselines, and opponents for tests."""

from __future__ import annotations

from fifthstreet.agents.agent import Action, BaseAgent
from fifthstreet.agents.view import View


class RandomAgent(BaseAgent):
    """Fold, call or raise with equal probability, to any legal amount; discard at random.

    It never folds where it can check.
    """

    def decide(self, view: View) -> Action:
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


class CallingStation(BaseAgent):
    """Check or call, whatever happens; stand pat."""

    def decide(self, view: View) -> Action:
        """Return a check or a call."""
        return view.discard() if view.is_draw else view.check_or_call()
