"""The betting of a flop on a GPU: tables, reach and leaf values stay there during iterations.

A GPU does the work of an update in less time than the processor takes to launch many kernels, so
their number sets the pace. Both passes over the betting are one kernel each, with a thread for each
hand, and so is the network. Folds, showdowns and what hands meet at leaves are products with a
matrix of hands.

Shapes: S slots, which are nodes of the street in the order of the kernels; T actions of all
decisions; H = 1,176 hands that the flop leaves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.solvers.postflop.backends.cuda import device
from fifthstreet.solvers.search.native_street import UpdateFactors
from fifthstreet.solvers.search.street_game import PairRows, StreetGame
from fifthstreet.solvers.values import GpuFlopLeaves, on_host

_THREADS = 64  # of a block; few, so that many multiprocessors have some


class GpuStreet:
    """The tables of a street, and updates on a GPU.

    Attributes:
        regrets: Regrets by decision, as of the last `fetch`.  [A, 1326]
        averages: Sums of reach times strategy by decision, as of the last `fetch`.  [A, 1326]
    """

    def __init__(self, game: StreetGame, values: GpuFlopLeaves) -> None:
        """Put zeros into the tables.

        Args:
            game: The street of a flop.
            values: What hands are worth where it ends.
        """
        self._cupy, self._kernels = device.load_cupy(), device.street_kernels()
        self._network, leaves = values.on_gpu, game.leaves
        self._flop = values.flop(game.spot.board)
        self._slots = _Slots(game)
        hands, slots = len(self._flop.hands), self._slots.count
        turns = range(len(self._flop.boards))
        self._parts = [turns[at :: values.parts] for at in range(values.parts)]
        self._betting = (
            np.int32(len(game.decisions)),
            self._cupy.asarray(self._slots.records),
            self._cupy.asarray(self._slots.children),
            np.int32(slots),
            np.int32(hands),
        )
        self._launch = (-(-hands // _THREADS),), (_THREADS,)
        self._factors = self._cupy.asarray(self._slots.factors)
        self._stacks = self._network.stack_inputs(leaves.stacks / leaves.pots)
        self._part_factor = np.float32(values.parts / leaves.unseen)
        # Regrets and averages.  [T, H] each
        shape = (len(self._slots.children), hands)
        self._tables = [self._cupy.zeros(shape, np.float32) for _ in range(2)]
        self._reach = self._cupy.zeros((2, slots, hands), np.float32)
        self._values = self._cupy.zeros((slots, hands), np.float32)
        met = (2, len(leaves), hands)
        self._met = self._cupy.zeros(met, np.float32)
        self._beside = self._cupy.zeros((1, len(self._parts[0]), *met[1:]), np.float32)
        self._start: PairRows = np.zeros((2, HOLE_COUNT), np.float32)  # that `_reach` has
        self.regrets, self.averages = (
            {
                node: np.zeros((rows.stop - rows.start, HOLE_COUNT), np.float32)
                for node, rows in self._slots.rows.items()
            }
            for _ in self._tables
        )

    def fetch(self) -> None:
        """Update `regrets` and `averages`."""
        for table, rows in zip(self._tables, (self.regrets, self.averages), strict=True):
            found = on_host(table)
            for node, at in self._slots.rows.items():
                rows[node][:, self._flop.hands] = found[at]

    def push(self) -> None:
        """Update the tables on the GPU from changed `regrets` and `averages`."""
        for table, rows in zip(self._tables, (self.regrets, self.averages), strict=True):
            held = np.concatenate([rows[node] for node in self._slots.rows])
            table[...] = self._placed(held)

    def update(self, start: PairRows, factors: UpdateFactors, player: int, iteration: int) -> None:
        """Take both players' reach down, and the values of a player's hands up.

        Args:
            start: Both players' reach at the root.
            factors: How the player's tables are discounted.
            player: Whose tables change.
            iteration: Determines the part of the turns that leaves are evaluated on.
        """
        for who in np.flatnonzero((start != self._start).any(axis=1)).tolist():
            self._start[who] = start[who]
            self._reach[who, 0] = self._placed(start[who])
        regrets, averages = self._tables
        changed = np.int32(player)
        self._run(
            "betting_split", regrets, averages, np.float32(factors.keep), changed, self._reach
        )
        turns = self._parts[iteration % len(self._parts)]
        self._end_values(player, turns)
        self._run(
            "betting_join",
            *(np.int32(self._slots.deals.start), np.int32(len(turns)), self._factors[player]),
            *(self._beside, self._part_factor),
            *(regrets, np.float32(factors.positive), np.float32(factors.negative), changed),
            self._values,
        )

    def won(self) -> NDArray[np.float32]:
        """Return the values at the root in the last update.  [1326]"""
        won = np.zeros(HOLE_COUNT, np.float32)
        won[self._flop.hands] = on_host(self._values[0])
        return won

    def finish(self) -> None:
        """Wait for the updates."""
        self._cupy.cuda.get_current_stream().synchronize()

    def _run(self, name: str, *arguments: Any) -> None:
        self._kernels[name](*self._launch, (*self._betting, *arguments))

    def _end_values(self, player: int, turns: range) -> None:
        """Put the player's values at ends into slots, and what the network adds on turns."""
        places, opposing = self._slots, self._reach[1 - player]
        for slots, matrix in ((places.folds, self._flop.meets), (places.shown, self._flop.lost)):
            if slots.start < slots.stop:
                self._cupy.matmul(opposing[slots], matrix, out=self._values[slots])
        deals = places.deals
        if deals.start < deals.stop:
            held = self._reach[::-1, deals].reshape(-1, self._met.shape[2])
            met = self._met.reshape(held.shape)
            self._cupy.matmul(held, self._flop.meets, out=met)
            self._network.won_beside_equity(
                self._flop,
                *(self._stacks, self._reach, deals, self._met, turns, self._beside, player),
            )

    def _placed(self, rows: NDArray[np.float32]) -> Any:
        """Return rows of all hands, [..., 1326], as rows on the GPU, [..., H]."""
        return self._cupy.asarray(np.ascontiguousarray(rows[..., self._flop.hands], np.float32))


class _Slots:
    """The nodes of a street in the order of the kernels: decisions, folds, showdowns, leaves."""

    def __init__(self, game: StreetGame) -> None:
        tree = game.spot.tree
        nodes = [*game.decisions, *game.folds, *game.showdowns, *game.deals]
        slot = {node: at for at, node in enumerate(nodes)}
        below = {node: list(tree.children(node)) for node in game.decisions}
        starts = np.cumsum([0, *map(len, below.values())]).tolist()
        self.count = len(nodes)
        self.rows = {
            node: slice(start, start + len(children))
            for start, (node, children) in zip(starts, below.items(), strict=False)
        }
        records = [
            (int(tree.player[node]), rows.start, rows.stop - rows.start)
            for node, rows in self.rows.items()
        ]
        self.records = np.array(records, np.int32)
        children = [slot[child] for each in below.values() for child in each]
        self.children = np.array(children, np.int32)
        first = len(game.decisions)
        self.folds = slice(first, first + len(game.folds))
        self.shown = slice(self.folds.stop, len(nodes))  # also leaves, whose equity is the same
        self.deals = slice(len(nodes) - len(game.deals), len(nodes))
        self.factors = np.zeros((2, len(nodes)), np.float32)  # chips
        self.factors[:, self.folds] = game.fold_payoffs
        self.factors[:, self.shown] = [tree.pot(node) / 2 for node in nodes[self.shown]]
