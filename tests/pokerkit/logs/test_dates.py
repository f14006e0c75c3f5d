"""Dates and times, compared with PokerKit's."""

import pokerkit
import pytest

from fifthstreet.pokerkit.logs.dates import parse_month, parse_time
from tests.notation.test_amounts import outcome


@pytest.mark.parametrize("text", ["12:34:56", "00:00:00", "24:00:00", "1:2:3", "12:34", ""])
def test_parse_time(text: str) -> None:
    assert outcome(lambda: parse_time(text)) == outcome(lambda: pokerkit.parse_time(text))


@pytest.mark.parametrize("text", ["July", "december", "MAY", "Feb", "13", ""])
def test_parse_month(text: str) -> None:
    assert outcome(lambda: parse_month(text)) == outcome(lambda: pokerkit.parse_month(text))
