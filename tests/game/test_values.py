"""Functions of chip values, compared with PokerKit's."""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy
import pokerkit as pk
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game import values

exact_numbers = (
    st.integers(-(10**9), 10**9)
    | st.decimals(-(10**9), 10**9, places=2)
    | st.fractions(-(10**9), 10**9)
)
numbers = exact_numbers | st.floats(-1e9, 1e9)
hundredths = st.integers(0, 10**9).map(lambda cents: cents / 100)


def outcome(call: Callable[[], object]) -> str:
    """Return the repr of a call's result, or the name of its error; PokerKit raises IndexErrors."""
    try:
        return repr(call())
    except (ValueError, IndexError, TypeError, ArithmeticError) as error:
        return "ValueError" if isinstance(error, ValueError | IndexError) else type(error).__name__


@given(
    numbers
    | st.lists(numbers, max_size=8)
    | st.dictionaries(st.integers(-9, 9), st.integers(-9, 9), max_size=5)
    | st.none(),
    st.integers(0, 6),
)
def test_clean_values(given_values: Any, count: int) -> None:
    ours = outcome(lambda: values.clean_values(given_values, count))
    assert ours == outcome(lambda: pk.clean_values(given_values, count))


def test_positions_that_do_not_exist_are_refused() -> None:
    for position in (3, 7, -4):
        with pytest.raises(InputError, match=f"positions must be from -3 to 2, got {position}"):
            values.clean_values({position: 1}, 3)


def test_clean_values_takes_no_more_than_it_needs() -> None:
    counter = iter(range(10))
    assert values.clean_values(counter, 3) == (0, 1, 2)
    assert next(counter) == 3


@given(exact_numbers, st.integers(1, 10))
def test_divmod(dividend: Any, divisor: int) -> None:
    quotient, remainder = values.divmod(dividend, divisor)
    expected = pk.divmod(dividend, divisor)
    if isinstance(dividend, Decimal) and quotient != expected[0]:  # which is rounded to 28 digits
        assert quotient * divisor + remainder == dividend
        assert 0 <= remainder < divisor * Decimal("1e-8")
        assert 0 <= expected[0] - quotient < Decimal("1e-8")
    else:
        assert repr((quotient, remainder)) == repr(expected)


@given(
    st.integers(0, 10**9),
    st.floats(-0.5, 1.5) | st.integers(0, 1),
    st.integers(0, 100) | st.just(float("inf")),
    st.booleans(),
    st.none() | st.lists(st.lists(st.just("As"), max_size=2), max_size=2),
)
def test_rake(
    amount: Any, percentage: float, cap: float, no_drop: bool, board: list[list[str]] | None
) -> None:
    state: Any = None if board is None else SimpleNamespace(board_cards=board)
    terms: dict[str, Any] = {"percentage": percentage, "cap": cap, "no_flop_no_drop": no_drop}
    ours = outcome(lambda: values.rake(amount, state, **terms))
    assert ours == outcome(lambda: pk.rake(amount, state, **terms))


def test_a_share_in_decimals_that_seems_exact_is_rounded_down() -> None:
    """Six times 4 / 6 in 28 digits, rounded to 28 digits, is 4 again; six of them are more."""
    assert values.divmod(Decimal(4), 6) == (Decimal("0.66666666"), Decimal("0.00000004"))


@pytest.mark.parametrize("percentage", [1.5, -0.05, -1])
def test_invalid_rake_percentages(percentage: float) -> None:
    expected = f"the rake percentage must be from 0 to 1, got {percentage}"
    with pytest.raises(InputError, match=re.escape(expected)):
        values.rake(100, percentage=percentage)


@given(st.lists(st.none() | st.integers(-5, 5)))
def test_none_is_ignored(items: list[int | None]) -> None:
    assert values.max_or_none(items) == pk.max_or_none(items)
    assert values.max_or_none(items, key=abs) == pk.max_or_none(items, key=abs)


@pytest.mark.parametrize("amount", [Decimal(10), Fraction(10), 10.0])
def test_division_keeps_the_type_of_the_amount(amount: Any) -> None:
    quotient, remainder = values.divmod(amount, 4)
    assert (quotient, remainder) == (2.5, 0)
    assert type(quotient) is type(remainder) is type(amount)


@given(hundredths, st.integers(1, 10))
def test_floats_divide_into_whole_units_without_loss(dividend: Any, divisor: int) -> None:
    quotient, remainder = values.divmod(dividend, divisor)
    units = round(dividend * 10**8)
    assert (units // divisor / 10**8, units % divisor / 10**8) == (quotient, remainder)


@given(hundredths, st.integers(0, 100), hundredths)
def test_the_rake_of_floats_is_counted_in_units(amount: Any, percent: int, cap: float) -> None:
    taken, rest = values.rake(amount, percentage=percent / 100, cap=cap)
    wanted = min(Decimal(str(amount)) * percent / 100, Decimal(str(cap)))
    assert Decimal(str(taken)) == wanted
    assert Decimal(str(taken)) + Decimal(str(rest)) == Decimal(str(amount))


@given(st.lists(st.integers(-(10**8), 10**8), max_size=33))
def test_sums_of_settled_floats_are_exact(cents: list[int]) -> None:
    total: Any = 0
    for part in cents:
        total = values.settled(total + part / 100)
    assert total == sum(cents) / 100


@pytest.mark.parametrize("amount", [7, Fraction(1, 3), Decimal("0.123456789"), float("inf")])
def test_exact_amounts_are_left_alone(amount: Any) -> None:
    assert values.settled(amount) is amount or values.settled(amount) == float("inf")
    assert values.clean_value(amount) == amount


@pytest.mark.parametrize(
    "amount", [numpy.int64(3), numpy.float64(3), numpy.float32(3), numpy.uint8(3)]
)
def test_numpy_scalars_become_numbers_of_python(amount: Any) -> None:
    assert type(values.clean_value(amount)) in (int, float)
    assert values.clean_value(amount) == 3


def test_nan_is_not_an_amount() -> None:
    with pytest.raises(InputError, match="an amount of chips must be a number, got nan"):
        values.clean_value(float("nan"))
