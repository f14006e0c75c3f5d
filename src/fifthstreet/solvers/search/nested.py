"""Nested re-solving: add an action that the tree lacks, and solve the rest of the hand after it.

Mapping such a bet to one of the tree's sizes plays on with the wrong pot and the wrong odds.
Here the tree gets the bet itself. The values that keep the answer safe are from the decision
before the bet: with each hand the opponent could have had the best of the actions that the solution
knows, so the answer to the new one must not give any hand more than that (Brown & Sandholm 2017).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import SEATS, Solution
from fifthstreet.solvers.search.response_values import ResponseValues, ValuesAgainst
from fifthstreet.solvers.search.subgame import ResolveTask, check_player, subgame_at
from fifthstreet.tree import BettingTree, Kind, TreeRules, build_tree, subtree
from fifthstreet.tree.strategy import HoleArray, TreeStrategy
from fifthstreet.tree.translate import PseudoHarmonic


def nested_subgame(
    blueprint: Solution,
    path: str,
    action: str,
    *,
    player: int,
    method: str = "maxmargin",
    values: ResponseValues | None = None,
) -> ResolveTask:
    """Return the subgame after an action of the opponent that the tree of a solution lacks.

    The rest of the tree has the same menus.

    Args:
        blueprint: A solution that starts at the start of a street.
        path: Path of the opponent's decision on the first street of the solution.
        action: A bet or raise like `b75`, in chips of the street.
        player: For whom the subgame is solved: 0 for OOP, 1 for IP.
        method: `unsafe`, `resolve`, `maxmargin` or `reach` (docs/explanation/search.md).
        values: The opponent's values against the blueprint, if they are already known.

    Raises:
        InputError: If the path is not such a decision, or if the action or the method is not
            possible.

    >>> from fifthstreet.solvers.search.subgame import solve_subgame
    >>> from fifthstreet.solvers.postflop import Spot, solve
    >>> spot = Spot.of("QsJh2h7c4d", 100, 300, oop="AA,KQs,T9s", ip="QQ,AJs", bets="50%, 100%")
    >>> task = nested_subgame(solve(spot), "r", "b75", player=1)
    >>> task.spot.tree.actions(0)
    ('f', 'c', 'b225')
    >>> solve_subgame(task).margin > -0.5
    True
    """
    tree = blueprint.tree
    if tree.committed[0].any():
        raise InputError(
            "the solution must start at the start of a street, got one within a street"
        )
    node, cards = tree.find(path)
    if cards:
        raise InputError(f"path must be on the solution's first street, got {path!r} with a deal")
    larger = with_action(tree.rules, f"{tree.path(node)}:{action}")
    after, _ = larger.find(f"{tree.path(node)}:{action}")
    opponent = 1 - check_player(player)
    known = values or ResponseValues(blueprint, opponent)
    return put_in(known, node, larger, after, method)


def with_action(rules: TreeRules, line: str) -> BettingTree:
    """Return the tree of rules, with a line whose last action they lack.

    Args:
        rules: The rules of a betting tree.
        line: Path of the line, with the new action at its end, like `r:b75`.
    """
    return build_tree(replace(rules, added=(*rules.added, line)))


def put_in(
    values: ValuesAgainst, node: int, larger: BettingTree, after: int, method: str
) -> ResolveTask:
    """Return the subgame that begins at the node `after` of a larger tree.

    There the opponent has just taken an action that the blueprint lacks at `node`, a decision of
    its first street; `values` are what their hands win against the blueprint.
    """
    opponent, tree = values.player, values.solution.tree
    if int(tree.player[node]) != opponent or tree.kind[node] != Kind.ACTION:
        where = tree.path(node)
        raise InputError(f"{SEATS[opponent].upper()} must act at the node, got {where!r}")
    taken = _taken(values.solution, node, larger, after)
    return subgame_at(values, node, (), subtree(larger, after), method, taken)


def _taken(blueprint: TreeStrategy, node: int, larger: BettingTree, after: int) -> HoleArray:
    """Return how often each hand is assumed to take an action that the blueprint lacks.

    The pseudo-harmonic mapping gives the neighbours that it stands for, and how often. If no
    hand takes them, all hands are equally likely to.
    """
    tree, opponent = blueprint.tree, int(blueprint.tree.player[node])
    shares = blueprint.probabilities(node, blueprint.board)
    put_in = [int(tree.committed[child][opponent]) for child in tree.children(node)]
    bet, facing = int(larger.committed[after][opponent]), int(tree.committed[node].max())
    pot = tree.rules.pot_chips + 2 * facing  # after a call
    sizes = [(chips - facing) / pot for chips in put_in]
    size = (bet - facing) / pot
    # A fold puts in nothing more, so its size is 0 or below.
    lower = max((i for i, at in enumerate(sizes) if 0 <= at <= size), key=sizes.__getitem__)
    upper = min(
        (i for i, at in enumerate(sizes) if at >= size), key=sizes.__getitem__, default=lower
    )
    share = 1.0
    if sizes[lower] < sizes[upper]:
        share = float(PseudoHarmonic().share_of_lower(size, sizes[lower], sizes[upper]))
    taken = np.nan_to_num(share * shares[lower] + (1 - share) * shares[upper])
    return taken if (taken > 0).any() else np.ones(len(taken))
