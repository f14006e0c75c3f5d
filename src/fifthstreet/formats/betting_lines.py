"""Betting as lines of totals, the form in which PioSOLVER describes trees.

A line has a number for each action, without folds: what the player who acts has put in since the
start of the tree. A check repeats the player's total, a call matches the other one. Deals are left
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.tree import BettingTree, Kind, chips_text

Steps: TypeAlias = tuple[str, ...]  # of a path: k, c, n, and b with a number of whole chips
_RIVER = 3


def tree_lines(tree: BettingTree) -> list[tuple[int, ...]]:
    """Return the lines of a two-player tree in whole chips, one for each showdown, in order.

    >>> from fifthstreet.tree import Sizes, TreeRules, build_tree
    >>> rules = TreeRules((200, 200), pot=100, first_street=3, sizes=Sizes.uniform("50%", "a"))
    >>> tree_lines(build_tree(rules))
    [(0, 0), (0, 50, 50), (0, 50, 200, 200), (50, 50), (50, 200, 200)]
    """
    if tree.players != 2:
        raise InputError(f"the tree must have 2 players, got {tree.players}")
    parents, kinds = tree.parent.tolist(), tree.kind.tolist()
    actors, committed = tree.player.tolist(), tree.committed.tolist()
    lines: list[tuple[int, ...]] = [()] * len(tree)
    for node in range(1, len(tree)):
        parent = parents[node]
        line = lines[parent]
        if kinds[parent] == Kind.ACTION:
            line = (*line, committed[node][actors[parent]])
        lines[node] = line
    return sorted(
        line for line, kind in zip(lines, kinds, strict=True) if kind == int(Kind.SHOWDOWN)
    )


def line_steps(totals: Sequence[int], stack: int, first_street: int) -> Steps:
    """Return the steps of a line in whole chips; InputError says which number is wrong.

    >>> line_steps((0, 50, 50, 50, 150), 200, 2)
    ('k', 'b50', 'c', 'n', 'k', 'b100')
    """
    steps: list[str] = []
    put_in, street, base, actor = [0, 0], first_street, 0, 0
    last_raise, has_checked, is_over = 1, False, False
    for place, total in enumerate(totals, 1):
        if is_over:
            if street == _RIVER or base == stack:
                raise InputError(f"number {place} is {total}, but the hand is over before it")
            street, actor, last_raise, has_checked, is_over = street + 1, 0, 1, False, False
            steps.append("n")
        mine, other = put_in[actor], put_in[1 - actor]
        if total == other:
            is_over = other > mine or has_checked
            steps.append("c" if other > mine else "k")
            has_checked = True
        elif other < total <= stack and (total - other >= last_raise or total == stack):
            steps.append(f"b{total - base}")
            last_raise = max(last_raise, total - other)
        else:
            least = f" or {min(other + last_raise, stack)} to {stack}" if other < stack else ""
            raise InputError(f"number {place} must be {other}{least}, got {total}")
        put_in[actor] = total
        if is_over:
            base = total
        actor = 1 - actor
    return tuple(steps)


def added_and_removed(
    lines: Iterable[Steps], chip: float
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths to add to a tree without bets, and the paths to remove from it.

    Folds and calls are always in the tree, and checks where no line bets. Elsewhere, there is a
    check if a line has one.
    """
    after: dict[Steps, set[str]] = {}
    for steps in lines:
        for place, step in enumerate(steps):
            after.setdefault(steps[:place], set()).add(step)
    bets = {(*before, step) for before, steps in after.items() for step in steps if step[0] == "b"}
    inner = {path[:place] for path in bets for place in range(1, len(path))}
    added = [path for path in bets if path not in inner]
    removed = [
        (*before, "k")
        for before, steps in after.items()
        if steps and all(step[0] == "b" for step in steps) and not _faces_bet(before)
    ]
    return _paths(added, chip), _paths(removed, chip)


def _faces_bet(steps: Steps) -> bool:
    return bool(steps) and steps[-1][0] == "b"


def _paths(paths: Iterable[Steps], chip: float) -> tuple[str, ...]:
    """Write steps as paths, in order."""
    return tuple(
        ":".join(["r", *(_step_text(step, chip) for step in path)]) for path in sorted(paths)
    )


def _step_text(step: str, chip: float) -> str:
    return f"b{chips_text(int(step[1:]), chip)}" if step[0] == "b" else step
