"""Escaped text and formatted numbers."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.support.drawing.markup import Markup, escaped, number, short


@given(st.text(st.characters(codec=None)))
def test_any_text_is_valid_between_tags_and_in_attributes(text: str) -> None:
    markup = f'<a b="{escaped(text)}">{escaped(text)}</a>'
    ElementTree.fromstring(markup.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))


def test_text_round_trips() -> None:
    text = "</text><script>alert(1)</script> & \"quotes\" 'too' ♠"
    root = ElementTree.fromstring(f'<a b="{escaped(text)}">{escaped(text)}</a>')
    assert root.text == root.attrib["b"] == text


def test_characters_that_xml_does_not_allow_are_replaced() -> None:
    assert escaped("a\x00b\x1b[31m\ud800") == "a\ufffdb\ufffd[31m\ufffd"
    assert escaped("tab\tline\n") == "tab\tline\n"


def test_markup_is_not_escaped_again() -> None:
    assert escaped(Markup("<b>bold</b>")) == "<b>bold</b>"


def test_numbers() -> None:
    assert number(float("inf"), 1) == "-"
    assert number(12.345, 2, "%") == "12.35%"
    assert short(1.0) == "1"
    assert short(100.0) == "100"
    assert short(-0.001) == "0"
