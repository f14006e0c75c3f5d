"""The struct that the kernels read, and how the river's work is divided for a GPU.

Nothing here needs a GPU: `put` copies an array to the device and returns its address.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.backends.cuda.layout import (
    CardPlaces,
    DeviceLayout,
    layout_of,
    row_width,
)
from fifthstreet.solvers.postflop.backends.cuda.street_work import StreetWork
from fifthstreet.solvers.postflop.spot import Plan, row_cards

Put = Callable[[NDArray[Any]], int]
NODE_BYTES = 80  # of a prepared node: `Node` in game.cuh
MAX_STREETS = 3
FOLD_THREADS = 128  # of a block that evaluates folds before the river, as in game.cuh
GADGET_THREADS = 256  # of the block of a root gadget, as in gadget.cuh
SUM_HANDS = 128  # of a block that sums the values after a deal, as in game.cuh


@dataclass(frozen=True, eq=False)
class RiverClass:
    """River bundles that need a similar amount of shared memory and are launched together."""

    bundles: NDArray[np.int32]
    rows: int
    max_nodes: int
    large_bytes: int  # of rows, nodes and slots, in shared memory or in device memory
    shared_bytes: int
    is_spilt: bool  # whether they are too large for shared memory


def list_piece(threads: int, opponents: int) -> int:
    """Return the number of entries of the opponent's list by card for each thread.

    All threads together cover the list and at least one entry after its end. The number is odd, so
    that threads access different banks of shared memory. There are few choices, one for small
    blocks, so that kernels are compiled only a few times.

    Args:
        threads: Number of threads of a block.
        opponents: Number of the opponent's hands; each is in the list twice, once per card.
    """
    pieces = (5, 7, 9) if threads >= _MIN_THREADS_TO_FIT else (9,)
    return next(piece for piece in pieces if piece * threads > 2 * opponents)


def river_bytes(threads: int, piece: int) -> int:
    """Return the shared memory of a block of the river, besides rows, nodes and slots.

    Args:
        threads: Number of threads of the block.
        piece: Number of list entries for each thread, from `list_piece`.
    """
    sums = 4 * threads + 2 * piece * threads + 2 * CARD_COUNT + 3 * (threads // 32)
    lists = threads * -(-piece // 2) + 28  # indices by card, and the first of each card
    return 4 * (-(-sums // 4) * 4 + lists)


def river_classes(
    work: StreetWork, width: int, fixed: int, max_shared_bytes: int
) -> list[RiverClass]:
    """Group bundles by the number of their blocks that fit on a multiprocessor together.

    Rows are `width` floats long, and a block needs `fixed` bytes besides rows, nodes and slots.
    """
    large_bytes = 4 * width * work.rows + NODE_BYTES * work.nodes + -(-work.children // 8) * 16
    fitting = np.minimum(max_shared_bytes // (large_bytes + fixed + 1024), _MAX_BLOCKS)
    classes = []
    for blocks in np.unique(fitting)[::-1].tolist():
        bundles = np.flatnonzero(fitting == blocks)
        rows, max_nodes = int(work.rows[bundles].max()), int(work.nodes[bundles].max())
        large = 4 * width * rows + NODE_BYTES * max_nodes
        large += -(-int(work.children[bundles].max()) // 8) * 16
        is_spilt = large + fixed > max_shared_bytes - 1024
        shared = fixed if is_spilt else large + fixed
        classes.append(
            RiverClass(bundles.astype(np.int32), rows, max_nodes, large, shared, is_spilt)
        )
    return classes


class DeviceProgram:
    """The struct that all kernels read, and the parameters of their launches."""

    def __init__(
        self,
        plan: Plan,
        tables: tuple[dict[str, int], dict[str, int]],
        put: Put,
        scratch: Callable[[int], int],
        max_shared_bytes: int,
    ) -> None:
        """Copy everything to the GPU; `tables` are addresses there, `scratch` allocates floats."""
        self.streets = len(plan.betting)
        self.roots = plan.runouts[0].count
        self.second_runouts = plan.runouts[1].count if self.streets > 1 else 0
        layout = layout_of(plan)
        self.work, self.threads = layout.work, layout.threads
        for street in range(self.streets - 1):
            decisions = max(int(work.nodes.max(initial=0)) for work in self.work[street])
            if decisions * NODE_BYTES > max(max_shared_bytes, _MIN_SHARED_BYTES) - _RESERVED_BYTES:
                raise InputError(
                    f"{decisions:,} decisions on one street are too many for the cuda backend: "
                    "use fewer bet sizes, a lower max_raises or the native backend"
                )
        words: list[int] = []
        for street in range(MAX_STREETS):
            if street < self.streets:
                words += self._street(plan, street, layout, put, scratch)
            else:
                words += [0] * _STREET_WORDS
        for player in (0, 1):
            locks = plan.locks[player]
            words += [tables[player].get(name, 0) for name in _TABLE_NAMES]
            words += [0, 0] if locks is None else [put(locks.start), put(locks.rows)]
        self.root_weights = [put(plan.root_weights(player)) for player in (0, 1)]
        words += self.root_weights
        self.factors_at = len(words)
        words += [0, 0, 0, self.streets]
        self.words = np.array(words, np.int64)
        seats, threads = plan.runouts[-1].seats, self.threads[-1]
        # In a pass for a player the lists are the opponent's.
        pieces = [list_piece(threads, int(seats[1 - player].count.max())) for player in (0, 1)]
        self.classes = [
            river_classes(
                self.work[-1][player],
                row_width(plan, self.streets - 1),
                river_bytes(threads, pieces[player]),
                max_shared_bytes,
            )
            for player in (0, 1)
        ]
        self.constants = {
            "RIVER_THREADS": threads,
            "RIVER_BLOCKS": max(_RIVER_THREADS_SIDE_BY_SIDE // threads, 1),
            "LIST_PIECE_0": pieces[0],
            "LIST_PIECE_1": pieces[1],
            "HAS_PREDICTIONS": int("predictions" in tables[0]),
            "HAS_LOCKS": int(any(locks is not None for locks in plan.locks)),
            "HAS_SPILL": int(any(river.is_spilt for rivers in self.classes for river in rivers)),
        }

    def root_values(self, player: int) -> tuple[int, tuple[int, int, int], int]:
        """Return the place of the first street's values after a pass for a player.

        Their address, their shape [roots, slots, row], and the slot of the roots' values.
        """
        address, width = (int(word) for word in self.words[_VALUES_AT : _VALUES_AT + 2])
        work = self.work[0][player]
        slots, slot = (work.value_slots, int(work.root_value[0])) if self.streets > 1 else (1, 0)
        return address, (self.roots, slots, width), slot

    def entered_values(self, player: int) -> tuple[int, tuple[int, int, int], NDArray[np.int32]]:
        """Return the place of the second street's values after a pass for a player.

        Their address, their shape [runouts, slots, row], and the slots of its entries.
        """
        at = _STREET_WORDS + _VALUES_AT
        address, width, entries = (int(word) for word in self.words[at : at + 3])
        work = self.work[1][player]
        is_river = self.streets == 2  # whose values are its entries' values
        slots = np.arange(entries, dtype=np.int32) if is_river else work.root_value
        count = entries if is_river else work.value_slots
        return address, (self.second_runouts, count, width), slots

    def activate(self, street: int, count: int, active: int) -> None:
        """Activate only some runouts of a street: their number, and the list's address."""
        at = street * _STREET_WORDS + _RUNOUTS_AT
        self.words[at : at + 2] = count, active

    def node_bytes(self, street: int, player: int) -> int:
        """Return the shared memory for nodes of the largest bundle of a street before the river."""
        return int(self.work[street][player].nodes.max()) * NODE_BYTES

    def _street(
        self, plan: Plan, street: int, layout: DeviceLayout, put: Put, scratch: Callable[[int], int]
    ) -> list[int]:
        betting, runouts = plan.betting[street], plan.runouts[street]
        is_river = street == self.streets - 1
        street_work = self.work[street]
        width = row_width(plan, street)
        parents = plan.runouts[street - 1].count if street else 1
        members = np.repeat(np.arange(runouts.count), np.diff(runouts.member_start))
        by_parent = np.searchsorted(runouts.parent[members], np.arange(parents + 1))
        words = [
            put(runouts.parent),
            put(members.astype(np.int32)),
            put(by_parent.astype(np.int32)),
            put(np.array([plan.deal_chance(street)], np.float32)),
        ]
        entries = len(betting.entry_start) - 1
        if is_river:
            words += [0, scratch(runouts.count * entries * width)]
        else:
            reach = max(work.reach_slots for work in street_work)
            value = max(work.value_slots for work in street_work)
            words += [
                scratch(runouts.count * reach * width),
                scratch(runouts.count * value * width),
            ]
        words += [width, entries, len(betting.exit_node), runouts.count, 0]
        for player in (0, 1):
            words += self._seat(plan, street, player, layout.lists[street], put)
        for player in (0, 1):
            words += self._work_words(street_work[player], put)
        assert len(words) == _STREET_WORDS
        return words

    def _seat(
        self, plan: Plan, street: int, player: int, lists: tuple[CardPlaces, CardPlaces], put: Put
    ) -> list[int]:
        seat = plan.runouts[street].seats[player]
        is_river = street == self.streets - 1  # its `showdown` includes the cards and the same hand
        layout = plan.layouts[player]
        return [
            put(seat.count),
            put(layout.table[street]),
            put(seat.order),
            0 if is_river else put(row_cards(seat.holes)),
            0 if is_river else put(seat.same),
            put(lists[player].by_card),
            put(lists[player].card_start),
            put(lists[1 - player].showdown),
            put(seat.inverse),
            seat.holes.shape[1],
            seat.inverse.shape[-1],
            plan.betting[street].blocks[player],
            layout.first_block[street],
        ]

    def _work_words(self, work: StreetWork, put: Put) -> list[int]:
        return [
            put(work.bundles),
            put(work.records),
            put(work.child_slots),
            put(work.ends.view(np.int32)),
            put(work.entries),
            put(work.root_value),
            put(work.exit_value),
            work.reach_slots,
            work.value_slots,
        ]


_TABLE_NAMES = (
    "regrets",
    "predictions",
    "averages",
    "regret_scales",
    "prediction_scales",
    "average_scales",
    "regret_stamps",
    "average_stamps",
)
_STREET_WORDS = 4 + 2 + 5 + 2 * 13 + 2 * 9
_VALUES_AT = 5  # word of a street with the address of its values; the next is their width
_RUNOUTS_AT = 9  # ... with the number of its active runouts; the next is the list's address
_MIN_THREADS_TO_FIT = 128  # of a block whose list pieces are fitted to the list's length
_MAX_BLOCKS = 10  # on a multiprocessor; more do not help
_RIVER_THREADS_SIDE_BY_SIDE = 768  # on a multiprocessor, with 80 registers each
_RESERVED_BYTES = 2048  # of shared memory, not for nodes
_MIN_SHARED_BYTES = 48 << 10  # per block, available on every GPU
