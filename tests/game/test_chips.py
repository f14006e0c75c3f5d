"""Chips: exact types are compared exactly, floats up to rounding."""

from decimal import Decimal
from fractions import Fraction
from math import inf, nextafter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game import State
from fifthstreet.game.actions import act, nearest_bet
from fifthstreet.game.chips import (
    chips_text,
    chips_type,
    common_chip,
    exact_amount,
    parse_chips,
    same_chips,
    smallest_chip,
    to_chips,
)
from fifthstreet.game.flow import new_state


@given(st.integers(), st.integers())
def test_ints_are_exact(first: int, second: int) -> None:
    assert same_chips(first, second) == (first == second)
    assert same_chips(Fraction(first, 3), Fraction(second, 3)) == (first == second)


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=200))
def test_sums_of_cents_are_the_same_up_to_rounding(cents: list[int]) -> None:
    total, exact = 0.0, sum(cents)
    for cent in cents:
        total += cent / 100
    assert same_chips(total, exact / 100)
    for cent in cents:
        total -= cent / 100
    assert same_chips(total, 0, scale=exact / 100)
    assert not same_chips(exact / 100, (exact + 1) / 100)  # a whole cent is not rounding


def test_the_tolerance_of_float32_is_wider() -> None:
    third = np.float32(100) / np.float32(3)
    total = third + third + third
    neighbour = np.nextafter(np.float32(100), np.float32(0))
    assert abs(float(neighbour) - 100) > 1e-8  # so 1e-8 would tell neighbours apart
    assert same_chips(neighbour, np.float32(100))
    assert same_chips(total, np.float32(100))
    assert not same_chips(np.float32(99), np.float32(100))


def test_infinite_stacks() -> None:
    assert same_chips(inf, inf)
    assert not same_chips(inf, 1.0)
    assert not same_chips(1.0, 2.0, scale=inf)


def test_neighbouring_floats_are_the_same_but_small_chips_differ() -> None:
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


@pytest.mark.parametrize("text", ["", "x", "1.5", "nan", "1e3", "1.000000001"])
def test_invalid_whole_amounts(text: str) -> None:
    with pytest.raises(InputError, match="an amount of chips must be a"):
        parse_chips(text, int)


def test_amounts_as_people_write_them() -> None:
    """The type follows from the text, as in paths like `r:n:b3.00:c`."""
    texts = ["3.00", "12.00", "2.50", "3", "7/3", "0.1", "1e3"]
    amounts = [parse_chips(text) for text in texts]
    assert amounts == [3, 12, 2.5, 3, Fraction(7, 3), 0.1, 1000]
    assert [type(amount) for amount in amounts] == [int, int, float, int, Fraction, float, int]
    assert parse_chips("3.00", int) == 3
    for text in ("", "x", "nan", "inf"):
        with pytest.raises(InputError, match="an amount of chips must be a number, got"):
            parse_chips(text)


@pytest.mark.parametrize("kind", [float, Fraction, Decimal])
def test_invalid_amounts(kind: type) -> None:
    for text in ("nan", "x", "", "1e999999999", "1E-9_999_999", "1e+1000"):
        with pytest.raises(InputError, match="an amount of chips must be a"):
            parse_chips(text, kind)
    assert parse_chips("1e-3", kind) == kind("0.001")


def test_type_of_a_hands_chips() -> None:
    assert chips_type(new_state((100, 100), 1)) is int
    assert chips_type(new_state((100, 100), 0.5)) is float
    assert chips_type(new_state((Fraction(100), 100), 1)) is Fraction


@pytest.mark.parametrize("kind", [int, np.int64, np.uint32])
@given(st.fractions(0, 1_000))
def test_whole_chips_are_rounded_whatever_their_type(kind: type[Any], value: Fraction) -> None:
    """NumPy's integers used to be truncated."""
    chips = to_chips(value, kind)
    assert type(chips) is kind
    assert -1 / 2 < int(chips) - value <= 1 / 2


CENT, TENTH = Fraction(1, 100), Fraction(1, 10)


@pytest.mark.parametrize(
    ("amounts", "chip"),
    [
        ([100, 2000.0], Fraction(1)),
        ([500, 1000], Fraction(1)),  # never above 1: coarser chips cannot be inferred
        ([0.5], TENTH),  # nor halves or quarters
        ([1.25, 3], CENT),
        ([Decimal("0.05"), Decimal("0.10")], CENT),
        ([0.1 + 0.2, 3 * 0.1], TENTH),
        ([100 - 33.3 - 33.3], TENTH),
        ([np.float32(1234.1), np.float32(0.5)], TENTH),
        ([Fraction(7, 3), Fraction(1, 2)], Fraction(1, 6)),
        ([inf, 0.5], TENTH),
        ([], Fraction(1)),
        ([np.int64(3)], Fraction(1)),
    ],
)
def test_common_chip(amounts: list[Any], chip: Fraction) -> None:
    assert common_chip(amounts) == chip


@given(st.lists(st.integers(0, 10**7), min_size=1), st.integers(0, 4))
def test_amounts_are_whole_numbers_of_their_chip(counts: list[int], places: int) -> None:
    unit = Fraction(1, 10**places)
    for kind in (float, Decimal, Fraction):
        chip = common_chip([to_chips(count * unit, kind) for count in counts])
        assert chip >= unit
        assert all((count * unit / chip).denominator == 1 for count in counts)


def test_bets_reveal_smaller_chips() -> None:
    state = new_state((20.0, 20.0), 1.0)
    assert smallest_chip(state) == 1
    state.bet_or_raise_to(4.35)
    assert smallest_chip(state) == CENT


@st.composite
def raising_states(draw: st.DrawFn) -> tuple[State, Fraction]:
    """Draw a hand in cents, tenths, whole chips or thirds, and its unit; the actor may raise."""
    unit, kind = draw(
        st.sampled_from(
            [(Fraction(1), int), (Fraction(1, 3), Fraction)]
            + [(unit, kind) for unit in (CENT, TENTH) for kind in (float, Decimal, Fraction)]
        )
    )
    blind = draw(st.integers(1, 10))
    stacks = draw(st.lists(st.integers(4 * blind, 5000), min_size=2, max_size=3))
    state = new_state(
        [to_chips(count * unit, kind) for count in stacks], to_chips(blind * unit, kind)
    )
    if draw(st.booleans()):
        act(state, draw(st.sampled_from((0.33, 0.7, 1.0))))
    return state, unit


@pytest.mark.parametrize(
    ("to", "chip", "amount"),
    [
        (Fraction(37, 5), Fraction(1, 4), 7),  # not 7.5 and then 8
        (Fraction(73, 10), Fraction(1, 4), 7),
        (Fraction(15, 2), Fraction(1, 4), 8),
        (Fraction(5), Fraction(3, 2), 6),  # not 4.5 and then 5
    ],
)
def test_whole_chips_are_rounded_once(to: Fraction, chip: Fraction, amount: int) -> None:
    """Rounding to a quarter and then to a whole chip gave bets half a chip and more away."""
    assert nearest_bet(new_state((200, 200), 1), to, chip=chip) == amount


@given(
    raising_states(),
    st.fractions(0, 60),
    st.sampled_from((None, Fraction(1, 4), Fraction(3, 2), Fraction(5))),
)
def test_the_nearest_bet_is_legal_and_in_whole_chips(
    given_state: tuple[State, Fraction], to: Fraction, chip: Fraction | None
) -> None:
    state, _ = given_state
    low = state.min_raise_to
    high = state.max_raise_to
    if low is None:
        return
    amount = nearest_bet(state, to, chip=chip)
    assert type(amount) is chips_type(state)
    assert low <= amount <= high
    assert state.can_bet_or_raise_to(amount)
    unit = chip or smallest_chip(state)
    if type(amount) is int:
        unit = Fraction(unit.numerator)  # whole chips are never divided
    exact = exact_amount(amount)
    if amount not in (low, high):
        assert (exact / unit).denominator == 1
        if low <= to <= high:
            assert abs(exact - to) < unit
    if to >= high:
        assert amount == high
    if chip is None and amount != high:
        assert (exact / unit).denominator == 1  # the smallest raise is a whole number of chips
