"""The ranges with which a solved preflop strategy gets to the flop of a real hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from fifthstreet.cards import Range
from fifthstreet.review.hands import Decision
from fifthstreet.search.preflop import PreflopStrategy, open_preflop
from fifthstreet.search.preflop.library import strategy_path
from fifthstreet.search.preflop.strategy import KIND
from fifthstreet.storage import open_container
from fifthstreet.translate import Follower, report


def read_preflop_strategy(path: Path) -> PreflopStrategy | None:
    """Return the strategy of a file of `fifthstreet preflop`, by path or name; None for others."""
    file = strategy_path(path)
    if file.is_dir() or file.suffix == ".toml":
        return None
    try:
        is_strategy = open_container(file, None).kind == KIND
    except (OSError, ValueError):  # whoever reads it next says what is wrong
        return None
    return open_preflop(file) if is_strategy else None


def entering_ranges(
    strategy: PreflopStrategy, decisions: list[Decision]
) -> tuple[Range, Range] | None:
    """Return the ranges of both seats after preflop decisions, mapped to the strategy's tree.

    None with more players, or if the hand cannot be mapped or is never played by the strategy.
    """
    if decisions[0].state.player_count != 2:
        return None
    follower = Follower(strategy.tree, trace=True)
    follower.begin(decisions[0].state)
    state = decisions[-1].after()
    follower.observe(state)
    node = report(follower, state).node
    if node not in strategy.flop_lines:
        return None
    first, second = strategy.reach(node, ())
    if not (first.any() and second.any()):
        return None
    largest = [float(reach.max()) for reach in (first, second)]
    return (
        Range((first / largest[0]).astype(np.float32)),
        Range((second / largest[1]).astype(np.float32)),
    )
