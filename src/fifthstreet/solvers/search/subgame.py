"""Subgames: the rest of a game from a public state on, as a spot with a root gadget.

A strategy for the whole game, the blueprint, gives the ranges of both players at the state.
The subgame is solved again for one of them, with more bet sizes or more iterations:

unsafe      with both ranges as assumed. Best if the assumption is right; if it is not,
            the new strategy may lose more than the blueprint did.
resolve     the opponent may decline every hand for what it wins against the blueprint, so the new
            strategy loses no more than the blueprint.
maxmargin   the smallest margin, by which hands of the opponent win less than against the blueprint,
            is made as large as possible.
reach       maxmargin, in which a hand may win more if the opponent gave something away to get
            here: a hand that had a better action before counts with what that action would have won
            (Brown & Sandholm 2017, "Safe and nested subgame solving").

Values are exact best responses of every single hand to the blueprint, never of buckets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import numpy as np

from fifthstreet.cards import HOLE_MASKS, Range, cards_text, compatible_weight
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Reporter
from fifthstreet.solvers.postflop import (
    SEATS,
    GadgetKind,
    RootGadget,
    Solution,
    Solver,
    Spot,
    TreeSpot,
    ValueMode,
)
from fifthstreet.solvers.search.methods import Method, check_method
from fifthstreet.solvers.search.response_values import ResponseValues, ValuesAgainst
from fifthstreet.tree import BettingTree, Kind, Rake, subtree
from fifthstreet.tree.strategy import HoleArray


@dataclass(frozen=True, eq=False)
class ResolveTask:
    """A subgame, ready to be solved for one player."""

    spot: Spot  # with a gadget, unless it is unsafe
    player: int  # for whom it is solved
    method: Method
    believed: HoleArray  # [1326] the opponent's reach, as the blueprint has it
    alternatives: HoleArray  # [1326] chips that the opponent's hands may win, as in `Node.ev`

    def __repr__(self) -> str:
        return f"<ResolveTask for {SEATS[self.player].upper()} by {self.method}: {self.spot!r}>"


@dataclass(frozen=True, eq=False)
class Resolved:
    """A subgame's answer."""

    task: ResolveTask
    solution: Solution  # of the subgame's spot, with its gadget
    margins: HoleArray  # [1326] chips by which the opponent's hands win less than they may

    @property
    def margin(self) -> float:
        """The smallest margin in chips; below 0, the opponent wins more than before with a hand."""
        return float(np.nanmin(self.margins))

    def __repr__(self) -> str:
        return (
            f"<Resolved by {self.task.method}: smallest margin {self.margin:.3g} chips, "
            f"exploitability {self.solution.exploitability}>"
        )


def cut_subgame(
    blueprint: Solution,
    path: str,
    *,
    player: int,
    method: str = "maxmargin",
    values: ResponseValues | None = None,
) -> ResolveTask:
    """Return the subgame of a solved spot that begins at a path.

    Args:
        blueprint: The solution of the whole spot.
        path: Path of the subgame's root, with its cards, like `r:k:k:n4d`.
        player: For whom the subgame is solved: 0 for OOP, 1 for IP.
        method: `unsafe`, `resolve`, `maxmargin` or `reach` (docs/explanation/search.md).
        values: The opponent's values against the blueprint, if they are already known.

    Raises:
        InputError: If there is no such path or method, or if the subgame is never reached or has no
            decisions.

    >>> from fifthstreet.solvers.postflop import solve
    >>> spot = Spot.of("QsJh2h7c", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,88", bets="50%")
    >>> task = cut_subgame(solve(spot), "r:k:k:n4d", player=0)
    >>> task.method, len(task.spot.live_ranges[1])
    ('maxmargin', 12)
    >>> solve_subgame(task).margin > -0.3
    True
    """
    node, cards = blueprint.tree.find(path)
    opponent = 1 - check_player(player)
    known = values or ResponseValues(blueprint, opponent)
    return subgame_at(known, node, cards, subtree(blueprint.tree, node), method)


def subgame_at(
    values: ValuesAgainst,
    node: int,
    cards: tuple[int, ...],
    tree: BettingTree,
    method: str,
    taken: HoleArray | None = None,
) -> ResolveTask:
    """Return the subgame with this tree at a node of the strategy that the values are against.

    `values` are the opponent's. `taken` is how often each of their hands takes the action that
    leads from the node to the root of the tree, if the root is not the node itself.
    """
    blueprint, opponent = values.solution, values.player
    board = (*blueprint.board, *cards)
    reach = list(blueprint.reach(node, board))
    if cards and not values.knows_cards:
        alternatives = np.full(len(HOLE_MASKS), np.nan)
    else:
        alternatives = values.per_hand(node, cards, reach[1 - opponent])
    if check_method(method) == "reach":
        alternatives = alternatives + gifts(values, node, cards)
    if taken is not None:
        reach[opponent] = reach[opponent] * taken
    return make_subgame(
        tree,
        board,
        reach=(reach[0], reach[1]),
        possible=blueprint.ranges[opponent],
        alternatives=alternatives,
        player=1 - opponent,
        method=method,
        rake=blueprint.rake,
    )


def make_subgame(
    tree: BettingTree,
    board: tuple[int, ...],
    *,
    reach: tuple[HoleArray, HoleArray],
    possible: Range,
    alternatives: HoleArray,
    player: int,
    method: str,
    rake: Rake,
) -> ResolveTask:
    """Return a subgame with its own betting tree.

    `possible` are the hands that the opponent was dealt, however they play them. `alternatives` are
    what these may win, in chips; half of the pot at the start of the whole game counts as theirs.
    """
    opponent = 1 - check_player(player)
    kind = check_method(method)
    if tree.kind[0] != Kind.ACTION:
        raise InputError(
            f"the subgame on {cards_text(board)} has no decisions: use an earlier node"
        )
    name = SEATS[player].upper()
    blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) != 0
    held = np.where(blocked, 0.0, np.nan_to_num(reach[player]))
    believed = np.where(blocked, 0.0, np.nan_to_num(reach[opponent]))
    if not held.any():
        raise InputError(f"{name} never reaches this line on {cards_text(board)}")
    own = tree.rules.pot / 2 + int(tree.committed[0][opponent]) * tree.rules.chip
    values = alternatives + own
    dealt = np.where(blocked | np.isnan(values), 0.0, possible.weights.astype(np.float64))
    opposing = believed if kind == "unsafe" else dealt
    if not opposing.any():
        raise InputError(f"{name}'s opponent never reaches this line on {cards_text(board)}")
    gadget_kind: GadgetKind = "resolve" if kind == "resolve" else "maxmargin"
    ranges = [Range(weights / weights.max()) for weights in (held, opposing)]
    spot = TreeSpot(
        board,
        (ranges[0], ranges[1]) if player == 0 else (ranges[1], ranges[0]),
        tree.rules,
        rake,
        gadget=None if kind == "unsafe" else RootGadget(gadget_kind, opponent, values),
        given_tree=tree,
    )
    return ResolveTask(spot, player, kind, believed, values)


def gifts(values: ValuesAgainst, node: int, cards: Sequence[int]) -> HoleArray:
    """Return what the opponent's hands gave away on the way to a node, in chips.  [1326]

    A gift is how much more a hand's best action would have won than the actual one. Raising the
    value of every subgame after the actual action by the gift does not make it better than the best
    one.
    """
    tree, board = values.solution.tree, values.solution.board
    total = np.zeros(len(HOLE_MASKS))
    dealt = 0
    for before, after in pairwise(tree.line(node)):
        if tree.kind[before] == Kind.DEAL:
            dealt += 1
        elif int(tree.player[before]) == values.player:
            seen = tuple(cards[:dealt])
            reach = values.solution.reach(before, (*board, *seen))[1 - values.player]
            lost = values.per_hand(before, seen, reach) - values.per_hand(after, seen, reach)
            total += np.maximum(np.nan_to_num(lost), 0.0)
    return total


def solve_subgame(
    task: ResolveTask,
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    seconds: float = inf,
    threads: int | None = None,
    backend: str = "auto",
    precision: str = "float32",
    progress: Reporter | None = None,
) -> Resolved:
    """Solve a subgame.

    Args:
        task: The subgame, such as from `cut_subgame`.
        target_pot_percent: Exploitability to stop at, in percent of the subgame's pot without bets
            that are not called yet.
        max_iterations: Maximum number of iterations.
        seconds: Maximum duration; by default there is no limit.
        threads: Number of threads; by default one per core.
        backend: `native`, `cuda`, `reference`, or `auto`, which uses a GPU if the tables fit on
            one.
        precision: Type of the tables' entries: `float32`, or `int16`, which takes half the memory.
        progress: Called with a `Progress` after each exploitability check; stops the solve by
            returning False.

    Returns:
        The solution of the subgame, and the margins of the opponent's hands.

    Raises:
        InputError: If an option is invalid.
        NotEnoughMemoryError: If the tables do not fit into memory.
    """
    solver = Solver(task.spot, threads=threads, backend=backend, precision=precision)
    solver.run(
        target_pot_percent=target_pot_percent,
        max_iterations=max_iterations,
        seconds=seconds,
        progress=progress,
    )
    return Resolved(task, solver.solution(), margins_of(task, solver))


def margins_of(task: ResolveTask, solver: Solver) -> HoleArray:
    """Return what each hand of the opponent may win, less what its best response wins.  [1326]"""
    opponent, plan = 1 - task.player, solver.plan
    holes = plan.runouts[0].seats[opponent].hands(0)
    own = task.spot.pot / 2 + int(plan.tree.committed[0][opponent]) * plan.tree.rules.chip
    won = solver.backend.root_values(opponent, ValueMode.BEST_RESPONSE).astype(np.float64)
    weight = compatible_weight(plan.weights[task.player])[holes]
    margins = np.full(len(HOLE_MASKS), np.nan)
    known = weight > 0
    margins[holes[known]] = task.alternatives[holes[known]] - (won[known] / weight[known] + own)
    return margins


def check_player(player: int) -> int:
    """Return a player; InputError unless it is 0 or 1."""
    if player not in (0, 1):
        raise InputError(f"player must be 0 (OOP) or 1 (IP), got {player}")
    return player
