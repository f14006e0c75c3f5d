"""Strategies of all players at all information sets of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr.game_tree import Float64Array, GameTree

_TOLERANCE = 1e-6  # how far the sum of an information set's probabilities may be from 1


@dataclass(frozen=True, eq=False)
class Strategy(Mapping[str, dict[str, float]]):
    """A mapping from each information set of a game to the probabilities of its actions."""

    tree: GameTree
    probabilities: Float64Array  # [A]

    def __post_init__(self) -> None:
        probabilities = np.array(self.probabilities, np.float64)
        first = self.tree.first_action
        if probabilities.shape != (first[-1],):
            raise InputError(
                f"probabilities must be one for each of {first[-1]} actions of {self.tree.name}, "
                f"got shape {probabilities.shape}"
            )
        if probabilities.size:
            sums = np.add.reduceat(probabilities, first[:-1])
            least = np.minimum.reduceat(probabilities, first[:-1])
            wrong = np.flatnonzero(~((np.abs(sums - 1) < _TOLERANCE) & (least >= 0)))
            if wrong.size:
                info = int(wrong[0])
                part = probabilities[first[info] : first[info + 1]].tolist()
                raise InputError(
                    "probabilities must be non-negative and add up to 1, "
                    f"got {part} at {self.tree.keys[info]!r}"
                )
        probabilities.flags.writeable = False
        object.__setattr__(self, "probabilities", probabilities)

    @classmethod
    def uniform(cls, tree: GameTree) -> Strategy:
        """Return the strategy that plays all actions with equal probability."""
        return cls.from_weights(tree, np.zeros(int(tree.first_action[-1])))

    @classmethod
    def from_weights(cls, tree: GameTree, weights: ArrayLike) -> Strategy:
        """Normalise weights at each information set; where all are 0, play uniformly."""
        weights = np.asarray(weights, np.float64)
        if not weights.size:
            return cls(tree, weights)
        counts = np.diff(tree.first_action)
        sums = np.repeat(np.add.reduceat(weights, tree.first_action[:-1]), counts)
        uniform = np.repeat(1 / counts, counts)
        return cls(tree, np.divide(weights, sums, out=uniform, where=sums > 0))

    @classmethod
    def from_dict(cls, tree: GameTree, by_key: Mapping[str, Mapping[str, float]]) -> Strategy:
        """Build from probabilities by information set and action; omitted actions get 0."""
        if unknown := by_key.keys() - set(tree.keys):
            raise InputError(f"{tree.name} has no information set {min(unknown)!r}")
        probabilities: list[float] = []
        for key, actions in zip(tree.keys, tree.actions, strict=True):
            if key not in by_key:
                raise InputError(f"{tree.name} must have probabilities at {key!r}, got none")
            by_action = by_key[key]
            if wrong := by_action.keys() - set(actions):
                raise InputError(f"action at {key!r} must be one of {actions}, got {min(wrong)!r}")
            probabilities += [float(by_action.get(action, 0.0)) for action in actions]
        return cls(tree, np.array(probabilities))

    def __getitem__(self, key: str) -> dict[str, float]:
        """Return the probability of each action of an information set."""
        info = self._index[key]
        part = slice(self.tree.first_action[info], self.tree.first_action[info + 1])
        return dict(zip(self.tree.actions[info], self.probabilities[part].tolist(), strict=True))

    def __iter__(self) -> Iterator[str]:
        """Iterate over the game's information sets in the tree's order."""
        return iter(self.tree.keys)

    def __len__(self) -> int:
        """Return the number of information sets."""
        return len(self.tree.keys)

    def __repr__(self) -> str:
        return f"Strategy({self.tree.name!r}, {len(self)} information sets)"

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Return plain dictionaries of probabilities by information set and action."""
        return dict(self.items())

    def table(self, *, digits: int = 4) -> str:
        """Return readable text with one line per information set."""
        return strategy_table(self, digits=digits)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {key: info for info, key in enumerate(self.tree.keys)}


def strategy_table(
    strategy: Mapping[str, Mapping[str, float]],
    visits: Mapping[str, int] | None = None,
    *,
    digits: int = 4,
) -> str:
    """Return probabilities by key and action as readable text with one line per key.

    Args:
        strategy: The probability of each action by the key of an information set.
        visits: How often each information set was visited, which is added to its line.
        digits: Number of decimals of probabilities.
    """
    width = max(map(len, strategy), default=0)
    return "\n".join(
        f"{key:{width}}  "
        + "  ".join(f"{action} {share:.{digits}f}" for action, share in actions.items())
        + (f"  visits {visits[key]:,}" if visits else "")
        for key, actions in strategy.items()
    )
