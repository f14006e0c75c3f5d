"""The sections of a solution file: their names, arrays and sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop.backends import ENTRY_BYTES, Precision, Tables
from fifthstreet.solvers.postflop.spot import RIVER, SEATS, Plan, Spot
from fifthstreet.tree import STREET_NAMES

SOLUTION_FILE = "solution"  # kind of the container

BUCKETS = "buckets"  # of hands that share rows of the tables on the river
STRATEGY_TABLES = ("averages", "average_scales")
_FLOAT_BYTES = 4
_BUCKET_BYTES = 2


def section_arrays(
    spot: Spot,
    plan: Plan,
    tables: tuple[Tables, Tables],
    values: tuple[Sequence[NDArray[np.float32]], Sequence[NDArray[np.float32]]],
    last_street: int,
) -> dict[str, NDArray[Any]]:
    """Return the arrays to store by section, for the streets up to `last_street`."""
    arrays: dict[str, NDArray[Any]] = {}
    for player, seat in enumerate(SEATS):
        entries, blocks = _sizes(plan, player, last_street - spot.street)
        averages = tables[player].arrays
        arrays[f"{seat}/averages"] = averages["averages"][:entries]
        if "average_scales" in averages:
            arrays[f"{seat}/average_scales"] = averages["average_scales"][:blocks]
        for street in valued_streets(spot, last_street):
            arrays[values_name(player, street)] = np.asarray(values[player][street - spot.street])
        if plan.buckets is not None and last_street == RIVER:
            arrays[section_name(player, BUCKETS)] = plan.buckets.bucket[player].ravel()
    return arrays


def section_sizes(spot: Spot, plan: Plan, last_street: int) -> dict[str, int]:
    """Return the number of entries that each section of a solution must have."""
    sizes: dict[str, int] = {}
    for player, seat in enumerate(SEATS):
        entries, blocks = _sizes(plan, player, last_street - spot.street)
        sizes |= {f"{seat}/averages": entries, f"{seat}/average_scales": blocks}
        for street in valued_streets(spot, last_street):
            nodes = len(plan.betting[street - spot.street].kind)
            strides = plan.layouts[player].stride[street - spot.street]
            sizes[values_name(player, street)] = nodes * int(strides.sum())
        if plan.buckets is not None and last_street == RIVER:
            sizes[section_name(player, BUCKETS)] = plan.buckets.bucket[player].size
    return sizes


def file_bytes(
    spot: Spot, plan: Plan, last_street: int, precision: Precision, *, in_bytes: bool = False
) -> int:
    """Return the approximate size of a solution's file, before it is solved.

    Args:
        spot: The spot to solve.
        plan: The plan of the spot.
        last_street: The last street in the file: 1 flop to 3 river.
        precision: Type of the entries of the solver's tables.
        in_bytes: Whether probabilities are stored in units of 1/255, one byte each.
    """
    width = 1 if in_bytes else ENTRY_BYTES[precision]
    has_scales = precision != "float32" and not in_bytes
    total = 0
    for name, size in section_sizes(spot, plan, last_street).items():
        if name.endswith("/averages"):
            total += width * size
        elif name.endswith(f"/{BUCKETS}"):
            total += _BUCKET_BYTES * size
        elif has_scales or not name.endswith("/average_scales"):
            total += _FLOAT_BYTES * size
    return total


def valued_streets(spot: Spot, last_street: int) -> range:
    """Return the streets whose values are stored: the streets before the river."""
    return range(spot.street, min(last_street, RIVER - 1) + 1)


def section_name(player: int, table: str) -> str:
    """Return the name of the section of a player's table."""
    return f"{SEATS[player]}/{table}"


def values_name(player: int, street: int) -> str:
    """Return the name of the section of a player's values on a street."""
    return f"{SEATS[player]}/values/{STREET_NAMES[street]}"


def _sizes(plan: Plan, player: int, last: int) -> tuple[int, int]:
    """Return the number of entries and blocks of the streets up to number `last`."""
    layout = plan.layouts[player]
    if last + 1 == len(layout.table):
        return layout.entries, layout.blocks
    return int(layout.table[last + 1][0]), layout.first_block[last + 1]
