"""Lines, tables and grids of `fifthstreet.drawing` in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from rich import box
from rich.cells import cell_len
from rich.console import Console, Group
from rich.style import Style
from rich.table import Table as RichTable
from rich.text import Text

from fifthstreet.drawing import Cell, Entry, Line, Table
from fifthstreet.drawing.ascii_text import ascii_text
from fifthstreet.drawing.colours import Colour, css
from fifthstreet.drawing.table import Bar

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_BAR_WIDTH = 14  # characters
_CELL = 6  # characters, so that 13 cells fit 80 columns; the last is a gap
_WIDEST_TEXT = 40  # characters of a text column before it is folded
_UNLIMITED = 10_000  # characters, wider than any table


def has_colours(console: Console) -> bool:
    """Return whether the terminal shows colours; letters replace them if not."""
    return console.color_system is not None and not console.no_color


def is_ascii(console: Console) -> bool:
    """Return whether the terminal, or the file that replaces it, shows only ASCII."""
    return not console.encoding.startswith("utf")


def shown_text(console: Console, text: str) -> str:
    """Return text as the terminal will show it.

    Whatever has to be aligned is measured in this form: in ASCII, text can be longer.
    """
    return ascii_text(text) if is_ascii(console) else text


def print_notes(console: Console, notes: Iterable[str]) -> None:
    """Print lines that explain what is above them."""
    for note in notes:
        console.print(Text(note, style="bright_black"), soft_wrap=True)


def line_text(console: Console, line: Line) -> Text:
    """Return a line of text, in colour if the terminal has colours."""
    text = Text()
    for run in line:
        style = Style(color=css(run.colour) if run.colour else None, bold=run.is_bold or None)
        shown = run.plain if run.plain and not has_colours(console) else run.text
        text.append(shown_text(console, shown), style=style)
    return text


def bar(share: float, width: int, colour: Colour) -> Text:
    """Return a bar that fills `share` of the width, to an eighth of a character."""
    eighths = round(min(max(share, 0.0), 1.0) * width * 8)
    full, rest = divmod(eighths, 8)
    blocks = "█" * full + (_EIGHTHS[rest] if rest else "")
    return Text(blocks.ljust(width), style=css(colour))


def terminal_table(console: Console, table: Table, *, is_framed: bool = True) -> RichTable:
    """Return a table for the terminal, with or without a frame.

    If it is too wide, names of number columns are wrapped. If that is not enough, the frame is left
    out. If that is not enough either, text is wrapped. Numbers never are.
    """
    layouts = [
        _rich_table(console, table, is_framed=framed, is_narrow=narrow)
        for framed in ((True, False) if is_framed else (False,))
        for narrow in (False, True)
    ]
    fitting = (each for each in layouts if _full_width(console, each) <= console.width)
    return next(fitting, layouts[1])


def _full_width(console: Console, table: RichTable) -> int:
    """Return the width of a table in which no text is wrapped."""
    options = console.options.update(max_width=_UNLIMITED)
    return console.measure(table, options=options).maximum


def _rich_table(console: Console, table: Table, *, is_framed: bool, is_narrow: bool) -> RichTable:
    """Return a table; in a narrow one, number columns are as wide as their numbers."""
    rows = [[_entry(console, entry) for entry in row] for row in table.rows]
    shown = RichTable(
        title=Text(shown_text(console, table.title), style="bold") if table.title else None,
        title_justify="left",
        box=box.HEAVY_HEAD if is_framed else None,
        padding=(0, 1) if is_framed else (0, 2, 0, 0),
    )
    for place, column in enumerate(table.columns):
        is_bar = any(isinstance(row[place], Bar) for row in table.rows)
        name = Text()
        if column.colour and has_colours(console):
            name.append("■ ", style=css(column.colour))
        heading = shown_text(console, column.name)
        words = heading.split()
        widest = max([*map(cell_len, words), *(row[place].cell_len for row in rows)], default=0)
        shown.add_column(
            name.append(heading),
            justify="right" if column.is_number else "left",
            overflow="fold",
            width=widest if column.is_number and is_narrow else None,
            max_width=None if column.is_number else _WIDEST_TEXT,
            min_width=_BAR_WIDTH if is_bar else None,
        )
    for number, row in enumerate(rows):
        shown.add_row(
            *row,
            style="bold" if number in table.bold_rows else "",
            end_section=number in table.section_ends,
        )
    return shown


def _entry(console: Console, entry: Entry) -> Text:
    if isinstance(entry, Bar):
        return bar(entry.share, _BAR_WIDTH, entry.colour)
    if isinstance(entry, str):
        return Text(shown_text(console, entry))
    return line_text(console, entry)


# Grids.


def cell_grid(console: Console, rows: Sequence[Sequence[Cell]]) -> Group:
    """Return rows of cells, two lines each; cells without colours stay dark.

    The name is on the colour with the largest share, so that the main action stands out; all
    colours share the line below.
    """
    lines = []
    for row in rows:
        names, notes = Text(), Text()
        for cell in row:
            names.append_text(_name_line(cell)).append(" ")
            notes.append_text(_note_line(console, cell)).append(" ")
        lines += [names, notes]
    return Group(*lines)


def with_letters(cells: Iterable[Cell], letters: Sequence[str]) -> list[Cell]:
    """Return cells whose notes show their shares as letters, for terminals without colours."""
    return [
        replace(cell, note=letter_bar([share for share, _ in cell.parts], letters))
        if cell.parts
        else cell
        for cell in cells
    ]


def letter_bar(shares: Sequence[float], letters: Sequence[str]) -> str:
    """Return shares as letters that fill a cell's width.

    >>> letter_bar([0.4, 0.6], ["1", "k"])
    '11kkk'
    """
    ends = np.round(np.cumsum(shares) * (_CELL - 1)).astype(int).tolist()
    starts = [0, *ends[:-1]]
    return "".join(
        letter * (end - start) for letter, start, end in zip(letters, starts, ends, strict=True)
    )


def _name_line(cell: Cell) -> Text:
    text = cell.name.ljust(_CELL - 1)
    if not cell.parts:
        return Text(text, style="bright_black")
    _, main = max(cell.parts, key=lambda part: part[0])
    return Text(text, style=Style(color="white", bgcolor=css(main), bold=True))


def _note_line(console: Console, cell: Cell) -> Text:
    """Return the note on the cell's colours.

    They meet at an eighth of a character; in ASCII, between two characters.
    """
    width = _CELL - 1
    if not cell.parts:
        return Text(" " * width)
    colours = [css(colour) for _, colour in cell.parts]
    ends = np.round(np.cumsum([share for share, _ in cell.parts]) * 8 * width).astype(int)
    ends[-1] = 8 * width
    line = Text()
    for place, letter in enumerate(cell.note.rjust(width)[:width]):
        first, middle, last = np.searchsorted(
            ends, [8 * place, 8 * place + 4, 8 * place + 7], "right"
        ).tolist()
        if letter == " " and first != last and not is_ascii(console):
            border = _EIGHTHS[int(ends[first]) - 8 * place]
            line.append(border, style=Style(color=colours[first], bgcolor=colours[last]))
        else:
            line.append(letter, style=Style(color="white", bgcolor=colours[middle]))
    return line
