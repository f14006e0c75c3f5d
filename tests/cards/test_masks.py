"""Sets of cards as arrays."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.cards import ALL_CARDS, cards_of, mask_of, subset_chunks, subsets


@given(
    deck=st.integers(0, 2**52 - 1).map(lambda mask: mask & 0x8F0000F00F), count=st.integers(0, 5)
)
def test_subsets_one_by_one(deck: int, count: int) -> None:
    slow = sorted(mask_of(cards) for cards in combinations(cards_of(deck), count))
    assert subsets(deck, count).tolist() == slow


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_chunks_join_up(count: int) -> None:
    sets = subsets(ALL_CARDS, count)
    assert sets.dtype == np.uint64
    assert len(sets) == comb(52, count)
    assert (np.concatenate(list(subset_chunks(ALL_CARDS, count))) == sets).all()


def test_no_sets_of_fewer_than_no_cards() -> None:
    with pytest.raises(ValueError, match="the number of cards in a set must be 0 or more, not -1"):
        subsets(ALL_CARDS, -1)
