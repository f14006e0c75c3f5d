"""Chip values and the small tools around them.

Chips are ints in most games, but any number will do: a cash game in floats or decimals works as
well, and `divmod` and `rake` treat the two kinds as they must.
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
    """A tuple of `count` values: one for all, a list padded with zeros, or values by place.

    >>> clean_values(4, 3), clean_values([1, 2], 3), clean_values({0: 1, -1: 2}, 3)
    ((4, 4, 4), (1, 2, 0), (1, 0, 2))
    """
    if isinstance(values, Number):
        return cast("tuple[int, ...]", (values,) * count)
    if isinstance(values, Mapping):
        by_place = [0] * count
        for place, value in values.items():
            by_place[place] += value
        return tuple(by_place)
    if isinstance(values, Iterable):
        given = tuple(islice(values, count))
        return given + (0,) * (count - len(given))
    raise ValueError(f"The values {values!r} are invalid.")


def divmod(dividend: int, divisor: int) -> tuple[int, int]:
    """Quotient and remainder; a value that is no whole number divides without remainder."""
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
    """What the house takes of a pot, and what is left.

    The percentage is a fraction from 0 to 1; whole pots give whole rakes. With no flop no drop,
    nothing is taken before a card lies on the board. Give a game its house's terms with
    `functools.partial(rake, percentage=0.05, cap=10)`.

    >>> rake(1000, percentage=0.05, cap=30)
    (30, 970)
    """
    if not 0 <= percentage <= 1:
        raise ValueError(f"The rake percentage ({percentage}) should be between 0 and 1.")
    if no_flop_no_drop:
        if state is None:
            raise ValueError("no flop, no drop, but no state to see whether there was a flop")
        if not any(state.board_cards):
            return 0, amount
    share: float = amount * percentage
    if isinstance(amount, Integral):
        share = round(share)
    share = min(share, cap)
    return cast("tuple[int, int]", (share, amount - share))


def max_or_none(values: Iterable[Any], key: Callable[[Any], Any] | None = None) -> Any:
    """The largest of the values that are not None, or None if there are none."""
    return max((value for value in values if value is not None), key=key, default=None)
