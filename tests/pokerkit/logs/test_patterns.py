"""Regular expressions with named blanks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.pokerkit.logs.patterns import (
    UNMATCHABLE_PATTERN,
    hands_beginning_with,
    pattern,
)


@given(st.text())
def test_unmatchable(text: str) -> None:
    assert UNMATCHABLE_PATTERN.search(text) is None


@pytest.mark.parametrize(
    ("template", "line", "groups"),
    [
        ("^{player} bets {money:amount}", "ann bets $1,200", {"player": "ann", "amount": "1,200"}),
        ("{cards} on {board}", "As, Kd on 2c", {"cards": "As, Kd"}),
        ("#{digits:hand} {word:zone}", "#12 ET x", {"hand": "12", "zone": "ET"}),
        (r"\({symbol:currency}{money}\)", "(€5)", {"currency": "€"}),
        ("at {clock}", "at 9:05:00", {"time": "9:05:00"}),
    ],
)
def test_blanks(template: str, line: str, groups: dict[str, str]) -> None:
    match = pattern(template).search(line)
    assert match is not None
    assert match.groupdict() == groups


def test_hands_end_at_two_empty_lines_at_an_end_line_or_with_the_text() -> None:
    text = "Hand 1\na\n\nb\n\n\nrubbish\nHand 2\nc\nEnd\nd\nHand 3"
    hands = [match[0] for match in hands_beginning_with("Hand ", "^End").finditer(text)]
    assert hands == ["Hand 1\na\n\nb\n", "Hand 2\nc\n", "Hand 3"]
