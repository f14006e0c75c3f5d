"""Kinds of actions, statuses of players, and what comes next in a hand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum, unique
from typing import NamedTuple, TypeAlias

from fifthstreet.cards import Card
from fifthstreet.game.values import Chips


@unique
class ActionKind(StrEnum):
    """Kind of action or forced bet. Actions in turn have a one-letter value."""

    FOLD = "f"
    CHECK = "k"
    CALL = "c"
    BET = "b"
    RAISE = "r"  # written `b` in histories and paths, where a raise is a bet to an amount
    ALL_IN = "a"  # the whole stack, as a call, a bet or a raise; events say which it was
    BRING_IN = "i"
    ANTE = "ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    STRADDLE = "straddle"
    LATE_POST = "late post"  # blind of a player who has just sat down; does not decide who opens

    def __repr__(self) -> str:
        return self.name


FORCED = frozenset(
    (
        ActionKind.ANTE,
        ActionKind.SMALL_BLIND,
        ActionKind.BIG_BLIND,
        ActionKind.STRADDLE,
        ActionKind.LATE_POST,
    )
)


# A tree action: FOLD, CHECK, CALL, ALL_IN, or a bet or raise as a multiple of the pot.
DiscreteAction: TypeAlias = ActionKind | float


class ActionAmount(NamedTuple):
    """An action and its chips, as in events.

    A bet, raise or all-in is *to* a total on the street; a call is the chips that it adds.
    """

    kind: ActionKind
    amount: Chips


@dataclass(frozen=True, slots=True)
class Discard:
    """The cards that a player throws away in a draw; none to stand pat."""

    cards: tuple[Card, ...] = ()


Action: TypeAlias = ActionAmount | Discard  # what a player answers when it is their turn


@unique
class Status(Enum):
    """Status of a player in the betting."""

    ACTIVE = "active"
    FOLDED = "folded"
    ALL_IN = "all-in"


@unique
class NextStep(Enum):
    """What happens next in a hand."""

    SHIFT_TURN = "shift turn"  # a player posts, discards or acts
    SHIFT_STREET = "shift street"  # bets are collected and cards are dealt
    RUN_OUT = "run out"  # the rest of the board is dealt without bets
    FINISH = "finish"  # showdown and payout, or nothing: the hand is over
