"""A problem in the form that the kernels want: slots, lists by card, places of sums, one struct.

Nothing here needs a GPU: `put` takes an array to wherever the kernels run and gives its address.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT
from fifthstreet.solve.plan import ACTION, EXIT, SHOWDOWN, Plan, StreetBetting, deal_chance
from fifthstreet.solve.problem import Problem
from fifthstreet.solve.runouts import SeatRows, row_cards

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
class CardLists:
    """A player's hands card by card, for sums per card."""

    by_card: NDArray[np.uint16]  # [R, 2 W] places in the row, those of one card together, ascending
    card_start: NDArray[np.uint16]  # [R, 53]
    place: NDArray[np.uint16]  # [R, W, 2] place of each hand in the parts of both of its cards


def make_card_lists(seat: SeatRows) -> CardLists:
    """Lists for every runout of a street."""
    runouts, width = seat.holes.shape
    cards = row_cards(seat.holes).astype(np.int64)  # [R, W, 2]
    cards[seat.holes < 0] = CARD_COUNT  # behind all cards
    flat = cards.reshape(runouts, 2 * width)
    order = np.argsort(flat, axis=1, kind="stable")
    offsets = np.arange(runouts)[:, None] * (CARD_COUNT + 1)
    counts = np.bincount((flat + offsets).ravel(), minlength=runouts * (CARD_COUNT + 1))
    start = np.zeros((runouts, CARD_COUNT + 1), np.int64)
    start[:, 1:] = np.cumsum(counts.reshape(runouts, -1)[:, :CARD_COUNT], axis=1)
    place = np.empty_like(order)
    np.put_along_axis(place, order, np.broadcast_to(np.arange(2 * width), order.shape), axis=1)
    return CardLists(
        (order // 2).astype(np.uint16),
        start.astype(np.uint16),
        place.reshape(runouts, width, 2).astype(np.uint16),
    )


def showdown_places(mine: SeatRows, theirs: SeatRows, lists: CardLists) -> NDArray[np.uint16]:
    """Where the sums lie that a hand's showdown is made of.  [R, W, 8]

    Weaker and not better hands of the opponent's row, then the same along the parts of his list
    that hold the hand's first and second card; the two cards in one number; the same hand.
    """
    runouts, width = mine.holes.shape
    cards = row_cards(mine.holes).astype(np.int64)
    weaker, not_better = expand_groups(mine)
    places = np.zeros((runouts, width, 8), np.uint16)
    places[..., 0], places[..., 1] = weaker, not_better
    # The list by card is in order of card, then of place: one sorted row of keys.
    by_card = lists.by_card.astype(np.int64)
    total = 2 * theirs.count.astype(np.int64)[:, None]
    at = np.arange(by_card.shape[1])
    card_of = (
        np.searchsorted(
            (np.arange(runouts)[:, None] * 4096 + lists.card_start.astype(np.int64)).ravel(),
            (np.arange(runouts)[:, None] * 4096 + np.broadcast_to(at, by_card.shape)).ravel(),
            "right",
        ).reshape(by_card.shape)
        - np.arange(runouts)[:, None] * (CARD_COUNT + 1)
        - 1
    )
    keys = np.where(at < total, card_of * 2048 + by_card, 1 << 20)
    keys = keys + np.arange(runouts)[:, None] * (1 << 21)
    flat = keys.ravel()
    row = np.arange(runouts)[:, None] * by_card.shape[1]
    for which in (0, 1):
        for column, limit in ((2 + 2 * which, weaker), (3 + 2 * which, not_better)):
            wanted = np.arange(runouts)[:, None] * (1 << 21) + cards[..., which] * 2048 + limit
            found = np.searchsorted(flat, wanted.ravel(), "left").reshape(wanted.shape)
            places[..., column] = found - row
    places[..., 6] = cards[..., 0] | cards[..., 1] << 8
    places[..., 7] = mine.same
    return places


def expand_groups(seat: SeatRows) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each hand, how many of the opponent's are weaker, and how many not better.  [R, W]"""
    runouts, width = seat.holes.shape
    weaker = np.zeros((runouts, width), np.int64)
    not_better = np.zeros((runouts, width), np.int64)
    ends = np.append(seat.group_start[1:], len(seat.groups))
    of_runout = np.repeat(np.arange(runouts), ends - seat.group_start)
    end = seat.groups[:, 2].astype(np.int64)
    first = np.concatenate([[0], end[:-1]])
    first[seat.group_start] = 0
    lengths = end - first
    at = np.repeat(of_runout * width + first, lengths)
    within = np.arange(len(at)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    weaker.ravel()[at + within] = np.repeat(seat.groups[:, 0].astype(np.int64), lengths)
    not_better.ravel()[at + within] = np.repeat(seat.groups[:, 1].astype(np.int64), lengths)
    return weaker, not_better


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
        lists = [make_card_lists(seat) for seat in runouts.seats]
        for player in (0, 1):
            words += self._seat(plan, street, player, lists, put)
        for player in (0, 1):
            words += self._way(plan, street, player, put)
        assert len(words) == _STREET_WORDS
        return words

    def _seat(
        self, plan: Plan, street: int, player: int, lists: list[CardLists], put: Put
    ) -> list[int]:
        seat = plan.runouts[street].seats[player]
        other = plan.runouts[street].seats[1 - player]
        layout = plan.layouts[player]
        is_river = street == self.streets - 1
        return [
            put(seat.count),
            put(layout.table[street]),
            put(seat.order),
            put(row_cards(seat.holes)),
            put(seat.same),
            put(lists[player].by_card),
            put(lists[player].card_start),
            put(showdown_places(seat, other, lists[1 - player])) if is_river else 0,
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
