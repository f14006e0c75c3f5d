"""Results of players over hands."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev

from fifthstreet.notation import HandHistory


@dataclass
class Statistics:
    """What a player won or lost, hand by hand.

    >>> results = Statistics([2, -1, 5])
    >>> results.sample_count, results.payoff_sum, results.payoff_mean
    (3, 6, 2)
    """

    payoffs: list[int]

    @classmethod
    def merge(cls, *statistics: Statistics) -> Statistics:
        """Results of all hands together."""
        return cls([payoff for part in statistics for payoff in part.payoffs])

    @classmethod
    def from_hand_history(cls, *hhs: HandHistory) -> dict[str, Statistics]:
        """Results by name. Hands are played out unless they tell the finishing stacks."""
        payoffs: defaultdict[str, list[int]] = defaultdict(list)
        for hand in hhs:
            if hand.players is None:
                continue
            stacks = hand.finishing_stacks
            if stacks is None:
                *_, state = hand
                stacks = state.stacks
            for player, before, after in zip(
                hand.players, hand.starting_stacks, stacks, strict=False
            ):
                payoffs[player].append(after - before)
        return {player: cls(results) for player, results in payoffs.items()}

    @property
    def sample_count(self) -> int:
        """Number of hands."""
        return len(self.payoffs)

    @property
    def payoff_sum(self) -> float:
        """All that was won."""
        return sum(self.payoffs)

    @property
    def payoff_mean(self) -> float:
        """Won in a hand on average."""
        return mean(self.payoffs)

    @property
    def payoff_stdev(self) -> float:
        """Sample standard deviation of a hand's result."""
        return stdev(self.payoffs)

    @property
    def payoff_stderr(self) -> float:
        """Standard error of the mean."""
        return self.payoff_stdev / sqrt(self.sample_count)
