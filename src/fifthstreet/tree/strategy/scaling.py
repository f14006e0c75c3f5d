"""Change how often a range takes an action, and keep the order of its hands.

The odds p / (1 - p) of the action are multiplied by one factor for all hands: a shift of their
logits, as a change of the intercept is in a logistic regression. Of all strategies with the wanted
frequency, the result has the smallest relative entropy to the old one (Csiszar 1975, "I-divergence
geometry of probability distributions and minimization problems"), and a hand that took the action
more often than another still does.

A factor changes neither 0 nor 1, so hands that never or always take the action change last:

- Above the frequency at which every mixed hand takes the action always, the hands that never took
  it take it, all equally often. Below the frequency at which every mixed hand never takes it, the
  hands that always took it do so less, all equally often. This is the limit of hands at 1e-9 or at
  1 - 1e-9, so frequencies of 0 and 1 are reached.
- Other actions keep their proportions in each hand. A hand that always took the action has none;
  its other actions are as frequent as in the whole range.
"""

from __future__ import annotations

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.tree.strategy.tree_strategy import HoleArray

_MAX_SHIFT = 1_000.0  # of logits; the smallest float has a logit of about -745
_HALVINGS = 100


def scale_frequency(
    strategy: HoleArray, weights: HoleArray, action: int, frequency: float
) -> HoleArray:
    """Return a strategy in which a range takes an action with a given frequency.

    Args:
        strategy: How often each hand takes each action; columns add up to 1.  [A, H]
        weights: Weight of each hand in the frequency; hands of weight 0 are scaled too.  [H]
        action: Row of the action.
        frequency: Wanted mean of the row over all hands, from 0 to 1.

    Returns:
        The strategy, whose columns add up to 1.  [A, H]

    Raises:
        InputError: If the frequency is not from 0 to 1, there is no other action, or no hand has
            weight.

    >>> bets = np.array([0.0, 0.1, 0.5, 1.0])
    >>> scaled = scale_frequency(np.array([1 - bets, bets]), np.ones(4), 1, 0.5)
    >>> scaled[1].round(3).tolist(), round(float(scaled[1].mean()), 9)
    ([0.0, 0.25, 0.75, 1.0], 0.5)
    >>> scale_frequency(np.array([1 - bets, bets]), np.ones(4), 1, 0.8)[1].round(3).tolist()
    [0.2, 1.0, 1.0, 1.0]
    """
    if not 0 <= frequency <= 1:
        raise InputError(f"frequency must be 0 to 1, got {frequency:g}")
    if len(strategy) < 2:
        raise InputError("a decision with one action has no other frequency")
    total = float(weights.sum())
    if not total > 0:
        raise InputError("weights must be positive for at least one hand")
    shares = weights / total
    old: HoleArray = strategy[action]
    new = _scaled(old, shares, frequency)
    others = np.arange(len(strategy)) != action
    result = strategy.astype(np.float64)
    result[action] = new
    result[others] = (1 - new) * _proportions(strategy[others], shares)
    return result


def _scaled(old: HoleArray, shares: HoleArray, frequency: float) -> HoleArray:
    """Return the probabilities of one action, scaled to a mean.  [H]"""
    is_never, is_always = old <= 0, old >= 1
    lowest, highest = float(shares[is_always].sum()), float(shares[~is_never].sum())
    if frequency <= lowest:
        return np.where(is_always, frequency / lowest if lowest > 0 else 0.0, 0.0)
    if frequency >= highest:
        rest = (frequency - highest) / (1 - highest) if highest < 1 else 1.0
        return np.where(is_never, min(rest, 1.0), 1.0)
    with np.errstate(divide="ignore"):
        logits = np.log(old) - np.log1p(-old)
    low, high = -_MAX_SHIFT, _MAX_SHIFT
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if float(shares @ _logistic(logits + middle)) < frequency:
            low = middle
        else:
            high = middle
    return _logistic(logits + (low + high) / 2)


def _logistic(logits: HoleArray) -> HoleArray:
    with np.errstate(over="ignore"):
        result: HoleArray = 1 / (1 + np.exp(-logits))
    return result


def _proportions(rows: HoleArray, shares: HoleArray) -> HoleArray:
    """Return the proportions of actions in each hand; the range's mix if a hand takes none."""
    means = rows @ shares
    is_known = means.sum() > 0
    mix = means / means.sum() if is_known else np.full(len(rows), 1 / len(rows))
    totals = rows.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(totals > 0, rows / totals, mix[:, None])
