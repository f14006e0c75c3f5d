"""What an answer rests on: the exploitability, iterations, ranges and tree of its strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import (
    HOLE_CLASS,
    HOLE_MASKS,
    Range,
    cards_text,
    class_means,
    count_matchups,
)
from fifthstreet.review.chart_error import after_flop_text
from fifthstreet.solvers.postflop import SEATS, Node, Solution, tree_line
from fifthstreet.tree import SEAT_NAMES
from fifthstreet.tree.strategy import HoleArray, TreeStrategy

# Half width of the interval of a loss, in exploitabilities of the strategy. Measured on a flop, a
# turn and a river that were then solved much further: docs/lab_notes/translation.md.
ERROR_PER_EXPLOITABILITY = 10.0
# Lines that are played less often than this count as if they were played this often.
MIN_LINE_PROBABILITY = 1e-6
_WEIGHT_STEP = 0.05  # of the weights in a summary of a range
_MAX_RANGE = 100  # characters of a range in a line


@dataclass(frozen=True)
class Basis:
    """The strategy behind an answer."""

    kind: str
    board: str  # on which it starts; empty if it plays on every board
    ranges: tuple[str, ...]  # of the tree's seats at its start
    tree: str  # pot, stacks, nodes and bet sizes
    exploitability: float | None  # percent of the starting pot
    exploitability_chips: float | None  # of the tree
    iterations: int | None = None
    target: float | None = None  # exploitability to reach, percent of the starting pot
    is_stopped_early: bool = False
    file: str | None = None  # where the solution is stored
    range_names: tuple[str, ...] = ()  # descriptions of ranges that were chosen by hand
    after_flop: str = ""  # what the values of hands on flops are, if flops were not solved

    @classmethod
    def of(
        cls, strategy: TreeStrategy, *, file: str | None = None, range_names: tuple[str, ...] = ()
    ) -> Basis:
        """Describe a strategy.

        `file` is where it is stored, if the strategy does not know; `range_names` describe its
        ranges.
        """
        known = strategy.exploitability
        has_pot = known is not None and bool(known.pot)
        shared: dict[str, Any] = {
            "kind": strategy.kind,
            "board": cards_text(strategy.board),
            "ranges": tuple(range_.text() for range_ in strategy.ranges),
            "range_names": range_names,
            "exploitability": known.pot_percent if known is not None and has_pot else None,
            "exploitability_chips": None if known is None else known.chips,
            "after_flop": after_flop_text(strategy),
        }
        if not isinstance(strategy, Solution):
            return cls(tree=_plain_tree_line(strategy), file=file, **shared)
        record = strategy.record
        stored = file or (None if strategy.file is None else str(strategy.file))
        return cls(
            tree=tree_line(strategy.spot),
            iterations=record.iterations,
            target=record.target_pot_percent,
            is_stopped_early=record.is_stopped_early,
            file=stored,
            **shared,
        )

    @property
    def has_assumed_ranges(self) -> bool:
        """Whether a range was chosen by position, so that its own error is not in the interval."""
        return any(" as given" not in name for name in self.range_names)

    def error_text(self) -> str:
        """Return the exploitability and the iterations in words, and whether the solve was cut."""
        if self.exploitability is None:
            text = "exploitability unknown"
        else:
            text = f"exploitability {self.exploitability:.2f}% of the starting pot"
        if self.iterations is not None:
            text += f", {self.iterations:,} iterations"
        if self.is_stopped_early:
            goal = "" if self.target is None else f" of {self.target:.3g}%"
            text += f"; stopped early, before its target{goal}"
        return f"{text}; {self.after_flop}" if self.after_flop else text

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "kind": self.kind,
            "board": self.board or None,
            "ranges": dict(zip(seat_names(len(self.ranges), SEATS), self.ranges, strict=True)),
            "range_names": list(self.range_names) or None,
            "assumed_ranges": self.has_assumed_ranges,
            "tree": self.tree,
            "exploitability": self.exploitability_chips,
            "exploitability_pot_percent": self.exploitability,
            "iterations": self.iterations,
            "target_pot_percent": self.target,
            "stopped_early": self.is_stopped_early,
            "after_flop": self.after_flop or None,
            "file": self.file,
        }


@dataclass(frozen=True)
class ReachingRange:
    """The part of a starting range that reaches a node."""

    combos: float
    starting_combos: float  # on the same board
    text: str  # by hand class; weights are relative to the largest, and rounded

    @classmethod
    def of(cls, reach: HoleArray, start: HoleArray) -> ReachingRange:
        """Summarise the weights that reach a node, relative to the start of the tree."""
        return cls(float(reach.sum()), float(start.sum()), summary_text(reach))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "combos": self.combos,
            "starting_combos": self.starting_combos,
            "hands": self.text,
        }

    def line(self, seat: str) -> str:
        """Return the range in one line, cut if it is long."""
        text = self.text
        if len(text) > _MAX_RANGE:
            text = f"{text[:_MAX_RANGE].rpartition(',')[0]},..."
        return f"{seat} {self.combos:.1f} of {self.starting_combos:.1f} combos: {text}"


def summary_text(weights: HoleArray) -> str:
    """Return weights of hands as the text of a range: means of hand classes in steps of 0.05.

    They are relative to the largest one; classes below half a step are left out.

    >>> summary_text(Range("AA:0.2,AhKh:0.2").weights.astype(float))
    'AA,AKs:0.25'
    """
    means = class_means(weights)
    if not means.max() > 0:
        return Range.empty().text()
    steps = np.round(means / means.max() / _WEIGHT_STEP) * _WEIGHT_STEP
    return Range(np.round(steps[HOLE_CLASS], 2)).text()


def line_probability(reach: tuple[HoleArray, ...], start: tuple[HoleArray, ...]) -> float:
    """Return how often ranges get to a node once the cards on its board are dealt.

    With more than two, the cards that opponents take from each other do not count.
    """
    if len(reach) > 2:
        shares = [after.sum() / before.sum() for after, before in zip(reach, start, strict=True)]
        return float(prod(shares))
    dealt = count_matchups(start[0], start[1])
    return count_matchups(reach[0], reach[1]) / dealt if dealt > 0 else 0.0


def loss_error(exploitability: float, probability: float, most: float) -> float:
    """Return the half width of the interval of a loss, in the unit of the exploitability.

    Args:
        exploitability: Of the strategy.
        probability: How often the strategy plays the line that leads to the decision. The remaining
            gain is a mean over all lines, so rare lines may be off by more.
        most: The largest possible error.
    """
    seldom = max(probability, MIN_LINE_PROBABILITY)
    return min(ERROR_PER_EXPLOITABILITY * max(exploitability, 0.0) / sqrt(seldom), most)


def node_error(node: Node) -> float:
    """Return the half width of the interval of EV differences at a node of a solution, in chips.

    Args:
        node: The less often the solution reaches it, the wider the interval.
    """
    start = free_weights([range_.weights for range_ in node.solution.spot.ranges], node.board)
    most = node.pot + sum(node.stacks)
    return loss_error(node.exploitability.chips, line_probability(node.reach, start), most)


def free_weights(
    weights: Sequence[NDArray[np.floating[Any]]], board: tuple[int, ...]
) -> tuple[HoleArray, ...]:
    """Return the weights of the hands that a board does not block.  [P] of [1326]"""
    blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) != 0
    return tuple(np.where(blocked, 0.0, each.astype(np.float64)) for each in weights)


def _plain_tree_line(strategy: TreeStrategy) -> str:
    rules = strategy.tree.rules
    pot, stack = strategy.tree.pot(0), rules.stacks[0]
    return f"tree: pot {pot:g}, stack {stack:g}, {len(strategy.tree):,} nodes"


def seat_names(count: int, of_two: tuple[str, ...] = SEAT_NAMES) -> tuple[str, ...]:
    """Return the names of a tree's seats.

    Args:
        count: Number of seats.
        of_two: Names if there are two seats; more seats are numbered from 1.
    """
    return of_two if count == len(of_two) else tuple(f"seat {i + 1}" for i in range(count))
