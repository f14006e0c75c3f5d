"""Chip values and helpers for them.

Chips are ints in most games but may be any numbers; `divmod` and `rake` keep ints whole. Floats are
counted in units of 1e-8 chips: `settled` rounds every result of arithmetic on them to a unit, so
that 0.1 + 0.2 is 0.3, and floats behave like the same amounts in whole units. This is exact below
2**25 = 33,554,432 chips: above, floats are 7.5e-9 apart, and the errors of two amounts and their
sum may add up to more than half a unit. Fractions and decimals are not rounded, but a share of a
pot in decimals is a whole number of units too.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping
from decimal import ROUND_FLOOR, Context, Decimal
from itertools import islice
from math import inf, isfinite, isnan
from numbers import Integral, Number
from typing import Any, Final, TypeAlias

from fifthstreet.errors import InputError

ValuesLike: TypeAlias = Iterable[int] | Mapping[int, int] | int

# An amount of chips: an int, float, Fraction or Decimal. A hand keeps the type it is given, so
# signatures cannot name one of them, and a union would be checked at every step.
Chips: TypeAlias = Any
# Amounts of all players: one for each, by position, or the same for all.
ChipsLike: TypeAlias = Iterable[Chips] | Mapping[int, Chips] | Chips
# Function that divides a pot: quotient and remainder.
Divide: TypeAlias = Callable[[Chips, Chips], tuple[Chips, Chips]]
# Function of a pot and the state that splits the pot into the rake and the rest.
TakeRake: TypeAlias = Callable[[Chips, Any], tuple[Chips, Chips]]

_PLACES: Final = 8  # decimal places of a float amount
_MAX_DIGITS: Final = 300  # of a decimal before and after the point: sums are exact
_DECIMAL_DIGITS: Final = 28  # that decimals are computed with
_UNITS: Final = 10**_PLACES  # units of a chip
# The user's own context may round to a few digits, which would create or lose chips.
_EXACT: Final = Context(prec=4 * _MAX_DIGITS)
DIVIDING: Final = Context(prec=_DECIMAL_DIGITS)


def settled(amount: Chips) -> Chips:
    """Return an amount as it is, a float rounded to whole units of 1e-8 chips.

    Args:
        amount: Chips of any type.

    >>> plus(0.1, 0.2), settled(7)
    (0.3, 7)
    """
    kind = type(amount)
    if kind is int:  # the usual case; narrowing `amount` itself would convert it in compiled code
        return amount
    if isinstance(amount, float):
        return round(amount, _PLACES) + 0.0  # which makes -0.0 a 0.0
    return amount


def plus(first: Chips, second: Chips) -> Chips:
    """Return the sum of two amounts: settled if a float, exact if a decimal, in any context.

    Args:
        first: Chips of any type.
        second: Chips of a type that mixes with it.

    >>> plus(0.1, 0.2), plus(3, 4)
    (0.3, 7)
    """
    added = first + second
    kind = type(added)
    if kind is int:  # as in `settled`
        return added
    return _EXACT.add(first, second) if kind is Decimal else settled(added)


def minus(first: Chips, second: Chips) -> Chips:
    """Return the difference of two amounts, as in `plus`.

    Args:
        first: Chips of any type.
        second: Chips of a type that mixes with it.
    """
    left = first - second
    kind = type(left)
    if kind is int:  # as in `settled`
        return left
    return _EXACT.subtract(first, second) if kind is Decimal else settled(left)


def unsigned(amount: Chips) -> Chips:
    """Return an amount without its sign.

    Args:
        amount: Chips of any type; a negative blind is one that is posted late.
    """
    return minus(0, amount) if amount < 0 else amount


def sum_of(amounts: Iterable[Chips]) -> Chips:
    """Return the sum of any number of amounts, as in `plus`; 0 without any.

    Args:
        amounts: Chips of types that mix.
    """
    added: Chips = 0
    for amount in amounts:
        added = plus(added, amount)
    return added


def clean_value(amount: Chips) -> Chips:
    """Return an amount that a user gave: floats settled, NumPy scalars as numbers of Python.

    Raise InputError if it is not a number.

    >>> clean_value(0.1 + 0.2)
    0.3
    """
    if type(amount) is int:
        return amount
    if type(amount).__module__ == "numpy":
        amount = amount.item()
    if isinstance(amount, float):
        if isnan(amount):
            raise InputError("an amount of chips must be a number, got nan")
        return settled(amount)
    if isinstance(amount, Decimal):
        if amount.is_nan():
            raise InputError("an amount of chips must be a number, got nan")
        if amount.is_finite():
            if amount.adjusted() > _MAX_DIGITS:
                raise InputError(f"an amount of chips must be below 1e{_MAX_DIGITS}, got {amount}")
            if int(amount.as_tuple().exponent) < -_MAX_DIGITS:
                raise InputError(
                    f"an amount of chips must have at most {_MAX_DIGITS} decimals, got {amount}"
                )
    return amount


def clean_values(values: ChipsLike, count: int) -> tuple[Chips, ...]:
    """Return a tuple of `count` amounts.

    Args:
        values: One amount for all positions, a list in which missing amounts are 0, or a mapping
            from positions, where -1 is the last one.
        count: Number of positions.

    Raises:
        InputError: If the values are not in one of these forms.

    >>> clean_values(4, 3), clean_values([1, 2], 3), clean_values({0: 1, -1: 2}, 3)
    ((4, 4, 4), (1, 2, 0), (1, 0, 2))
    """
    if isinstance(values, Number):
        return (values,) * count
    if isinstance(values, Mapping):
        by_position: list[Chips] = [0] * count
        for position, value in values.items():
            if not -count <= position < count:
                raise InputError(
                    f"positions must be from {-count} to {count - 1}, got {position!r}"
                )
            by_position[position] = plus(by_position[position], value)
        return tuple(by_position)
    if isinstance(values, Iterable):
        given = tuple(islice(values, count))
        return given + (0,) * (count - len(given))
    raise InputError(f"values must be a number, a sequence or a mapping, got {values!r}")


def divmod(dividend: Chips, divisor: int) -> tuple[Chips, Chips]:
    """Return quotient and remainder; fractions divide without remainder.

    Args:
        dividend: Chips to share. The quotient of a float or decimal is rounded down to whole units
            of 1e-8 chips. A decimal with more decimal places keeps them.
        divisor: Number of shares.

    >>> divmod(7, 2), divmod(0.1, 3)
    ((3, 1), (0.03333333, 1e-08))
    """
    if isinstance(dividend, Integral):
        return builtins.divmod(dividend, divisor)
    if isinstance(dividend, float) and isfinite(dividend):
        share = round(dividend * _UNITS) // divisor / _UNITS
        return share, settled(dividend - share * divisor)
    if not isinstance(dividend, Decimal):
        quotient = dividend / divisor
        return quotient, dividend - quotient * divisor
    quotient = DIVIDING.divide(dividend, divisor)
    if len(quotient.as_tuple().digits) >= _DECIMAL_DIGITS:
        # The quotient was rounded, so shares of it would create or lose chips.
        places = max(_PLACES, -int(dividend.as_tuple().exponent))
        if dividend.adjusted() + places < _DECIMAL_DIGITS:
            unit = Decimal((0, (1,), -places))
            quotient = quotient.quantize(unit, ROUND_FLOOR, DIVIDING)
    return quotient, _EXACT.subtract(dividend, _EXACT.multiply(quotient, divisor))


def rake(
    amount: Chips,
    state: Any = None,
    *,
    percentage: Chips = 0,
    cap: Chips = inf,
    no_flop_no_drop: bool = False,
) -> tuple[Chips, Chips]:
    """Return the rake of a pot, and the rest.

    To set the rake of a game, pass it `functools.partial(rake, percentage=0.05, cap=10)`.

    Args:
        amount: Chips in the pot; the rake of a whole number is a whole number.
        state: The hand; only required with `no_flop_no_drop`.
        percentage: Share of the pot that is taken, from 0 to 1.
        cap: Largest rake in chips; inf for no limit.
        no_flop_no_drop: Whether there is no rake until a board card is dealt.

    Raises:
        InputError: If the percentage is not from 0 to 1, or the state is missing.

    >>> rake(1000, percentage=0.05, cap=30)
    (30, 970)
    """
    if not 0 <= percentage <= 1:
        raise InputError(f"the rake percentage must be from 0 to 1, got {percentage}")
    if no_flop_no_drop:
        if state is None:
            raise InputError("state is required if no_flop_no_drop is True")
        if not any(state.board_cards):
            return 0, amount
    is_decimal = isinstance(amount, Decimal)
    share: Chips = DIVIDING.multiply(amount, percentage) if is_decimal else amount * percentage
    if isinstance(amount, Integral):
        share = round(share)
    share = settled(min(share, cap))
    return share, minus(amount, share)


def max_or_none(values: Iterable[Any], key: Callable[[Any], Any] | None = None) -> Any:
    """Return the largest of the values that are not None, or None if there are none.

    Args:
        values: Values that can be compared, and None.
        key: Called with a value, returns what is compared instead; by default the value itself.
    """
    return max((value for value in values if value is not None), key=key, default=None)
