"""Locks: decisions that are fixed instead of solved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fifthstreet.cards import Range, SuitPermutation, cards_text, hole_permutation
from fifthstreet.errors import InputError
from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.paths import parse_path

_FIELDS = ("path", "strategy", "hands")
_ROUNDING = 1e-6  # tolerance for the sum of the probabilities


@dataclass(frozen=True)
class Lock:
    """A decision that is fixed instead of solved.

    If `path` names the cards of its deals, only those runouts are locked, otherwise all of them.
    `hands` are the hands it applies to, all if None. Where locks overlap, the last one wins.

    >>> Lock("r:k", {"k": 0.75, "b50": 0.25}, Range("AA,KK"))
    <Lock r:k: k 0.75, b50 0.25 for KK+>
    """

    path: str
    # Probability by action, named as in a path; actions left out are never taken.
    strategy: Mapping[str, float] = field(hash=False)
    hands: Range | None = None

    def __post_init__(self) -> None:
        parse_path(self.path)
        for action, probability in self.strategy.items():
            if not 0 <= probability <= 1:
                raise InputError(
                    f"lock {self.path!r}: {action} must be 0 to 1, got {probability:g}"
                )
        total = sum(self.strategy.values())
        if abs(total - 1) > _ROUNDING:
            raise InputError(f"lock {self.path!r}: probabilities must add up to 1, got {total:g}")

    def __repr__(self) -> str:
        actions = ", ".join(f"{action} {share:g}" for action, share in self.strategy.items())
        hands = "" if self.hands is None else f" for {self.hands.text()}"
        text = f"<Lock {self.path}: {actions}{hands}"
        return f"{text if len(text) < 160 else text[:157] + '...'}>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for files."""
        data: dict[str, Any] = {"path": self.path, "strategy": dict(self.strategy)}
        if self.hands is not None:
            data["hands"] = self.hands.text()
        return data

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
            {str(action): _number(f"lock.{action}", value) for action, value in strategy.items()},
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
    """Return whether a suit permutation leaves the hands of a lock unchanged.

    Args:
        lock: A lock of all hands is always symmetric.
        perm: Suit `s` becomes suit `perm[s]`.
    """
    if lock.hands is None:
        return True
    held = lock.hands.weights > 0
    return bool((held[hole_permutation(perm)] == held).all())


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.floating)):
        raise InputError(f"{name} must be a number, got {value!r}")
    return float(value)
