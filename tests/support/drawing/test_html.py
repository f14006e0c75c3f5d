"""Tables and pages."""

import pytest
from tests.support.drawing.markup_checks import all_text, parsed, parsed_page

from fifthstreet.errors import InputError
from fifthstreet.support.drawing import (
    Bar,
    Box,
    Column,
    Run,
    Table,
    action_lines,
    beside,
    block,
    heading,
    note,
    number_columns,
    page,
    table_html,
    text_columns,
    tree_picture,
)
from fifthstreet.support.drawing.colours import action_colours, css
from fifthstreet.support.drawing.table import action_letters

RED = (200, 0, 0)
TABLE = Table(
    (*text_columns("<name>"), Column("share", colour=RED), *text_columns("")),
    (
        ("a & b", "12%", Bar(0.5, RED)),
        ((Run("red", RED, is_bold=True), Run(" <plain>")), "3%", Bar(2.0, RED)),
    ),
    title="A <title>",
    section_ends=frozenset({0}),
    bold_rows=frozenset({1}),
)


def test_tables() -> None:
    root = parsed(table_html(TABLE))
    assert [all_text(cell) for cell in root.iter("th")] == ["<name>", "■ share", ""]
    rows = [[all_text(cell) for cell in row.iter("td")] for row in root.iter("tr")][1:]
    assert rows == [["a & b", "12%", ""], ["red <plain>", "3%", ""]]
    assert all_text(root).startswith("A <title>")
    is_right_aligned = ["right" in cell.attrib["style"] for cell in root.iter("th")]
    assert is_right_aligned == [False, True, False]
    first, second = (row for row in root.iter("tr") if row.find("td") is not None)
    assert "border-bottom" in first[0].attrib["style"]
    assert "font-weight:bold" in second[0].attrib["style"]


def test_bars_stay_in_their_cell() -> None:
    styles = [each.attrib["style"] for each in parsed(table_html(TABLE)).iter("div")]
    assert [style for style in styles if "height" in style] == [
        f"width:{width}px;height:10px;background:{css(RED)}" for width in (45, 90)
    ]


def test_blocks_combine_parts() -> None:
    picture = tree_picture([Box(("one", "two"))], title="t", description="d")
    text = block(
        heading("a < b"), beside(picture, TABLE), note((Run("noted", RED),)), "plain <text>"
    )
    root = parsed(text)
    for part in ("a < b", "noted", "plain <text>", "one", "12%"):
        assert part in all_text(root)
    assert text == block(
        heading("a < b"), beside(picture, TABLE), note((Run("noted", RED),)), "plain <text>"
    )


def test_a_page() -> None:
    text = page("<title> & more", TABLE)
    assert "12%" in all_text(parsed_page(text))
    assert "<title>&lt;title&gt; &amp; more</title>" in text
    assert "color-scheme:light dark" in text


def test_rows_must_have_an_entry_for_each_column() -> None:
    with pytest.raises(InputError, match="a row of 1 entries in 2 columns"):
        Table(number_columns("a", "b"), (("1",),))


def test_action_lines_have_colours_and_letters() -> None:
    actions = ["k", "b50", "b100", "a"]
    assert action_letters(actions) == ["k", "1", "2", "a"]
    lines = action_lines(actions, ["check", "bet 50", "bet 100", "all-in"])
    assert [line[0].colour for line in lines] == action_colours(actions)
    assert [line[0].plain for line in lines] == ["k ", "1 ", "2 ", "a "]
    assert lines[1][1].text == "bet 50"
