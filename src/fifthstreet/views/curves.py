"""Curves on logarithmic axes, as pictures for pages and for the terminal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from rich.text import Text

Points = Sequence[tuple[float, float]]

_WIDTH, _HEIGHT, _MARGIN = 760, 460, 60  # of a picture, in pixels
_LEGEND_WIDTH = 190
_FEWEST_TICKS = 3
COLOURS = ("#009e73", "#d55e00", "#e69f00", "#cc79a7", "#56b4e9", "#999999")
# Dots of a character as Unicode numbers them, by row and column.
_BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


@dataclass(frozen=True)
class Axis:
    """A logarithmic axis."""

    low: float
    high: float

    @classmethod
    def over(cls, values: Sequence[float]) -> "Axis":
        """From the least to the largest value."""
        low, high = min(values), max(values)
        return cls(low, high if high > low else 2 * low)

    @classmethod
    def around(cls, values: Sequence[float]) -> "Axis":
        """From the power of ten below the values to the one above."""
        low, high = min(values), max(values)
        first, last = floor(log10(low)), ceil(log10(high))
        return cls(10.0**first, 10.0 ** max(last, first + 1))

    def share(self, value: float) -> float:
        """Where on the axis a value lies, from 0 to 1."""
        return log10(value / self.low) / log10(self.high / self.low)

    def ticks(self) -> list[float]:
        """Round numbers on the axis: powers of ten, and more between them if those are few."""
        powers = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
        for digits in ((1,), (1, 3), (1, 2, 5)):
            found = [digit * 10.0**power for power in powers for digit in digits]
            found = [
                tick for tick in found if self.low <= tick * 1.0001 and tick <= self.high * 1.0001
            ]
            if len(found) > _FEWEST_TICKS:
                break
        return found


def curve_svg(curves: Mapping[str, Points], caption: str, *, unit: str = "") -> str:
    """Curves by name as an SVG picture; points that a logarithm cannot show are left out."""
    shown = {name: _positive(points) for name, points in curves.items()}
    across = Axis.over([x for points in shown.values() for x, _ in points] or [1.0])
    up = Axis.around([y for points in shown.values() for _, y in points] or [1.0])

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            _MARGIN + across.share(x) * (_WIDTH - 2 * _MARGIN),
            _MARGIN / 2 + (1 - up.share(y)) * (_HEIGHT - 1.5 * _MARGIN),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for tick in up.ticks():
        x, y = place(across.low, tick)
        parts.append(f'<path d="M{x:.0f} {y:.0f}H{_WIDTH - _MARGIN}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{x - 6:.0f}" y="{y + 4:.0f}" text-anchor="end">{tick:g}{unit}</text>'
        )
    for tick in across.ticks():
        x, y = place(tick, up.low)
        parts.append(f'<path d="M{x:.0f} {_MARGIN / 2}V{y:.0f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.0f}" y="{y + 16:.0f}" text-anchor="middle">{tick:g}</text>')
    parts.append(
        f'<text x="{_WIDTH / 2}" y="{_HEIGHT - 8}" text-anchor="middle">{escape(caption)}</text>'
    )
    for line, (name, points) in enumerate(shown.items()):
        colour = COLOURS[line % len(COLOURS)]
        dots = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in points)
        parts.append(f'<polyline points="{dots}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = _MARGIN / 2 + 18 * line + 14
        x = _WIDTH - _MARGIN - _LEGEND_WIDTH
        parts.append(f'<rect x="{x}" y="{y - 9}" width="14" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{x + 20}" y="{y}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def curve_plot(points: Points, *, width: int = 60, height: int = 8) -> Text:
    """A curve as dots in the terminal, two across and four down in a character, with its ends."""
    shown = _positive(points)
    if len(shown) < 2:
        return Text("")
    across, up = (Axis.over([point[axis] for point in shown]) for axis in (0, 1))
    rows = [[0] * width for _ in range(height)]
    for x, y in shown:
        column = round(across.share(x) * (2 * width - 1))
        row = round((1 - up.share(y)) * (4 * height - 1))
        rows[row // 4][column // 2] |= _BRAILLE[row % 4][column % 2]
    labels = {0: f"{up.high:.3g}", height - 1: f"{up.low:.3g}"}
    room = max(map(len, labels.values()))
    lines = [
        f"{labels.get(number, ''):>{room}} ┤" + "".join(chr(0x2800 + cell) for cell in row)
        for number, row in enumerate(rows)
    ]
    first, last = f"{across.low:,.0f}", f"{across.high:,.0f}"
    lines.append(f"{'':>{room}}  {first}{last:>{width - len(first)}}")
    return Text("\n".join(lines))


def _positive(points: Points) -> list[tuple[float, float]]:
    return [(x, y) for x, y in points if x > 0 and y > 0]
