"""Kinds of forced bets and of other entries of a log."""

from __future__ import annotations

from enum import Enum


class Post(Enum):
    """Kinds of forced bets."""

    SMALL = "small blind"
    BIG = "big blind"
    BOTH = "big blind and dead small blind"
    OTHER = "post of a player who enters"
    STRADDLE = "straddle"


class EntryKind(Enum):
    """Kinds of entries of a log."""

    DEAL = "deal"
    BOARD = "board"
    STREET = "street"
    SHOW = "show"
    MUCK = "muck"
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET_TO = "bet to"
    ADD_CHIPS = "add chips"
    BRING_IN = "bring in"
    DISCARD = "discard"
