"""Tables of regrets and averages: rows by exact cards, or one row per node and bucket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import CardAbstraction
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.blueprint.cuda import GpuSampler
from fifthstreet.solvers.blueprint.line_summaries import shared_rows
from fifthstreet.solvers.blueprint.remote_sampler import RemoteSampler
from fifthstreet.solvers.common import available_bytes, bytes_text
from fifthstreet.support.storage import mapped_zeros
from fifthstreet.tree import BettingTree, Kind
from fifthstreet.tree.strategy import BOARD_CARDS

Sampler: TypeAlias = _native.DealSampler | _native.BucketSampler | RemoteSampler
BACKENDS = ("native", "cuda")

_AVERAGE_BYTES = 4
_REGRET_TYPES: dict[str, type[np.float32 | np.uint16]] = {
    "float32": np.float32,
    "bfloat16": np.uint16,
}
# Of the available memory; the rest is for logs, pages of files and other programs.
_MEMORY_SHARE = 0.8
# Seconds of a traversal per row, measured; and per row that is not in memory, the time of a random
# read of a common solid-state disk.
_ROW_VISIT, _DISK_READ = 3e-7, 1e-4
_PIECE = 1 << 24  # cells that are checked at a time


@dataclass(frozen=True, eq=False)
class RowLayout:
    """The places of the rows of each decision: street by street, in the order of nodes.

    The row of bucket b of a node begins at cell `first[node] + b * actions`. Decisions may share
    their rows.
    """

    first: NDArray[np.int64]  # [N] cell of the first row of a decision; 0 at other nodes
    rows: int
    cells: int

    @classmethod
    def of(
        cls, tree: BettingTree, counts: Sequence[int], owners: NDArray[np.int64] | None = None
    ) -> RowLayout:
        """Return the layout of a tree with a number of buckets for each street, preflop first.

        `owners` are the decisions whose rows each decision uses, with as many actions on the same
        street; by default all have their own.

        >>> from fifthstreet.tree import TreeRules, build_tree
        >>> tree = build_tree(TreeRules.even(2, 20, blinds=(1, 2), first_street=0, last_street=0))
        >>> layout = RowLayout.of(tree, [169, 0, 0, 0])
        >>> layout.rows, layout.cells
        (1352, 3549)
        """
        decisions = np.flatnonzero(tree.kind == Kind.ACTION)
        nodes = decisions if owners is None else np.unique(owners[decisions])
        streets = tree.street[nodes].astype(np.int64)
        buckets = np.array(counts, np.int64)[streets]
        if not buckets.all():
            missing = BOARD_CARDS[int(streets[buckets == 0].min())]
            raise InputError(f"the abstraction has no buckets for {missing}-card boards")
        sizes = buckets * tree.n_children[nodes]
        order = np.argsort(streets, kind="stable")
        first = np.zeros(len(tree), np.int64)
        first[nodes[order]] = np.cumsum(sizes[order]) - sizes[order]
        if owners is not None:
            first[decisions] = first[owners[decisions]]
        return cls(first, int(buckets.sum()), int(sizes.sum()))

    @classmethod
    def for_buckets(
        cls, tree: BettingTree, buckets: _native.BucketTables, betting: str = "exact"
    ) -> RowLayout:
        """Return the layout of a tree with the buckets of these tables; see `shared_rows`."""
        counts = [buckets.count(cards) for cards in BOARD_CARDS]
        return cls.of(tree, counts, shared_rows(tree, betting))

    def table_bytes(self, precision: str) -> int:
        """Return the size of regrets and averages."""
        return self.cells * (np.dtype(_REGRET_TYPES[precision]).itemsize + _AVERAGE_BYTES)


class KeyedTables:
    """Rows by exact cards, which are created when they are first visited."""

    sampler: _native.DealSampler

    def __init__(self, game: dict[str, Any], options: dict[str, Any]) -> None:
        self.sampler = _native.DealSampler(STANDARD_HIGH.evaluator, game, options)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the words of all rows, and how many words each shard has."""
        words, lengths, _ = self.sampler.save()
        return {"rows": words, "shard_words": np.array(lengths, np.int64)}

    def restore(self, iteration: int, state: Mapping[str, Any]) -> None:
        """Replace the tables; InputError, with nothing changed, if the arrays are not valid."""
        rows, lengths = state["rows"], state["shard_words"]
        sizes = lengths.tolist() if lengths.ndim == 1 else []
        if (
            rows.dtype != np.uint64
            or rows.ndim != 1
            or not all(isinstance(size, int) and size >= 0 for size in sizes)
            or sum(sizes) != len(rows)  # of Python's integers, which never overflow
            or not self.sampler.load(rows, sizes, iteration)
        ):
            raise InputError("state must be a result of state(), got damaged rows")


class BucketedTables:
    """One row for each decision and bucket, in memory or in files.

    In a folder, tables may be larger than memory: the system keeps the most used parts in memory.
    The files there are working space and disappear with the tables; save a state to keep them.
    """

    sampler: _native.BucketSampler | RemoteSampler

    def __init__(
        self,
        tree: BettingTree,
        buckets: CardAbstraction,
        game: dict[str, Any],
        options: dict[str, Any],
        *,
        precision: str,
        folder: Path | None = None,
        backend: str = "native",
        betting: str = "exact",
    ) -> None:
        """Create tables of zeros; InputError if they do not fit into memory or on the disk."""
        layout = RowLayout.for_buckets(tree, buckets.native, betting)
        size = layout.table_bytes(precision)
        free = available_bytes()
        if folder is None and free is not None and size > _MEMORY_SHARE * free:
            raise NotEnoughMemoryError(
                f"not enough memory: the tables need {bytes_text(size)}, {bytes_text(free)} "
                "available. Use fewer buckets or bet sizes, precision 'bfloat16', or a "
                "table_folder on a disk."
            )
        self.layout, self.folder = layout, folder
        self._regrets = self._zeros(_REGRET_TYPES[precision])
        self._averages = self._zeros(np.float32)
        native = _native.BucketSampler(
            STANDARD_HIGH.evaluator,
            game,
            options,
            buckets.native,
            layout.first,
            self._regrets,
            self._averages,
        )
        self.sampler = native
        if backend == "cuda":
            self.sampler = GpuSampler(native, self._regrets, self._averages, batch=options["batch"])

    def _zeros(self, dtype: type[Any]) -> NDArray[Any]:
        """Return an array of zeros, which takes no memory until it is written to."""
        if self.folder is None:
            return np.zeros(self.layout.cells, dtype)
        return mapped_zeros(self.folder, self.layout.cells, dtype)

    def cost_text(self, free: int | None) -> str:
        """Return the size of the tables, and how much slower they are on a disk, in one line."""
        size = self.sampler.table_bytes
        text = f"{self.layout.rows:,} information sets take {bytes_text(size)}"
        if self.folder is None:
            return f"{text} of memory"
        text += f" on the disk in {self.folder}"
        if free is None or size <= _MEMORY_SHARE * free:
            return f"{text}, and fit into memory: about as fast as without a folder"
        misses = 1 - _MEMORY_SHARE * free / size
        slower = 1 + misses * _DISK_READ / _ROW_VISIT
        return f"{text}, of which {bytes_text(free)} fit into memory: up to {slower:,.0f} x slower"

    def quantised(self) -> NDArray[np.uint8]:
        """Return the average strategy in units of 1/255; rows sum to 255, or to 0 if unplayed."""
        out = np.empty(self.layout.cells, np.uint8)
        self.sampler.quantise(out)
        return out

    def first_rows(self, tree: BettingTree) -> tuple[NDArray[np.float64], int]:
        """Return the average strategy of the first street, 0 if never played, and its rows."""
        starts = self._first_starts(tree)
        averages = self.arrays()["averages"][: starts[-1]].astype(np.float64)
        sums = np.add.reduceat(averages, starts[:-1])
        totals = np.repeat(np.where(sums > 0, sums, 1), np.diff(starts))
        return averages / totals, len(sums)

    def _first_starts(self, tree: BettingTree) -> NDArray[np.int64]:
        """Return the first cell of each row of the first street, and the end of the last row."""
        decisions = tree.kind == Kind.ACTION
        nodes = np.flatnonzero(decisions & (tree.street == tree.street[decisions].min()))
        _, owners = np.unique(self.layout.first[nodes], return_index=True)
        nodes = nodes[owners]
        actions = tree.n_children[nodes].astype(np.int64)
        ends = np.append(self.layout.first[nodes[1:]], -1)
        later = decisions & (tree.street > tree.street[nodes[0]])
        ends[-1] = self.layout.first[later].min() if later.any() else self.layout.cells
        rows = (ends - self.layout.first[nodes]) // actions
        return np.append(0, np.cumsum(np.repeat(actions, rows)))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the sampler's own arrays."""
        if isinstance(self.sampler, RemoteSampler):
            self.sampler.fetch()
        return {"regrets": self._regrets, "averages": self._averages}

    def restore(self, iteration: int, state: Mapping[str, Any]) -> None:
        """Replace the tables; InputError, with nothing changed, if the arrays are not valid.

        Arrays of the state may be the tables' own.
        """
        for name, own in self.arrays().items():
            if state[name].dtype != own.dtype or state[name].shape != own.shape:
                raise InputError(f"state must be a result of state(), got damaged {name}")
        for first in range(0, self.layout.cells, _PIECE):
            if not np.isfinite(state["averages"][first : first + _PIECE]).all():
                raise InputError("state must be a result of state(), got damaged averages")
        for name, own in self.arrays().items():
            if state[name] is not own:
                own[:] = state[name]
        self.sampler.restart_at(iteration)
