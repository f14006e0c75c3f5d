"""Arrays of card sets."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.cards import ALL_CARDS, cards_of, mask_of, subset_chunks, subsets
from fifthstreet.errors import InputError


@given(
    deck=st.integers(0, 2**52 - 1).map(lambda mask: mask & 0x8F0000F00F), count=st.integers(0, 5)
)
def test_subsets_match_itertools(deck: int, count: int) -> None:
    expected = sorted(mask_of(cards) for cards in combinations(cards_of(deck), count))
    assert subsets(deck, count).tolist() == expected


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_chunks_concatenate_to_all_subsets(count: int) -> None:
    sets = subsets(ALL_CARDS, count)
    assert sets.dtype == np.uint64
    assert len(sets) == comb(52, count)
    assert (np.concatenate(list(subset_chunks(ALL_CARDS, count))) == sets).all()


def test_negative_set_sizes() -> None:
    with pytest.raises(InputError, match="the number of cards in a set must be at least 0, got -1"):
        subsets(ALL_CARDS, -1)
