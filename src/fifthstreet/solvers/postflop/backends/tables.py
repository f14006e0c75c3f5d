"""Tables of regrets and averages, in the precisions that the solvers support."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.backends.names import PRECISIONS, Precision
from fifthstreet.solvers.postflop.spot import Layout, Plan
from fifthstreet.support.storage import mapped_zeros

_WHOLE = 255  # a probability of 1 in a byte
_ALIGNMENT = 64  # bytes of a cache line, and of the core's widest vectors

# Bytes of an entry of a table, and of the scale and the stamp of a block.
ENTRY_BYTES = {"float32": 4, "int16": 2}
_SCALE_BYTES = {"float32": 0, "int16": 4}
_STAMP_BYTES = 4

GADGET_REGRETS, GADGET_AVERAGES = "gadget_regrets", "gadget_averages"


@dataclass(frozen=True, eq=False)
class Tables:
    """One player's tables by name, as the native core expects them.

    `regrets`, `averages` and, for predictive schedules, `predictions` have one number for each
    action of each hand. With 16 bits, `regret_scales` and so on hold the factor of each block's
    numbers. Stamps hold the iteration in which a block was last updated. The player of a root
    gadget has `gadget_regrets` and `gadget_averages`: [2 * stride] of entering and of declining.
    """

    arrays: dict[str, NDArray[Any]]
    folder: Path | None = None  # of files with the regrets, averages and predictions

    @property
    def bytes(self) -> int:
        """Memory of all arrays; of files if they are in a folder."""
        return sum(array.nbytes for array in self.arrays.values())

    @property
    def disk_bytes(self) -> int:
        """Size of the arrays in files."""
        if self.folder is None:
            return 0
        return sum(each.nbytes for each in self.arrays.values() if isinstance(each, np.memmap))

    def strategy(self) -> Tables:
        """Return only the tables of the average strategy; the arrays are not copied."""
        names = ("averages", "average_scales", GADGET_AVERAGES)
        return Tables({name: self.arrays[name] for name in names if name in self.arrays})

    def copy_strategy(self) -> None:
        """Replace the tables of the average strategy by copies."""
        for name, array in self.strategy().arrays.items():
            copy = _maker(self.folder)(array.size, array.dtype.type)
            copy[...] = array
            self.arrays[name] = copy


def normalised(averages: NDArray[Any], dtype: type[Any] = np.float64) -> NDArray[Any]:
    """Return averages as shares of their sums; uniform where the sum is 0.

    Args:
        averages: Weights of the actions.  [actions, ...]
        dtype: Type of the result.
    """
    total = averages.sum(axis=0, dtype=np.float64)
    shares = np.full(averages.shape, 1 / len(averages), dtype)
    np.divide(averages, total, out=shares, where=total > 0, casting="unsafe")
    return shares


def check_precision(precision: str) -> Precision:
    """Return the precision.

    Args:
        precision: `float32` or `int16`.

    Raises:
        InputError: If the precision is unknown.
    """
    for supported in PRECISIONS:
        if precision == supported:
            return supported
    raise InputError(f"precision must be {' or '.join(PRECISIONS)}, got {precision!r}")


def make_tables(
    layouts: tuple[Layout, Layout],
    precision: Precision,
    *,
    predictive: bool = False,
    folder: Path | None = None,
) -> tuple[Tables, Tables]:
    """Return the tables of both players, filled with zeros.

    Args:
        layouts: The layout of each player's tables, as in a plan.
        precision: Type of the entries.
        predictive: Whether the schedule needs a table of predictions.
        folder: Folder of mapped files for the entries; by default they are in memory.

    Raises:
        InputError: If no file can be written to the folder.
        NotEnoughMemoryError: If its disk has too little space.
    """
    first, second = (_make_tables(layout, precision, predictive, folder) for layout in layouts)
    return first, second


def _make_tables(
    layout: Layout, precision: Precision, predictive: bool, folder: Path | None
) -> Tables:
    arrays: dict[str, NDArray[Any]] = {
        "regret_stamps": np.zeros(layout.blocks, np.uint32),
        "average_stamps": np.zeros(layout.blocks, np.uint32),
    }
    names = ["regret", "average"] + (["prediction"] if predictive else [])
    for name in names:
        # Averages are never negative, so they do not need a sign bit.
        whole = np.uint16 if name == "average" else np.int16
        dtype = np.float32 if precision == "float32" else whole
        arrays[name + "s"] = _maker(folder)(layout.entries, dtype)
        if precision != "float32":
            arrays[name + "_scales"] = np.zeros(layout.blocks, np.float32)
    return Tables(arrays, folder)


def add_gadget(tables: Tables, stride: int) -> None:
    """Add the rows of a root gadget, filled with zeros, to the tables of its player.

    Args:
        tables: Changed in place.
        stride: Length of the root's row in memory.
    """
    for name in (GADGET_REGRETS, GADGET_AVERAGES):
        tables.arrays[name] = _aligned_zeros(2 * stride, np.float32)


def table_bytes(layout: Layout, precision: Precision, *, predictive: bool) -> int:
    """Return the memory that `make_tables` would allocate for one player.

    Args:
        layout: The layout of the player's tables.
        precision: Type of the entries.
        predictive: Whether the schedule needs a table of predictions.
    """
    return bytes_of(layout.entries, layout.blocks, precision, predictive=predictive)


def bytes_of(entries: int, blocks: int, precision: Precision, *, predictive: bool) -> int:
    """Return the memory of tables with these numbers of entries and blocks.

    Args:
        entries: Number of entries of each table, one for each action of each hand in a row.
        blocks: Number of blocks of each table, one for each decision on each runout.
        precision: Type of the entries.
        predictive: Whether the schedule needs a table of predictions.
    """
    tables = 3 if predictive else 2
    entry, scale = ENTRY_BYTES[precision], _SCALE_BYTES[precision]
    return tables * (entries * entry + blocks * scale) + 2 * blocks * _STAMP_BYTES


def _maker(folder: Path | None) -> Callable[[int, type[np.generic]], NDArray[Any]]:
    """Return the function that makes the large arrays of tables."""
    return _aligned_zeros if folder is None else partial(mapped_zeros, folder)


def _aligned_zeros(count: int, dtype: type[np.generic]) -> NDArray[Any]:
    """Return zeros aligned to cache lines, so that rows of whole lanes do not straddle two."""
    size = count * np.dtype(dtype).itemsize
    raw = np.zeros(size + _ALIGNMENT, np.uint8)
    first = -raw.ctypes.data % _ALIGNMENT
    return raw[first : first + size].view(dtype)


@dataclass(frozen=True)
class ByteError:
    """The error of rounding probabilities to bytes, in chips."""

    exploitability: float  # increase by rounding
    ev: tuple[float, float]  # change of both ranges' EVs, OOP first


def byte_tables(plan: Plan, player: int, tables: Tables) -> Tables:
    """Return a player's averages as probabilities in units of 1/255.

    All entries of a hand that never reaches a node are zero: a uniform strategy, as in other
    tables.

    Args:
        plan: The plan of the tables.
        player: 0 for OOP, 1 for IP.
        tables: The player's tables, in any precision.
    """
    averages = tables.arrays["averages"]
    layout = plan.layouts[player]
    shares = np.zeros(layout.entries, np.uint8)
    for street, betting in enumerate(plan.betting):
        rows = betting.rows[player]
        acting = np.flatnonzero(betting.player == player)
        starts, actions = betting.row[acting], betting.n_children[acting]
        for first, stride in zip(layout.table[street], layout.stride[street], strict=True):
            part = slice(int(first), int(first + rows * stride))
            # The scale of 16-bit entries is the same for a whole node and cancels out.
            weights = averages[part].reshape(rows, int(stride)).astype(np.float64)
            sums = np.add.reduceat(weights, starts, axis=0) if rows else weights
            factors = np.divide(_WHOLE, sums, out=np.zeros_like(sums), where=sums > 0)
            shares[part] = np.rint(weights * np.repeat(factors, actions, axis=0)).ravel()
    return Tables({"averages": shares})
