"""Hand classes: against their definitions card by card, examples, and names."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, hole_index, mask_of, parse_mask
from fifthstreet.cards.hands import DRAWS, MADE_HANDS, classify
from fifthstreet.cards.hands.classes import CLASS_WORDS, class_name
from fifthstreet.errors import InputError
from tests.oracles.dealing import deals
from tests.oracles.naive_classes import draws_of, made_hand
from tests.oracles.naive_hands import Cards
from tests.thoroughness import examples

DECK = tuple(range(52))
FLAGS = [word for word in DRAWS if word != "no draw"] + ["nut flush draw"]
BOARDS = st.integers(3, 5).flatmap(lambda cards: deals(DECK, cards, 2))


@given(BOARDS)
@settings(max_examples=examples(600), deadline=None)
def test_one_hand_against_the_definitions(dealt: tuple[Cards, Cards]) -> None:
    board, hole = dealt
    check(hole, board)


@given(st.integers(3, 5).flatmap(lambda cards: deals(DECK, cards)))
@settings(max_examples=examples(6), deadline=None)
def test_many_hands_of_a_board_against_the_definitions(dealt: tuple[Cards]) -> None:
    (board,) = dealt
    free = [card for card in DECK if card not in board]
    for first in free[::2]:
        for second in free[1::5]:
            if first != second:
                check((first, second), board)


def check(hole: Cards, board: Cards) -> None:
    classes = classify(board)
    place = hole_index(*hole)
    assert MADE_HANDS[classes.made[place]] == made_hand(hole, board)
    draws = draws_of(hole, board)
    assert {name for name in FLAGS if classes.named(name)[place]} == draws
    assert DRAWS[classes.draw[place]] == next((d for d in DRAWS if d in draws), "no draw")


@pytest.mark.parametrize(
    ("board", "hand", "made", "draw"),
    [
        ("QsJh2h", "QhTh", "top pair", "flush draw"),
        ("QsJh2h", "KhTh", "king high", "combo draw"),
        ("QsJh2h", "KdTd", "king high", "open-ended"),
        ("QsJh2h", "AsKs", "ace high", "gutshot"),
        ("Ts7h2h", "AsKd", "ace high", "overcards"),
        ("Ts7h2h", "AsKs", "ace high", "overcards"),
        ("Ts7h2h", "8s6s", "high card", "gutshot"),  # a nine
        ("Ts7d2h", "5s4s", "high card", "backdoor flush draw"),
        ("Ts7h2h", "JcJd", "overpair", "no draw"),
        ("Ts7h2h", "9c9d", "underpair", "no draw"),
        ("Ts7h2h", "7c6c", "second pair", "no draw"),
        ("Ts7h2h", "Ac2c", "low pair", "no draw"),
        ("Ts7h2h", "Tc7c", "two pair", "no draw"),
        ("Ts7h2h", "2c2d", "set", "no draw"),
        ("7s7h2c", "Ah7c", "trips", "no draw"),
        ("7s7h2c", "AdKd", "ace high", "overcards"),  # the pair is everybody's
        ("7s7h2c", "9d9h", "overpair", "no draw"),
        ("7s7h7c", "AdKd", "ace high", "overcards"),
        ("7s7h7c", "AdAh", "full house", "no draw"),
        ("9h8h7h", "6s5s", "straight", "no draw"),
        ("9h8h7h", "6h5h", "straight flush", "no draw"),
        ("9h8h7h", "Th2c", "high card", "combo draw"),  # nines to jacks and sixes
        ("9h8h7h2c", "JsTh", "straight", "flush draw"),
        ("Ks9h8d3c", "JsTs", "high card", "open-ended"),  # double: queens and sevens
        ("AsKdQh", "5c4c", "high card", "no draw"),  # tens and jacks need two cards
        ("AsKdQhJc", "5c4c", "high card", "no draw"),  # a ten is everybody's straight
        ("AsKdQhJc2d", "7c6c", "high card", "no draw"),
        ("Ah5h4c", "3s3d", "underpair", "gutshot"),
        ("Kd7d2d9s3c", "AdJc", "ace high", "no draw"),  # no card to come
    ],
)
def test_examples(board: str, hand: str, made: str, draw: str) -> None:
    classes = classify(board)
    assert (classes.made_name(hand), classes.draw_name(hand)) == (made, draw)


def test_every_hand_counts_once() -> None:
    classes = classify("Ts7h2h")
    free = HOLE_MASKS & np.uint64(parse_mask("Ts7h2h")) == 0
    assert ((classes.made >= 0) == free).all()
    assert ((classes.draw >= 0) == free).all()
    for names, places in ((MADE_HANDS, classes.made), (DRAWS, classes.draw)):
        assert sum(int((places == place).sum()) for place in range(len(names))) == 1176


def test_groups_and_better_hands() -> None:
    classes = classify("Ts7h2h")
    both = classes.named("set") | classes.named("trips")
    assert (classes.named("three of a kind") == both).all()
    at_least = classes.named("two pair+")
    assert (at_least == (both | classes.named("two pair"))).all()
    assert int(classes.named("pair+").sum() + classes.named("no pair").sum()) == 1176
    assert (classes.named("high card+") == (classes.made >= 0)).all()
    assert int(classes.named("pocket pair").sum()) == 69
    assert (classes.named("flush draw") >= classes.named("nut flush draw")).all()
    assert (classes.named("flush draw") >= classes.named("combo draw")).all()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Top Pair", "top pair"),
        ("top-pair", "top pair"),
        ("sets", "set"),
        ("flushes", "flush"),
        ("gutshots", "gutshot"),
        ("OESD", "open-ended"),
        ("nfd", "nut flush draw"),
        ("overcards", "overcards"),
        ("bottom pair", "low pair"),
        ("boat+", "full house+"),
        ("three of a kind+", "trips+"),
        ("flush draw+", None),
        ("top", None),
        ("", None),
    ],
)
def test_names(text: str, name: str | None) -> None:
    assert class_name(text) == name


def test_every_word_is_a_class() -> None:
    classes = classify("Ts7h2h")
    for word in CLASS_WORDS:
        assert class_name(word) == word
        assert classes.named(word).shape == (HOLE_COUNT,)


def test_errors() -> None:
    with pytest.raises(InputError, match="board must have 3 to 5 cards for hand classes, got 2"):
        classify("Ts7h")
    with pytest.raises(InputError, match=r"a hand class must be straight flush, .*, got 'top'"):
        classify("Ts7h2h").named("top")
    with pytest.raises(InputError, match="'TsAs' holds a card of the board Ts7h2h"):
        classify("Ts7h2h").made_name("TsAs")


def test_boards_are_remembered_whatever_they_are_given_as() -> None:
    assert classify("Ts7h2h") is classify((35, 22, 2))
    assert mask_of(classify("Ts7h2h").board) == parse_mask("Ts7h2h")
