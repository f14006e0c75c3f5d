"""Small helpers, compared with PokerKit's."""

import random
from typing import Any

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.pokerkit import utilities
from fifthstreet.pokerkit.utilities import parse_month, parse_time
from tests.game.notation.test_amounts import outcome

numbers = (
    st.integers(-(10**9), 10**9)
    | st.floats(-1e9, 1e9)
    | st.decimals(-(10**9), 10**9, places=2)
    | st.fractions(-(10**9), 10**9)
)


@given(numbers)
def test_sign(value: Any) -> None:
    assert utilities.sign(value) == pokerkit.sign(value)


@given(st.lists(st.integers()), st.integers(0, 2**32))
def test_shuffled(items: list[int], seed: int) -> None:
    random.seed(seed)
    ours = utilities.shuffled(items)
    random.seed(seed)
    assert ours == pokerkit.shuffled(items)
    assert ours == utilities.shuffled(items, random.Random(seed))


@given(st.lists(st.integers()), st.integers(-10, 10))
def test_rotated(items: list[int], count: int) -> None:
    assert utilities.rotated(items, count) == pokerkit.rotated(items, count)


@given(st.lists(st.none() | st.integers(-5, 5)))
def test_none_is_ignored(items: list[int | None]) -> None:
    assert [*utilities.filter_none(items)] == [*pokerkit.filter_none(items)]
    assert utilities.min_or_none(items) == pokerkit.min_or_none(items)
    assert utilities.min_or_none(items, key=abs) == pokerkit.min_or_none(items, key=abs)


@pytest.mark.parametrize("text", ["12:34:56", "00:00:00", "24:00:00", "1:2:3", "12:34", ""])
def test_parse_time(text: str) -> None:
    assert outcome(lambda: parse_time(text)) == outcome(lambda: pokerkit.parse_time(text))


@pytest.mark.parametrize("text", ["July", "december", "MAY", "Feb", "13", ""])
def test_parse_month(text: str) -> None:
    assert outcome(lambda: parse_month(text)) == outcome(lambda: pokerkit.parse_month(text))


@given(st.text())
def test_unmatchable(text: str) -> None:
    assert utilities.UNMATCHABLE_PATTERN.search(text) is None
