"""Grids: every cell is drawn, filled with its colours, and labelled."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.drawing.markup_checks import (
    SVG,
    all_text,
    cell_title,
    cell_widths,
    grids_of,
    parsed,
)

from fifthstreet.support.drawing import Cell, Picture, card_rows, class_rows, grid
from fifthstreet.support.drawing.colours import GROUND, css
from fifthstreet.support.drawing.grids import CELL_WIDTH, part_widths

NAMES = [f"c{number}" for number in range(169)]
RED, GREEN, BLUE = (200, 0, 0), (0, 200, 0), (0, 0, 200)


def drawn(cells: list[Cell]) -> Picture:
    return grid(class_rows(cells), title="A title", description="What it shows.")


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_colours_fill_the_cell(shares: list[float]) -> None:
    total = sum(shares)
    parts = [(share / total if total else 1 / len(shares), RED) for share in shares]
    widths = part_widths(parts)
    assert sum(widths) == pytest.approx(CELL_WIDTH)
    assert all(width >= -1e-9 for width in widths)
    for (share, _), width in zip(parts, widths, strict=True):
        assert width == pytest.approx(share * CELL_WIDTH, abs=0.11)


def test_all_hand_classes_are_drawn_and_filled() -> None:
    cells = [Cell(name, parts=((0.25, RED), (0.0, GREEN), (0.75, BLUE))) for name in NAMES]
    cells[7] = Cell("empty")
    root = parsed(drawn(cells).svg())
    (drawn_cells,) = grids_of(root)
    assert len(drawn_cells) == 169
    assert [cell.findtext(f"{SVG}text") for cell in drawn_cells] == [cell.name for cell in cells]
    assert {cell_widths(cell) for cell in drawn_cells} == {CELL_WIDTH}
    colours = [rect.attrib["fill"] for rect in drawn_cells[0].findall(f"{SVG}rect")]
    assert colours == [css(RED), css(BLUE)]  # actions that are never taken have no colour
    assert [rect.attrib["fill"] for rect in drawn_cells[7].findall(f"{SVG}rect")] == [css(GROUND)]


def test_cells_do_not_overlap() -> None:
    (drawn_cells,) = grids_of(parsed(drawn([Cell(name) for name in NAMES]).svg()))
    corners = set()
    for cell in drawn_cells:
        (rect,) = cell.findall(f"{SVG}rect")
        corners.add((float(rect.attrib["x"]), float(rect.attrib["y"])))
    assert len(corners) == 169
    lefts, tops = (sorted({corner[axis] for corner in corners}) for axis in (0, 1))
    assert len(lefts) == len(tops) == 13
    assert min(right - left for left, right in pairwise(lefts)) > CELL_WIDTH


def test_text_is_escaped_and_drawn() -> None:
    cell = Cell("<A&B>", "1 < 2", ((1.0, RED),), tip="</title><script>")
    picture = grid(
        [[cell]], title="<t>", description="&d", caption=["a < b"], legend=[(RED, "x & y")]
    )
    for text in (picture.svg(), picture.inline()):
        root = parsed(text)
        assert root.findtext(f"{SVG}title") == "<t>"
        assert root.findtext(f"{SVG}desc") == "&d"
        for part in ("<A&B>", "1 < 2", "a < b", "x & y"):
            assert part in all_text(root)
        ((drawn_cell,),) = grids_of(root)
        assert cell_title(drawn_cell) == "</title><script>"


def test_legends_wrap_and_captions_widen_the_picture() -> None:
    legend = [(RED, "a long description of an action")] * 4
    rows = class_rows([Cell(name) for name in NAMES])
    plain = grid(rows, title="", description="")
    wrapped = grid(rows, title="", description="", legend=legend)
    assert wrapped.width == plain.width
    assert wrapped.height > plain.height + 2 * 20
    wide = grid(rows, title="", description="", caption=["w" * 200])
    assert wide.width > plain.width


def test_only_files_have_a_background() -> None:
    picture = drawn([Cell(name) for name in NAMES])
    assert 'fill="#ffffff"' in picture.svg().split("<g ")[0]
    assert 'fill="#ffffff"' not in picture.inline().split("<g ")[0]
    assert picture._repr_html_() == picture.inline()
    assert picture.svg() == drawn([Cell(name) for name in NAMES]).svg()
    assert picture.svg().count('role="img"') == 1


def test_cards_are_in_rows_by_suit_with_aces_first() -> None:
    names = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    rows = card_rows({0: Cell("deuce", "note")}, names)
    assert [len(row) for row in rows] == [13] * 4
    assert [row[0].name for row in rows] == ["As", "Ah", "Ad", "Ac"]
    assert rows[3][-1] == Cell("deuce", "note")
    assert [cell.name for cell in rows[0]] == [f"{rank}s" for rank in "AKQJT98765432"]
