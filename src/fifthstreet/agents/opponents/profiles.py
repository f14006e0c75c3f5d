"""Profiles of opponents: how often they fold, call and raise, by street and position.

Frequencies are smoothed. The prior for one position, for example late on the turn facing a bet, is
the player's behaviour in the other positions. Its prior is the behaviour of players in general. So
a profile is sensible after few hands, and accurate after many.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents.opponents.bets import (
    BETS,
    CALL,
    FOLD,
    POSITIONS,
    RAISE,
    SITUATION_COUNT,
    situation,
)

Rates: TypeAlias = NDArray[np.float64]  # [3] of folds, calls and raises

# Frequencies of players in general, with nothing to call and with a bet to call.
_FREE = np.array([0.0, 0.65, 0.35])
_FACING = np.array([0.35, 0.45, 0.2])
_PRIOR_BETS = 8.0  # how many bets a prior counts as
# Minimum shares of a loose and of an aggressive player.
_LOOSE_VPIP = 0.35
_AGGRESSIVE_SHARE = 0.35


@dataclass(frozen=True)
class Style:
    """How a player plays: how many hands, and how often they raise rather than call."""

    looseness: float  # share of hands with chips put in voluntarily
    aggression: float  # share of raises among their raises and calls
    hands: int  # number of hands behind both

    @property
    def name(self) -> str:
        """Tight or loose, then passive or aggressive."""
        first = "loose" if self.looseness >= _LOOSE_VPIP else "tight"
        second = "aggressive" if self.aggression >= _AGGRESSIVE_SHARE else "passive"
        return f"{first} {second}"


class Profile:
    """Counts of one player's actions, by position and situation.

    >>> profile = Profile()
    >>> for _ in range(30):
    ...     profile.add(position=2, street=1, is_facing=True, action=FOLD)
    >>> profile.rates(1, 2, is_facing=True).round(2).tolist()
    [0.86, 0.09, 0.04]
    >>> profile.rates(2, 2, is_facing=True).round(2).tolist()
    [0.35, 0.45, 0.2]
    """

    def __init__(self) -> None:
        self.counts = np.zeros((len(POSITIONS), SITUATION_COUNT, len(BETS)))
        self.hands = np.zeros(len(POSITIONS), np.int64)
        self.hands_entered = np.zeros(len(POSITIONS), np.int64)

    def __repr__(self) -> str:
        return f"<Profile of {int(self.hands.sum())} hands: {self.style().name}>"

    def add(self, position: int, street: int, *, is_facing: bool, action: int) -> None:
        """Count a bet."""
        self.counts[position, situation(street, is_facing), action] += 1

    def add_hand(self, position: int, *, has_entered: bool) -> None:
        """Count a hand, and whether the player put chips in voluntarily before the flop."""
        self.hands[position] += 1
        self.hands_entered[position] += has_entered

    def rates(
        self,
        street: int,
        position: int | None = None,
        *,
        is_facing: bool,
        prior: Rates | None = None,
    ) -> Rates:
        """Return how often the player folds, calls and raises; `prior` is for all players."""
        place = situation(street, is_facing)
        if prior is None:
            prior = _FACING if is_facing else _FREE
        everywhere: Rates = self.counts[:, place].sum(axis=0)
        if position is None:
            return _smoothed(everywhere, prior)
        here: Rates = self.counts[position, place]
        return _smoothed(here, _smoothed(everywhere - here, prior))

    def style(self, position: int | None = None) -> Style:
        """Return the style of the player, in one position or in all."""
        places = slice(None) if position is None else slice(position, position + 1)
        hands = int(self.hands[places].sum())
        entered = float(self.hands_entered[places].sum())
        actions = self.counts[places].sum(axis=(0, 1))
        called = self.counts[places, 1::2, CALL].sum()  # checks are not passive
        looseness = (entered + _PRIOR_BETS * _LOOSE_VPIP) / (hands + _PRIOR_BETS)
        raised = float(actions[RAISE])
        invested = raised + float(called)
        aggression = (raised + _PRIOR_BETS * _AGGRESSIVE_SHARE) / (invested + _PRIOR_BETS)
        return Style(looseness, aggression, hands)

    def fold_rate(self, street: int, expected: float) -> float:
        """Return how often the player folds to a bet; `expected` is the prior."""
        row = self.counts[:, situation(street, True)].sum(axis=0)
        return float((row[FOLD] + _PRIOR_BETS * expected) / (row.sum() + _PRIOR_BETS))


def _smoothed(counts: Rates, prior: Rates) -> Rates:
    rates: Rates = (counts + _PRIOR_BETS * prior) / (counts.sum() + _PRIOR_BETS)
    return rates
