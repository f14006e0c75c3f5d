"""Answers from a strategy: hands are matched with its tree and looked up."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import hypot
from typing import Any

import numpy as np

from fifthstreet import cards
from fifthstreet.review import basis
from fifthstreet.review.answers import Answer, Choice, Distance, best_of
from fifthstreet.review.chart_error import largest_gain, value_error
from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.tree import STREET_NAMES, BettingTree, Kind, when_words
from fifthstreet.tree.strategy import BOARD_CARDS, HoleArray, NodeStrategy, TreeStrategy
from fifthstreet.tree.translate import (
    ActionReport,
    Follower,
    Match,
    MatchQuality,
    Policy,
    action_text,
    report,
)

# Below this reach, a hand's strategy at a node is unreliable, because average strategies are
# weighted by reach.
SELDOM = 0.01
LEFT_OUT = "the strategy nearly never gets here: the decision is left out of its file"
UNKNOWN_HOLE = "hole cards unknown: frequencies of the whole range only"


class StrategyAnswers:
    """Answers from one strategy; hands are translated onto its tree."""

    def __init__(
        self,
        strategy: TreeStrategy,
        *,
        policy: Policy | None = None,
        unit: float | None = None,
        file: str | None = None,
        range_names: tuple[str, ...] = (),
    ) -> None:
        """Use a strategy; `unit` is the value of a tree's chip in chips of the hands.

        `file` is where the strategy is stored, if it does not know, and `range_names` describe
        its ranges.
        """
        self.strategy = strategy
        self.basis = basis.Basis.of(strategy, file=file, range_names=range_names)
        self.policy = policy
        self.unit = unit

    def __repr__(self) -> str:
        return f"<StrategyAnswers from {self.strategy!r}>"

    def describe(self) -> dict[str, Any]:
        """Return the strategy's chips, and its exploitability, iterations, ranges and tree.

        The unit is None if it is the ratio of the big blinds in each hand.
        """
        rules = self.strategy.tree.rules
        default_unit = None if rules.first_street == 0 else 1.0
        return {
            **self.basis.to_dict(),
            "pot": rules.pot,
            "stack": rules.stacks[0],
            "unit": default_unit if self.unit is None else self.unit,
        }

    def refusal(self, hand: PlayedHand) -> str:
        """Return why a hand does not fit the tree's board, up to suits, or number of players."""
        street = self.strategy.tree.rules.first_street
        players = self.strategy.tree.players
        start = hand.starts.get(street)
        if start is None:
            return f"no decision {when_words(STREET_NAMES[street])}, where the tree starts"
        if street > 0 and len(start.live) != players:
            live = len(start.live)
            return f"{live} players on the {STREET_NAMES[street]}; the tree has {players}"
        if self.suits(hand.board) is None:
            board = cards.cards_text(start.board)
            return f"the board is {board}; the tree is for {cards.cards_text(self.strategy.board)}"
        return ""

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        """Follow a hand through the tree once, and yield the answer to each decision."""
        suits = self.suits(hand.board)
        assert suits is not None, "such hands are refused"
        follower = Follower(self.strategy.tree, self.policy, unit=self.unit, trace=True)
        before = _observed(follower, hand.decisions[0]) if hand.decisions else None
        for decision, following in zip(hand.decisions, [*hand.decisions[1:], None], strict=True):
            state = decision.after() if following is None else following.state
            follower.observe(state)
            after = report(follower, state)
            if player in (None, decision.name):
                assert before is not None
                yield decision, self._answer(decision, before, after.actions[-1], suits)
            before = after

    def _answer(
        self, decision: Decision, matched: Match, taken: ActionReport, suits: cards.SuitPermutation
    ) -> Answer:
        tree = self.strategy.tree
        if decision.street < tree.rules.first_street:
            first = STREET_NAMES[tree.rules.first_street]
            return Answer(MatchQuality.OUTSIDE, f"before the {first}, where the tree starts")
        distance = distance_of(matched)
        if matched.quality not in (MatchQuality.GOOD, MatchQuality.POOR):
            return Answer(matched.quality, matched.reason, distance=distance)
        if not matched.children:
            reason = "it is not this player's turn at the matched node: its betting has ended"
            return Answer(matched.quality, reason, distance=distance)
        if self.strategy.is_left_out(matched.node):
            return Answer(MatchQuality.OUTSIDE, LEFT_OUT, distance=distance)
        board = self.tree_board(decision.board, suits)
        at_node = self.strategy.at(matched.node, board)
        hole = None if decision.hole is None else int(cards.hole_permutation(suits)[decision.hole])
        choices, reason = _choices(tree, matched, at_node, hole)
        reaching = self.strategy.reach(matched.node, board)
        start = self.starting_weights(board)
        taken_index = tree.children(matched.node).index(taken.node)
        best = best_of(choices, taken_index)
        compared = {taken_index, taken_index if best is None else best}
        error = self.error_of(reaching, start, matched, compared, hole)
        reach = None
        if hole is not None and not reason:
            weights = self.strategy.ranges[int(tree.player[matched.node])].weights
            reach = float(at_node.reach[hole] / weights[hole])
            if reach < SELDOM:
                reason = "the tree seldom gets here with this hand: its frequencies mean little"
                if error is not None and tree.kind[taken.node] in (Kind.ACTION, Kind.DEAL):
                    # What the hand does later was hardly trained, so the EV of the action may be
                    # far too low.
                    error = self._most(matched)
        return Answer(
            matched.quality,
            reason,
            path=tree.path(matched.node, board[BOARD_CARDS[tree.rules.first_street] :]),
            distance=distance,
            choices=choices,
            taken=taken_index,
            reach=reach,
            translation=taken.status.value,
            pot=matched.shadow.pot * matched.unit,
            basis=self.basis,
            ranges=tuple(
                basis.ReachingRange.of(weights, starting)
                for weights, starting in zip(reaching, start, strict=True)
            ),
            error=error,
        )

    def starting_weights(self, board: tuple[int, ...]) -> tuple[HoleArray, ...]:
        """Return the weights of the starting ranges that a board does not block.  [P] of [1326]"""
        return basis.free_weights([range_.weights for range_ in self.strategy.ranges], board)

    def error_of(
        self,
        reach: tuple[HoleArray, ...],
        start: tuple[HoleArray, ...],
        matched: Match,
        actions: Collection[int],
        hole: int | None = None,
    ) -> float | None:
        """Return the error of EV differences at a node in chips of the hand, if it is known.

        Args:
            reach: Weights of the hands of all seats that get to the node.
            start: Their weights at the start.
            matched: The match.
            actions: Indices of the actions that are compared.
            hole: The hand held, if it is known.
        """
        error = ev_error(self.strategy, matched.node, reach, start, actions, hole)
        return None if error is None else error * matched.unit

    def _most(self, matched: Match) -> float:
        """Return the largest possible error of an EV: all chips in play, in chips of the hand."""
        return (matched.shadow.pot + sum(matched.shadow.stacks)) * matched.unit

    def suits(self, board: tuple[int, ...]) -> cards.SuitPermutation | None:
        """Return the permutation of a board's suits to the tree's suits, None if none fits."""
        if not self.strategy.board:
            return cards.SUIT_PERMUTATIONS[0]
        tree_board = set(self.strategy.board)
        first = board[: len(tree_board)]
        for perm in cards.SUIT_PERMUTATIONS:  # the first changes nothing
            if {_renamed(card, perm) for card in first} == tree_board and self._keeps_ranges(perm):
                return perm
        return None

    def _keeps_ranges(self, perm: cards.SuitPermutation) -> bool:
        """Return whether a suit permutation leaves the ranges unchanged, except blocked hands."""
        mask = sum(1 << card for card in self.strategy.board)
        live = cards.HOLE_MASKS & np.uint64(mask) == 0
        images = cards.hole_permutation(perm)
        known = live & live[images]
        weights = [range_.weights for range_ in self.strategy.ranges]
        return all(bool((each[images] == each)[known].all()) for each in weights)

    def tree_board(self, board: tuple[int, ...], suits: cards.SuitPermutation) -> tuple[int, ...]:
        """Return a board in the suits of the tree; the strategy's own cards are in its order."""
        renamed = tuple(_renamed(card, suits) for card in board)
        return (*self.strategy.board, *renamed[len(self.strategy.board) :])


def ev_error(
    strategy: TreeStrategy,
    node: int,
    reach: tuple[HoleArray, ...],
    start: tuple[HoleArray, ...],
    actions: Collection[int],
    hole: int | None = None,
) -> float | None:
    """Return the error of EV differences at a node in chips of the tree, if it is known.

    Args:
        strategy: Any strategy.
        node: A decision of its tree.
        reach: Weights of the hands of all seats that get to the node.
        start: Their weights at the start.
        actions: Indices of the actions that are compared.
        hole: The hand held, if it is known.
    """
    gain, tree = largest_gain(strategy), strategy.tree
    if gain is None:
        return None
    most = tree.pot(node) + sum(tree.stacks(node))
    error = basis.loss_error(gain, basis.line_probability(reach, start), most)
    return min(hypot(error, value_error(strategy, node, actions, hole)), most)


def _observed(follower: Follower, decision: Decision) -> Match:
    follower.begin(decision.state)
    return report(follower, decision.state)


def _renamed(card: int, perm: cards.SuitPermutation) -> int:
    return card // 4 * 4 + perm[card % 4]


def distance_of(matched: Match) -> Distance | None:
    """Return how far hand and tree are apart on the last street that was followed."""
    if not matched.divergences:
        return None
    last = matched.divergences[-1]
    return Distance(last.pot, last.stack, last.spr)


def _choices(
    tree: BettingTree, matched: Match, at_node: NodeStrategy, hole: int | None
) -> tuple[tuple[Choice, ...], str]:
    """Return the actions at the node, and why the hand held is unknown there, if it is."""
    real = {legal.child: action_text(legal.real.kind, legal.real.amount) for legal in matched.legal}
    reason = ""
    if hole is None:
        reason = UNKNOWN_HOLE
    elif np.isnan(at_node.strategy[:, hole]).any():
        reason = "the hand held is not in the tree's range: frequencies of the whole range only"
    is_known = not reason
    choices = []
    for action, child in enumerate(tree.children(matched.node)):
        ev = float("nan")
        if is_known and at_node.action_ev is not None:
            ev = float(at_node.action_ev[action, hole]) * matched.unit
        choices.append(
            Choice(
                tree.label(child),
                real.get(child),
                float(at_node.strategy[action, hole]) if is_known else None,
                _number(float(at_node.frequencies[action])),
                _number(ev),
            )
        )
    return tuple(choices), reason


def _number(value: float) -> float | None:
    return value if np.isfinite(value) else None
