"""Locks: decisions that are fixed instead of solved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from fifthstreet.cards import (
    HOLE_COUNT,
    Range,
    SuitPermutation,
    cards_text,
    hole_permutation,
    hole_text,
)
from fifthstreet.errors import InputError
from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.paths import parse_path
from fifthstreet.tree.strategy.tree_strategy import HoleArray

_FIELDS = ("path", "strategy", "hands")
_ROUNDING = 1e-6  # tolerance for the sum of the probabilities


@dataclass(frozen=True)
class Lock:
    """A decision that is fixed instead of solved.

    If `path` names the cards of its deals, only those runouts are locked, otherwise all of them.
    `hands` are the hands it applies to, all if None. Where locks overlap, the last one wins.

    A number in `strategy` is the probability of an action for all of these hands, so that strong
    and weak hands play alike. To lock each hand with probabilities of its own, give ranges whose
    weights are probabilities; the lock applies to the hands in them.

    >>> Lock("r:k", {"k": 0.75, "b50": 0.25}, Range("AA,KK"))
    <Lock r:k: k 0.75, b50 0.25 for KK+>
    >>> Lock("r:k", {"k": Range("AA:0.25,KK"), "b50": Range("AA:0.75")})
    <Lock r:k: k, b50 by hand for KK+>
    """

    path: str
    # Probability by action, named as in a path; actions left out are never taken.
    strategy: Mapping[str, float | Range] = field(hash=False)
    hands: Range | None = None

    def __post_init__(self) -> None:
        parse_path(self.path)
        if self.is_by_hand:
            self._check_ranges()
            return
        total = 0.0
        for action, probability in self.strategy.items():
            if isinstance(probability, Range):
                raise InputError(f"lock {self.path!r}: probabilities must be all numbers or ranges")
            if not 0 <= probability <= 1:
                raise InputError(
                    f"lock {self.path!r}: {action} must be 0 to 1, got {probability:g}"
                )
            total += probability
        if abs(total - 1) > _ROUNDING:
            raise InputError(f"lock {self.path!r}: probabilities must add up to 1, got {total:g}")

    def _check_ranges(self) -> None:
        if self.hands is not None:
            raise InputError(
                f"lock {self.path!r}: hands must be left out, because ranges name them"
            )
        totals = self._totals()
        wrong = np.flatnonzero((totals > 0) & (abs(totals - 1) > _ROUNDING))
        if wrong.size:
            raise InputError(
                f"lock {self.path!r}: probabilities of {hole_text(int(wrong[0]))} must add up to "
                f"1, got {totals[wrong[0]]:g}"
            )
        if not totals.any():
            raise InputError(f"lock {self.path!r}: ranges must have hands")

    def __repr__(self) -> str:
        if self.is_by_hand:
            actions = f"{', '.join(self.strategy)} by hand"
            hands = f" for {Range(self._totals() > 0).text()}"
        else:
            actions = ", ".join(f"{action} {share:g}" for action, share in self.strategy.items())
            hands = "" if self.hands is None else f" for {self.hands.text()}"
        text = f"<Lock {self.path}: {actions}{hands}"
        return f"{text if len(text) < 160 else text[:157] + '...'}>"

    @property
    def is_by_hand(self) -> bool:
        """Whether each hand has probabilities of its own."""
        shares = self.strategy.values()
        return bool(shares) and all(isinstance(share, Range) for share in shares)

    def probabilities(self, actions: Sequence[str]) -> HoleArray:
        """Return the probability of each action for each hand, NaN if not locked.  [A, 1326]

        Args:
            actions: Actions of the decision, named as in a path.
        """
        rows: HoleArray = np.zeros((len(actions), HOLE_COUNT))
        for row, action in zip(rows, actions, strict=True):
            share = self.strategy.get(action, 0.0)
            row[:] = share.weights if isinstance(share, Range) else share
        if self.is_by_hand:
            rows[:, self._totals() == 0] = np.nan
        elif self.hands is not None:
            rows[:, self.hands.weights == 0] = np.nan
        return rows

    def _totals(self) -> HoleArray:
        """Return the sum of the probabilities of each hand in ranges.  [1326]"""
        shares = [share.weights for share in self.strategy.values() if isinstance(share, Range)]
        totals: HoleArray = np.sum(shares, axis=0, dtype=np.float64)
        return totals

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for files."""
        data: dict[str, Any] = {"path": self.path, "strategy": dict(self._plain_strategy)}
        if self.hands is not None:
            data["hands"] = self.hands.text()
        return data

    @cached_property
    def _plain_strategy(self) -> dict[str, float | str]:
        # Kept, because the text of a range takes milliseconds, and every node shown has its locks.
        return {
            action: share.text() if isinstance(share, Range) else share
            for action, share in self.strategy.items()
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Lock:
        """Build a lock from plain data."""
        if unknown := set(data) - set(_FIELDS):
            raise InputError(f"fields of lock must be {', '.join(_FIELDS)}, got {min(unknown)!r}")
        if missing := {"path", "strategy"} - set(data):
            raise InputError(f"lock must have {min(missing)}")
        strategy = data["strategy"]
        if not isinstance(strategy, Mapping):
            raise InputError(f"lock {data['path']!r}: strategy must be a table, got {strategy!r}")
        hands = data.get("hands")
        return cls(
            str(data["path"]),
            {str(action): _share(f"lock.{action}", value) for action, value in strategy.items()},
            None if hands is None else Range.parse(hands),
        )


def locked_node(tree: BettingTree, board: Sequence[int], lock: Lock) -> tuple[int, tuple[int, ...]]:
    """Return the node of a lock in a tree and the cards that its path names.

    Args:
        tree: The tree to find the path in.
        board: Cards on the board at the root.
        lock: Its strategy may name only actions of the decision.

    Raises:
        InputError: If the tree has no such decision or action, or a card is on the board already.
    """
    try:
        node, cards = tree.find(lock.path)
    except InputError as error:
        raise InputError(f"lock: {error}") from None
    if tree.kind[node] != Kind.ACTION:
        raise InputError(f"lock path must lead to a decision, got {lock.path!r}")
    actions = tree.actions(node)
    if unknown := set(lock.strategy) - set(actions):
        raise InputError(
            f"lock {lock.path!r}: actions must be {', '.join(actions)}, got {min(unknown)!r}"
        )
    if repeated := set(cards) & set(board):
        raise InputError(f"lock {lock.path!r}: {cards_text(sorted(repeated))} is on the board")
    return node, cards


def is_symmetric(lock: Lock, perm: SuitPermutation) -> bool:
    """Return whether a suit permutation leaves the hands of a lock and their play unchanged.

    Args:
        lock: A lock of all hands with the same probabilities is always symmetric.
        perm: Suit `s` becomes suit `perm[s]`.
    """
    rows = lock.probabilities(list(lock.strategy))
    images = rows[:, hole_permutation(perm)]
    return bool(np.allclose(images, rows, rtol=0, atol=_ROUNDING, equal_nan=True))


def _share(name: str, value: object) -> float | Range:
    if isinstance(value, str):
        try:
            return Range.parse(value)
        except InputError as error:
            raise InputError(f"{name} must be a number or a range: {error}") from None
    if isinstance(value, bool) or not isinstance(value, (int, float, np.floating)):
        raise InputError(f"{name} must be a number or a range, got {value!r}")
    return float(value)
