"""HTML from plain data: tables, headings and notes, with styles inline and no scripts.

Notebooks have their own style sheets, so nothing here relies on one: every element carries its own
style, and inherits text colour and background from the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from fifthstreet.support.drawing.colours import css
from fifthstreet.support.drawing.markup import Markup, escaped
from fifthstreet.support.drawing.picture import Picture
from fifthstreet.support.drawing.table import Bar, Column, Entry, Line, Table

_RULE = "1px solid rgba(128,128,128,0.4)"
_CELL = "padding:2px 8px;white-space:pre"
_BAR_WIDTH, _BAR_HEIGHT = 90, 10  # pixels
# Whole pages follow the browser's light or dark theme.
_PAGE_STYLE = (
    ":root{color-scheme:light dark}"
    "body{margin:16px;font-family:DejaVu Sans,Verdana,sans-serif;font-size:14px}"
)


def block(*parts: str | Picture | Table) -> Markup:
    """Put parts below each other, for a notebook."""
    return Markup(f'<div style="line-height:1.4">{"".join(map(_part, parts))}</div>')


def beside(*parts: str | Picture | Table) -> Markup:
    """Put parts side by side, or below each other if the page is too narrow."""
    inner = "".join(f"<div>{_part(part)}</div>" for part in parts)
    return Markup(
        '<div style="display:flex;flex-wrap:wrap;gap:8px 24px;align-items:flex-start">'
        f"{inner}</div>"
    )


def heading(line: str | Line) -> Markup:
    """Return a line in larger type."""
    return Markup(
        f'<div style="font-size:1.15em;margin:4px 0;white-space:pre-wrap">{_line(line)}</div>'
    )


def note(text: str | Line) -> Markup:
    """Return a line in smaller type."""
    return Markup(f'<div style="font-size:0.9em;opacity:0.8;margin:2px 0">{_line(text)}</div>')


def page(title: str, *parts: str | Picture | Table) -> str:
    """Return a whole HTML page, for a file."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f"<title>{escaped(title)}</title>\n<style>{_PAGE_STYLE}</style>\n</head>\n<body>\n"
        f"{block(*parts)}\n</body>\n</html>\n"
    )


def table_html(table: Table) -> Markup:
    """Return a table as an HTML element."""
    caption = ""
    if table.title:
        caption = (
            '<caption style="text-align:left;font-weight:bold;caption-side:top;color:inherit">'
            f"{escaped(table.title)}</caption>"
        )
    head = "".join(_head(column) for column in table.columns)
    body = "".join(_row(table, number, row) for number, row in enumerate(table.rows))
    return Markup(
        f'<table style="border-collapse:collapse;margin:4px 0;font-size:0.95em">{caption}'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _part(part: str | Picture | Table) -> str:
    if isinstance(part, Picture):
        return part.inline()
    if isinstance(part, Table):
        return table_html(part)
    return escaped(part)


def _head(column: Column) -> str:
    square = f'<span style="color:{css(column.colour)}">■</span> ' if column.colour else ""
    return (
        f'<th style="{_CELL};text-align:{_side(column)};border-bottom:{_RULE}">'
        f"{square}{escaped(column.name)}</th>"
    )


def _row(table: Table, number: int, row: Sequence[Entry]) -> str:
    style = f";border-bottom:{_RULE}" if number in table.section_ends else ""
    style += ";font-weight:bold" if number in table.bold_rows else ""
    cells = "".join(
        f'<td style="{_CELL};text-align:{_side(column)}{style}">{_entry(entry)}</td>'
        for column, entry in zip(table.columns, row, strict=True)
    )
    return f"<tr>{cells}</tr>"


def _side(column: Column) -> str:
    return "right" if column.is_number else "left"


def _entry(entry: Entry) -> str:
    if not isinstance(entry, Bar):
        return _line(entry)
    width = round(min(max(entry.share, 0.0), 1.0) * _BAR_WIDTH)
    return (
        f'<div style="width:{_BAR_WIDTH}px"><div style="width:{width}px;height:{_BAR_HEIGHT}px;'
        f'background:{css(entry.colour)}"></div></div>'
    )


def _line(line: str | Line) -> str:
    if isinstance(line, str):
        return escaped(line)
    pieces = []
    for run in line:
        styles = [f"color:{css(run.colour)}"] if run.colour else []
        styles += ["font-weight:bold"] if run.is_bold else []
        text = escaped(run.text)
        pieces.append(f'<span style="{";".join(styles)}">{text}</span>' if styles else text)
    return "".join(pieces)
