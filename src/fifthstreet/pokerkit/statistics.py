"""Statistics of what players won and lost."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev

from fifthstreet.game.notation import HandHistory


@dataclass(repr=False)
class Statistics:
    """What a player won or lost in each hand.

    >>> results = Statistics([2, -1, 5])
    >>> results
    <Statistics: 3 hands, payoff sum 6>
    >>> results.payoff_mean
    2
    """

    payoffs: list[int]

    def __repr__(self) -> str:
        return f"<Statistics: {self.sample_count} hands, payoff sum {self.payoff_sum}>"

    @classmethod
    def merge(cls, *statistics: Statistics) -> Statistics:
        """Merge the statistics of several sets of hands."""
        return cls([payoff for part in statistics for payoff in part.payoffs])

    @classmethod
    def from_hand_history(cls, *hhs: HandHistory) -> dict[str, Statistics]:
        """Return the statistics of each named player.

        Hands are replayed unless their finishing stacks are recorded.
        """
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
        """Sum of the payoffs."""
        return sum(self.payoffs)

    @property
    def payoff_mean(self) -> float:
        """Mean payoff per hand."""
        return mean(self.payoffs)

    @property
    def payoff_stdev(self) -> float:
        """Sample standard deviation of the payoffs."""
        return stdev(self.payoffs)

    @property
    def payoff_stderr(self) -> float:
        """Standard error of the mean payoff."""
        return self.payoff_stdev / sqrt(self.sample_count)
