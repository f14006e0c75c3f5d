"""Chip values and helpers for them.

Chips are ints in most games but may be any numbers, such as floats or decimals; `divmod` and `rake`
keep ints whole.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from math import inf
from numbers import Integral, Number
from typing import Any, Protocol, TypeAlias, cast

ValuesLike: TypeAlias = Iterable[int] | Mapping[int, int] | int


class _HasBoard(Protocol):
    @property
    def board_cards(self) -> Iterable[object]: ...


def clean_values(values: ValuesLike, count: int) -> tuple[int, ...]:
    """Return a tuple of `count` values from one value, a list, or a mapping by position.

    >>> clean_values(4, 3), clean_values([1, 2], 3), clean_values({0: 1, -1: 2}, 3)
    ((4, 4, 4), (1, 2, 0), (1, 0, 2))
    """
    if isinstance(values, Number):
        return cast("tuple[int, ...]", (values,) * count)
    if isinstance(values, Mapping):
        by_position = [0] * count
        for position, value in values.items():
            by_position[position] += value
        return tuple(by_position)
    if isinstance(values, Iterable):
        given = tuple(islice(values, count))
        return given + (0,) * (count - len(given))
    raise ValueError(f"The values {values!r} are invalid.")


def divmod(dividend: int, divisor: int) -> tuple[int, int]:
    """Return quotient and remainder; values that are not integers divide without remainder."""
    if isinstance(dividend, Integral):
        return builtins.divmod(dividend, divisor)
    quotient = dividend / divisor
    return cast("tuple[int, int]", (quotient, dividend - quotient * divisor))


def rake(
    amount: int,
    state: _HasBoard | None = None,
    *,
    percentage: float = 0,
    cap: float = inf,
    no_flop_no_drop: bool = False,
) -> tuple[int, int]:
    """Return the part of a pot that the house takes, and the rest.

    `percentage` is a fraction from 0 to 1; the rake of a whole number is a whole number. With
    `no_flop_no_drop` there is no rake until a board card is dealt. To set the rake of a game, pass
    it `functools.partial(rake, percentage=0.05, cap=10)`.

    >>> rake(1000, percentage=0.05, cap=30)
    (30, 970)
    """
    if not 0 <= percentage <= 1:
        raise ValueError(f"The rake percentage ({percentage}) should be between 0 and 1.")
    if no_flop_no_drop:
        if state is None:
            raise ValueError("specify the state if no_flop_no_drop is True")
        if not any(state.board_cards):
            return 0, amount
    share: float = amount * percentage
    if isinstance(amount, Integral):
        share = round(share)
    share = min(share, cap)
    return cast("tuple[int, int]", (share, amount - share))


def max_or_none(values: Iterable[Any], key: Callable[[Any], Any] | None = None) -> Any:
    """Return the largest of the values that are not None, or None if there are none."""
    return max((value for value in values if value is not None), key=key, default=None)
