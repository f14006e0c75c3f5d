"""What a match says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from fifthstreet.table import ActionAmount
from fifthstreet.translate import judge, walk
from fifthstreet.translate.follow import Follower
from fifthstreet.tree import STREET_NAMES, Sizes, TreeRules


class ActionStatus(IntEnum):
    """What became of an action."""

    EXACT = walk.EXACT  # the tree has it
    TRANSLATED = walk.TRANSLATED  # a neighbour stands for it
    CLAMPED = walk.CLAMPED  # the tree has nothing on its other side
    CLOSED_EARLY = walk.CLOSED_EARLY  # the tree does not ask the player any more
    ILLEGAL = walk.ILLEGAL  # the rules of the real game forbid it
    OUTSIDE = walk.OUTSIDE  # before the tree begins, or of a player whom it has no seat for


class Status(IntEnum):
    """How far a match can be trusted."""

    GOOD = judge.GOOD
    POOR = judge.POOR
    LOST = judge.LOST


@dataclass(frozen=True)
class ActionReport:
    """An action of the real hand and what stands for it in the tree."""

    number: int  # from 1; a straddle, which counts as a raise, has the number before
    player: int  # real seat
    street: int
    action: str  # as in a path, with real chips
    x: float | None  # size of a bet or raise: above the call, in pots after the call
    lower: float | None  # neighbours in the tree by size; a check or call is 0
    upper: float | None
    share_of_lower: float | None
    chosen: float | None  # of the two, the one that was followed
    probability: float  # of what was followed
    status: ActionStatus
    node: int  # where it led


@dataclass(frozen=True)
class Divergence:
    """How far hand and tree are apart on a street, after its last action so far."""

    street: int
    pot: float  # share of the real pot
    stack: float  # effective stacks, as a share of the real one at the start
    spr: float  # share of the real stack to pot ratio
    defence: float  # largest difference of minimum defence frequencies, 1 / (1 + x)


@dataclass(frozen=True)
class Shadow:
    """The tree at a node, in the tree's own money."""

    street: int
    pot: float
    stacks: tuple[float, ...]
    committed: tuple[float, ...]
    player: int  # tree seat in turn, -1 where there is none


@dataclass(frozen=True)
class Way:
    """A node that may stand for the hand, and how likely the mapping makes it."""

    node: int
    probability: float


@dataclass(frozen=True)
class TreeAction:
    """An action of the tree at the node, and what it is in the real hand: always a legal one."""

    child: int
    label: str  # in the tree, as in a path
    real: ActionAmount


@dataclass(frozen=True)
class Subgame:
    """What to solve instead where a match is lost: the real hand from the start of its street."""

    street: int
    pot: float
    stacks: tuple[float, ...]  # of the players who came to this street, in seat order
    board: tuple[int, ...]
    path: str  # what has been done on this street, with real chips
    blinds: tuple[float, ...] = ()  # preflop only, as are antes
    antes: tuple[float, ...] = ()

    def rules(self, sizes: Sizes, *, chip: float = 1.0, **options: Any) -> TreeRules:
        """Rules of a tree for it that has the real actions of this street."""
        added = (self.path,) if ":" in self.path else ()
        return TreeRules(
            stacks=self.stacks,
            pot=self.pot,
            blinds=self.blinds,
            antes=self.antes,
            first_street=self.street,
            sizes=sizes,
            added=added,
            chip=chip,
            **options,
        )


@dataclass(frozen=True)
class Match:
    """Where a real hand stands in a tree.

    A lost match has a node as well, the nearest that could be followed, and a subgame to solve
    instead.
    """

    node: int
    path: str
    probability: float  # of the way to the node, given the real actions
    ways: tuple[Way, ...]  # all nodes that the mapping may lead to, the likeliest first
    status: Status
    lost_at: int | None  # number of the action, 0 for the start
    reason: str  # why it was lost, or nothing
    actions: tuple[ActionReport, ...]
    shadow: Shadow
    divergences: tuple[Divergence, ...]  # of the streets that the tree was followed on
    children: tuple[TreeAction, ...]  # if the node is the player's in turn, all that it offers
    legal: tuple[TreeAction, ...]  # of these, what the real hand allows as it is
    subgame: Subgame | None
    unit: float  # real chips for 1 of the tree's money
    seats: tuple[int, ...]  # tree seat of each real seat, -1 for none

    @property
    def streets(self) -> tuple[str, ...]:
        """Names of the streets of `divergences`."""
        return tuple(STREET_NAMES[divergence.street] for divergence in self.divergences)


def reason_text(follower: Follower) -> str:
    """Why a follower has lost the hand, in words; nothing if it has not."""
    judged = follower.judge
    if judged.status != judge.LOST:
        return ""
    real, tree, limit = judged.real, judged.tree, judged.limit
    first = STREET_NAMES[int(follower.tree.rules.first_street)]
    apart = f"{real:.4g} against {tree:.4g} in the tree, more than {limit:.0%} apart"
    return {
        judge.STACK: f"effective stack {apart}",
        judge.POT: f"pot {apart}",
        judge.SPR: f"stack to pot ratio {apart}",
        judge.UNMATCHED: f"a bet of {real:.4g} of the pot and none in the tree within "
        f"{limit:g} of it, the nearest is {tree:.4g}",
        judge.CLOSED: "a bet or raise where the tree does not ask the player any more",
        judge.ENDED: "the tree is all-in or at its end, and the hand goes on",
        judge.TURN: "the tree asks somebody else first",
        judge.SEATS: follower.seat_problem,
        judge.NOT_YET: f"the tree starts on the {first}, and the hand is not there",
    }[judged.why]
