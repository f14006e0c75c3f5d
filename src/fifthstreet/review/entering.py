"""Ranges that enter the flop, from the nodes of solved charts that stand for hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.review.hands import Decision, PlayedHand, big_blind_of
from fifthstreet.review.solved_charts import CHART_POLICY, SolvedCharts, check_posts, lacks_action
from fifthstreet.tree.translate import Follower, MatchQuality, report


@dataclass(frozen=True)
class EnteringRange:
    """The hands with which a chart's player gets to the end of the betting before the flop."""

    range: Range  # weights relative to the largest
    words: str  # which chart it is from
    path: str  # in its tree


def entering_range(
    charts: SolvedCharts, hand: PlayedHand, preflop: Sequence[Decision], seat: int
) -> EnteringRange | None:
    """Return the range of a player after the betting before the flop.

    The chart is for the chips that the player can win or lose against the others on the flop.

    Args:
        charts: Solved charts.
        hand: The hand.
        preflop: Its decisions before the flop, at least one.
        seat: A player who has not folded.

    Returns:
        The range; None if no chart has the line, or its strategy never plays it.
    """
    after = preflop[-1].after()
    stacks = [float(stack) for stack in after.starting_stacks]
    others = [stacks[at] for at, is_in in enumerate(after.statuses) if is_in and at != seat]
    if not others:
        return None
    depth = min(stacks[seat], max(others)) / big_blind_of(after)
    try:
        check_posts(preflop[0].state)
        found = charts.find(after.player_count, depth, is_raked=hand.is_raked)
    except InputError:
        return None
    tree = found.strategy.tree
    follower = Follower(tree, CHART_POLICY, trace=True)
    follower.begin(preflop[0].state)
    follower.observe(after)
    # The tree ends with the betting, which is no difference between hand and tree.
    matched = report(follower, after)
    own = matched.seats[seat]
    if matched.quality is MatchQuality.OUTSIDE or own < 0 or lacks_action(matched):
        return None
    if any(action.node < 0 for action in matched.actions):
        return None
    reach = found.strategy.reach(matched.node, ())[own]
    if not reach.any():
        return None
    weights = (reach / reach.max()).astype(np.float32)
    return EnteringRange(Range(weights), found.words, tree.path(matched.node))
