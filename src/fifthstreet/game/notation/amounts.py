"""Amounts of chips in hand histories."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any, TypeAlias

from fifthstreet.errors import InputError

ParseValue: TypeAlias = Callable[[str], Any]

_AMOUNT = re.compile(r"\d[\d., \u00a0\u202f]*(?<=\d)|\.\d+").search
_SEPARATOR = re.compile(r"\D")

_MAX_EXPONENT = 100


def parse_value(raw_value: str) -> Any:
    """Parse an amount.

    Args:
        raw_value: A number; commas may separate thousands.

    Returns:
        An int for a whole number and a `Decimal` otherwise.

    Raises:
        InputError: If the text is not a number.

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
    # Arithmetic with exponents of millions would take all memory.
    is_absurd = value.is_finite() and abs(value.adjusted()) > _MAX_EXPONENT
    if value.is_nan() or is_absurd:
        raise InputError(f"amount must be a number like '1,200' or '0.50', got {raw_value!r}")
    return value


class TooPreciseError(InputError):
    """An amount has more decimals than the units of a hand."""


@lru_cache(maxsize=1 << 16)
def parse_units(text: str, decimals: int) -> int:
    """Parse an amount as a whole number of units, of which 10 to the power of `decimals` are one.

    A currency may stand before or after the number; commas or spaces may separate thousands, and a
    comma before the last one or two digits is a decimal comma.

    >>> parse_units("$1,234.5", 2), parse_units("0,05 €", 2), parse_units("1 500", 2)
    (123450, 5, 150000)
    """
    match = _AMOUNT(text)
    if match is None:
        raise InputError(f"amount must be a number like $1,234.50, got {text!r}")
    number = match[0]
    head, point, fraction = number.rpartition(".")
    if not point:
        head, point, fraction = number.rpartition(",")
        if not point or len(fraction) > 2:  # a separator of thousands
            head, fraction = number, ""
    if len(fraction) > decimals:
        fraction = fraction.rstrip("0")
        if len(fraction) > decimals:
            raise TooPreciseError(f"amount must have at most {decimals} decimals, got {text!r}")
    return int(_SEPARATOR.sub("", head) + fraction.ljust(decimals, "0"))


@lru_cache(maxsize=1 << 16)
def units_text(units: int, decimals: int) -> str:
    """Write units as an amount, with two decimals or more unless it is a whole number.

    Args:
        units: Number of the smallest units of the currency, like cents.
        decimals: Decimal places of a unit: 2 for cents.

    Returns:
        The amount in whole currency.

    >>> units_text(123450, 2), units_text(500, 2)
    ('1234.50', '5')
    """
    whole, rest = divmod(abs(units), 10**decimals)
    sign = "-" if units < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    fraction = f"{rest:0{decimals}}".rstrip("0")
    return f"{sign}{whole}.{fraction.ljust(2, '0')}"


@lru_cache(maxsize=1 << 16)
def units_value(units: int, decimals: int) -> Any:
    """Return units as a number: an int if it is whole and a `Decimal` otherwise.

    Args:
        units: Number of the smallest units of the currency, like cents.
        decimals: Decimal places of a unit: 2 for cents.
    """
    return parse_value(units_text(units, decimals))
