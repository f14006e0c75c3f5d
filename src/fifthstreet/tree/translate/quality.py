"""How good a match is, and how each action was mapped.

The compiled modules work with numbers; these are their names.
"""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class MatchQuality(StrEnum):
    """How far the matched node can be trusted, in the order of the codes of `judge`.

    `Policy` has the limits.
    """

    GOOD = "good"
    POOR = "poor"  # followed with larger differences
    LOST = "lost"  # beyond the limits, or at a node that does not fit
    OUTSIDE = "outside"  # the tree does not cover such decisions


@unique
class ActionStatus(StrEnum):
    """How an action of the real hand was mapped onto the tree, in the order of `walk`'s codes."""

    EXACT = "exact"  # the tree has it
    TRANSLATED = "translated"  # a neighbouring size stands for it
    CLAMPED = "clamped"  # the tree has a size on one side only
    CLOSED_EARLY = "closed early"  # the tree's betting round had ended
    ILLEGAL = "illegal"  # the rules of the real game forbid it
    OUTSIDE = "outside"  # before the tree begins, or by a player who has no seat in it


_QUALITIES, _STATUSES = tuple(MatchQuality), tuple(ActionStatus)


def quality_of(code: int) -> MatchQuality:
    """Return the quality for a code of `judge`."""
    return _QUALITIES[code]


def status_of(code: int) -> ActionStatus:
    """Return the status for a code of `walk`."""
    return _STATUSES[code]
