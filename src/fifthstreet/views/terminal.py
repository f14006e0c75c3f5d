"""Lines, tables and grids of `fifthstreet.support.drawing` in the terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

from fifthstreet.support.drawing import (
    Bar,
    Cell,
    Colour,
    Entry,
    Line,
    Table,
    action_letters,
    ascii_text,
    css,
    escaped,
)
from fifthstreet.support.terminal import Terminal

if TYPE_CHECKING:
    from rich.table import Table as RichTable

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_BAR_WIDTH = 14  # characters
_CELL, _MIN_CELL = 6, 4  # characters, so that 13 cells fit 80 columns, and 52
_WIDEST_TEXT = 40  # characters of a text column before it is folded
_UNLIMITED = 10_000  # characters, wider than any table


def captured_text(print_to: Callable[[Console], None]) -> str:
    """Return what is printed, as wide as the terminal and in the characters that it shows."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    file = io.TextIOWrapper(io.BytesIO(), encoding, errors="replace", newline="\n")
    print_to(Terminal(file=file))
    file.seek(0)
    return file.read().rstrip("\n")


def has_colours(console: Console) -> bool:
    """Return whether the terminal shows colours; letters replace them if not."""
    return console.color_system is not None and not console.no_color


def is_ascii(console: Console) -> bool:
    """Return whether the terminal, or the file that replaces it, shows only ASCII."""
    return not console.encoding.startswith("utf")


def shown_text(console: Console, text: str) -> str:
    """Return text as the terminal will show it.

    Whatever has to be aligned is measured in this form: in ASCII, or with control characters, text
    can be longer.
    """
    return ascii_text(escaped(text)) if is_ascii(console) else escaped(text)


def print_line(console: Console, line: Text) -> None:
    """Print a line of words: wrapped between them in a terminal, whole in a file or a pipe."""
    console.print(line, soft_wrap=not console.is_terminal)


def print_notes(console: Console, notes: Iterable[str]) -> None:
    """Print lines that explain the lines above."""
    for note in notes:
        # Rich would drop some control characters instead of showing them.
        print_line(console, Text(escaped(note), style="bright_black"))


def print_title(console: Console, line: Line) -> None:
    """Print a line, and an empty one below."""
    console.print(line_text(console, line))
    console.print()


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


def print_table(console: Console, table: Table, *, is_framed: bool = True) -> None:
    """Print a table in the layout that fits; see `terminal_table`."""
    console.print(terminal_table(console, table, is_framed=is_framed))


def terminal_table(console: Console, table: Table, *, is_framed: bool = True) -> RenderableType:
    """Return a table for the terminal, with or without a frame.

    If it is too wide, names of number columns are wrapped. If that is not enough, the frame is left
    out, then the bars. If that is not enough either, text is wrapped; and where even the numbers
    are too wide, the columns are divided among several tables, each of which starts with the first
    one. Nothing is cut, and numbers are never wrapped.
    """
    bare = _without_bars(table)
    layouts = [
        _rich_table(console, table, is_framed=framed, is_narrow=narrow)
        for framed in ((True, False) if is_framed else (False,))
        for narrow in (False, True)
    ]
    layouts.append(_rich_table(console, bare, is_framed=False, is_narrow=True))
    for each in layouts:
        if _measured(console, each).maximum <= console.width:
            return each
    # Only in narrow layouts are numbers safe from being wrapped.
    for each in (*layouts[1::2], layouts[-1]):
        spare = console.width - _measured(console, each).minimum
        if spare >= 0:
            _widen(each, spare)
            return each
    parts = [
        _rich_table(console, part, is_framed=False, is_narrow=True)
        for part in _divided(console, bare)
    ]
    return parts[0] if len(parts) == 1 else Group(*parts)


def _without_bars(table: Table) -> Table:
    bars = {
        place
        for place in range(len(table.columns))
        if any(isinstance(row[place], Bar) for row in table.rows)
    }
    return _with_columns(table, [at for at in range(len(table.columns)) if at not in bars])


def _with_columns(table: Table, places: Sequence[int]) -> Table:
    return replace(
        table,
        columns=tuple(table.columns[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
    )


def _divided(console: Console, table: Table) -> list[Table]:
    """Divide the columns after the first so that each part fits, if its first two columns do."""
    parts: list[list[int]] = [[0]]
    for place in range(1, len(table.columns)):
        longer = _with_columns(table, [*parts[-1], place])
        shown = _rich_table(console, longer, is_framed=False, is_narrow=True)
        if _measured(console, shown).maximum > console.width and len(parts[-1]) > 1:
            parts.append([0, place])
        else:
            parts[-1].append(place)
    return [_with_columns(table, part) for part in parts]


def _measured(console: Console, table: RichTable) -> Measurement:
    """Return the widths of a table whose text is wrapped between all words, and nowhere.

    They do not depend on the terminal, on which no table would be measured as too wide.
    """
    return console.measure(table, options=console.options.update(max_width=_UNLIMITED))


def _widen(table: RichTable, spare: int) -> None:
    """Set the widths of text columns: their longest words, and the spare characters shared out.

    Rich would shorten the widest columns, in the middle of words.
    """
    texts = [column for column in table.columns if column.width is None]
    wanted = []
    for column in texts:
        entries = [entry for entry in (column.header, *column.cells) if isinstance(entry, Text)]
        column.width = max(
            cell_len(word) for entry in entries for word in [*entry.plain.split(), ""]
        )
        widest = min(max(entry.cell_len for entry in entries), column.max_width or _UNLIMITED)
        wanted.append(max(widest, column.width))
    while spare:
        missing = [want - (column.width or 0) for want, column in zip(wanted, texts, strict=True)]
        if max(missing, default=0) <= 0:
            return
        widened = texts[missing.index(max(missing))]
        widened.width = (widened.width or 0) + 1
        spare -= 1


def _rich_table(console: Console, table: Table, *, is_framed: bool, is_narrow: bool) -> RichTable:
    """Return a table; in a narrow one, number columns are as wide as their numbers."""
    from rich.table import Table as RichTable  # takes 5 ms, and grids need none

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


def cell_width(console: Console) -> int:
    """Return the characters of a cell, of which the last is a gap, so that 13 fit the terminal."""
    return min(max(console.width // 13, _MIN_CELL), _CELL)


def cell_grid(console: Console, rows: Sequence[Sequence[Cell]]) -> Group:
    """Return rows of cells, two lines each; cells without colours stay dark.

    The name is on the colour with the largest share, so that the main action stands out; all
    colours share the line below. In terminals without colours, a dot replaces the name of a cell
    without any.
    """
    lines = []
    width = cell_width(console) - 1
    for row in rows:
        names, notes = Text(no_wrap=True), Text(no_wrap=True)
        for cell in row:
            names.append_text(_name_line(console, cell, width)).append(" ")
            notes.append_text(_note_line(console, cell, width)).append(" ")
        lines += [names, notes]
    return Group(*lines)


def action_cells(
    console: Console,
    cells: Iterable[Cell],
    actions: Sequence[str],
    weights: Sequence[float] | None = None,
) -> list[Cell]:
    """Return the cells of a strategy as the terminal can show them: letters without colours."""
    if has_colours(console):
        return list(cells)
    return with_letters(console, cells, action_letters(actions)[::-1], weights)


def with_letters(
    console: Console,
    cells: Iterable[Cell],
    letters: Sequence[str],
    weights: Sequence[float] | None = None,
) -> list[Cell]:
    """Return cells whose notes show their shares as letters, for terminals without colours.

    A weight below 1 makes a cell's bar of letters shorter, in place of fading its colours.
    """
    cells = list(cells)
    width = cell_width(console) - 1
    return [
        replace(
            cell,
            note=letter_bar(
                [share for share, _ in cell.parts], letters, max(round(weight * width), 1)
            ).ljust(width),
        )
        if cell.parts
        else cell
        for cell, weight in zip(cells, weights or [1.0] * len(cells), strict=True)
    ]


def letter_bar(shares: Sequence[float], letters: Sequence[str], width: int) -> str:
    """Return shares as letters that fill a width.

    >>> letter_bar([0.4, 0.6], ["1", "k"], 5)
    '11kkk'
    """
    ends = np.round(np.cumsum(shares) * width).astype(int).tolist()
    starts = [0, *ends[:-1]]
    return "".join(
        letter * (end - start) for letter, start, end in zip(letters, starts, ends, strict=True)
    )


def fitted(note: str, width: int) -> str:
    """Return a number in at most `width` characters: without its unit, then without decimals.

    >>> [fitted(note, 3) for note in ("100%", "<1%", "110.5", "-12.3", "12345")]
    ['100', '<1%', '110', '-12', '12k']
    """
    if len(note) <= width:
        return note
    note = note.removesuffix("%")
    if len(note) <= width:
        return note
    try:
        value = float(note)
    except ValueError:
        return note[:width]
    whole = f"{value:.0f}"
    return whole if len(whole) <= width else f"{value / 1000:.0f}k"


def _name_line(console: Console, cell: Cell, width: int) -> Text:
    if not cell.parts:
        name = cell.name if has_colours(console) else "."
        return Text(name.ljust(width), style="bright_black")
    _, main = max(cell.parts, key=lambda part: part[0])
    return Text(cell.name.ljust(width), style=Style(color="white", bgcolor=css(main), bold=True))


def _note_line(console: Console, cell: Cell, width: int) -> Text:
    """Return the note on the cell's colours.

    They meet at an eighth of a character; in ASCII, between two characters.
    """
    if not cell.parts:
        return Text(" " * width)
    colours = [css(colour) for _, colour in cell.parts]
    ends = np.round(np.cumsum([share for share, _ in cell.parts]) * 8 * width).astype(int)
    ends[-1] = 8 * width
    is_exact = has_colours(console) and not is_ascii(console)
    line = Text()
    for place, letter in enumerate(fitted(cell.note, width).rjust(width)):
        first, middle, last = np.searchsorted(
            ends, [8 * place, 8 * place + 4, 8 * place + 7], "right"
        ).tolist()
        if letter == " " and first != last and is_exact:
            border = _EIGHTHS[int(ends[first]) - 8 * place]
            line.append(border, style=Style(color=colours[first], bgcolor=colours[last]))
        else:
            line.append(letter, style=Style(color="white", bgcolor=colours[middle]))
    return line
