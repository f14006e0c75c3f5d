"""A match and its parts: reports of actions, divergences, candidates and the subgame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fifthstreet.cards import cards_text
from fifthstreet.game import ActionAmount
from fifthstreet.tree.menus import STREET_NAMES, Sizes
from fifthstreet.tree.rules import TreeRules
from fifthstreet.tree.translate import judge
from fifthstreet.tree.translate.follow import Follower
from fifthstreet.tree.translate.quality import ActionStatus, MatchQuality
from fifthstreet.tree.words import when_words

_MAX_PATH = 80  # characters of a path in a repr


@dataclass(frozen=True)
class ActionReport:
    """An action of the real hand and the action of the tree that stands for it."""

    number: int  # from 1; a straddle, which counts as a raise, has the previous action's number
    player: int  # real seat
    street: int
    action: str  # as in a path, with real chips
    x: float | None  # size of a bet or raise: (above the call) / (pot after the call)
    lower: float | None  # neighbouring sizes in the tree; a check or call is 0
    upper: float | None
    share_of_lower: float | None
    chosen: float | None  # the one of the two that was followed
    probability: float  # of the chosen one
    status: ActionStatus
    node: int  # where it led

    def __repr__(self) -> str:
        sizes = "" if self.x is None else f", size {self.x:.4g}"
        if self.chosen is not None:
            sizes += f" as {self.chosen:.4g}"
        action = f"{self.number}: player {self.player} {self.action}"
        return f"<ActionReport {action}, {self.status}{sizes}, node {self.node}>"


@dataclass(frozen=True)
class Divergence:
    """How far hand and tree are apart on a street, after its last action so far."""

    street: int
    pot: float  # share of the real pot
    stack: float  # effective stacks, as a share of the real one at the start
    spr: float  # share of the real stack-to-pot ratio
    defence: float  # largest difference of minimum defence frequencies, 1 / (1 + x)


@dataclass(frozen=True)
class Shadow:
    """The tree at a node, in the tree's own chips."""

    street: int
    pot: float
    stacks: tuple[float, ...]
    committed: tuple[float, ...]
    player: int  # tree seat in turn, -1 for none

    def __repr__(self) -> str:
        stacks = ", ".join(f"{stack:.6g}" for stack in self.stacks)
        actor = "" if self.player < 0 else f", seat {self.player} to act"
        return f"<Shadow on street {self.street}: pot {self.pot:.6g}, stacks {stacks}{actor}>"


@dataclass(frozen=True)
class Candidate:
    """A node that may stand for the hand, and its probability under the mapping."""

    node: int
    probability: float


@dataclass(frozen=True)
class TreeAction:
    """An action of the tree at the node, and the legal action of the real hand it converts to."""

    child: int
    label: str  # in the tree, as in a path
    real: ActionAmount


@dataclass(frozen=True)
class Subgame:
    """The subgame to solve instead of the tree: the real hand from the start of its street."""

    street: int
    pot: float
    stacks: tuple[float, ...]  # of the players who reached this street, in seat order
    board: tuple[int, ...]
    path: str  # the actions of this street, with real chips
    blinds: tuple[float, ...] = ()  # preflop only, as are antes
    antes: tuple[float, ...] = ()

    def __repr__(self) -> str:
        stacks = ", ".join(f"{stack:.6g}" for stack in self.stacks)
        where = f"{when_words(STREET_NAMES[self.street])} {cards_text(self.board)}".strip()
        chips = f"pot {self.pot:.6g}, stacks {stacks}"
        return f"<Subgame {where}: {chips}, {shortened(self.path, 50)}>"

    def rules(self, sizes: Sizes, *, chip: float = 1.0, **options: Any) -> TreeRules:
        """Return the rules of a tree that has the real actions of this street."""
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
    """A real hand's place in a tree.

    A match that is lost or outside still has a node, the last that could be followed, and also a
    subgame to solve instead.
    """

    node: int
    path: str  # of the node; it names the cards that were dealt, as far as they are known
    probability: float  # of the node, given the real actions
    candidates: tuple[Candidate, ...]  # all nodes that the mapping may lead to, likeliest first
    quality: MatchQuality
    lost_at: int | None  # number of the action at which it was lost, 0 for the start
    reason: str  # why it is lost or outside, otherwise empty
    actions: tuple[ActionReport, ...]
    shadow: Shadow
    divergences: tuple[Divergence, ...]  # of the streets on which the tree was followed
    children: tuple[TreeAction, ...]  # all actions at the node; none if not in turn
    legal: tuple[TreeAction, ...]  # actions of the same kind in the real hand
    subgame: Subgame | None  # if the match is lost or outside
    unit: float  # value of 1 in the tree in real chips
    seats: tuple[int, ...]  # tree seat of each real seat, -1 for none
    unrepresented: tuple[str, ...] = ()  # kinds of legal actions that the node lacks, like raise
    quality_of_chips: MatchQuality | None = None  # the quality without regard to legal actions

    def __repr__(self) -> str:
        text = f"<Match: {self.quality} at {shortened(self.path, _MAX_PATH)}"
        if self.divergences:
            last = self.divergences[-1]
            text += f", off by pot {last.pot:.0%}, stack {last.stack:.0%}, SPR {last.spr:.0%}"
        return text + ">"

    @property
    def found(self) -> int | None:
        """The node that stands for the hand, None if the match is lost or outside."""
        return self.node if self.subgame is None else None

    @property
    def streets(self) -> tuple[str, ...]:
        """Names of the streets of `divergences`."""
        return tuple(STREET_NAMES[divergence.street] for divergence in self.divergences)


def shortened(path: str, most: int) -> str:
    """Leave out the middle of a path that is longer than `most` characters."""
    half = (most - 3) // 2
    return path if len(path) <= most else f"{path[:half]}...{path[-half:]}"


def reason_text(follower: Follower) -> str:
    """Explain why a match is lost or outside; empty if it is neither."""
    judged = follower.judge
    if judged.quality not in (judge.LOST, judge.OUTSIDE):
        return ""
    real, tree, limit = judged.real, judged.tree, judged.limit
    first = STREET_NAMES[int(follower.tree.rules.first_street)]
    apart = f"{real:.4g} against {tree:.4g} in the tree, more than {limit:.0%} apart"
    return {
        judge.STACK: f"effective stack {apart}",
        judge.POT: f"pot {apart}",
        judge.SPR: f"stack-to-pot ratio {apart}",
        judge.UNMATCHED: f"a bet of {real:.4g} of the pot, and none in the tree within "
        f"{limit:g} of it: the nearest is {tree:.4g}",
        judge.CLOSED: "a bet or raise after the tree's betting round had ended",
        judge.ENDED: "the tree is all-in or has ended, but the hand continues",
        judge.TURN: "another player acts first in the tree",
        judge.SEATS: follower.seat_problem,
        judge.NOT_YET: f"the tree starts on the {first}, which the hand has not reached",
    }[judged.why]
