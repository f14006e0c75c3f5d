"""Locks: decisions that are fixed instead of solved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fifthstreet.cards import Range, SuitPermutation, cards_text, hole_permutation
from fifthstreet.errors import InputError
from fifthstreet.tree import BettingTree, Kind, parse_path

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
                    f"lock {self.path!r}: probability of {action} is {probability:g}; want 0 to 1"
                )
        total = sum(self.strategy.values())
        if abs(total - 1) > _ROUNDING:
            raise InputError(f"lock {self.path!r}: probabilities add up to {total:g}; want 1")

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
            raise InputError(f"lock: no field {min(unknown)!r}; want {', '.join(_FIELDS)}")
        if missing := {"path", "strategy"} - set(data):
            raise InputError(f"lock: {min(missing)} is missing")
        strategy = data["strategy"]
        if not isinstance(strategy, Mapping):
            raise InputError(f"lock {data['path']!r}: strategy is {strategy!r}; want a table")
        hands = data.get("hands")
        return cls(
            str(data["path"]),
            {str(action): _number(f"lock.{action}", value) for action, value in strategy.items()},
            None if hands is None else Range.parse(hands),
        )


def locked_node(tree: BettingTree, board: Sequence[int], lock: Lock) -> tuple[int, tuple[int, ...]]:
    """Return the node of a lock in a tree and the cards that its path names.

    Raises InputError if the tree has no such decision, or a card is on the board already.
    """
    try:
        node, cards = tree.find(lock.path)
    except ValueError as error:
        raise InputError(f"lock: {error}") from None
    if tree.kind[node] != Kind.ACTION:
        raise InputError(f"lock {lock.path!r}: nobody acts there; want a path to a decision")
    actions = tree.actions(node)
    if unknown := set(lock.strategy) - set(actions):
        raise InputError(
            f"lock {lock.path!r}: no action {min(unknown)!r}; want {', '.join(actions)}"
        )
    if repeated := set(cards) & set(board):
        raise InputError(f"lock {lock.path!r}: {cards_text(sorted(repeated))} is on the board")
    return node, cards


def is_symmetric(lock: Lock, perm: SuitPermutation) -> bool:
    """Return whether a suit permutation leaves the hands of a lock unchanged."""
    if lock.hands is None:
        return True
    held = lock.hands.weights > 0
    return bool((held[hole_permutation(perm)] == held).all())


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.floating)):
        raise InputError(f"{name} is {value!r}; want a number")
    return float(value)
