"""Words of the table: what players do, how they stand, what comes next."""

from __future__ import annotations

from enum import Enum, StrEnum, unique
from typing import Any, NamedTuple, TypeAlias


@unique
class ActionKind(StrEnum):
    """What a player does. The value of what is done in turn is its letter in a history."""

    FOLD = "f"
    CHECK = "k"
    CALL = "c"
    BET = "b"
    RAISE = "r"
    ALL_IN = "a"  # the whole stack, as a call, a bet or a raise; records say which it was
    BRING_IN = "i"
    ANTE = "ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    STRADDLE = "straddle"
    LATE_POST = "late post"  # a blind of a player who sits down; it does not decide who opens

    def __repr__(self) -> str:
        """The name alone."""
        return self.name


# A tree action: FOLD, CHECK, CALL, ALL_IN, or a bet or raise as a multiple of the pot.
DiscreteAction: TypeAlias = ActionKind | float


class ActionAmount(NamedTuple):
    """An action and its chips: a bet, raise or all-in *to* a total of the street, a call's chips.

    These are the amounts of the engine's operations.
    """

    kind: ActionKind
    amount: Any


@unique
class Status(Enum):
    """How a player stands in the betting."""

    ACTIVE = "active"
    FOLDED = "folded"
    ALL_IN = "all-in"


@unique
class Rule(Enum):
    """What comes next in a hand."""

    SHIFT_TURN = "shift turn"  # a player posts, discards or acts
    SHIFT_STREET = "shift street"  # bets are collected and cards dealt
    RUN_OUT = "run out"  # cards are dealt to the end without bets
    FINISH = "finish"  # showdown and chips, or all is done
