"""Two-card hands and their classes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.cards import (
    CLASS_NAMES,
    CLASS_SIZES,
    HOLE_CARDS,
    HOLE_CLASS,
    HOLE_MASKS,
    class_holes,
    class_index,
    hole_cards,
    hole_index,
    hole_text,
    mask_of,
    parse_hole,
)
from fifthstreet.cards.card import rank_of, suit_of
from fifthstreet.errors import InputError

HOLES = st.integers(0, 1325)


def test_indices_enumerate_all_hands() -> None:
    assert [hole_index(a, b) for b in range(52) for a in range(b)] == list(range(1326))
    assert [hole_index(b, a) for b in range(52) for a in range(b)] == list(range(1326))


def test_the_order_of_hands_is_that_of_pio() -> None:
    first = "2d2c 2h2c 2h2d 2s2c 2s2d 2s2h 3c2c 3c2d 3c2h 3c2s 3d2c"
    assert [hole_text(index) for index in range(11)] == first.split()
    assert [hole_text(index) for index in (1323, 1324, 1325)] == ["AsAc", "AsAd", "AsAh"]


def test_tables_agree_with_the_functions() -> None:
    for index in range(1326):
        low, high = hole_cards(index)
        assert low < high
        assert HOLE_CARDS[index].tolist() == [low, high]
        assert int(HOLE_MASKS[index]) == mask_of((low, high))
        assert hole_index(HOLE_CARDS[index, 0], HOLE_CARDS[index, 1]) == index


@given(index=HOLES, is_swapped=st.booleans())
def test_text_round_trips(index: int, is_swapped: bool) -> None:
    text = hole_text(index)
    assert parse_hole(text[2:] + text[:2] if is_swapped else text) == index


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("KhAs", "AsKh"),
        ("asKH", "AsKh"),
        ("A♠ K♥", "AsKh"),
        ("10c10s", "TsTc"),
        ("2h2s", "2s2h"),
    ],
)
def test_spellings_of_a_hand(text: str, canonical: str) -> None:
    assert hole_text(parse_hole(text)) == canonical


@pytest.mark.parametrize("text", ["", "As", "AsKhQd", "As??"])
def test_invalid_hand_texts(text: str) -> None:
    with pytest.raises(InputError, match=r"a hand must be two cards, like 'AsKh', got .*"):
        parse_hole(text)


@pytest.mark.parametrize(("first", "second"), [(3, 3), (-1, 4), (4, 52)])
def test_invalid_pairs_of_cards(first: int, second: int) -> None:
    with pytest.raises(
        ValueError,
        match=f"a hand must be two different cards from 0 to 51, got {first} and {second}",
    ):
        hole_index(first, second)


@pytest.mark.parametrize("index", [-1, 1326])
def test_invalid_hand_indices(index: int) -> None:
    for call in (hole_cards, hole_text):
        with pytest.raises(InputError, match=f"a hand must be from 0 to 1325, got {index}"):
            call(index)


def test_classes_follow_ranks_and_suits() -> None:
    for index in range(1326):
        low, high = hole_cards(index)
        ranks = "23456789TJQKA"[rank_of(high)] + "23456789TJQKA"[rank_of(low)]
        suited = "s" if suit_of(low) == suit_of(high) else "o"
        name = ranks if ranks[0] == ranks[1] else ranks + suited
        assert CLASS_NAMES[HOLE_CLASS[index]] == name


def test_grid_has_aces_first_and_suited_hands_above_the_diagonal() -> None:
    assert CLASS_NAMES[:3] == ("AA", "AKs", "AQs")
    assert CLASS_NAMES[13:16] == ("AKo", "KK", "KQs")
    assert CLASS_NAMES[12] == "A2s"
    assert CLASS_NAMES[156] == "A2o"
    assert CLASS_NAMES[168] == "22"


def test_classes_partition_all_hands() -> None:
    assert len(set(CLASS_NAMES)) == 169
    assert np.bincount(CLASS_SIZES).tolist() == [0, 0, 0, 0, 78, 0, 13, 0, 0, 0, 0, 0, 78]
    parts = [class_holes(index) for index in range(169)]
    assert sorted(np.concatenate(parts).tolist()) == list(range(1326))
    for index, holes in enumerate(parts):
        assert (HOLE_CLASS[holes] == index).all()
        assert (np.diff(holes) > 0).all()


def test_class_names_round_trip() -> None:
    assert [class_index(name) for name in CLASS_NAMES] == list(range(169))


@pytest.mark.parametrize(("text", "name"), [("kas", "AKs"), ("aKO", "AKo"), ("109s", "T9s")])
def test_spellings_of_a_class(text: str, name: str) -> None:
    assert CLASS_NAMES[class_index(text)] == name


@pytest.mark.parametrize("name", ["", "A", "AK", "AAs", "AKx", "AsKs", "1Ks"])
def test_invalid_class_names(name: str) -> None:
    with pytest.raises(InputError, match=r"a hand class must be like 'AA', 'AKs' or 'AKo', got .*"):
        class_index(name)


@pytest.mark.parametrize("index", [-1, 169])
def test_invalid_class_indices(index: int) -> None:
    with pytest.raises(InputError, match=f"a hand class must be from 0 to 168, got {index}"):
        class_holes(index)


def test_tables_are_read_only() -> None:
    for table in (HOLE_CARDS, HOLE_MASKS, HOLE_CLASS, CLASS_SIZES, class_holes(0)):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 0
