"""Leaf values of a single flop on a GPU, where a search keeps both players' reach.

One flop is little work for a GPU, which then waits for the processor to launch kernels. So the
whole network is one kernel, with a block for each leaf and turn, where many flops at once take a
product of matrices for each layer.

Shapes: L leaves, T turns, H = 1,176 hands that a flop leaves, D coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_CARDS, HOLE_COUNT
from fifthstreet.solvers.postflop.backends.cuda import device
from fifthstreet.solvers.values.coordinates import BOARD_FEATURES, CoordinateNetwork
from fifthstreet.solvers.values.flop_arrays import NetworkOnArrays, hands_on
from fifthstreet.solvers.values.flop_leaves import FlopNetworkLeaves
from fifthstreet.solvers.values.leaf_values import HoleRows, Leaves
from fifthstreet.solvers.values.places import on_host
from fifthstreet.solvers.values.river_tables import STACK_FEATURES
from fifthstreet.solvers.values.value_network import ValueNetwork

_FLOPS_KEPT = 4  # 21 MB each
_THREADS = 256  # LEAF_THREADS in street_leaves.cu
_USUAL_SHARED_BYTES = 48 << 10  # that a block may use without a request


@dataclass(frozen=True, eq=False)
class GpuFlop:
    """What the values of a flop need, whatever the ranges, on the GPU."""

    coordinates: Any  # [T, D + 1, H] and 1; 0 for hands that share a card with the turn
    boards: Any  # [T, BOARD_FEATURES]
    with_turn: Any  # [T, 53] the hand of the turn and a card; H if the flop leaves none
    cards: Any  # [H, 2]
    meets: Any  # [H, H] 1 for hands that share no card, else 0
    lost: Any  # [H, H] losing minus winning over all boards
    hands: NDArray[np.int64]  # [H] their numbers among all 1,326, in NumPy's memory


class OneFlopNetwork(NetworkOnArrays):
    """A network for the flop on a GPU, with a kernel for single flops."""

    def __init__(self, network: ValueNetwork, *, threads: int) -> None:
        """Put the layers on the GPU.

        Args:
            network: A network for the flop.
            threads: Number of threads that prepare flops, on the processor.

        Raises:
            InputError: If the network is for another street, or if CuPy or a GPU is missing.
        """
        super().__init__(network, backend="cuda", threads=threads)
        self.cupy, kernels = device.load_cupy(), device.street_kernels()
        model = network.model
        assert isinstance(model, CoordinateNetwork)
        layers = (*model.range_layers, model.direct)
        parts = [np.concatenate([each.weights.ravel(), each.bias]) for each in layers]
        firsts = np.cumsum([0, *(len(part) for part in parts)])
        records = [
            (*each.weights.shape, first) for each, first in zip(layers, firsts, strict=False)
        ]
        width, widest = model.width, max(len(each.bias) for each in layers)
        self._leaf_values = kernels["leaf_values"]
        self._layers = (
            self.convert(np.array(records, np.int32)),
            np.int32(len(layers)),
            self.convert(np.concatenate(parts).astype(np.float32)),
            *map(np.int32, (width, STACK_FEATURES, BOARD_FEATURES, widest)),
        )
        # Besides both rows of reach: what the network reads, sums, two layers, sums of warps.
        inputs = 2 * width + STACK_FEATURES + BOARD_FEATURES
        self._shared_floats = inputs + 2 * (width + 1) + 2 * widest + _THREADS // 32

    def flop(self, flop: tuple[int, ...]) -> GpuFlop:
        """Return what the values of a flop need.

        Args:
            flop: Three cards.
        """
        tables, hands = self.tables([flop]), hands_on(flop)
        holding = tables.holding[0, :-1]
        return GpuFlop(
            tables.coordinates[0].copy(),  # in the order that the kernel reads
            tables.boards[0],
            tables.with_turn[0].astype(np.int32),
            self.convert(HOLE_CARDS[hands].astype(np.uint8)),
            (np.swapaxes(holding, 0, 1) @ holding == 0).astype(np.float32),
            -tables.leads[0],
            hands,
        )

    def won_beside_equity(
        self,
        flop: GpuFlop,
        stacks: Any,
        reach: Any,
        leaves: slice,
        met: Any,
        turns: range,
        values: Any,
        player: int | None,
    ) -> None:
        """Put what hands win beside their equity, in pots, into an array.

        Args:
            flop: From `flop`.
            stacks: From `stack_inputs`.  [L, STACK_FEATURES]
            reach: Both players' reach.  [2, S, H]
            leaves: The rows of `reach` that are leaves.
            met: The opposing reach at leaves that shares no card with a hand.  [2, L, H]
            turns: Places of turns.
            values: Where the values go, times the reach of the opposing hands that can be met on
                each turn: both players', or one player's.  [2 or 1, T, L, H]
            player: Whose values are needed, by default both players'.
        """
        slots, hands = reach.shape[1:]
        shared = 4 * (self._shared_floats + 2 * (hands + 1))
        if shared > _USUAL_SHARED_BYTES:
            self._leaf_values.max_dynamic_shared_size_bytes = shared
        numbers = (hands, slots, leaves.start, turns.start, turns.step)
        self._leaf_values(
            (met.shape[1], len(turns)),
            (_THREADS,),
            (
                *map(np.int32, numbers),
                np.int32(-1 if player is None else player),
                *(reach, met, flop.coordinates, flop.boards, flop.with_turn, flop.cards, stacks),
                *self._layers,
                values,
            ),
            shared_mem=shared,
        )


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
        self.on_gpu = OneFlopNetwork(network, threads=self.threads)
        self.flop = lru_cache(maxsize=_FLOPS_KEPT)(self.on_gpu.flop)

    def _beside_equity(self, leaves: Leaves, reach: HoleRows, turns: range) -> HoleRows:
        rows = self._checked(leaves, reach)
        flop = self.flop(leaves.board)
        totals = np.maximum(rows.sum(axis=2, keepdims=True), np.finfo(np.float32).tiny)
        held = np.ascontiguousarray((rows[:, :, flop.hands] / totals).swapaxes(0, 1))  # [2, L, H]
        reach = self.on_gpu.convert(held)
        met = (self.on_gpu.convert(held[::-1].reshape(-1, held.shape[2])) @ flop.meets).reshape(
            held.shape
        )
        stacks = self.on_gpu.stack_inputs(leaves.stacks / leaves.pots)
        found = self.on_gpu.cupy.zeros((2, len(turns), *held.shape[1:]), np.float32)
        every = slice(0, len(rows))
        self.on_gpu.won_beside_equity(flop, stacks, reach, every, met, turns, found, None)
        won = np.zeros_like(rows)
        won[:, :, flop.hands] = on_host(found.sum(axis=1)).swapaxes(0, 1)
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
