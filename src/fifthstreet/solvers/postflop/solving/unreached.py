"""Strategies at nodes that are almost never reached.

Where a player's range hardly ever arrives, a solution's strategy is meaningless: regrets there were
hardly ever updated, and EVs are divided by almost nothing. Such a node is re-solved with ranges in
which every hand has a little reach: each action of the line has at least the probability of a
"trembling hand" (Selten 1975, "Reexamination of the perfectness concept").
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from fifthstreet.cards import HOLE_MASKS, Range, mask_of
from fifthstreet.solvers.postflop.solution import Node, Solution
from fifthstreet.solvers.postflop.solving.solver import solve
from fifthstreet.solvers.postflop.solving.subgames import Entry, path_below, subgame_spot
from fifthstreet.tree import Kind, Move
from fifthstreet.tree.strategy import HoleArray

TREMBLE = 0.01  # minimum probability of each action on the way
UNREACHED = 1e-4  # share of a range below which a node counts as not reached
_TARGET_POT_PERCENT = 0.3
_MAX_ITERATIONS = 1_000


def reached_shares(node: Node) -> tuple[float, float]:
    """Return the share of each starting range, without blocked hands, that reaches a node.

    Args:
        node: A node of a solution.
    """
    is_free = HOLE_MASKS & np.uint64(mask_of(node.board)) == 0
    first, second = (
        float(reach.sum()) / float(np.sum(range_.weights[is_free], dtype=np.float64) or np.nan)
        for reach, range_ in zip(node.reach, node.solution.spot.ranges, strict=True)
    )
    return first, second


def is_unreached(node: Node) -> bool:
    """Return whether almost no hand of one of the players reaches a decision or a deal.

    Args:
        node: A node of a solution; ends of the game never count as unreached.
    """
    if node.kind not in (Kind.ACTION, Kind.DEAL):
        return False
    return not min(reached_shares(node)) >= UNREACHED


def resolve_unreached(solution: Solution, path: str) -> Node:
    """Return a node of a solution, re-solved with a little reach for every hand of both players.

    The re-solve starts at the first node of the line that is almost never reached. Reach and
    frequencies are for the re-solved ranges.

    Args:
        solution: It is not changed.
        path: Path of the node, with its cards, like `r:k:b50:c:n8c`.

    Raises:
        InputError: If there is no such path.

    >>> from fifthstreet.solvers.postflop import Spot
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%, a")
    >>> node = resolve_unreached(solve(spot), "r:a")
    >>> node.actions, bool(node.combos[0] > 0)
    (('f', 'c'), True)
    """
    tree = solution.tree
    node, cards = tree.find(path)
    path = tree.path(node, cards)
    entry = _first_unreached(solution, node, cards)
    solved = solve(
        subgame_spot(solution.spot, entry, _trembling_ranges(solution, entry)),
        target_pot_percent=_TARGET_POT_PERCENT,
        max_iterations=_MAX_ITERATIONS,
        threads=solution.threads,
        progress=False,
    )
    found = solved.node(path_below(path, entry.depth))
    return replace(found, solution=solution, path=path)


def _first_unreached(solution: Solution, node: int, cards: tuple[int, ...]) -> Entry:
    """Return the first node of a line that is almost never reached, or its last node."""
    tree = solution.tree
    line = tree.line(node)
    dealt = 0
    for depth, at in enumerate(line):
        dealt += int(tree.move[at]) == Move.DEAL
        if tree.kind[at] == Kind.ACTION and at != node:
            here = solution.node(tree.path(at, cards[:dealt]))
            if is_unreached(here):
                return Entry(at, cards[:dealt], depth)
    return Entry(node, cards, len(line) - 1)


def _trembling_ranges(solution: Solution, entry: Entry) -> tuple[Range, Range]:
    """Return the ranges at a node if every hand takes each action with at least `TREMBLE`."""
    tree = solution.tree
    blocked = HOLE_MASKS & np.uint64(mask_of((*solution.board, *entry.cards))) != 0
    reach: list[HoleArray] = [
        np.where(blocked, 0.0, range_.weights.astype(np.float64)) for range_ in solution.ranges
    ]
    board = solution.board
    dealt = 0
    for before, after in pairwise(tree.line(entry.node)):
        if tree.kind[before] == Kind.DEAL:
            dealt += 1
            continue
        cards = (*board, *entry.cards[:dealt])
        taken = solution.probabilities(before, cards)[after - int(tree.first_child[before])]
        reach[int(tree.player[before])] *= np.maximum(np.nan_to_num(taken), TREMBLE)
    first, second = (Range(weights / weights.max()) for weights in reach)
    return first, second
