"""A problem in the form that the kernels want: slots, lists by card, places of sums, one struct.

Nothing here needs a GPU: `put` takes an array to wherever the kernels run and gives its address.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import CARD_COUNT
from fifthstreet.solve.plan import ACTION, EXIT, SHOWDOWN, Plan, StreetBetting, deal_chance
from fifthstreet.solve.problem import Problem
from fifthstreet.solve.runouts import SeatRows, row_cards
from fifthstreet.threads import available_cores

Put = Callable[[NDArray[Any]], int]
THREADS = 128  # of a block
_WARPS = THREADS // 32
_HEAD_FLOATS = 28  # where a river's lists by card start, in shared memory
MOST_STREETS = 3


@dataclass(frozen=True, eq=False)
class Way:
    """What a pass for one player does on a street: rows in use and reach vectors with ends."""

    reach_slot: NDArray[np.int32]  # [N]
    value_slot: NDArray[np.int32]  # [N]
    vector_start: NDArray[np.int32]  # [E + 1]
    vector_slot: NDArray[np.int32]  # [V]
    vector_show: NDArray[np.int32]  # [V] node, or -1
    vector_fold: NDArray[np.int32]  # [V] node, or -1
    reach_slots: NDArray[np.int32]  # [E] rows of reach that an entry uses
    value_slots: NDArray[np.int32]  # [E]


def make_way(betting: StreetBetting, player: int, is_river: bool) -> Way:
    """Slots and vectors; on the river they are counted from 0 in every entry."""
    nodes = len(betting.kind)
    kind, who = betting.kind.tolist(), betting.player.tolist()
    first, count = betting.first_child.tolist(), betting.n_children.tolist()
    starts = betting.entry_start.tolist()
    reach, value = [0] * nodes, [0] * nodes
    vectors: list[tuple[int, int, int]] = []
    vector_start = [0]
    reach_slots, value_slots = [], []
    next_reach = next_value = 0
    for entry in range(len(starts) - 1):
        if is_river:
            next_reach = next_value = 0
        before = next_reach, next_value
        ends: dict[int, list[int]] = {}  # by reach slot: showdown and fold
        reach[starts[entry]] = next_reach
        next_reach += 1
        for node in range(starts[entry], starts[entry + 1]):
            if kind[node] == ACTION:
                for child in range(first[node], first[node] + count[node]):
                    if who[node] == player:
                        reach[child] = reach[node]
                    else:
                        reach[child] = next_reach
                        next_reach += 1
                continue
            value[node] = next_value
            next_value += 1
            if kind[node] != EXIT:
                pair = ends.setdefault(reach[node], [-1, -1])
                pair[0 if kind[node] == SHOWDOWN else 1] = node
        # A node's values take the place of its first action's.
        for node in range(starts[entry + 1] - 1, starts[entry] - 1, -1):
            if kind[node] == ACTION:
                value[node] = value[first[node]]
        vectors += [(slot, show, fold) for slot, (show, fold) in ends.items()]
        vector_start.append(len(vectors))
        reach_slots.append(next_reach - before[0])
        value_slots.append(next_value - before[1])
    table = np.array(vectors, np.int32).reshape(-1, 3)
    return Way(
        np.array(reach, np.int32),
        np.array(value, np.int32),
        np.array(vector_start, np.int32),
        np.ascontiguousarray(table[:, 0]),
        np.ascontiguousarray(table[:, 1]),
        np.ascontiguousarray(table[:, 2]),
        np.array(reach_slots, np.int32),
        np.array(value_slots, np.int32),
    )


@dataclass(frozen=True, eq=False)
class CardPlaces:
    """A player's hands card by card, and what the other's showdowns are made of."""

    by_card: NDArray[np.uint16]  # [R, 2 W] places in the row, those of one card together, ascending
    card_start: NDArray[np.uint16]  # [R, 53]
    # [R, W of the other, 8] on the river, of sums over the row and over the list: weaker and not
    # better hands, the same in the list's parts of the first and of the second card, the two cards
    # in one number, the same hand.
    showdown: NDArray[np.uint16]


def card_places(listed: SeatRows, other: SeatRows) -> CardPlaces:
    """Lists of one player's hands and places of the other's sums, for every runout of a street."""
    runouts, width = listed.holes.shape
    is_river = len(other.weaker) > 0
    places = CardPlaces(
        np.empty((runouts, 2 * width), np.uint16),
        np.empty((runouts, CARD_COUNT + 1), np.uint16),
        np.zeros((runouts if is_river else 0, other.holes.shape[1], 8), np.uint16),
    )
    _native.list_by_card(
        listed.count,
        listed.holes,
        other.count,
        other.holes,
        other.same,
        other.weaker,
        other.not_better,
        places.by_card,
        places.card_start,
        places.showdown,
        available_cores(),
    )
    return places


@dataclass(frozen=True)
class RiverClass:
    """Entries of the river that need about as many rows: they are launched together."""

    entries: NDArray[np.int32]
    reach_rows: int
    value_rows: int
    shared_bytes: int
    is_spilt: bool  # rows in device memory: too many for a block's shared memory


def river_classes(
    way: Way, my_width: int, their_width: int, most_shared_bytes: int
) -> list[RiverClass]:
    """Entries by how much shared memory they need, so that small ones do not pay for large ones."""
    fixed = 4 * my_width + their_width + _HEAD_FLOATS + _WARPS * (3 * their_width + 2 + 104 + 2)
    rows = way.reach_slots.astype(np.int64) * their_width + way.value_slots * my_width
    needs = 4 * (rows + fixed)
    classes = []
    done = np.zeros(len(needs), np.bool_)
    # Shared memory in steps, so that at least that many blocks fit on a multiprocessor.
    for blocks in (8, 5, 3, 2, 1):
        limit = most_shared_bytes // blocks - 1024
        chosen = np.flatnonzero(~done & (needs <= limit))
        if len(chosen):
            reach, value = int(way.reach_slots[chosen].max()), int(way.value_slots[chosen].max())
            size = 4 * (reach * their_width + value * my_width + fixed)
            if size > limit:  # one has many rows of reach, another of values
                chosen = chosen[needs[chosen] <= limit * 3 // 4]
                if not len(chosen):
                    continue
                reach = int(way.reach_slots[chosen].max())
                value = int(way.value_slots[chosen].max())
                size = 4 * (reach * their_width + value * my_width + fixed)
            if size <= most_shared_bytes - 1024:
                classes.append(RiverClass(chosen.astype(np.int32), reach, value, size, False))
                done[chosen] = True
    rest = np.flatnonzero(~done)
    if len(rest):
        reach, value = int(way.reach_slots[rest].max()), int(way.value_slots[rest].max())
        classes.append(RiverClass(rest.astype(np.int32), reach, value, 4 * fixed, True))
    return classes


def row_width(plan: Plan, street: int) -> int:
    """Floats to a row of a street: the wider of both players."""
    return max(int(seat.holes.shape[1]) for seat in plan.runouts[street].seats)


class Program:
    """The struct that all kernels read, and what launches need to know."""

    def __init__(
        self,
        problem: Problem,
        tables: tuple[dict[str, int], dict[str, int]],
        put: Put,
        zeros: Callable[[int], int],
        most_shared_bytes: int,
    ) -> None:
        """Take everything to the device; `tables` are addresses there, `zeros` makes float rows."""
        plan = problem.plan
        self.streets = len(plan.betting)
        self.ways = [
            tuple(make_way(b, player, s == self.streets - 1) for player in (0, 1))
            for s, b in enumerate(plan.betting)
        ]
        words: list[int] = []
        for street in range(MOST_STREETS):
            if street < self.streets:
                words += self._street(plan, street, put, zeros)
            else:
                words += [0] * _STREET_WORDS
        for player in (0, 1):
            locks = problem.locks[player]
            words += [tables[player].get(name, 0) for name in _TABLE_NAMES]
            words += [0, 0] if locks is None else [put(locks.start), put(locks.rows)]
        for player in (0, 1):
            seat = plan.runouts[0].seats[player]
            words.append(put(plan.weights[player][seat.holes[0, : seat.count[0]]]))
        self.factors_at = len(words)
        words += [0, 0, 0, self.streets]
        self.words = np.array(words, np.int64)
        widths = [seat.holes.shape[1] for seat in plan.runouts[-1].seats]
        self.classes = [
            river_classes(
                self.ways[-1][player], widths[player], widths[1 - player], most_shared_bytes
            )
            for player in (0, 1)
        ]

    def root_values(self, player: int) -> int:
        """Address of the root's values after a pass for a player."""
        slot = 0 if self.streets == 1 else int(self.ways[0][player].value_slot[0])
        return int(self.words[_VALUES_AT]) + 4 * slot * int(self.words[_VALUES_AT + 1])

    def _street(self, plan: Plan, street: int, put: Put, zeros: Callable[[int], int]) -> list[int]:
        betting, runouts = plan.betting[street], plan.runouts[street]
        is_river = street == self.streets - 1
        ways = self.ways[street]
        width = row_width(plan, street)
        parents = plan.runouts[street - 1].count if street else 1
        arrays = (
            betting.kind,
            betting.player,
            betting.first_child,
            betting.n_children,
            betting.row,
            betting.block,
            betting.entry_start,
            betting.exit_node,
            runouts.parent,
            runouts.member_start,
            np.searchsorted(runouts.parent, np.arange(parents + 1)),
        )
        words = [put(np.ascontiguousarray(array, np.int32)) for array in arrays]
        words.append(put(np.array([deal_chance(plan, street)], np.float32)))
        if is_river:
            entries = len(betting.entry_start) - 1
            words += [0, zeros(runouts.count * entries * width)]
        else:
            reach = max(int(way.reach_slots.sum()) for way in ways)
            value = max(int(way.value_slots.sum()) for way in ways)
            words += [zeros(runouts.count * reach * width), zeros(runouts.count * value * width)]
        words += [width, len(betting.entry_start) - 1, len(betting.exit_node), runouts.count]
        first, second = runouts.seats
        lists = [card_places(first, second), card_places(second, first)]
        for player in (0, 1):
            words += self._seat(plan, street, player, lists, put)
        for player in (0, 1):
            words += self._way(plan, street, player, put)
        assert len(words) == _STREET_WORDS
        return words

    def _seat(
        self, plan: Plan, street: int, player: int, lists: list[CardPlaces], put: Put
    ) -> list[int]:
        seat = plan.runouts[street].seats[player]
        layout = plan.layouts[player]
        return [
            put(seat.count),
            put(layout.table[street]),
            put(seat.order),
            put(row_cards(seat.holes)),
            put(seat.same),
            put(lists[player].by_card),
            put(lists[player].card_start),
            put(lists[1 - player].showdown),
            put(seat.inverse),
            seat.holes.shape[1],
            seat.inverse.shape[-1],
            plan.betting[street].blocks[player],
            layout.first_block[street],
        ]

    def _way(self, plan: Plan, street: int, player: int, put: Put) -> list[int]:
        way = self.ways[street][player]
        lead, total = plan.payoffs[street]
        return [
            put(way.reach_slot),
            put(way.value_slot),
            put(way.vector_start),
            put(way.vector_slot),
            put(way.vector_show),
            put(way.vector_fold),
            put(lead[player]),
            put(total[player]),
            int(way.reach_slots.sum()),
            int(way.value_slots.sum()),
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
_STREET_WORDS = 12 + 2 + 4 + 2 * 13 + 2 * 10
_VALUES_AT = 13  # word of a street that is the address of its values; the next is their width
