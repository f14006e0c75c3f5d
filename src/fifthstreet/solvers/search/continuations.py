"""Continuations: strategies for the rest of a hand that an opponent may choose among.

A leaf of a depth-limited search has no single value: the value of a hand depends on how both
players continue, and an opponent adapts to a strategy that is wrong. So the opponent chooses,
for each of their hands, among several strategies for the rest: the blueprint, and the blueprint
biased to fold, to call or to raise (Brown, Sandholm & Amos 2018, "Depth-limited solving for
imperfect-information games").
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.tree import BettingTree, Move
from fifthstreet.tree.strategy import DerivedStrategy, HoleArray, TreeStrategy

Continuation: TypeAlias = Literal["as is", "fold", "call", "raise"]
CONTINUATIONS: tuple[Continuation, ...] = get_args(Continuation)
DEFAULT_BIAS = 5.0

_MOVES: dict[Continuation, tuple[Move, ...]] = {
    "as is": (),
    "fold": (Move.FOLD,),
    "call": (Move.CHECK, Move.CALL),
    "raise": (Move.BET, Move.ALL_IN),
}


def check_continuations(names: Sequence[str]) -> tuple[Continuation, ...]:
    """Return continuations by their names; InputError if one is unknown or named twice."""
    checked = []
    for name in names:
        known = next((each for each in CONTINUATIONS if each == name), None)
        if known is None:
            raise InputError(f"continuations must be {', '.join(CONTINUATIONS)}, got {name!r}")
        checked.append(known)
    if not checked or len(set(checked)) < len(checked):
        raise InputError(f"continuations must be at least one, each once, got {tuple(names)}")
    return tuple(checked)


def bias_factors(
    tree: BettingTree, node: int, names: Sequence[Continuation], bias: float
) -> NDArray[np.float64]:
    """Return what each continuation multiplies the probabilities of actions by.  [K, A]"""
    moves = [int(tree.move[child]) for child in tree.children(node)]
    return np.array([[bias if move in _MOVES[name] else 1.0 for move in moves] for name in names])


class BiasedStrategy(DerivedStrategy):
    """A strategy in which one player takes some kind of action more often.

    The probabilities of its actions are multiplied by the bias, and then all of them are scaled to
    add up to 1. Where there is no such action, nothing changes.

    >>> from fifthstreet.solvers.postflop import Spot
    >>> from fifthstreet.tree.strategy import UniformStrategy
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> uniform = UniformStrategy(spot.tree, spot.ranges, spot.board)
    >>> biased = BiasedStrategy(uniform, 0, "raise", bias=3.0)
    >>> biased.probabilities(0, spot.board)[:, 0].tolist()
    [0.25, 0.75]
    """

    kind = "biased"

    def __init__(
        self, base: TreeStrategy, player: int, continuation: str, *, bias: float = DEFAULT_BIAS
    ) -> None:
        """Bias a player's strategy; InputError unless the bias is a number above 0."""
        if not (isfinite(bias) and bias > 0):
            raise InputError(f"bias must be more than 0, like {DEFAULT_BIAS:g}, got {bias:g}")
        (self.continuation,) = check_continuations([continuation])
        super().__init__(base)
        self.player, self.bias = player, bias

    @property
    def title(self) -> str:
        """The kind of strategy and its bias in a few words."""
        bias = "" if self.continuation == "as is" else f" biased to {self.continuation}"
        return f"{self.base.kind}{bias}"

    def __repr__(self) -> str:
        return f"<BiasedStrategy: {self.continuation} x {self.bias:g} in {self.base!r}>"

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the biased probabilities of each hand at a decision.  [A, 1326]"""
        rows = self.base.probabilities(node, board)
        return self.biased(node, rows) if int(self.tree.player[node]) == self.player else rows

    def biased(self, node: int, rows: NDArray[Any]) -> NDArray[Any]:
        """Return probabilities at a decision with the bias, whoever acts.  [..., A, H]"""
        moves = self.tree.move[list(self.tree.children(node))]
        is_favoured = np.isin(moves, _MOVES[self.continuation])
        if not is_favoured.any():
            return rows
        weights = rows * np.where(is_favoured, self.bias, 1.0).astype(rows.dtype)[:, None]
        total = weights.sum(axis=-2, keepdims=True)
        scaled: NDArray[Any] = np.divide(weights, total, out=rows.copy(), where=total > 0)
        return scaled
