"""Grids of coloured cells: the 169 hand classes, or the 52 cards.

Cells are always dark with white text, so that a grid looks the same on light and dark pages and in
the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fifthstreet.support.drawing.colours import FAINT, GROUND, WHITE, Colour, css
from fifthstreet.support.drawing.markup import escaped, short
from fifthstreet.support.drawing.picture import LETTER_WIDTH, Picture

RANK_COUNT = 13

# Pixels.
CELL_WIDTH, CELL_HEIGHT = 44, 34
_GAP = 1
_NAME_SIZE, _NOTE_SIZE, _TEXT_SIZE = 12, 10, 12
_LINE = 20  # height of a line of the caption and the legend
_MARK = 12  # a square of the legend
_PADDING = 4


@dataclass(frozen=True)
class Cell:
    """A cell of a grid: a name, a note below it, and the colours that share its background."""

    name: str
    note: str = ""
    parts: tuple[tuple[float, Colour], ...] = ()  # share from 0 to 1 and colour, left to right
    tip: str = ""  # tooltip with everything known about the cell


def class_rows(cells: Sequence[Cell]) -> list[Sequence[Cell]]:
    """Return the rows of the 169 hand classes: aces first, suited hands above the diagonal."""
    return [cells[row * RANK_COUNT : (row + 1) * RANK_COUNT] for row in range(RANK_COUNT)]


def card_rows(cells: Mapping[int, Cell], names: Sequence[str]) -> list[Sequence[Cell]]:
    """Return the rows of the 52 cards: spades, hearts, diamonds, clubs, aces first.

    Cells are given by card, rank * 4 + suit; a card without a cell shows only its name.
    """
    return [
        [cells.get(card, Cell(names[card])) for card in range(4 * (RANK_COUNT - 1) + suit, -1, -4)]
        for suit in range(3, -1, -1)
    ]


def grid(
    rows: Sequence[Sequence[Cell]],
    *,
    title: str,
    description: str,
    caption: Sequence[str] = (),
    legend: Sequence[tuple[Colour, str]] = (),
) -> Picture:
    """Draw rows of cells, with lines of text above them and a legend below."""
    columns = max(map(len, rows))
    width = columns * (CELL_WIDTH + _GAP) - _GAP
    top = _LINE * len(caption) + (_PADDING if caption else 0)
    elements = [
        f'<text x="0" y="{short(line * _LINE + 14)}" font-size="{_TEXT_SIZE}" '
        f'fill="currentColor">{escaped(text)}</text>'
        for line, text in enumerate(caption)
    ]
    elements.append('<g text-anchor="middle" shape-rendering="crispEdges">')
    for row_number, row in enumerate(rows):
        for column, cell in enumerate(row):
            left, upper = column * (CELL_WIDTH + _GAP), top + row_number * (CELL_HEIGHT + _GAP)
            elements.append(_cell(cell, left, upper))
    elements.append("</g>")
    bottom = top + len(rows) * (CELL_HEIGHT + _GAP) - _GAP
    marks, height = _legend(legend, width, bottom + _PADDING)
    longest = max((_text_width(text) for text in caption), default=0.0)
    return Picture(
        title=title,
        description=description,
        width=max(width, longest),
        height=height if legend else bottom,
        elements=(*elements, *marks),
    )


def part_widths(parts: Sequence[tuple[float, Colour]]) -> list[float]:
    """Return the widths of a cell's parts in pixels, which add up to the cell's width."""
    ends: list[float] = []
    total = 0.0
    for share, _ in parts:
        total += share
        ends.append(round(min(total, 1.0) * CELL_WIDTH, 1))
    ends[-1] = CELL_WIDTH  # even if the shares do not quite add up to 1
    return [end - start for start, end in zip([0.0, *ends], ends, strict=False)]


def _cell(cell: Cell, left: float, top: float) -> str:
    box = f'y="{short(top)}" height="{CELL_HEIGHT}"'
    pieces = [f"<g><title>{escaped(cell.tip or cell.name)}</title>"]
    if cell.parts:
        at = left
        for (_, colour), width in zip(cell.parts, part_widths(cell.parts), strict=True):
            if width > 0:
                pieces.append(
                    f'<rect x="{short(at)}" {box} width="{short(width)}" fill="{css(colour)}"/>'
                )
            at += width
    else:
        pieces.append(f'<rect x="{short(left)}" {box} width="{CELL_WIDTH}" fill="{css(GROUND)}"/>')
    middle = left + CELL_WIDTH / 2
    ink = css(WHITE if cell.parts else FAINT)
    note = cell.note.strip()
    baseline = top + (15 if note else 21)
    weight = ' font-weight="bold"' if cell.parts else ""
    pieces.append(
        f'<text x="{short(middle)}" y="{short(baseline)}" font-size="{_NAME_SIZE}"{weight} '
        f'fill="{ink}">{escaped(cell.name)}</text>'
    )
    if note:
        pieces.append(
            f'<text x="{short(middle)}" y="{short(top + 28)}" font-size="{_NOTE_SIZE}" '
            f'fill="{ink}">{escaped(note)}</text>'
        )
    return "".join([*pieces, "</g>"])


def _legend(
    entries: Sequence[tuple[Colour, str]], width: float, top: float
) -> tuple[list[str], float]:
    """Return the elements of a legend that wraps at the width, and where it ends."""
    elements = []
    left, line = 0.0, top
    for colour, text in entries:
        needed = _MARK + _PADDING + _text_width(text) + 2 * _PADDING
        if left and left + needed > width:
            left, line = 0.0, line + _LINE
        elements.append(
            f'<rect x="{short(left)}" y="{short(line + 3)}" width="{_MARK}" height="{_MARK}" '
            f'fill="{css(colour)}"/><text x="{short(left + _MARK + _PADDING)}" '
            f'y="{short(line + 14)}" font-size="{_TEXT_SIZE}" fill="currentColor">'
            f"{escaped(text)}</text>"
        )
        left += needed
    return elements, line + _LINE


def _text_width(text: str) -> float:
    return LETTER_WIDTH * _TEXT_SIZE * len(text)
