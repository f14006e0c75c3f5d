"""Functions of chip values, compared with PokerKit's."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pokerkit as pk
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.game import values

numbers = (
    st.integers(-(10**9), 10**9)
    | st.floats(-1e9, 1e9)
    | st.decimals(-(10**9), 10**9, places=2)
    | st.fractions(-(10**9), 10**9)
)
amounts = st.integers(0, 10**9) | st.floats(0, 1e9)


def outcome(call: Callable[[], object]) -> str:
    """Return the repr of a call's result, or the name of the error it raises."""
    try:
        return repr(call())
    except (ValueError, IndexError, TypeError, ArithmeticError) as error:
        return type(error).__name__


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


def test_clean_values_takes_no_more_than_it_needs() -> None:
    counter = iter(range(10))
    assert values.clean_values(counter, 3) == (0, 1, 2)
    assert next(counter) == 3


@given(numbers, st.integers(1, 10))
def test_divmod(dividend: Any, divisor: int) -> None:
    assert repr(values.divmod(dividend, divisor)) == repr(pk.divmod(dividend, divisor))


@given(
    amounts,
    st.floats(-0.5, 1.5) | st.integers(0, 1),
    st.integers(0, 100) | st.floats(0, 100) | st.just(float("inf")),
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


def test_invalid_rake_percentages() -> None:
    with pytest.raises(ValueError, match=r"percentage \(1\.5\) should be between 0 and 1"):
        values.rake(100, percentage=1.5)


@given(st.lists(st.none() | st.integers(-5, 5)))
def test_none_is_ignored(items: list[int | None]) -> None:
    assert values.max_or_none(items) == pk.max_or_none(items)
    assert values.max_or_none(items, key=abs) == pk.max_or_none(items, key=abs)


@pytest.mark.parametrize("amount", [Decimal(10), Fraction(10), 10.0])
def test_division_keeps_the_type_of_the_amount(amount: Any) -> None:
    quotient, remainder = values.divmod(amount, 4)
    assert (quotient, remainder) == (2.5, 0)
    assert type(quotient) is type(remainder) is type(amount)
