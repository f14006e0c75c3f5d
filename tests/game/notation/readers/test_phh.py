"""Reading PHH: the same hands as PokerKit, from one table or many."""

from __future__ import annotations

import warnings
from dataclasses import fields
from decimal import Decimal
from typing import Any

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation
from fifthstreet.game.notation import PHHParser, parse_phh, parse_phhs, phh_text
from tests.game.notation.test_history import Case, cases
from tests.game.notation.texts import PHH
from tests.thoroughness import examples

REPLAY_OPTIONS = ("automations", "divmod", "rake", "parse_value")


@pytest.fixture(autouse=True)
def _no_warnings() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@settings(deadline=None)
@given(cases)
def test_fields_match_pokerkit(case: Case) -> None:
    theirs = case()
    ours = parse_phh(theirs.dumps())
    for field in fields(theirs):
        if field.name not in REPLAY_OPTIONS:
            assert getattr(ours, field.name) == getattr(theirs, field.name)


@settings(deadline=None, max_examples=examples(20))
@given(st.lists(cases, max_size=5))
def test_many_hands_in_one_text(chosen: list[Case]) -> None:
    theirs = [case() for case in chosen]
    ours = list(parse_phhs(pokerkit.HandHistory.dumps_all(theirs)))
    assert [phh_text(hand) for hand in ours] == [hand.dumps() for hand in theirs]


@pytest.mark.parametrize("crlf", [False, True])
def test_hand_written_files(crlf: bool) -> None:
    text = (
        "# A hand.\n\n"
        + PHH.replace("['d", "[\n  # Pre-flop\n  'd").replace("', 'd", "',  # Ann\n\n  'd")
        + "\nplayers = [\"Ann\", 'Bob']\nyear = 2009\ntime = 12:34:56\n\n[_notes]\nby = 'me'\n"
    )
    hand = parse_phh(text.replace("\n", "\r\n") if crlf else text)
    assert hand.players == ["Ann", "Bob"]
    assert str(hand.time) == "12:34:56"
    assert hand.user_defined_fields == {"_notes": {"by": "me"}}
    assert parse_phh(phh_text(hand)) == hand


def test_numbers_are_ints_or_decimals_unless_a_parser_is_given() -> None:
    text = PHH.replace("[100, 100]", "[100, 99.50]")
    assert parse_phh(text).starting_stacks == [100, Decimal("99.50")]
    assert parse_phh(text, parse_value=float).starting_stacks == [100, 99.5]


def test_given_fields_replace_those_of_the_text() -> None:
    automations = (Automation.ANTE_POSTING,)
    with pytest.warns(UserWarning, match="'colour' is not a field of PHH: .* like '_colour'"):
        hand = parse_phh(PHH, hand=7, automations=automations, colour="red", _x=1)
    assert (hand.hand, hand.automations) == (7, automations)
    assert hand.user_defined_fields == {"colour": "red", "_x": 1}
    assert [hand.level for hand in parse_phhs(f"[1]\n{PHH}\n[2]\n{PHH}", level=3)] == [3, 3]


def test_warnings_point_at_the_caller() -> None:
    with pytest.warns(UserWarning, match="'colour'") as caught:
        parse_phh(PHH + "\ncolour = 'red'")
    assert [warning.filename for warning in caught] == [__file__]


def test_replay_options_are_not_read_from_text() -> None:
    with pytest.warns(UserWarning, match="'rake'"):
        hand = parse_phh(PHH + "\nrake = 3")
    assert callable(hand.rake)
    assert hand.user_defined_fields == {"rake": 3}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("antes = [0, 0]", "antes = ", "Invalid value"),
        ("['d dh p1 AsKs'", "[1", r"actions must be an array of strings, got \[1, "),
        ("[100, 100]", "[100, nan]", "an item of starting_stacks must be a number, got Decimal"),
    ],
)
def test_invalid_texts_are_rejected_at_once(old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_phh(PHH.replace(old, new))


def test_hands_outside_of_tables() -> None:
    with pytest.raises(InputError, match="'variant' must be in the table of a hand"):
        list(parse_phhs(PHH))


def test_hand_texts() -> None:
    parser = PHHParser()
    assert [hand.line for hand in parser.hand_texts(PHH)] == [1]
    many = f"# a session\n\n[1]\n{PHH}\n\n['two']\n{PHH}\n"
    assert [hand.line for hand in parser.hand_texts(many)] == [3, 12]
    assert list(parser.hand_texts("\n\n")) == []
