"""Answers from the tree of one spot: matching hands with it, and looking their nodes up."""

from __future__ import annotations

from typing import Any

import numpy as np

from fifthstreet.cards import (
    HOLE_MASKS,
    SUIT_PERMUTATIONS,
    SuitPermutation,
    cards_text,
    hole_permutation,
)
from fifthstreet.review.answers import Answer, Choice, Distance, Standing
from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.strategy import NodeStrategy, TreeStrategy
from fifthstreet.table import ActionAmount, ActionKind, chips_text
from fifthstreet.translate import ActionStatus, Match, Policy, Status, match
from fifthstreet.tree import STREET_NAMES, BettingTree

# Share of a hand below which its average strategy at a node rests on too little: averages are
# weighted by how often a hand gets there.
SELDOM = 0.01

_STANDINGS = {
    Status.GOOD: Standing.GOOD,
    Status.POOR: Standing.POOR,
    Status.LOST: Standing.LOST,
}


class StrategyAnswers:
    """Answers from strategies on one spot's tree; hands are translated onto it."""

    def __init__(
        self, strategy: TreeStrategy, *, policy: Policy | None = None, unit: float | None = None
    ) -> None:
        """Use a strategy; `unit` is what 1 of the tree's money is in chips of the hands."""
        self.strategy = strategy
        self.policy = policy
        self.unit = unit

    def describe(self) -> dict[str, Any]:
        """The spot in short."""
        return {
            "kind": self.strategy.kind,
            "board": cards_text(self.strategy.board) or None,
            "pot": self.strategy.tree.rules.pot,
            "stack": self.strategy.tree.rules.stacks[0],
            "unit": 1.0 if self.unit is None else self.unit,
            "exploitability_pot_percent": self._exploitability,
        }

    def refusal(self, hand: PlayedHand) -> str:
        """A hand fits if its board is the spot's up to suits, and two players play on it."""
        street = self.strategy.tree.rules.first_street
        start = hand.starts.get(street)
        if start is None:
            return f"no decision on the {STREET_NAMES[street]}, where the tree starts"
        if len(start.live) != 2:
            return f"{len(start.live)} players on the {STREET_NAMES[street]}; the tree has 2"
        if self._suits(hand) is None:
            board = cards_text(start.board)
            return f"the board is {board}; the tree is for {cards_text(self.strategy.board)}"
        return ""

    def answer(self, hand: PlayedHand, decision: Decision) -> Answer:
        """Match the decision with a node and look it up."""
        if decision.street < self.strategy.tree.rules.first_street:
            first = STREET_NAMES[self.strategy.tree.rules.first_street]
            return Answer(Standing.OUTSIDE, f"before the {first}, where the tree starts")
        suits = self._suits(hand)
        assert suits is not None  # such hands are refused
        tree = self.strategy.tree
        found = match(tree, decision.state, self.policy, unit=self.unit)
        standing = _STANDINGS[found.status]
        distance = _distance(found)
        if standing == Standing.LOST:
            return Answer(standing, found.reason, distance=distance)
        if not found.children:
            reason = "the tree does not ask the player here: its betting has ended"
            return Answer(standing, reason, distance=distance)
        board = self._board(decision, suits)
        look = self.strategy.at(found.node, board)
        dealt = board[len(self.strategy.board) :]
        hole = None if decision.hole is None else int(hole_permutation(suits)[decision.hole])
        choices, reason = _choices(tree, found, look, hole)
        reach = None
        if hole is not None and not reason:
            weights = self.strategy.ranges[int(tree.player[found.node])].weights
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
            translation=ActionStatus(led_to.status).name.lower().replace("_", " "),
            pot=found.shadow.pot * found.unit,
            exploitability=self._exploitability,
        )

    @property
    def _exploitability(self) -> float | None:
        known = self.strategy.exploitability
        return None if known is None or not known.pot else known.pot_percent

    def _suits(self, hand: PlayedHand) -> SuitPermutation | None:
        """Suits of the spot for those of a hand, None if there are none that fit."""
        if self.strategy.is_for_any_board:
            return SUIT_PERMUTATIONS[0]
        wanted = set(self.strategy.board)
        board = hand.board[: len(wanted)]
        for perm in SUIT_PERMUTATIONS:  # the first changes nothing
            if {_renamed(card, perm) for card in board} == wanted and self._keeps_ranges(perm):
                return perm
        return None

    def _keeps_ranges(self, perm: SuitPermutation) -> bool:
        """Whether the ranges are the same in other suits, as far as the board leaves hands."""
        live = HOLE_MASKS & np.uint64(sum(1 << card for card in self.strategy.board)) == 0
        images = hole_permutation(perm)
        known = live & live[images]
        weights = [range_.weights for range_ in self.strategy.ranges]
        return all(bool((each[images] == each)[known].all()) for each in weights)

    def _board(self, decision: Decision, suits: SuitPermutation) -> tuple[int, ...]:
        board = tuple(_renamed(card, suits) for card in decision.board)
        if self.strategy.is_for_any_board:
            return board
        # The spot's own cards stand in its own order.
        return (*self.strategy.board, *board[len(self.strategy.board) :])


def _renamed(card: int, perm: SuitPermutation) -> int:
    return card // 4 * 4 + perm[card % 4]


def _distance(found: Match) -> Distance | None:
    if not found.divergences:
        return None
    last = found.divergences[-1]
    return Distance(last.pot, last.stack, last.spr)


def _choices(
    tree: BettingTree, found: Match, look: NodeStrategy, hole: int | None
) -> tuple[tuple[Choice, ...], str]:
    """Actions at the node, and why there is nothing about the hand held where that is so."""
    real = {legal.child: _as_in_a_path(legal.real) for legal in found.legal}
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
                _number(float(look.frequencies[place])),
                _number(value),
            )
        )
    return tuple(choices), reason


def _as_in_a_path(action: ActionAmount) -> str:
    if action.kind in (ActionKind.BET, ActionKind.RAISE):
        return f"b{chips_text(action.amount)}"
    return action.kind.value


def _number(value: float) -> float | None:
    return value if np.isfinite(value) else None
