"""A strategy before the flop for a stack between the stacks of two charts.

How often each hand takes a line is a weighted mean of both charts, and so is the EV of each action.
Weights are linear in the logarithm of the stack, because what matters is the ratio of stacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import log
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, Range
from fifthstreet.errors import InputError
from fifthstreet.tree import BettingTree, Kind, Move, Rake, TreeRules, build_tree
from fifthstreet.tree.strategy import (
    Exploitability,
    HoleArray,
    NodeStrategy,
    PlainStrategy,
    check_place,
    range_frequencies,
)

_EVERY_HAND = Range(np.ones(1326, np.float32))
Rows = NDArray[np.float64]  # [A, 169]


class ClassStrategy(Protocol):
    """A strategy before the flop with a row for each hand class, such as `RingStrategy`."""

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""

    @property
    def rake(self) -> Rake:
        """The rake."""

    @property
    def exploitability(self) -> Exploitability | None:
        """What each seat could gain."""

    def shares(self, node: int) -> Rows:
        """Return how often each hand class takes each action at a decision.  [A, 169]"""

    def class_values(self, node: int) -> Rows:
        """Return what each class wins with each action from a decision on.  [A, 169]"""


class BetweenStrategy(PlainStrategy):
    """The mean of two charts for a stack between theirs, on a tree of its own.

    Its tree has the bet sizes of the nearer chart. Where only one of the charts has a decision with
    the same actions, that one is used alone (`weights_at`).
    """

    kind = "ring"

    def __init__(self, charts: Sequence[ClassStrategy], stack: float) -> None:
        """Mix two charts.

        Args:
            charts: Two with the same number of seats and the same blinds, the shallower one first;
                in each of them all stacks are equal.
            stack: Chips of each seat, between the stacks of the charts; rounded to whole chips of
                the tree.

        Raises:
            InputError: If the charts do not belong together, or the stack is not between them.
        """
        shallow, deep = (_stack_of(chart) for chart in charts)
        self.weights = depth_weights(shallow, deep, stack)
        """How much each chart counts."""
        self.charts = tuple(charts)
        """The charts, the shallower one first."""
        rules = _rules_between([chart.tree.rules for chart in charts], self.weights, stack)
        nearer = max(zip(self.weights, charts, strict=True), key=lambda each: each[0])[1]
        tree = build_tree(rules)
        super().__init__(tree, (_EVERY_HAND,) * rules.players, rake=nearer.rake)
        self._twins: dict[int, tuple[int, ...]] = {0: (0, 0)}

    def __repr__(self) -> str:
        parts = (
            f"{weight:.0%} of {_stack_of(chart):g} chips"
            for weight, chart in zip(self.weights, self.charts, strict=True)
        )
        return f"<BetweenStrategy: {_stack_of(self):g} chips, {', '.join(parts)}>"

    @property
    def exploitability(self) -> Exploitability | None:
        """The weighted mean of what seats could gain in the charts; the mix is not measured."""
        known = [chart.exploitability for chart in self.charts]
        if any(each is None or each.values is None for each in known):
            return None
        means = [
            tuple(
                sum(weight * row[seat] for weight, row in zip(self.weights, rows, strict=True))
                for seat in range(self.tree.players)
            )
            for rows in (
                [each.best_responses for each in known if each is not None],
                [each.values or () for each in known if each is not None],
            )
        ]
        return Exploitability(means[0], means[1], self.tree.pot(0))

    @property
    def decisions(self) -> list[int]:
        """The decisions of the tree, parents first."""
        return np.flatnonzero(self._tree.kind == Kind.ACTION).tolist()

    def is_left_out(self, node: int) -> bool:
        """Return whether neither chart has a decision."""
        return self._tree.kind[node] == Kind.ACTION and not any(self.weights_at(node))

    def twins(self, node: int) -> tuple[int, ...]:
        """Return the nodes of both charts that stand for a node, -1 where a chart has none."""
        missing = []
        while node not in self._twins:
            missing.append(node)
            node = int(self._tree.parent[node])
        for child in reversed(missing):
            self._twins[child] = tuple(
                self._twin(child, chart.tree, at)
                for chart, at in zip(self.charts, self._twins[node], strict=True)
            )
            node = child
        return self._twins[node]

    def _twin(self, child: int, tree: BettingTree, parent: int) -> int:
        if parent < 0 or tree.kind[parent] != Kind.ACTION:
            return -1
        before = int(self._tree.parent[child])
        role = next(name for name, at in _roles(self._tree, before).items() if at == child)
        return _roles(tree, parent).get(role, -1)

    def weights_at(self, node: int) -> tuple[float, ...]:
        """Return how much each chart counts at a decision; all 0 if neither has it.

        Args:
            node: A chart with other actions there, or with no strategy there, counts nothing.
        """
        roles = list(_roles(self._tree, node))
        known = []
        for chart, at, weight in zip(self.charts, self.twins(node), self.weights, strict=True):
            has_it = at >= 0 and chart.tree.kind[at] == Kind.ACTION
            has_it = has_it and list(_roles(chart.tree, at)) == roles
            has_it = has_it and bool(np.isfinite(chart.shares(at)).any())
            known.append(weight if has_it else 0.0)
        total = sum(known)
        return tuple(each / total if total else 0.0 for each in known)

    def shares(self, node: int) -> Rows:
        """Return how often each hand class takes each action at a decision.  [A, 169]

        A class counts in a chart as often as it gets there, so that the frequency of each line is
        the mean of both. All are NaN where neither chart has the decision.
        """
        weights, twins = self.weights_at(node), self.twins(node)
        mixed = np.zeros((int(self._tree.n_children[node]), CLASS_COUNT))
        plain, total = mixed.copy(), np.zeros(CLASS_COUNT)
        for chart, at, weight in zip(self.charts, twins, weights, strict=True):
            if weight:
                rows, own = np.nan_to_num(chart.shares(at)), _own_reach(chart, at)
                mixed += weight * own * rows
                plain += weight * rows
                total += weight * own
        if not any(weights):
            return np.full_like(mixed, np.nan)
        return np.where(total > 0, mixed / np.where(total > 0, total, 1.0), plain)

    def class_values(self, node: int) -> Rows:
        """Return what each class wins with each action from a decision on.  [A, 169]"""
        known = self.values_of_charts(node)
        if not known:
            return np.full((int(self._tree.n_children[node]), CLASS_COUNT), np.nan)
        values: Rows = sum(weight * rows for weight, rows in known)  # type: ignore[assignment]
        return values

    def values_of_charts(self, node: int) -> list[tuple[float, Rows]]:
        """Return the weight of each chart that counts at a decision, and its EVs."""
        pairs = zip(self.charts, self.twins(node), self.weights_at(node), strict=True)
        return [(weight, chart.class_values(at)) for chart, at, weight in pairs if weight]

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]"""
        check_place(self, node, board)
        return self.shares(node)[:, HOLE_CLASS]

    def at(self, node: int, board: tuple[int, ...]) -> NodeStrategy:
        """Return the strategy at a decision, with EVs from there on."""
        strategy = self.probabilities(node, board)
        player, reach = int(self._tree.player[node]), self.reach(node, board)
        frequencies = range_frequencies(strategy, reach, player)
        values = self.class_values(node)[:, HOLE_CLASS]
        return NodeStrategy(strategy, frequencies, values, reach[player])


def depth_weights(shallow: float, deep: float, stack: float) -> tuple[float, float]:
    """Return how much charts of two stacks count for a stack between them.

    Args:
        shallow: The smaller stack of a chart.
        deep: The larger one.
        stack: A stack between the two, in the same unit.

    Raises:
        InputError: If the stacks are not in order.

    >>> [round(weight, 3) for weight in depth_weights(40, 100, 63)]
    [0.504, 0.496]
    """
    if not 0 < shallow <= stack <= deep or shallow == deep:
        raise InputError(f"stack must be from {shallow:g} to {deep:g}, got {stack:g}")
    of_deep = log(stack / shallow) / log(deep / shallow)
    return 1 - of_deep, of_deep


def _stack_of(chart: ClassStrategy) -> float:
    stacks = set(chart.tree.rules.stacks)
    if len(stacks) != 1:
        raise InputError(f"all stacks of a chart must be equal, got {sorted(stacks)}")
    return stacks.pop()


def _rules_between(rules: Sequence[TreeRules], weights: Sequence[float], stack: float) -> TreeRules:
    """Return the rules of the tree between two: sizes of the nearer one, antes in between."""
    if rules[0].players != rules[1].players or rules[0].blinds != rules[1].blinds:
        raise InputError(
            "charts must have the same number of seats and the same blinds, got "
            f"{rules[0].players} and {rules[1].players} seats, blinds {rules[0].blinds} and "
            f"{rules[1].blinds}"
        )
    nearer = rules[0] if weights[0] > weights[1] else rules[1]
    chip = min(each.chip for each in rules)
    seats = range(nearer.players)
    antes = tuple(
        _whole(sum(w * (each.antes or (0.0,) * nearer.players)[seat] for w, each in both), chip)
        for both in [list(zip(weights, rules, strict=True))]
        for seat in seats
    )
    return replace(
        nearer,
        stacks=(_whole(stack, chip),) * nearer.players,
        antes=antes if any(antes) else (),
        chip=chip,
    )


def _whole(amount: float, chip: float) -> float:
    """Return the amount in whole chips that is nearest."""
    return round(round(amount / chip) * chip, 9)


def _roles(tree: BettingTree, node: int) -> dict[str, int]:
    """Return the children of a decision by the kind of action; bets are numbered by size."""
    roles, bets = {}, 0
    for child in tree.children(node):
        move = Move(int(tree.move[child]))
        if move == Move.BET:
            bets += 1
            roles[f"bet {bets}"] = child
        else:
            name = "call" if move in (Move.CHECK, Move.CALL) else move.name.lower()
            roles[name] = child
    return roles


def _own_reach(chart: ClassStrategy, node: int) -> NDArray[np.float64]:
    """Return how often the player to act gets to a decision with each class.  [169]"""
    tree, own = chart.tree, np.ones(CLASS_COUNT)
    player, line = int(tree.player[node]), tree.line(node)
    for before, after in pairwise(line):
        if tree.kind[before] == Kind.ACTION and int(tree.player[before]) == player:
            own *= np.nan_to_num(chart.shares(before)[after - int(tree.first_child[before])])
    return own
