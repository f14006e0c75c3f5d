"""Chip values and helpers for them.

Chips are ints in most games but may be any numbers, such as floats or decimals; `divmod` and `rake`
keep ints whole.
"""

from __future__ import annotations

import builtins
import random
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, time
from decimal import Decimal
from itertools import islice
from math import inf
from numbers import Integral, Number
from typing import Any, Protocol, TypeAlias, TypeVar, cast

_T = TypeVar("_T")

ValuesLike: TypeAlias = Iterable[int] | Mapping[int, int] | int

UNMATCHABLE_PATTERN: re.Pattern[str] = re.compile(r"(?!)")


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
    `no_flop_no_drop` there is no rake until a board card is dealt. Pass the terms of a house to a
    game as `functools.partial(rake, percentage=0.05, cap=10)`.

    >>> rake(1000, percentage=0.05, cap=30)
    (30, 970)
    """
    if not 0 <= percentage <= 1:
        raise ValueError(f"The rake percentage ({percentage}) should be between 0 and 1.")
    if no_flop_no_drop:
        if state is None:
            raise ValueError("no_flop_no_drop needs the state")
        if not any(state.board_cards):
            return 0, amount
    share: float = amount * percentage
    if isinstance(amount, Integral):
        share = round(share)
    share = min(share, cap)
    return cast("tuple[int, int]", (share, amount - share))


def sign(value: int) -> int:
    """Return 1, -1 or 0: the sign of a value."""
    return int(value > 0) - int(value < 0)


def parse_value(raw_value: str) -> int:
    """Read a number, with optional commas between thousands: an int, else a `Decimal`."""
    digits = raw_value.replace(",", "")
    try:
        return int(digits)
    except ValueError:
        return cast(int, Decimal(digits))


def parse_time(raw_time: str) -> time:
    """Read a time like `12:34:56`."""
    return datetime.strptime(raw_time, "%H:%M:%S").time()


def parse_month(raw_month: str) -> int:
    """Return the number of a month's name: January is 1."""
    return datetime.strptime(raw_month, "%B").month


def shuffled(values: Iterable[_T], generator: random.Random | None = None) -> list[_T]:
    """Return the values in random order, by the `random` module unless a generator is given."""
    items = list(values)
    (generator or random).shuffle(items)
    return items


def rotated(values: Iterable[_T], count: int) -> deque[_T]:
    """Return the values rotated `count` places to the right, the last ones coming first.

    >>> rotated("abcd", 1)
    deque(['d', 'a', 'b', 'c'])
    """
    items = deque(values)
    items.rotate(count)
    return items


def filter_none(values: Iterable[_T | None]) -> Iterator[_T]:
    """Yield the values that are not None."""
    return filter(_is_given, values)  # type: ignore[arg-type]


def min_or_none(values: Iterable[Any], key: Callable[[Any], Any] | None = None) -> Any:
    """Return the smallest of the values that are not None, or None if there are none."""
    return min(filter_none(values), key=key, default=None)


def max_or_none(values: Iterable[Any], key: Callable[[Any], Any] | None = None) -> Any:
    """Return the largest of the values that are not None, or None if there are none."""
    return max(filter_none(values), key=key, default=None)


def _is_given(value: object) -> bool:
    return value is not None
