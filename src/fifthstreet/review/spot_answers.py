"""Answers from the tree of one spot: matching hands with it, and looking their nodes up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import (
    HOLE_MASKS,
    SUIT_PERMUTATIONS,
    SuitPermutation,
    cards_text,
    hole_permutation,
)
from fifthstreet.review.answers import Answer, Choice, Distance
from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.solvers.postflop import Solution, Spot
from fifthstreet.table import action_text
from fifthstreet.translate import Match, MatchQuality, Policy, match
from fifthstreet.tree import STREET_NAMES, BettingTree

HoleArray = NDArray[np.float64]

# Share of a hand below which its average strategy at a node rests on too little: averages are
# weighted by how often a hand gets there.
SELDOM = 0.01


@dataclass(frozen=True, eq=False)
class Look:
    """What is known at a node. Arrays are over the 1,326 hands, NaN where there is none."""

    strategy: HoleArray  # [A, 1326] of the player who acts
    range_frequencies: HoleArray  # [A]
    action_ev: HoleArray | None  # [A, 1326] in the tree's money
    reach: HoleArray  # [1326] weight with which each hand of the player gets there


class Looks(Protocol):
    """Strategies on the tree of a spot."""

    @property
    def spot(self) -> Spot:
        """The spot."""

    @property
    def kind(self) -> str:
        """What it is, in a word."""

    @property
    def any_board(self) -> bool:
        """Whether it is for every board and not only the spot's own."""

    @property
    def exploitability(self) -> float | None:
        """How far the strategies are from an equilibrium, percent of the spot's pot, if known."""

    def look(self, node: int, board: tuple[int, ...]) -> Look:
        """What is known at a node of the tree on a board that has come so far."""


@dataclass(frozen=True, eq=False)
class SolutionLooks:
    """Looks at a solution."""

    solution: Solution
    kind: str = "solution"
    any_board: bool = False

    @property
    def spot(self) -> Spot:
        """The spot that was solved."""
        return self.solution.spot

    @property
    def exploitability(self) -> float:
        """Of the solution."""
        return self.solution.record.exploitability.pot_percent

    def look(self, node: int, board: tuple[int, ...]) -> Look:
        """Strategy and values of a node."""
        dealt = board[len(self.spot.board) :]
        found = self.solution.node(self.spot.tree.path(node, dealt))
        reach = found.reach[found.player]
        return Look(found.strategy, found.frequencies, found.action_ev, reach)


class SpotAnswers:
    """Answers from strategies on one spot's tree; hands are translated onto it."""

    def __init__(
        self, looks: Looks, *, policy: Policy | None = None, unit: float | None = None
    ) -> None:
        """Use strategies; `unit` is what 1 of the spot's money is in chips of the hands."""
        self.looks = looks
        self.spot = looks.spot
        self.policy = policy
        self.unit = unit

    def describe(self) -> dict[str, Any]:
        """The spot in short."""
        return {
            "kind": self.looks.kind,
            "board": None if self.looks.any_board else cards_text(self.spot.board),
            "pot": self.spot.pot,
            "stack": self.spot.stack,
            "unit": 1.0 if self.unit is None else self.unit,
            "exploitability_pot_percent": self.looks.exploitability,
        }

    def refusal(self, hand: PlayedHand) -> str:
        """A hand fits if its board is the spot's up to suits, and two players play on it."""
        street = self.spot.street
        start = hand.starts.get(street)
        if start is None:
            return f"no decision on the {STREET_NAMES[street]}, where the tree starts"
        if len(start.live) != 2:
            return f"{len(start.live)} players on the {STREET_NAMES[street]}; the tree has 2"
        if self._suits(hand) is None:
            board = cards_text(start.board)
            return f"the board is {board}; the tree is for {cards_text(self.spot.board)}"
        return ""

    def answer(self, hand: PlayedHand, decision: Decision) -> Answer:
        """Match the decision with a node and look it up."""
        if decision.street < self.spot.street:
            first = STREET_NAMES[self.spot.street]
            return Answer(MatchQuality.OUTSIDE, f"before the {first}, where the tree starts")
        suits = self._suits(hand)
        assert suits is not None  # such hands are refused
        tree = self.spot.tree
        found = match(tree, decision.state, self.policy, unit=self.unit)
        standing = found.quality
        distance = _distance(found)
        if standing in (MatchQuality.LOST, MatchQuality.OUTSIDE):
            return Answer(standing, found.reason, distance=distance)
        if not found.children:
            reason = "the tree does not ask the player here: its betting has ended"
            return Answer(standing, reason, distance=distance)
        board = self._board(decision, suits)
        look = self.looks.look(found.node, board)
        dealt = board[len(self.spot.board) :]
        hole = None if decision.hole is None else int(hole_permutation(suits)[decision.hole])
        choices, reason = _choices(tree, found, look, hole)
        reach = None
        if hole is not None and not reason:
            weights = self.spot.ranges[int(tree.player[found.node])].weights
            reach = float(look.reach[hole] / weights[hole])
            if reach < SELDOM:
                reason = "the tree seldom comes here with this hand: its frequencies say little"
        led_to = match(tree, decision.after(), self.policy, unit=self.unit).actions[-1]
        taken = tree.children(found.node).index(led_to.node)
        return Answer(
            standing,
            reason,
            path=tree.path(found.node, dealt),
            distance=distance,
            choices=choices,
            taken=taken,
            reach=reach,
            translation=led_to.status.value,
            pot=found.shadow.pot * found.unit,
            exploitability=self.looks.exploitability,
        )

    def _suits(self, hand: PlayedHand) -> SuitPermutation | None:
        """Suits of the spot for those of a hand, None if there are none that fit."""
        if self.looks.any_board:
            return SUIT_PERMUTATIONS[0]
        wanted = set(self.spot.board)
        board = hand.board[: len(wanted)]
        for perm in SUIT_PERMUTATIONS:  # the first changes nothing
            if {_renamed(card, perm) for card in board} == wanted and self._keeps_ranges(perm):
                return perm
        return None

    def _keeps_ranges(self, perm: SuitPermutation) -> bool:
        """Whether the ranges are the same in other suits, as far as the board leaves hands."""
        live = HOLE_MASKS & np.uint64(self.spot.board_mask) == 0
        images = hole_permutation(perm)
        known = live & live[images]
        weights = [range_.weights for range_ in self.spot.ranges]
        return all(bool((each[images] == each)[known].all()) for each in weights)

    def _board(self, decision: Decision, suits: SuitPermutation) -> tuple[int, ...]:
        board = tuple(_renamed(card, suits) for card in decision.board)
        if self.looks.any_board:
            return board
        # The spot's own cards stand in its own order.
        return (*self.spot.board, *board[len(self.spot.board) :])


def _renamed(card: int, perm: SuitPermutation) -> int:
    return card // 4 * 4 + perm[card % 4]


def _distance(found: Match) -> Distance | None:
    if not found.divergences:
        return None
    last = found.divergences[-1]
    return Distance(last.pot, last.stack, last.spr)


def _choices(
    tree: BettingTree, found: Match, look: Look, hole: int | None
) -> tuple[tuple[Choice, ...], str]:
    """Actions at the node, and why there is nothing about the hand held where that is so."""
    real = {legal.child: action_text(*legal.real) for legal in found.legal}
    reason = ""
    if hole is None:
        reason = "hole cards unknown: only what the whole range does"
    elif np.isnan(look.strategy[:, hole]).any():
        reason = "the hand held is not in the range of the tree: only what the range does"
    is_known = not reason
    choices = []
    for place, child in enumerate(tree.children(found.node)):
        value = float("nan")
        if is_known and look.action_ev is not None:
            value = float(look.action_ev[place, hole]) * found.unit
        choices.append(
            Choice(
                tree.label(child),
                real.get(child),
                float(look.strategy[place, hole]) if is_known else None,
                _number(float(look.range_frequencies[place])),
                _number(value),
            )
        )
    return tuple(choices), reason


def _number(value: float) -> float | None:
    return value if np.isfinite(value) else None
