"""Small helpers, compared with PokerKit's."""

import random
from typing import Any

import pokerkit
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.pokerkit import utilities

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
