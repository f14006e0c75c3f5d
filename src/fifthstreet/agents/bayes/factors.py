"""Sums of products of tables, by variable elimination (Zhang & Poole 1994).

A variable is eliminated by multiplying the tables that have it and summing over its states. The
next one is always the variable whose product is the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError

FloatArray = NDArray[np.float64]

MAX_ENTRIES = 2**24  # of a table


class Factor(NamedTuple):
    """A table over some variables."""

    names: tuple[str, ...]
    table: FloatArray  # an axis for each name


def sum_of_products(factors: Iterable[Factor], wanted: Sequence[str]) -> FloatArray:
    """Multiply tables and sum over all variables except the wanted ones.

    Args:
        factors: Tables; each wanted variable is in at least one of them.
        wanted: Variables to keep.

    Returns:
        A table with an axis for each wanted variable, in their order.

    Raises:
        InputError: If a table would have more than `MAX_ENTRIES` entries.
    """
    left = list(factors)
    sizes = {
        name: size
        for factor in left
        for name, size in zip(factor.names, factor.table.shape, strict=True)
    }

    def names_with(name: str) -> tuple[str, ...]:
        used = (factor.names for factor in left if name in factor.names)
        return tuple(dict.fromkeys(each for names in used for each in names))

    def size_of(names: Iterable[str]) -> int:
        return prod(max(sizes[each], 2) for each in names)  # at least 2: axes are limited, too

    hidden = sizes.keys() - set(wanted)
    while hidden:
        name = min(hidden, key=lambda each: (size_of(names_with(each)), each))
        names = names_with(name)
        _check_size(size_of(names))
        used = [factor for factor in left if name in factor.names]
        left = [factor for factor in left if name not in factor.names]
        left.append(_product(used, tuple(each for each in names if each != name)))
        hidden.remove(name)
    _check_size(size_of(wanted))
    return _product(left, tuple(wanted)).table


def _product(factors: Sequence[Factor], names: tuple[str, ...]) -> Factor:
    """Multiply tables, and sum over all variables except `names`."""
    *first, last = factors
    if not first:
        return _multiplied(last, Factor((), np.ones(())), names)
    return _multiplied(reduce(_joined, first), last, names)


def _joined(one: Factor, other: Factor) -> Factor:
    return _multiplied(one, other, tuple(dict.fromkeys(one.names + other.names)))


def _multiplied(one: Factor, other: Factor, names: tuple[str, ...]) -> Factor:
    labels = {name: at for at, name in enumerate(dict.fromkeys(one.names + other.names))}
    operands: list[Any] = []
    for factor in (one, other):
        operands += [factor.table, [labels[name] for name in factor.names]]
    table: FloatArray = np.einsum(*operands, [labels[name] for name in names])
    return Factor(names, table)


def _check_size(entries: int) -> None:
    if entries > MAX_ENTRIES:
        raise InputError(
            f"the query must need tables of at most {MAX_ENTRIES:,} entries, got {entries:,}: "
            "observe more nodes, or give nodes fewer parents"
        )
