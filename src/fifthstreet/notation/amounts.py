"""Amounts of chips in hand histories."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any, TypeAlias

ParseValue: TypeAlias = Callable[[str], Any]


def parse_value(raw_value: str) -> Any:
    """Parse an amount; commas may separate thousands.

    Returns an int for a whole number and a `Decimal` otherwise. Raises ValueError for other text.

    >>> parse_value("1,200"), parse_value("0.50")
    (1200, Decimal('0.50'))
    """
    digits = raw_value.replace(",", "")
    try:
        return int(digits)
    except ValueError:
        pass
    try:
        value = Decimal(digits)
    except InvalidOperation:
        value = Decimal("NaN")
    if value.is_nan():
        raise ValueError(f"not an amount: {raw_value!r}; want a number like '1,200' or '0.50'")
    return value
