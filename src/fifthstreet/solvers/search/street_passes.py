"""Passes over the betting of a street: both players' reach down, and one player's values up.

Rows of tables are padded with zeros, as kernels read them; everything else sees all 1,326 hands.

Shapes: N nodes of the street, A actions of a decision, T actions of all decisions.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import HOLE_COUNT
from fifthstreet.solvers.search.street_game import PairRows, StreetNodes

_ROW = 1328  # numbers of a padded row: a multiple of 16


class StreetPasses:
    """The tables of a street, and the native passes that change them.

    Attributes:
        regrets: Regrets by decision.  [A, 1326]
        averages: Sums of reach times strategy by decision.  [A, 1326]
    """

    def __init__(self, nodes: StreetNodes) -> None:
        self._nodes = nodes.nodes
        children = np.array([len(below) for below in nodes.children], np.int32)
        first = (1 + np.cumsum(children) - children).astype(np.int32)
        players = np.array(nodes.deciders, np.int8)
        self._betting = _native.StreetBetting(players, first, children)
        self._all_regrets = np.zeros((int(children.sum()), _ROW), np.float32)
        self._all_averages = np.zeros_like(self._all_regrets)
        starts = np.cumsum(children) - children
        rows = {
            node: slice(start, start + count)
            for node, start, count in zip(
                self._nodes, starts.tolist(), children.tolist(), strict=True
            )
            if count
        }
        self.regrets = {node: self._all_regrets[at, :HOLE_COUNT] for node, at in rows.items()}
        self.averages = {node: self._all_averages[at, :HOLE_COUNT] for node, at in rows.items()}
        self._reach = np.zeros((len(self._nodes), 2, _ROW), np.float32)
        self._values = np.zeros((len(self._nodes), _ROW), np.float32)
        self._place = {node: at for at, node in enumerate(self._nodes)}

    def split(self, start: PairRows, keep: float, player: int) -> dict[int, PairRows]:
        """Return both players' reach at all nodes, by regret matching; the next call changes it.

        Args:
            start: Both players' reach at the root.
            keep: Factor of the player's average strategies before reach is added to them.
            player: Whose average strategies are updated.
        """
        self._reach[0, :, :HOLE_COUNT] = start
        tables = self._all_regrets, self._all_averages
        self._betting.split(*tables, keep, player, self._reach)
        return dict(zip(self._nodes, self._reach[:, :, :HOLE_COUNT], strict=True))

    def join(
        self,
        values: Mapping[int, NDArray[np.float32]],
        positive: float,
        negative: float,
        player: int,
    ) -> NDArray[np.float32]:
        """Update a player's regrets, and return the values of the root.  [1326]

        Args:
            values: The player's values where the street ends, by node.
            positive: Factor of positive regrets before new ones are added.
            negative: Factor of negative regrets.
            player: Whose values they are.
        """
        for node, row in values.items():
            self._values[self._place[node], :HOLE_COUNT] = row
        self._betting.join(self._all_regrets, positive, negative, player, self._values)
        return self._values[0, :HOLE_COUNT]
