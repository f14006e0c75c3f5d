"""Horizontal bars with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fifthstreet.support.drawing.colours import Colour, css
from fifthstreet.support.drawing.curves import LinearAxis
from fifthstreet.support.drawing.markup import escaped, number, short
from fifthstreet.support.drawing.picture import LETTER_WIDTH, Picture

# Pixels.
_WIDTH = 560  # of the plot, without names
_ROW, _BAR = 24, 14
_FONT_SIZE = 12
_BAR_COLOUR: Colour = (190, 88, 42)
_WHISKER = 4  # half the height of the end of an interval


@dataclass(frozen=True)
class BarRow:
    """A bar: its name, its value, and the interval around the value, if it is known."""

    name: str
    value: float
    interval: tuple[float, float] | None = None
    note: str = ""  # after the value, for a tooltip and to the right of the bar


def bar_picture(rows: Sequence[BarRow], title: str, *, unit: str = "") -> Picture:
    """Draw a bar for each row, from 0, with a line over its interval."""
    ends = [value for row in rows for value in (row.value, *(row.interval or ()))]
    axis = LinearAxis.around(ends or [1.0])
    left = LETTER_WIDTH * _FONT_SIZE * max((len(row.name) for row in rows), default=0) + 16
    notes = LETTER_WIDTH * _FONT_SIZE * max((len(_label(row)) for row in rows), default=0) + 8

    def place(value: float) -> float:
        return left + axis.share(value) * _WIDTH

    bottom = _ROW * len(rows)
    elements = [f'<g font-size="{_FONT_SIZE}" fill="currentColor">']
    for tick in axis.ticks():
        x = short(place(tick))
        elements.append(
            f'<path d="M{x} 0V{bottom}" stroke="currentColor" stroke-opacity="0.15"/>'
            f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{tick:,.6g}'
            f"{escaped(unit)}</text>"
        )
    for line, row in enumerate(rows):
        middle = _ROW * line + _ROW / 2
        elements.append(_row(row, place, left, middle, left + _WIDTH + 8))
    elements.append("</g>")
    summary = "; ".join(f"{row.name}: {_label(row)}{unit}" for row in rows)
    return Picture(title, summary or "no rows", left + _WIDTH + notes, bottom + 24, tuple(elements))


def _label(row: BarRow) -> str:
    error = "" if row.interval is None else f" ± {number(row.interval[1] - row.value, 2)}"
    return f"{number(row.value, 2)}{error}{f'  {row.note}' if row.note else ''}"


def _row(
    row: BarRow, place: Callable[[float], float], left: float, middle: float, right: float
) -> str:
    zero, end = sorted((place(0.0), place(row.value)))
    pieces = [
        f"<g><title>{escaped(f'{row.name}: {_label(row)}')}</title>",
        f'<text x="{short(left - 8)}" y="{short(middle + 4)}" text-anchor="end">'
        f"{escaped(row.name)}</text>",
        f'<rect x="{short(zero)}" y="{short(middle - _BAR / 2)}" width="{short(end - zero)}" '
        f'height="{_BAR}" fill="{css(_BAR_COLOUR)}"/>',
    ]
    if row.interval is not None:
        low, high = (short(place(value)) for value in row.interval)
        top, bottom = short(middle - _WHISKER), short(middle + _WHISKER)
        pieces.append(
            f'<path d="M{low} {short(middle)}H{high}M{low} {top}V{bottom}M{high} {top}V{bottom}" '
            'stroke="currentColor" fill="none"/>'
        )
    pieces.append(
        f'<text x="{short(right)}" y="{short(middle + 4)}">{escaped(_label(row))}</text></g>'
    )
    return "".join(pieces)
