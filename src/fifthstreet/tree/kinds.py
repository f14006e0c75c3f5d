"""Kinds of nodes of a betting tree, and the types of its arrays."""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """What happens at a node."""

    ACTION = 0
    DEAL = 1
    FOLD = 2  # the end: one player is left
    SHOWDOWN = 3  # the end: the rest of the board is dealt without bets
