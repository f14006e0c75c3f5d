"""Chips: when two amounts are the same, and amounts as text.

Amounts keep the type they are given. Ints, Fractions and Decimals are exact and are compared
exactly. A float carries the roundings of the sums that led to it: each may be off by half a unit
in the last place of the largest number in it. `ROUNDINGS` units cover thousands of them, more
than a hand has operations, and are still far below any chip: 1e-12 of the chips in play for
float64, 0.05% for float32, which is a reason not to count chips in float32. A fixed tolerance of
1e-8 would be below one unit in the last place of any float32 amount from 0.2 up: no tolerance.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from fifthstreet.game.state import State

ROUNDINGS = 4096  # units in the last place that two amounts of the same chips may be apart


def same_chips(first: Any, second: Any, *, scale: Any = 0) -> bool:
    """Whether two amounts are the same but for rounding, in sums as large as `scale`.

    >>> same_chips(0.1 + 0.2, 0.3), same_chips(100, 101), same_chips(3 * 0.1 - 0.3, 0, scale=1.0)
    (True, False, True)
    """
    if first == second:
        return True
    unit = max(_unit(first), _unit(second))
    if not unit:
        return False
    largest = max(abs(first), abs(second), abs(scale))
    return bool(largest < inf and abs(first - second) <= ROUNDINGS * unit * largest)


def _unit(amount: Any) -> float:
    """Spacing of the amount's type at 1; 0 for exact types."""
    if isinstance(amount, float):
        return 2.0**-52
    if isinstance(amount, np.floating):
        return float(np.finfo(type(amount)).eps)
    return 0.0


def chips_type(state: State) -> type:
    """Type of a hand's chips: int, or the type of the first amount that is something else."""
    least = state.streets[0].min_completion_betting_or_raising_amount
    for amount in (*state.starting_stacks, *state.blinds_or_straddles, *state.antes, least):
        if not isinstance(amount, int):
            return type(amount)
    return int


def chips_text(amount: Any) -> str:
    """An amount as text that `parse_chips` reads back, without an exponent.

    >>> chips_text(12), chips_text(2.50), chips_text(Fraction(7, 3))
    ('12', '2.5', '7/3')
    """
    if isinstance(amount, int | Fraction):
        return str(amount)
    text = format(Decimal(str(amount)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def parse_chips(text: str, kind: type = int) -> Any:
    """Amount of a text in a type of chips, or ValueError."""
    try:
        amount = kind(text)
    except (ValueError, ArithmeticError, InvalidOperation):
        wanted = "a whole number" if kind is int else "a number"
        raise ValueError(f"not an amount of chips: {text!r}; want {wanted}") from None
    if amount != amount:
        raise ValueError(f"not an amount of chips: {text!r}; want a number")
    return amount


def to_chips(value: Fraction, kind: type[Any]) -> Any:
    """An exact value in a type of chips; whole chips are rounded, halves up."""
    if issubclass(kind, int | np.integer):
        return kind((2 * value.numerator + value.denominator) // (2 * value.denominator))
    if kind is Fraction:
        return value
    if kind is Decimal:
        return Decimal(value.numerator) / Decimal(value.denominator)
    return kind(float(value))
