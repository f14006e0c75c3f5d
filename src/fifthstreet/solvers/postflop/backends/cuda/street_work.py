"""The work of a pass for one player on a street: decisions, terminal nodes, and their rows.

A slot is the index of a row of the opponent's reach or of the player's values. An end is a group of
terminal nodes that are evaluated together.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.spot import ACTION, EXIT, FOLD, SHOWDOWN, StreetBetting

_END = np.dtype(
    [
        *((name, np.int32) for name in ("reach", "folded", "show", "fold")),
        *((name, np.float32) for name in ("lead", "total", "folded_total", "fold_total")),
    ]
)
_NOWHERE = -1  # instead of a node or a slot, where there is none


@dataclass(frozen=True, eq=False)
class StreetWork:
    """The work of a pass for one player on a street, by bundle; see `StreetWork` in game.cuh."""

    bundles: NDArray[np.int32]  # [B, 8] first and number of records, child slots, ends, entries
    records: NDArray[np.int32]  # [K, 8] decisions
    child_slots: NDArray[np.uint16]  # slots of the decisions' actions
    ends: NDArray[np.void]
    # [E, 4] in order of bundles: number, reach slot, value slot, reach slot of the preceding exit
    entries: NDArray[np.int32]
    root_value: NDArray[np.int32]  # [E] slots
    exit_reach: NDArray[np.int32]  # [X] slots
    exit_value: NDArray[np.int32]  # [X] slots
    reach_slots: int  # before the river, of all bundles
    value_slots: int
    rows: NDArray[np.int64]  # [B] on the river: rows of reach and values of each bundle

    @property
    def nodes(self) -> NDArray[np.int32]:
        """Number of decisions of each bundle.  [B]"""
        return self.bundles[:, 1]

    @property
    def children(self) -> NDArray[np.int32]:
        """Number of child slots of each bundle.  [B]"""
        return self.bundles[:, 3]


@dataclass(frozen=True)
class _End:
    """Terminal nodes evaluated together."""

    show: int = _NOWHERE  # a showdown
    fold: int = _NOWHERE  # the player's fold
    folded: int = _NOWHERE  # the opponent's fold instead of the call before the showdown


class _Tree:
    """A street's betting from the view of one player."""

    def __init__(self, betting: StreetBetting, player: int) -> None:
        self.kind, self.who = betting.kind.tolist(), betting.player.tolist()
        self.first, self.count = betting.first_child.tolist(), betting.n_children.tolist()
        self.starts = betting.entry_start.tolist()
        self.player = player
        # The reach at a node is the reach after the opponent's last action, or at its entry.
        self.origin = list(range(len(self.kind)))
        for node in self.decisions(range(len(self.kind))):
            if self.is_own(node):
                for child in self.children(node):
                    self.origin[child] = self.origin[node]

    def nodes(self, entry: int) -> range:
        return range(self.starts[entry], self.starts[entry + 1])

    def decisions(self, nodes: range) -> list[int]:
        return [node for node in nodes if self.kind[node] == ACTION]

    def is_own(self, node: int) -> bool:
        return bool(self.who[node] == self.player)

    def children(self, node: int) -> range:
        return range(self.first[node], self.first[node] + self.count[node])

    def ends(self, nodes: range, *, is_river: bool) -> list[_End]:
        """Return the groups of terminal nodes that are evaluated together.

        On the river, a fold is evaluated with the showdown after the call at the same decision. If
        there is no such call, it is evaluated as a showdown with a lead of 0.
        """
        shows = {self.origin[node]: node for node in nodes if self.kind[node] == SHOWDOWN}
        own_folds, their_folds = dict[int, int](), dict[int, int]()
        lone_folds = list[int]()
        for node in self.decisions(nodes):
            for fold in (child for child in self.children(node) if self.kind[child] == FOLD):
                calls = [child for child in self.children(node) if self.kind[child] == SHOWDOWN]
                if not calls:
                    lone_folds.append(fold)
                elif self.is_own(node):
                    own_folds[self.origin[fold]] = fold
                else:
                    their_folds[calls[0]] = fold
        if not is_river:
            return [_End(fold=fold) for fold in lone_folds]
        return [
            *(
                _End(show, own_folds.get(origin, _NOWHERE), their_folds.get(show, _NOWHERE))
                for origin, show in shows.items()
            ),
            *(_End(show=fold) for fold in lone_folds),
        ]


@dataclass
class _Rows:
    """Allocator of rows of one kind; freed rows are used again."""

    used: int = 0
    free: list[int] = field(default_factory=list)

    def take(self) -> int:
        if self.free:
            return self.free.pop()
        self.used += 1
        return self.used - 1

    def give_back(self, row: int) -> None:
        self.free.append(row)


class _Slots:
    """Slots of reach and of values for the nodes of a street, bundle by bundle.

    Before the river, every reach and value has its own slot. A bundle of the river has one set of
    rows for both: one part of a split reach reuses its row, and values reuse rows of reach that is
    no longer needed.
    """

    def __init__(self, tree: _Tree, *, is_river: bool) -> None:
        self.tree = tree
        self.is_river = is_river
        self.reach = [0] * len(tree.kind)
        self.value = [_NOWHERE] * len(tree.kind)
        self.reach_rows, self.value_rows = _Rows(), _Rows()

    def add(self, bundle: list[int]) -> list[_End]:
        """Assign slots to a bundle's nodes and return its ends in the order of evaluation."""
        tree = self.tree
        if self.is_river:
            self.reach_rows = self.value_rows = _Rows()
        for entry in bundle:
            self.reach[tree.starts[entry]] = self.reach_rows.take()
        ends = list[_End]()
        for entry in bundle:
            ends += tree.ends(tree.nodes(entry), is_river=self.is_river)
        # Ends that free more rows than they take come first.
        ends.sort(key=lambda end: (end.folded == _NOWHERE, end.fold != _NOWHERE))
        shown = {tree.origin[end.show] for end in ends if end.show != _NOWHERE}
        for entry in bundle:
            self._split(tree.nodes(entry), shown)
        for end in ends:
            for node in (end.show, end.fold):
                if node != _NOWHERE:
                    self.value[node] = self.value_rows.take()
            if self.is_river:
                for node in (end.show, end.folded):
                    if node != _NOWHERE:
                        self.value_rows.give_back(self.reach[node])
        for entry in bundle:
            self._join(tree.nodes(entry))
        return ends

    def joined(self, node: int) -> list[int]:
        """Return the slots of the values that make up a decision's value."""
        values = (self.value[child] for child in self.tree.children(node))
        return [value for value in values if value != _NOWHERE]

    def _split(self, nodes: range, shown: set[int]) -> None:
        tree = self.tree
        theirs = [node for node in tree.decisions(nodes) if not tree.is_own(node)]
        splits = Counter(tree.origin[node] for node in theirs)
        for node in tree.decisions(nodes):
            if tree.is_own(node):
                for child in tree.children(node):
                    self.reach[child] = self.reach[node]
                continue
            origin = tree.origin[node]
            splits[origin] -= 1
            if self.is_river and not splits[origin] and origin not in shown:
                self.reach_rows.give_back(self.reach[node])
            for child in tree.children(node):
                self.reach[child] = self.reach_rows.take()

    def _join(self, nodes: range) -> None:
        """Assign value slots; a decision's values overwrite its first action's values."""
        for node in reversed(nodes):
            if self.tree.kind[node] == EXIT:
                self.value[node] = self.value_rows.take()
        for node in reversed(nodes):
            if self.tree.kind[node] == ACTION:
                self.value[node] = self.joined(node)[0]


def make_street_work(
    betting: StreetBetting,
    player: int,
    lead: NDArray[np.float32],
    total: NDArray[np.float32],
    bundles: list[list[int]],
    exit_reach: NDArray[np.int32],
    *,
    is_river: bool,
) -> StreetWork:
    """Return the work of a street; on the river, slots are counted from 0 in every bundle."""
    tree = _Tree(betting, player)
    slots = _Slots(tree, is_river=is_river)
    row, block = betting.row.tolist(), betting.block.tolist()
    records: list[tuple[int, ...]] = []
    child_slots: list[int] = []
    listed_ends: list[tuple[float, ...]] = []
    starts: list[tuple[int, ...]] = [(0, 0, 0, 0)]  # of records, child slots, ends, entries
    rows: list[int] = []
    for bundle in bundles:
        ends = slots.add(bundle)
        for node in (node for entry in bundle for node in tree.decisions(tree.nodes(entry))):
            is_own, outs = tree.is_own(node), len(child_slots)
            if not is_own:
                child_slots += [slots.reach[child] for child in tree.children(node)]
            joined = slots.joined(node)
            records.append(
                (
                    row[node],
                    block[node],
                    tree.count[node],
                    int(is_own),
                    slots.reach[node],
                    outs,
                    len(child_slots),
                    len(joined),
                )
            )
            child_slots += joined
        for end in ends:
            shown = end.show if end.show != _NOWHERE else end.fold
            listed_ends.append(
                (
                    slots.reach[shown],
                    slots.reach[end.folded] if end.folded != _NOWHERE else _NOWHERE,
                    slots.value[end.show] if end.show != _NOWHERE else _NOWHERE,
                    slots.value[end.fold] if end.fold != _NOWHERE else _NOWHERE,
                    float(lead[end.show]) if end.show != _NOWHERE else 0.0,
                    float(total[end.show]) if end.show != _NOWHERE else 0.0,
                    float(total[end.folded]) if end.folded != _NOWHERE else 0.0,
                    float(total[end.fold]) if end.fold != _NOWHERE else 0.0,
                )
            )
        done = starts[-1][3] + len(bundle)
        starts.append((len(records), len(child_slots), len(listed_ends), done))
        if is_river:
            rows.append(slots.reach_rows.used)
    roots, exits = betting.entry_start[:-1], betting.exit_node
    most = np.iinfo(np.uint16).max
    if max(child_slots, default=0) > most or np.diff(np.array(starts)[:, 1]).max(initial=0) > most:
        raise InputError("a street has too many nodes for the cuda backend: use the native backend")
    parts = np.array(starts, np.int32)
    listed = np.array([entry for bundle in bundles for entry in bundle], np.int32)
    reach, value = np.array(slots.reach, np.int32), np.array(slots.value, np.int32)
    return StreetWork(
        bundles=np.stack([parts[:-1], np.diff(parts, axis=0)], axis=2).reshape(-1, 8),
        records=np.array(records, np.int32).reshape(-1, 8),
        child_slots=np.array(child_slots, np.uint16),
        ends=np.array(listed_ends, _END),
        entries=np.stack(
            [listed, reach[roots][listed], value[roots][listed], exit_reach[listed]], axis=1
        ),
        root_value=value[roots],
        exit_reach=reach[exits],
        exit_value=value[exits],
        reach_slots=0 if is_river else slots.reach_rows.used,
        value_slots=0 if is_river else slots.value_rows.used,
        rows=np.array(rows, np.int64),
    )


def entry_rows(betting: StreetBetting, player: int) -> NDArray[np.int64]:
    """Return the number of rows that each entry of the river needs alone.  [E]"""
    slots = _Slots(_Tree(betting, player), is_river=True)
    rows = []
    for entry in range(len(betting.entry_start) - 1):
        slots.add([entry])
        rows.append(slots.reach_rows.used)
    return np.array(rows, np.int64)
