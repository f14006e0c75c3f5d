"""What a pass for one player does on a street: decisions, reach vectors with ends, slots."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solve.plan import ACTION, EXIT, SHOWDOWN, StreetBetting

_VECTOR = np.dtype(
    [
        *((name, np.int32) for name in ("reach", "show", "fold", "unused")),
        *((name, np.float32) for name in ("lead", "total", "fold_total", "unused_too")),
    ]
)


@dataclass(frozen=True, eq=False)
class Way:
    """What a pass for one player does on a street, bundle by bundle; see `Way` in game.cuh."""

    bundles: NDArray[np.int32]  # [B, 8] first and number of records, child slots, vectors, entries
    records: NDArray[np.int32]  # [K, 8] decisions
    child_slots: NDArray[np.uint16]  # value slots of the decisions' actions
    vectors: NDArray[np.void]  # reach vectors with ends
    entries: NDArray[np.int32]  # [E, 4] in order of bundles; the last column is of the exit before
    root_value: NDArray[np.int32]  # [E] slots
    exit_reach: NDArray[np.int32]  # [X] slots
    exit_value: NDArray[np.int32]  # [X] slots
    reach_slots: NDArray[np.int64]  # [B] rows of reach that a bundle uses
    value_slots: NDArray[np.int64]  # [B]

    @property
    def nodes(self) -> NDArray[np.int32]:
        """Decisions of each bundle.  [B]"""
        return self.bundles[:, 1]

    @property
    def children(self) -> NDArray[np.int32]:
        """Actions of each bundle's decisions.  [B]"""
        return self.bundles[:, 3]


class _Slots:
    """Slots of one entry's nodes, counted on from where the last entry ended."""

    def __init__(self, betting: StreetBetting, player: int) -> None:
        self.kind, self.who = betting.kind.tolist(), betting.player.tolist()
        self.first, self.count = betting.first_child.tolist(), betting.n_children.tolist()
        self.starts = betting.entry_start.tolist()
        self.player = player
        self.reach = [0] * len(self.kind)
        self.value = [0] * len(self.kind)
        self.next_reach = self.next_value = 0

    def restart(self) -> None:
        self.next_reach = self.next_value = 0

    def add(self, entry: int) -> range:
        """Give slots to the nodes of an entry."""
        nodes = range(self.starts[entry], self.starts[entry + 1])
        self.reach[nodes[0]] = self.next_reach
        self.next_reach += 1
        for node in nodes:
            if self.kind[node] != ACTION:
                self.value[node] = self.next_value
                self.next_value += 1
                continue
            for child in self.children(node):
                if self.who[node] == self.player:
                    self.reach[child] = self.reach[node]
                else:
                    self.reach[child] = self.next_reach
                    self.next_reach += 1
        # A decision's values take the place of its first action's.
        for node in reversed(nodes):
            if self.kind[node] == ACTION:
                self.value[node] = self.value[self.first[node]]
        return nodes

    def children(self, node: int) -> range:
        return range(self.first[node], self.first[node] + self.count[node])


def make_way(
    betting: StreetBetting,
    player: int,
    lead: NDArray[np.float32],
    total: NDArray[np.float32],
    bundles: list[list[int]],
    exit_reach: NDArray[np.int32],
    *,
    is_river: bool,
) -> Way:
    """Records, vectors and slots; on the river slots are counted from 0 in every bundle."""
    slots = _Slots(betting, player)
    row, block = betting.row.tolist(), betting.block.tolist()
    records: list[tuple[int, ...]] = []
    child_slots: list[int] = []
    vectors: list[tuple[float, ...]] = []
    starts: list[tuple[int, ...]] = [(0, 0, 0, 0)]  # of records, child slots, vectors, entries
    reach_slots, value_slots = [], []
    for bundle in bundles:
        if is_river:
            slots.restart()
        before = slots.next_reach, slots.next_value
        ends: dict[int, list[int]] = {}  # by reach slot: showdown and fold
        for entry in bundle:
            for node in slots.add(entry):
                if slots.kind[node] == ACTION:
                    is_own = slots.who[node] == player
                    out = 0 if is_own else slots.reach[slots.first[node]]
                    records.append(
                        (
                            row[node],
                            block[node],
                            slots.count[node],
                            int(is_own),
                            slots.reach[node],
                            out,
                            len(child_slots),
                            0,
                        )
                    )
                    child_slots += [slots.value[child] for child in slots.children(node)]
                elif slots.kind[node] != EXIT:
                    pair = ends.setdefault(slots.reach[node], [-1, -1])
                    pair[0 if slots.kind[node] == SHOWDOWN else 1] = node
        # Those without a showdown are left for last, so that neighbours want the same.
        for reach, (show, fold) in sorted(ends.items(), key=lambda end: end[1][0] < 0):
            vectors.append(
                (
                    reach,
                    slots.value[show] if show >= 0 else -1,
                    slots.value[fold] if fold >= 0 else -1,
                    0,
                    float(lead[show]) if show >= 0 else 0.0,
                    float(total[show]) if show >= 0 else 0.0,
                    float(total[fold]) if fold >= 0 else 0.0,
                    0.0,
                )
            )
        done = starts[-1][3] + len(bundle)
        starts.append((len(records), len(child_slots), len(vectors), done))
        reach_slots.append(slots.next_reach - before[0])
        value_slots.append(slots.next_value - before[1])
    roots, exits = betting.entry_start[:-1], betting.exit_node
    if max(child_slots, default=0) > np.iinfo(np.uint16).max:
        raise ValueError("the betting of a street is too large for the cuda backend; want native")
    parts = np.array(starts, np.int32)
    listed = np.array([entry for bundle in bundles for entry in bundle], np.int32)
    root_reach, root_value = (np.array(of, np.int32)[roots] for of in (slots.reach, slots.value))
    return Way(
        bundles=np.stack([parts[:-1], np.diff(parts, axis=0)], axis=2).reshape(-1, 8),
        records=np.array(records, np.int32).reshape(-1, 8),
        child_slots=np.array(child_slots, np.uint16),
        vectors=np.array(vectors, _VECTOR),
        entries=np.stack(
            [listed, root_reach[listed], root_value[listed], exit_reach[listed]], axis=1
        ),
        root_value=root_value,
        exit_reach=np.array(slots.reach, np.int32)[exits],
        exit_value=np.array(slots.value, np.int32)[exits],
        reach_slots=np.array(reach_slots, np.int64),
        value_slots=np.array(value_slots, np.int64),
    )


def entry_sizes(betting: StreetBetting, player: int) -> NDArray[np.int64]:
    """Rows of reach and of values that each entry needs.  [E, 2]"""
    slots = _Slots(betting, player)
    sizes = []
    for entry in range(len(slots.starts) - 1):
        slots.restart()
        slots.add(entry)
        sizes.append((slots.next_reach, slots.next_value))
    return np.array(sizes, np.int64)
