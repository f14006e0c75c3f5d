"""Leaf values of a single flop in the arrays of a GPU, where a search keeps both players' reach.

One flop is little work for a GPU, which then waits for the processor to launch kernels. So the
reach that hands meet on turns is one product with a matrix of the hands that share no card, where
many flops at once take sums over cards.

Shapes: L leaves, T turns, H = 1,176 hands that a flop leaves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.solvers.values.flop_arrays import FlopTables, NetworkOnArrays, hands_on
from fifthstreet.solvers.values.flop_leaves import FlopNetworkLeaves
from fifthstreet.solvers.values.leaf_values import HoleRows, Leaves
from fifthstreet.solvers.values.places import on_host
from fifthstreet.solvers.values.value_network import ValueNetwork

_FLOPS_KEPT = 4  # 25 MB each


@dataclass(frozen=True, eq=False)
class GpuFlop(FlopTables):
    """The tables of one flop, with matrices between its hands."""

    meets: Any  # [H, H] 1 for hands that share no card, else 0
    lost: Any  # [H, H] losing minus winning over all boards
    hands: NDArray[np.int64]  # [H] their numbers among all 1,326, in NumPy's memory

    def at(self, turns: slice) -> GpuFlop:
        """Return the tables of some turns, copied, so that each is contiguous."""
        names = ("coordinates", "boards", "possible", "turns", "with_turn")
        return replace(self, **{name: getattr(self, name)[:, turns].copy() for name in names})


class OneFlopNetwork(NetworkOnArrays):
    """A network for the flop that evaluates one flop in few operations."""

    def flop(self, flop: tuple[int, ...]) -> GpuFlop:
        """Return the tables of a flop.

        Args:
            flop: Three cards.
        """
        tables = self.tables([flop])
        holding = tables.holding[0, :-1]
        meets = (np.swapaxes(holding, 0, 1) @ holding == 0).astype(np.float32)
        return GpuFlop(**vars(tables), meets=meets, lost=-tables.leads[0], hands=hands_on(flop))

    def _met(self, tables: FlopTables, reach: Any, turns: slice) -> Any:
        """Return the opposing reach that hands meet on turns.  [1, T, 2, L, H]"""
        assert isinstance(tables, GpuFlop)
        possible = tables.possible[:, turns, None, None]
        live = np.swapaxes(reach[::-1], 0, 1)[:, None] * possible  # [1, T, 2, L, H]
        met = (live.reshape(-1, live.shape[-1]) @ tables.meets).reshape(live.shape)
        met *= possible
        return met


class GpuFlopLeaves(FlopNetworkLeaves):
    """Leaf values of flops on a GPU, the same as on a processor up to rounding.

    Reach and values are in NumPy's memory. The iterations of a search keep theirs on the GPU and
    use `on_gpu` and `flop`.
    """

    def __init__(self, network: ValueNetwork, *, threads: int | None = None) -> None:
        """Copy the network to the GPU.

        Args:
            network: A network for the flop.
            threads: Number of threads that compare hands on a new flop; None means one per core.

        Raises:
            InputError: If the network is for another street, or if CuPy or a GPU is missing.
        """
        super().__init__(network, threads=threads)
        self.on_gpu = OneFlopNetwork(network, backend="cuda", threads=self.threads)
        self.flop = lru_cache(maxsize=_FLOPS_KEPT)(self.on_gpu.flop)

    def _beside_equity(self, leaves: Leaves, reach: HoleRows, turns: range) -> HoleRows:
        rows = self._checked(leaves, reach)
        flop = self.flop(leaves.board)
        totals = np.maximum(rows.sum(axis=2, keepdims=True), np.finfo(np.float32).tiny)
        shares = (rows[:, :, flop.hands] / totals).transpose(1, 0, 2)[:, None]  # [2, 1, L, H]
        stacks = self.on_gpu.stack_inputs(leaves.stacks / leaves.pots)
        held, places = np.ascontiguousarray(shares), slice(turns.start, turns.stop, turns.step)
        found = self.on_gpu.beside_equity(flop, stacks, self.on_gpu.convert(held), places)
        won = np.zeros_like(rows)
        won[:, :, flop.hands] = on_host(found)[:, 0].transpose(1, 0, 2)
        won *= totals[:, ::-1] / leaves.unseen
        return won

    def _equity(
        self, leaves: Leaves, opposing: NDArray[np.float32], card: int | None, player: int
    ) -> NDArray[np.float32]:
        if card is not None:
            return super()._equity(leaves, opposing, card, player)
        return self.showdowns(leaves.board).won(player, opposing) * np.float32(0.5)

    def showdowns(self, board: tuple[int, ...]) -> GpuShowdowns:
        """Return all hands, all-in against each other on a flop.

        Args:
            board: The flop.
        """
        return GpuShowdowns(self.on_gpu, self.flop(board))


class GpuShowdowns:
    """All hands, all-in on a flop: as `AllInShowdowns`, on a GPU."""

    def __init__(self, network: OneFlopNetwork, flop: GpuFlop) -> None:
        self._network, self._flop = network, flop

    def won(self, player: int, reach: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what a player's hands win per chip against the other player's reach.

        Args:
            player: Whose values are needed; both players have all hands.
            reach: The reach of the other player's hands at S showdowns.  [S, 1326]

        Returns:
            The reach that a hand beats less the reach that beats it, as the mean over all boards.
            [S, 1326]
        """
        hands = self._flop.hands
        held = self._network.convert(np.ascontiguousarray(reach[:, hands], np.float32))
        won = np.zeros((len(reach), HOLE_COUNT), np.float32)
        won[:, hands] = on_host(held @ self._flop.lost)
        return won
