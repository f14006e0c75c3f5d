"""Amounts as text, compared with PokerKit's."""

from collections.abc import Callable
from decimal import Decimal

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.game.notation.amounts import parse_value


def outcome(call: Callable[[], object]) -> str:
    """Return the repr of a call's result, or the name of the error it raises."""
    try:
        return repr(call())
    except (ValueError, ArithmeticError) as error:
        return type(error).__name__


def is_sensible(value: Decimal) -> bool:
    """Return whether an amount can be written with a hundred digits."""
    return not value.is_finite() or abs(value.adjusted()) <= 100


@given(
    st.integers().map(str)
    | st.decimals(allow_nan=False).filter(is_sensible).map(str)
    | st.sampled_from(["9,999.99", "1,0", "1e3", " 7 ", "-3", "inf"])
)
def test_matches_pokerkit(text: str) -> None:
    assert outcome(lambda: parse_value(text)) == outcome(lambda: pokerkit.parse_value(text))


def test_whole_numbers_are_ints_and_others_decimals() -> None:
    assert (parse_value("1,200"), type(parse_value("1,200"))) == (1200, int)
    assert parse_value("0.50") == Decimal("0.50")


@pytest.mark.parametrize("text", ["12v", "", "x", "½", "nan", "sNaN", "1.2.3", "1e999999999"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(
        ValueError, match=f"amount must be a number like '1,200' or '0.50', got '{text}'"
    ):
        parse_value(text)
