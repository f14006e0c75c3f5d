"""Chips: equal amounts, amounts as text, and the smallest chip of a game.

Amounts keep the type they are given. Ints, Fractions and Decimals are exact and are compared
exactly. A float carries the rounding errors of the sums that led to it: each may be off by half a
unit in the last place of its largest term. `ROUNDINGS` units cover thousands of them, more than a
hand has operations, and are still far below any chip: 1e-12 of the chips in play for float64, 0.05%
for float32, which is a reason not to count chips in float32. A fixed tolerance of 1e-8 would be
below one unit in the last place of any float32 amount from 0.2 up, that is, no tolerance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import gcd, inf, isfinite, lcm

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.game.events import Bet, Raised
from fifthstreet.game.state import State
from fifthstreet.game.values import DIVIDING, Chips

ROUNDINGS = 4096  # units in the last place that two equal amounts may be apart
_FLOAT_DIGITS = 12  # significant digits of a float64 amount that rounding errors leave intact
_FLOAT_PLACES = 6  # decimal places of a float amount that count
# Exact types would write out as many digits, which takes minutes and gigabytes.
_LONG_EXPONENT = re.compile(r"e[+-]?[\d_]{4,}", re.IGNORECASE)
_HALF_TOLERANCE = Fraction(1, 10**6)  # chips by which a float may fall short of a half


def same_chips(first: Chips, second: Chips, *, scale: Chips = 0) -> bool:
    """Return whether two amounts are equal up to rounding errors of floats.

    Args:
        first: An amount of chips.
        second: Another amount; exact types are compared exactly.
        scale: Largest amount in the sums that led to the two, if larger than both.

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


def _unit(amount: Chips) -> float:
    """Return the machine epsilon of the amount's type; 0 for exact types."""
    if isinstance(amount, float):
        return 2.0**-52
    if isinstance(amount, np.floating):
        return float(np.finfo(type(amount)).eps)
    return 0.0


def chips_type(state: State) -> type:
    """Return the type of a hand's chips: int, or the type of the first amount that is not one.

    Args:
        state: Its stacks, blinds, antes and smallest bet are examined.
    """
    for amount in _set_up_amounts(state):
        if not isinstance(amount, int):
            return type(amount)
    return int


def is_whole(kind: type) -> bool:
    """Return whether chips of a type are whole numbers."""
    return issubclass(kind, int | np.integer)


def _set_up_amounts(state: State) -> tuple[Chips, ...]:
    """Return the amounts that a hand is set up with, except later streets' smallest bets."""
    min_bet = state.streets[0].min_completion_betting_or_raising_amount
    return (*state.starting_stacks, *state.blinds_or_straddles, *state.antes, min_bet)


# The smallest chip.


def smallest_chip(state: State) -> Fraction:
    """Return the unit that the amounts of a hand are multiples of; see `common_chip`.

    The amounts are chosen by people: stacks, blinds, antes, bring-in, the smallest bet of
    every street, and the bets and raises so far. Coarser chips, like quarters, cannot be inferred
    from them.

    Args:
        state: The hand, at any point.

    >>> from fifthstreet.game.flow import new_state
    >>> smallest_chip(new_state((200, 150), 1)), smallest_chip(new_state((20.0, 18.35), 0.1))
    (Fraction(1, 1), Fraction(1, 100))
    """
    bets = [event.total for event in state.events if isinstance(event, Bet | Raised)]
    streets = [street.min_completion_betting_or_raising_amount for street in state.streets]
    return common_chip((*_set_up_amounts(state), state.bring_in, *streets, *bets))


def common_chip(amounts: Iterable[Chips]) -> Fraction:
    """Return the largest of 1, 1/10, 1/100 ... that all amounts are multiples of.

    Only powers of ten are tried: blinds of 0.50 and 1 give 0.10. Guessing 0.50 would change bets
    into small pots by half their size, and amounts that are typed in may be finer. Where no power
    of ten fits, as for thirds, the result is 1 over the common denominator.

    Args:
        amounts: Floats are read as decimals of at most 6 places; infinite amounts are ignored.

    >>> common_chip([3, 14]), common_chip([0.5, 12.25]), common_chip([Fraction(7, 3)])
    (Fraction(1, 1), Fraction(1, 100), Fraction(1, 3))
    """
    denominator = lcm(
        *(
            exact_amount(amount).denominator
            for amount in amounts
            if not isinstance(amount, int) and isfinite(amount)
        )
    )
    rest, power = denominator, 1
    while (shared := gcd(rest, 10)) > 1:
        rest //= shared
        power *= 10
    return Fraction(1, power if rest == 1 else denominator)


def exact_amount(amount: Chips) -> Fraction:
    """Convert a finite amount to an exact number.

    Args:
        amount: Chips of any type; a float is read as the decimal that was meant.

    Returns:
        The amount as a fraction.

    >>> exact_amount(0.1 + 0.2)
    Fraction(3, 10)
    """
    if isinstance(amount, float | np.floating):
        digits = min(_FLOAT_DIGITS, int(np.finfo(type(amount)).precision))
        decimal = Decimal(f"{float(amount):.{digits}g}")
        return round(Fraction(decimal), _FLOAT_PLACES)
    return Fraction(int(amount)) if isinstance(amount, np.integer) else Fraction(amount)


def without_rounding_error(amount: Chips, *, scale: Chips) -> Chips:
    """Return the decimal that a float was meant to be, if both are `same_chips`; else the float.

    Args:
        amount: Chips; types other than floats are returned unchanged.
        scale: Largest amount in the sums that led to it, as in `same_chips`.

    >>> without_rounding_error(0.55 - 0.2, scale=40)
    0.35
    """
    if not isinstance(amount, float | np.floating) or not isfinite(amount):
        return amount
    meant = to_chips(exact_amount(amount), type(amount))
    return meant if same_chips(meant, amount, scale=scale) else amount


def round_to_chip(value: Fraction, chip: Fraction) -> Fraction:
    """Round a value to whole chips, halves up; as in trees, the tolerance is 1e-6 chips.

    >>> round_to_chip(Fraction(0.15) / 2, Fraction(1, 100))  # the float 0.15 is below 0.15
    Fraction(2, 25)
    """
    return chip * _round_half_up(value / chip + _HALF_TOLERANCE)


def _round_half_up(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


# Conversions.


def chips_text(amount: Chips) -> str:
    """Write an amount without an exponent.

    Args:
        amount: Chips of any type.

    Returns:
        The text, which `parse_chips` reads back.

    >>> chips_text(12), chips_text(2.50), chips_text(Fraction(7, 3))
    ('12', '2.5', '7/3')
    """
    if isinstance(amount, int | Fraction):
        return str(amount)
    text = format(Decimal(str(amount)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def parse_chips(text: str, kind: type | None = None) -> Chips:
    """Parse an amount of chips.

    Args:
        text: A number as the type accepts it, like `12`, `2.5` or `7/3`; an exponent may have
            three digits.
        kind: Type of the result: int, float, Fraction or Decimal. By default whole amounts are
            ints, quotients fractions, and other amounts floats.

    Returns:
        The amount.

    Raises:
        InputError: If the text is not a number of the type.

    >>> parse_chips("3.00"), parse_chips("2.50"), parse_chips("7/3")
    (3, 2.5, Fraction(7, 3))
    """
    if kind is None:
        exact = parse_chips(text, Fraction)
        if exact.denominator == 1:
            return int(exact)
        return exact if "/" in text else float(exact)
    if kind is int and "." in text:
        exact = parse_chips(text, Fraction)
        if exact.denominator != 1:
            raise _not_chips(text, kind)
        return int(exact)
    try:
        amount = kind("" if _LONG_EXPONENT.search(text) else text)
    except (ValueError, ArithmeticError, InvalidOperation):
        raise _not_chips(text, kind) from None
    if amount != amount:
        raise _not_chips(text, float)
    return amount


def exact_chips(value: Fraction, kind: type[Chips]) -> Chips:
    """Convert an exact value to a type of chips without rounding it to whole chips.

    Args:
        value: Amount of chips.
        kind: Type of the result, like int or float.

    Returns:
        The amount.

    Raises:
        InputError: If chips of the type are whole and the value is not.
    """
    if is_whole(kind) and value.denominator != 1:
        raise _not_chips(f"{float(value):.15g}", kind)
    return to_chips(value, kind)


def _not_chips(text: str, kind: type) -> InputError:
    accepted = "a whole number" if kind is int else "a number"
    return InputError(f"an amount of chips must be {accepted}, got {text!r}")


def to_chips(value: Fraction, kind: type[Chips]) -> Chips:
    """Convert an exact value to a type of chips.

    Args:
        value: Amount of chips.
        kind: Type of the result, like int or float.

    Returns:
        The amount; whole chips are rounded, halves up.
    """
    if is_whole(kind):
        return kind(_round_half_up(value))
    if kind is Fraction:
        return value
    if kind is Decimal:
        return DIVIDING.divide(Decimal(value.numerator), Decimal(value.denominator))
    return kind(float(value))
