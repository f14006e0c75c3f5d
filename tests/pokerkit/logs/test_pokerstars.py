"""Logs of PokerStars."""

from __future__ import annotations

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.notation import read_hands
from fifthstreet.pokerkit.notation import PokerStarsParser
from tests.game.notation.texts import POKERSTARS


def test_fields() -> None:
    hand = PokerStarsParser().parse_hand(POKERSTARS)
    assert hand.players == ["ann", "bob", "big cat"]
    assert hand.seats == [1, 2, 3]
    assert hand.starting_stacks == [200, 1200, 200]
    assert hand.winnings == [0, 0, 5]
    assert (hand.hand, hand.table, hand.seat_count, hand.year) == (7, "Yew III", 6, 2009)
    assert hand.user_defined_fields == {"time_zone_abbreviation": "ET"}
    assert hand.actions == [
        *("d dh p1 AsKs", "d dh p2 ????", "d dh p3 ????", "p3 cbr 6", "p1 f", "p2 f")
    ]


def test_antes() -> None:
    antes = "".join(f"{name}: posts the ante $1\n" for name in ("ann", "bob", "big cat"))
    text = POKERSTARS.replace("ann: posts small", f"{antes}ann: posts small")
    hand = PokerStarsParser().parse_hand(text.replace("$5", "$8"))
    assert (hand.antes, hand.ante_trimming_status) == ([1, 1, 1], True)


def test_values_are_parsed_as_asked() -> None:
    hand = PokerStarsParser().parse_hand(POKERSTARS, float)
    assert {type(value) for value in (*hand.starting_stacks, hand.min_bet)} == {float}
    *_, state = hand
    assert state.stacks == [199.0, 1198.0, 203.0]


def test_button_at_an_empty_seat() -> None:
    text = POKERSTARS.replace("#3 is the button", "#9 is the button")
    assert PokerStarsParser().parse_hand(text).seats == [1, 2, 3]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("raises $4 to $6", "raises $1 to $3", r"line 10: .*'p3 cbr 3'"),
        ("big cat: raises $4 to $6", "ann: calls $1", r"line 11: .*'p1 f'"),
        ("Hold'em No Limit", "Whist", "line 1: the game must be one of"),
        ("bob: folds", "rob: folds", "line 12: no seat or stack is given for 'rob'"),
        ("collected $5", "collected $9", "line 14: 9 is collected and raked from a pot of 5"),
    ],
)
def test_errors_name_the_line(old: str, new: str, message: str) -> None:
    reader = read_hands(POKERSTARS.replace(old, new), parser=PokerStarsParser())
    assert list(reader) == []
    with pytest.raises(InputError, match=message):
        raise reader.errors[0]
