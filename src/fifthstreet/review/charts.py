"""Charts of a strategy before the flop: what each of the 169 hand classes does.

A chart is one decision. `preflop_charts` picks the first ones to learn: opening the pot in
each position, and answering an opening when all players in between have folded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, class_means
from fifthstreet.errors import InputError
from fifthstreet.tree import (
    SEAT_NAMES,
    BettingTree,
    Kind,
    Move,
    choice_words,
    position_names,
    read_line,
)
from fifthstreet.tree.strategy import TreeStrategy

_ENDS = (Kind.FOLD, Kind.SHOWDOWN, Kind.DEAL)


@dataclass(frozen=True, eq=False)
class Chart:
    """What the hand classes of a player do at one decision."""

    title: str  # like "BB against BTN's raise to 300"
    position: str
    path: str
    board: tuple[int, ...]
    actions: tuple[str, ...]  # [A] labels, like b300
    words: tuple[str, ...]  # [A] names of the actions
    shares: NDArray[np.float64]  # [A, 169] NaN for classes that never get here
    weights: NDArray[np.float64]  # [169] how often each class gets here, from 0 to 1
    frequencies: NDArray[np.float64]  # [A] of the whole range

    def __repr__(self) -> str:
        parts = (
            f"{word} {share:.0%}" for word, share in zip(self.words, self.frequencies, strict=True)
        )
        return f"<Chart: {self.title}: {', '.join(parts)}>"


def chart_at(strategy: TreeStrategy, path: str = "r") -> Chart:
    """Return the chart of any decision.

    Args:
        strategy: Its actions at the decision are shown.
        path: Path or line of the decision, like `r:b300` or `b300/c/QsJh2h`; by default the first
            decision. Amounts that the tree lacks are rounded.

    Raises:
        InputError: If the tree has no such path, or it does not lead to a decision that the
            strategy has.

    >>> from fifthstreet.cards import Range
    >>> from fifthstreet.tree.strategy import CallingStrategy
    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules.even(2, 20, blinds=(1, 2), first_street=0, last_street=0))
    >>> chart_at(CallingStrategy(tree, [Range.full()] * 2)).title
    'BTN first to act'
    """
    tree = strategy.tree
    line = read_line(tree, path)
    if tree.kind[line.node] != Kind.ACTION:
        raise InputError(f"path must lead to a decision, got {line.path!r}")
    if strategy.is_left_out(line.node):
        raise InputError(
            "path must lead to a decision that the strategy gets to: the file leaves out "
            f"{line.path!r}"
        )
    board = (*strategy.board, *line.cards)
    position = _position(tree, line.node)
    when = "first to act" if line.node == 0 else f"after {line.path.removeprefix('r:')}"
    return _chart(strategy, line.node, board, f"{position} {when}")


def preflop_charts(strategy: TreeStrategy) -> list[Chart]:
    """Return the openings of all positions, then the answers to them.

    Heads-up there are answers to every action of the button except folds; with more players, to the
    smallest raise of each position, by every later player if all others have folded.

    Args:
        strategy: Its tree starts preflop.

    Raises:
        InputError: If the tree starts later.
    """
    tree = strategy.tree
    if tree.rules.first_street > 0:
        raise InputError("the strategy must start preflop, got one from the flop or later")
    openings = [node for node in _fold_chain(tree, 0) if not strategy.is_left_out(node)]
    charts = [
        _chart(strategy, node, (), f"{_position(tree, node)} first to act") for node in openings
    ]
    for node in openings:
        opener = _position(tree, node)
        for child, words in zip(tree.children(node), choice_words(tree, node), strict=True):
            if not _is_answered(tree, node, child):
                continue
            for answer in _fold_chain(tree, child):
                if _position(tree, answer) == opener or strategy.is_left_out(answer):
                    break
                title = f"{_position(tree, answer)} against {opener}'s {words}"
                charts.append(_chart(strategy, answer, (), title))
    return charts


def _position(tree: BettingTree, node: int) -> str:
    """Return the position of the player to act; OOP or IP if the tree starts after preflop."""
    is_spot = tree.players == 2 and tree.rules.first_street > 0
    return (SEAT_NAMES if is_spot else position_names(tree.players))[int(tree.player[node])]


def _fold_chain(tree: BettingTree, node: int) -> Iterator[int]:
    """Yield the decisions before the flop from a node on, if all players fold."""
    while tree.kind[node] not in _ENDS and tree.street[node] == 0:
        yield node
        folds = [child for child in tree.children(node) if tree.move[child] == Move.FOLD]
        if not folds:
            return
        node = folds[0]


def _is_answered(tree: BettingTree, node: int, child: int) -> bool:
    """Return whether the answers to an opening are shown."""
    if tree.move[child] == Move.FOLD:
        return False
    if tree.players == 2:
        return True
    bets = [each for each in tree.children(node) if tree.move[each] in (Move.BET, Move.ALL_IN)]
    return bool(bets) and child == bets[0]


def _chart(strategy: TreeStrategy, node: int, board: tuple[int, ...], title: str) -> Chart:
    tree = strategy.tree
    at = strategy.at(node, board)
    blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) != 0
    weights = np.nan_to_num(class_means(np.where(blocked, np.nan, at.reach)))
    shares = [class_means(np.where(at.reach > 0, row, np.nan), at.reach) for row in at.strategy]
    return Chart(
        title=title,
        position=_position(tree, node),
        path=tree.path(node, board[len(strategy.board) :]),
        board=board,
        actions=tuple(tree.actions(node)),
        words=tuple(choice_words(tree, node)),
        shares=np.array(shares),
        weights=weights,
        frequencies=at.frequencies,
    )
