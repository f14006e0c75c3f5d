"""Chips: exact types are compared exactly, floats with the roundings they can have."""

from decimal import Decimal
from fractions import Fraction
from math import inf, nextafter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.table import chips_text, chips_type, new_state, parse_chips, same_chips
from fifthstreet.table.chips import to_chips


@given(st.integers(), st.integers())
def test_ints_are_exact(first: int, second: int) -> None:
    assert same_chips(first, second) == (first == second)
    assert same_chips(Fraction(first, 3), Fraction(second, 3)) == (first == second)


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=200))
def test_sums_of_cents_in_any_order_are_the_same(cents: list[int]) -> None:
    forward, exact = 0.0, sum(cents)
    for cent in cents:
        forward += cent / 100
    assert same_chips(forward, exact / 100)
    for cent in cents:
        forward -= cent / 100
    assert same_chips(forward, 0, scale=exact / 100)
    assert not same_chips(exact / 100, (exact + 1) / 100)  # a cent is a cent


def test_a_fixed_epsilon_on_float32_is_no_tolerance() -> None:
    third = np.float32(100) / np.float32(3)
    back = third + third + third
    beside = np.nextafter(np.float32(100), np.float32(0))
    assert abs(float(beside) - 100) > 1e-8  # so 1e-8 holds no two of them for the same
    assert same_chips(beside, np.float32(100))
    assert same_chips(back, np.float32(100))
    assert not same_chips(np.float32(99), np.float32(100))


def test_infinite_stacks() -> None:
    assert same_chips(inf, inf)
    assert not same_chips(inf, 1.0)
    assert not same_chips(1.0, 2.0, scale=inf)


def test_neighbours_are_the_same_and_small_chips_are_not() -> None:
    assert same_chips(nextafter(1e6, inf), 1e6)
    assert not same_chips(1e6 + 0.01, 1e6)
    assert not same_chips(Decimal("0.1"), Decimal("0.1000000000000000001"))


@given(st.one_of(st.integers(), st.fractions(), st.decimals(allow_nan=False, allow_infinity=False)))
def test_text_of_exact_amounts_reads_back(amount: int | Fraction | Decimal) -> None:
    assert parse_chips(chips_text(amount), type(amount)) == amount


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_text_of_floats_reads_back_without_an_exponent(amount: float) -> None:
    assert "e" not in chips_text(amount).lower()
    assert parse_chips(chips_text(amount), float) == amount


@pytest.mark.parametrize("text", ["", "x", "1.5", "nan", "1e3"])
def test_what_is_no_whole_amount(text: str) -> None:
    with pytest.raises(ValueError, match=r"not an amount of chips: .* want a whole number"):
        parse_chips(text)


@pytest.mark.parametrize("kind", [float, Fraction, Decimal])
def test_what_is_no_amount(kind: type) -> None:
    for text in ("nan", "x", ""):
        with pytest.raises(ValueError, match="not an amount of chips"):
            parse_chips(text, kind)


def test_type_of_a_hands_chips() -> None:
    assert chips_type(new_state((100, 100), 1)) is int
    assert chips_type(new_state((100, 100), 0.5)) is float
    assert chips_type(new_state((Fraction(100), 100), 1)) is Fraction


@pytest.mark.parametrize("kind", [int, np.int64, np.uint32])
@given(st.fractions(0, 1_000))
def test_whole_chips_are_rounded_whatever_their_type(kind: type[Any], value: Fraction) -> None:
    """NumPy's whole numbers were cut off."""
    chips = to_chips(value, kind)
    assert type(chips) is kind
    assert -1 / 2 < int(chips) - value <= 1 / 2
