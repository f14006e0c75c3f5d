"""Hands chosen by text: names, suits, classes and mixes of them."""

import pytest

from fifthstreet.cards import Range
from fifthstreet.cards.hands import classify, matching_hands
from fifthstreet.errors import InputError

BOARD = "QsJh2h"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("AQs", "AQs"),
        ("AQ", "AQs,AQo"),
        ("QQ+", "QQ,KK,AA"),
        ("AhKd", "AhKd"),
        ("15%", "15%"),
        ("AA, KK; QQ JJ", "JJ+"),
        ("AA:0.5", "AA:0.5"),
        ("random & AA", "AA"),
        ("AK & not AKs", "AKo"),
        ("AK & !AKs", "AKo"),
        ("QQ+ and not KK", "QQ,AA"),
        ("AA or KK", "KK+"),
        ("A♥x♥ & K♥x♥", "AhKh"),
    ],
)
def test_without_a_board(text: str, same: str) -> None:
    assert matching_hands(text) == Range(same)


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        ("top pair", 120),
        ("flush draw", 55),
        ("set", 9),
        ("sets, two pair", 36),
        ("overcards", 16),
        ("A♥x♥", 12),  # the names of hands do not know the board
        ("A♥x♥ & flush draw", 10),
        ("top pair with flush draw", 10),
        ("AQs or set", 3 + 9),  # AsQs has a card of the board
        ("AA, QQ, set", 6 + 9),
        ("not top pair", 1176 - 120),
        ("top pair & not AQ", 120 - 12),
    ],
)
def test_on_a_board(text: str, combos: float) -> None:
    assert matching_hands(text, BOARD).combos == combos


def test_a_mix_is_the_union_of_its_parts() -> None:
    mixed = matching_hands("AQs, top pair & A♥x♥, gutshot", BOARD)
    classes = classify(BOARD)
    parts = [
        Range("AhQh,AdQd,AcQc"),  # without the queen of the board
        Range(classes.named("top pair").astype(float)) & "AhXh",
        Range(classes.named("gutshot").astype(float)),
    ]
    assert mixed == parts[0] | parts[1] | parts[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("top par", r"hands must be like 'AQs', .* or no draw\), got 'top par'"),
        ("AQs, top", r"or no draw\), got 'top'"),
        ("flush draw &", r"or no draw\), got 'flush draw &'"),
        ("flush draw,", r"or no draw\), got ''"),
        ("AKx", "'A5s-A2s' or '15%', got 'AKx'"),
        ("", "a range must have hands like 'AA,AKs', or be 'none', got"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        matching_hands(text, BOARD)
    assert "\n" not in str(caught.value)


def test_classes_need_a_board() -> None:
    with pytest.raises(InputError, match="'top pair' requires a board"):
        matching_hands("AA, top pair")
    with pytest.raises(InputError, match="board must have 3 to 5 cards for hand classes, got 2"):
        matching_hands("set", "QsJh")


@pytest.mark.parametrize(
    "text", ["22+,!AA", "22+; not AA", "random,!AA", "!AA,!KK", "22+ or not AA", "set, !AA & !KK"]
)
def test_a_list_is_never_widened_by_hands_that_are_left_out(text: str) -> None:
    with pytest.raises(InputError, match="a part of a list must name hands"):
        matching_hands(text, "QsJh2h")


def test_hands_are_left_out_with_an_ampersand() -> None:
    assert matching_hands("22+ & !AA, AKs").combos == 72 + 4
    assert matching_hands("!AA").combos == 1320
