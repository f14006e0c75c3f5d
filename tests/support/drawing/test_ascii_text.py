"""Text in ASCII."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.cards import card_symbol, card_text
from fifthstreet.support.drawing.ascii_only import ascii_text


@pytest.mark.parametrize("card", range(52))
def test_suits_become_letters(card: int) -> None:
    assert ascii_text(card_symbol(card)) == card_text(card)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("± 0.5%", "+/- 0.5%"),
        ("≥ 2 → 3 × 4 …", ">= 2 -> 3 x 4 ..."),
        ("███▌ ▏|", "#### " + " |"),
        ("┏━┳━┓│┤", "+-+-+|+"),
        ("\u2800\u2801\u28c0\u28ff", " '.:"),  # Braille: nothing, above, below, both
        ("AK–AT ‘x’ “y”", "AK-AT 'x' \"y\""),
        ("José 你 🂡", "Jos\\xe9 \\u4f60 \\U0001f0a1"),
        ("\udcff", "\\udcff"),  # a byte of a file's name that is not text
    ],
)
def test_forms(text: str, form: str) -> None:
    assert ascii_text(text) == form


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_stays_as_it_is(text: str) -> None:
    assert ascii_text(text) == text


@given(st.text(st.characters()))
def test_any_text_becomes_ascii(text: str) -> None:
    assert ascii_text(text).isascii()


@pytest.mark.parametrize("first", [0x2500, 0x2800])  # box drawing; Braille
def test_what_draws_keeps_its_width(first: int) -> None:
    assert all(len(ascii_text(chr(code))) == 1 for code in range(first, first + 128))
