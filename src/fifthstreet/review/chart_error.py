"""The error of EVs before the flop that is not in what seats could gain there."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from math import hypot

from fifthstreet.cards import HOLE_CLASS
from fifthstreet.solvers.ring import BetweenStrategy, RingStrategy
from fifthstreet.solvers.search.preflop import PreflopStrategy
from fifthstreet.tree import BettingTree, Kind, Move
from fifthstreet.tree.strategy import TreeStrategy

# Error of the mean of two charts, as a share of the difference between them, where both count the
# same. Covers 90% of the errors of losses below half a big blind: docs/lab_notes/preflop.md.
MIXING = 1.25


def largest_gain(strategy: TreeStrategy) -> float | None:
    """Return what a seat could gain at most, in chips of the tree, if it is known.

    A chart's certificate counts, if it has one, with the upper ends of its intervals. With two
    seats it is the mean of both, as everywhere else.
    """
    if isinstance(strategy, RingStrategy) and strategy.record.certificate is not None:
        certificate = strategy.record.certificate
        return max(
            gain + error for gain, error in zip(certificate.gains, certificate.errors, strict=True)
        )
    if isinstance(strategy, BetweenStrategy):
        of_charts = [largest_gain(chart) for chart in strategy.charts]  # type: ignore[arg-type]
        return None if None in of_charts else max(each or 0.0 for each in of_charts)
    known = strategy.exploitability
    if known is None:
        return None
    gains = known.gains
    return known.chips if gains is None or len(gains) == 2 else max(gains)


def flop_error_percent(strategy: TreeStrategy) -> float | None:
    """Return the error of values of hands on flops, in percent of the pot.

    None if flops were solved or nothing is known of the error.
    """
    if isinstance(strategy, BetweenStrategy):
        known = [
            flop_error_percent(chart)
            for chart in strategy.charts
            if isinstance(chart, TreeStrategy)
        ]
        return max((each for each in known if each is not None), default=None)
    if isinstance(strategy, RingStrategy | PreflopStrategy):
        return strategy.record.leaf_error_pot_percent
    return None


def after_flop_text(strategy: TreeStrategy) -> str:
    """Return in words what the values of hands on flops are, and what was not measured.

    Args:
        strategy: Any strategy; the text is empty if its flops were solved.
    """
    if isinstance(strategy, BetweenStrategy):
        first = strategy.charts[0]
        text = after_flop_text(first) if isinstance(first, TreeStrategy) else ""
        mean = "a mean of two charts, whose own gains were not measured"
        return f"{mean}; {text}" if text else mean
    after = None
    if isinstance(strategy, RingStrategy):
        after = strategy.record.after
    elif isinstance(strategy, PreflopStrategy):
        after = strategy.record.leaf_values
    if after is None:
        return ""
    percent = flop_error_percent(strategy)
    known = "unknown" if percent is None else f"{percent:.3g}% of the pot"
    return f"then {after} (error {known})"


def value_error(
    strategy: TreeStrategy, node: int, actions: Collection[int], hole: int | None
) -> float:
    """Return the error of EV differences between actions, in chips of the tree.

    It has two parts, which are independent: values of hands on flops, and the mean of two charts.

    Args:
        strategy: Any strategy.
        node: A decision.
        actions: The actions that are compared.
        hole: The hand, if it is known.
    """
    percent = flop_error_percent(strategy) or 0.0
    children = strategy.tree.children(node)
    pots = [_flop_pot(strategy.tree, node, children[action]) for action in actions]
    return hypot(percent / 100 * max(pots, default=0.0), _mixing(strategy, node, actions, hole))


def _flop_pot(tree: BettingTree, node: int, child: int) -> float:
    """Return the pot on the flop if one opponent calls at most; 0 if there is no betting on it."""
    if tree.street[node] != 0:
        return 0.0
    move, chip = tree.move[child], tree.rules.chip
    if move in (Move.FOLD, Move.ALL_IN):
        return 0.0
    pot = tree.pot(child)
    if move == Move.BET:
        before = tree.bet_to_match(node)
        pot += (int(tree.amount[child]) - before) * chip
    elif tree.kind[child] == Kind.SHOWDOWN and min(tree.stacks(child)) <= 0:
        return 0.0
    return pot


def _mixing(strategy: TreeStrategy, node: int, actions: Collection[int], hole: int | None) -> float:
    if not isinstance(strategy, BetweenStrategy) or hole is None:
        return 0.0
    known = strategy.values_of_charts(node)
    if len(known) < 2:
        return 0.0
    (weight, first), (_, second) = known
    gaps = (first - second)[:, HOLE_CLASS[hole]]
    widest = max((abs(gaps[a] - gaps[b]) for a, b in combinations(actions, 2)), default=0.0)
    return float(4 * weight * (1 - weight) * MIXING * widest)
