"""The tree of any game with information sets that share strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import GameTree, Strategy, check_recall, exploitability
from fifthstreet.tree.strategy import Exploitability


@dataclass(frozen=True, eq=False, repr=False)
class AbstractedTree:
    """A game tree and a smaller one, in which some information sets are merged.

    Solve `tree` with any solver of trees. `full_strategy` plays the result in the full game, and
    `exploitability` is exact there. In Kuhn poker, with all cards known and with jack and queen
    merged:

    >>> from fifthstreet.solvers.cfr import FullSolver, flatten
    >>> from fifthstreet.solvers.games import Kuhn
    >>> full = flatten(Kuhn())
    >>> for game in (
    ...     AbstractedTree.of(full, full.keys),
    ...     AbstractedTree.of(full, [key.replace("Q", "J") for key in full.keys]),
    ... ):
    ...     solver = FullSolver(game.tree)
    ...     solver.iterate(1_000)
    ...     print(f"{len(game.tree.keys)}: {game.exploitability(solver.average()).chips:.2f} chips")
    12: 0.00 chips
    8: 0.25 chips
    """

    full: GameTree
    tree: GameTree  # the same nodes with fewer information sets
    labels: NDArray[np.int32]  # [I]  row in `tree` of each information set of the full game

    @classmethod
    def of(cls, full: GameTree, keys: Sequence[str]) -> AbstractedTree:
        """Merge information sets of a tree that have equal `keys`, one key for each.  [I]

        Raise InputError if merged information sets differ in player or actions, or if a player
        forgets what they did or knew before: solvers of trees require perfect recall.
        """
        if len(keys) != len(full.keys):
            raise InputError(
                f"keys must have one entry for each of the {len(full.keys)} information sets, "
                f"got {len(keys)}"
            )
        # Numbered by first appearance, information sets are in the order of the game.
        rows: dict[str, int] = {}
        labels = np.fromiter((rows.setdefault(key, len(rows)) for key in keys), np.int32, len(keys))
        firsts = np.unique(labels, return_index=True)[1]
        for info, first in enumerate(firsts[labels].tolist()):
            if (full.info_player[info], full.actions[info]) != (
                full.info_player[first],
                full.actions[first],
            ):
                raise InputError(
                    "information sets with equal keys must have the same player and actions, got "
                    f"{keys[info]!r} for {full.keys[first]!r} and {full.keys[info]!r}"
                )
        row = full.row.copy()
        is_decision = full.player >= 0
        row[is_decision] = labels[full.row[is_decision]]
        actions = tuple(full.actions[first] for first in firsts.tolist())
        tree = replace(
            full,
            name=f"{full.name}, with {len(rows)} information sets",
            row=row,
            info_player=full.info_player[firsts],
            first_action=np.cumsum([0, *map(len, actions)], dtype=np.int32),
            keys=tuple(rows),
            actions=actions,
        )
        check_recall(tree)
        return cls(full, tree, labels)

    def __repr__(self) -> str:
        return (
            f"<AbstractedTree of {self.full.name}: {len(self.tree.keys):,} of "
            f"{len(self.full.keys):,} information sets>"
        )

    def full_strategy(self, strategy: Strategy) -> Strategy:
        """Return the strategy of the full game that plays a strategy of the smaller one."""
        if strategy.tree is not self.tree and strategy.tree.keys != self.tree.keys:
            raise InputError(
                f"strategy must be for {self.tree.name}, got one for {strategy.tree.name}"
            )
        counts = np.diff(self.full.first_action)
        start = self.tree.first_action[self.labels] - self.full.first_action[:-1]
        actions = np.arange(self.full.first_action[-1]) + np.repeat(start, counts)
        return Strategy(self.full, strategy.probabilities[actions])

    def exploitability(self, strategy: Strategy) -> Exploitability:
        """Return the exploitability of a strategy of the smaller game in the full game, exactly."""
        return exploitability(self.full, self.full_strategy(strategy))
