"""What all players do at all of a game's information sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from fifthstreet.solvers.cfr.game_tree import Float64Array, GameTree

_SURE = 1e-6  # how far an information set's probabilities may be from adding up to 1


@dataclass(frozen=True, eq=False)
class Strategy(Mapping[str, dict[str, float]]):
    """A probability for every action of a game: a mapping from information set to its actions."""

    tree: GameTree
    probabilities: Float64Array  # [A]

    def __post_init__(self) -> None:
        """Check that the probabilities are some, and keep them from being changed."""
        found = np.array(self.probabilities, np.float64)
        first = self.tree.first_action
        if found.shape != (first[-1],):
            raise ValueError(
                f"probabilities of shape {found.shape}; {self.tree.name} has {first[-1]} actions"
            )
        if found.size:
            sums = np.add.reduceat(found, first[:-1])
            least = np.minimum.reduceat(found, first[:-1])
            wrong = np.flatnonzero(~((np.abs(sums - 1) < _SURE) & (least >= 0)))
            if wrong.size:
                info = int(wrong[0])
                part = found[first[info] : first[info + 1]].tolist()
                raise ValueError(
                    f"probabilities {part} at {self.tree.keys[info]!r}; "
                    "want numbers from 0 that add up to 1"
                )
        found.flags.writeable = False
        object.__setattr__(self, "probabilities", found)

    @classmethod
    def uniform(cls, tree: GameTree) -> Strategy:
        """All actions as likely as each other."""
        return cls.from_weights(tree, np.zeros(int(tree.first_action[-1])))

    @classmethod
    def from_weights(cls, tree: GameTree, weights: ArrayLike) -> Strategy:
        """Each action by its share of an information set's weights; uniform where all are 0."""
        given = np.asarray(weights, np.float64)
        if not given.size:
            return cls(tree, given)
        counts = np.diff(tree.first_action)
        sums = np.repeat(np.add.reduceat(given, tree.first_action[:-1]), counts)
        uniform = np.repeat(1 / counts, counts)
        return cls(tree, np.divide(given, sums, out=uniform, where=sums > 0))

    @classmethod
    def from_dict(cls, tree: GameTree, by_key: Mapping[str, Mapping[str, float]]) -> Strategy:
        """From probabilities by information set and action; actions left out are never played."""
        if unknown := by_key.keys() - set(tree.keys):
            raise ValueError(f"{tree.name} has no information set {min(unknown)!r}")
        found: list[float] = []
        for key, actions in zip(tree.keys, tree.actions, strict=True):
            if key not in by_key:
                raise ValueError(f"no probabilities at {key!r}; want them at every one")
            given = by_key[key]
            if wrong := given.keys() - set(actions):
                raise ValueError(f"no action {min(wrong)!r} at {key!r}; want one of {actions}")
            found += [float(given.get(action, 0.0)) for action in actions]
        return cls(tree, np.array(found))

    def __getitem__(self, key: str) -> dict[str, float]:
        """The actions of an information set and how likely each is."""
        info = self._index[key]
        part = slice(self.tree.first_action[info], self.tree.first_action[info + 1])
        return dict(zip(self.tree.actions[info], self.probabilities[part].tolist(), strict=True))

    def __iter__(self) -> Iterator[str]:
        """The game's information sets in the tree's order."""
        return iter(self.tree.keys)

    def __len__(self) -> int:
        """Number of information sets."""
        return len(self.tree.keys)

    def __repr__(self) -> str:
        """The game and how many information sets it has."""
        return f"Strategy({self.tree.name!r}, {len(self)} information sets)"

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Plain dictionaries, information set by information set."""
        return dict(self.items())

    def table(self, *, digits: int = 4) -> str:
        """Readable text: a line for each information set."""
        return strategy_table(self, digits=digits)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {key: info for info, key in enumerate(self.tree.keys)}


def strategy_table(strategy: Mapping[str, Mapping[str, float]], *, digits: int = 4) -> str:
    """Readable text of probabilities by key and action: a line for each key."""
    width = max(map(len, strategy), default=0)
    return "\n".join(
        f"{key:{width}}  "
        + "  ".join(f"{action} {share:.{digits}f}" for action, share in actions.items())
        for key, actions in strategy.items()
    )
