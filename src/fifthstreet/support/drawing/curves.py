"""Curves on logarithmic or linear axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, isnan, log10
from typing import TypeAlias

from fifthstreet.support.drawing.colours import CURVE_COLOURS, css
from fifthstreet.support.drawing.markup import escaped, short
from fifthstreet.support.drawing.picture import LETTER_WIDTH, Picture

Points: TypeAlias = Sequence[tuple[float, float]]
Bands: TypeAlias = Sequence[tuple[float, float, float]]  # x, low, high

# Pixels.
_WIDTH, _HEIGHT, _MARGIN = 760, 460, 60
_SMALL_WIDTH, _SMALL_HEIGHT = 480, 280
_FONT_SIZE, _LEGEND_LINE = 12, 18
_BASELINE = 9  # of the text along the vertical axis, from the left
_MIN_TICKS = 3
_MAX_SEGMENTS = 400  # of a curve: more than its pixels can show


@dataclass(frozen=True)
class LogAxis:
    """A logarithmic axis."""

    low: float
    high: float

    @classmethod
    def over(cls, values: Sequence[float]) -> LogAxis:
        """Return an axis from the smallest to the largest value."""
        low, high = min(values), max(values)
        return cls(low, high if high > low else 2 * low)

    @classmethod
    def around(cls, values: Sequence[float]) -> LogAxis:
        """Return an axis from the power of ten below the values to the one above."""
        low, high = min(values), max(values)
        first, last = floor(log10(low)), ceil(log10(high))
        return cls(10.0**first, 10.0 ** max(last, first + 1))

    def share(self, value: float) -> float:
        """Return the position of a value on the axis, from 0 to 1."""
        return log10(value / self.low) / log10(self.high / self.low)

    def ticks(self) -> list[float]:
        """Return round numbers on the axis: powers of ten, and more between them if needed."""
        powers = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
        for digits in ((1,), (1, 3), (1, 2, 5)):
            candidates = [digit * 10.0**power for power in powers for digit in digits]
            ticks = [
                tick
                for tick in candidates
                if self.low <= tick * 1.0001 and tick <= self.high * 1.0001
            ]
            if len(ticks) > _MIN_TICKS:
                break
        return ticks


@dataclass(frozen=True)
class LinearAxis:
    """A linear axis."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Sequence[float]) -> LinearAxis:
        """Return an axis from the round number below the values, or from 0, to the one above."""
        low, high = min(0.0, *values), max(0.0, *values)
        step = _round_step(high - low if high > low else 1.0)
        return cls(floor(low / step + 1e-9) * step, max(ceil(high / step - 1e-9), 1) * step)

    def share(self, value: float) -> float:
        """Return the position of a value on the axis, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return round numbers on the axis."""
        step = _round_step(self.high - self.low)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]


def _round_step(width: float) -> float:
    """Return a round number that is about a sixth of the width of an axis."""
    power = 10.0 ** floor(log10(width / 6))
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= width / 6 * 0.999)


def positive(points: Points) -> list[tuple[float, float]]:
    """Return the points that logarithmic axes can show."""
    return [(x, y) for x, y in points if x > 0 and y > 0]


def curve_picture(
    curves: Mapping[str, Points],
    caption: str,
    *,
    unit: str = "",
    is_small: bool = False,
    is_linear: bool = False,
    bands: Mapping[str, Bands] | None = None,
    vertical: str = "",
) -> Picture:
    """Draw named curves; points that the axes cannot show are left out.

    Both axes are logarithmic unless `is_linear` is set. The caption is below the horizontal axis;
    the unit follows the numbers of the vertical axis, and `vertical` is written along it. `bands`
    are shaded behind the linear curves of the same names, which have to show them whole.
    """
    width, height = (_SMALL_WIDTH, _SMALL_HEIGHT) if is_small else (_WIDTH, _HEIGHT)
    across: LogAxis | LinearAxis
    up: LogAxis | LinearAxis
    if is_linear:
        shown = {name: [p for p in points if not isnan(p[1])] for name, points in curves.items()}
        across = LinearAxis.around([x for points in shown.values() for x, _ in points] or [1.0])
        ends = [y for band in (bands or {}).values() for _, low, high in band for y in (low, high)]
        up = LinearAxis.around(
            [*(y for points in shown.values() for _, y in points), *ends] or [1.0]
        )
    else:
        shown = {name: _thinned(positive(points)) for name, points in curves.items()}
        across = LogAxis.over([x for points in shown.values() for x, _ in points] or [1.0])
        up = LogAxis.around([y for points in shown.values() for _, y in points] or [1.0])
    plot_top, plot_right = _MARGIN / 2, width - _MARGIN / 2

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            _MARGIN + across.share(x) * (plot_right - _MARGIN),
            plot_top + (1 - up.share(y)) * (height - 1.5 * _MARGIN),
        )

    elements = [f'<g font-size="{_FONT_SIZE}" fill="currentColor">']
    for tick in up.ticks():
        x, y = place(across.low, tick)
        elements.append(_rule(f"M{short(x)} {short(y)}H{short(plot_right)}"))
        elements.append(_text(x - 6, y + 4, _tick_text(tick) + unit, "end"))
    for tick in across.ticks():
        x, y = place(tick, up.low)
        elements.append(_rule(f"M{short(x)} {short(plot_top)}V{short(y)}"))
        elements.append(_text(x, y + 16, _tick_text(tick), "middle"))
    elements.append(_text(width / 2, height - 8, caption, "middle"))
    elements += _vertical_text(vertical, (plot_top + height - _MARGIN) / 2)
    lines = [[place(*point) for point in points] for points in shown.values()]
    plot = (_MARGIN, plot_top, plot_right, height - _MARGIN)
    legend_left, legend_top = _legend_corner(list(shown), lines, plot)
    for number, name in enumerate(shown):
        if bands is not None and (band := bands.get(name)):
            edge = [place(x, high) for x, _, high in band] + [
                place(x, low) for x, low, _ in reversed(band)
            ]
            corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in edge)
            colour = css(CURVE_COLOURS[number % len(CURVE_COLOURS)])
            elements.append(f'<polygon points="{corners}" fill="{colour}" fill-opacity="0.15"/>')
    for number, (name, line) in enumerate(zip(shown, lines, strict=True)):
        colour = css(CURVE_COLOURS[number % len(CURVE_COLOURS)])
        dots = " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
        elements.append(
            f'<polyline points="{dots}" fill="none" stroke="{colour}" stroke-width="2">'
            f"<title>{escaped(name)}</title></polyline>"
        )
        y = legend_top + _LEGEND_LINE * number + 14
        place_of_mark = f'x="{short(legend_left)}" y="{short(y - 9)}"'
        elements.append(f'<rect {place_of_mark} width="14" height="10" fill="{colour}"/>')
        elements.append(_text(legend_left + 20, y, name, "start"))
    elements.append("</g>")
    return Picture(
        title=caption,
        description="; ".join(_summary(name, points, unit) for name, points in shown.items()),
        width=width,
        height=height,
        elements=tuple(elements),
    )


def _thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return at most about `_MAX_SEGMENTS` points, including the first and the last."""
    step = ceil(len(points) / _MAX_SEGMENTS) or 1
    return points[:-1:step] + points[-1:]


def _legend_corner(
    names: Sequence[str],
    lines: Sequence[Points],
    plot: tuple[float, float, float, float],
) -> tuple[float, float]:
    """Return the left and upper edge of the legend, in the corner where it hides least."""
    left, top, right, bottom = plot
    width = 30 + LETTER_WIDTH * _FONT_SIZE * max(map(len, names), default=0)
    height = _LEGEND_LINE * len(names)
    corners = [(x, y) for x in (right - width, left + 8) for y in (top, bottom - height - 4)]
    samples = [  # of the curves, eight per segment
        (x0 + (x1 - x0) * step / 8, y0 + (y1 - y0) * step / 8)
        for line in lines
        for (x0, y0), (x1, y1) in pairwise(line)
        for step in range(8)
    ]

    def hidden(corner: tuple[float, float]) -> int:
        x, y = corner
        return sum(
            x <= sample_x <= x + width and y <= sample_y <= y + height
            for sample_x, sample_y in samples
        )

    return min(corners, key=hidden)


def _vertical_text(text: str, middle: float) -> list[str]:
    """Return the elements of a text along the vertical axis; none if it is empty."""
    turn = f"rotate(-90 {_BASELINE} {short(middle)})"
    drawn = f'<g transform="{turn}">{_text(_BASELINE, middle, text, "middle")}</g>'
    return [drawn] if text else []


def _tick_text(tick: float) -> str:
    """Return a round number as text, like 1,000 or 1e6."""
    if tick == 0 or 1 <= abs(tick) < 1e6:
        return f"{tick:,.6g}"
    return f"{tick:g}".replace("e+0", "e").replace("e-0", "e-")


def _summary(name: str, points: Points, unit: str) -> str:
    if not points:
        return f"{name}: no points"
    (first_x, first_y), (last_x, last_y) = points[0], points[-1]
    return f"{name}: {first_y:.3g}{unit} at {first_x:,g}, {last_y:.3g}{unit} at {last_x:,g}"


def _rule(path: str) -> str:
    return f'<path d="{path}" stroke="currentColor" stroke-opacity="0.15"/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{short(x)}" y="{short(y)}" text-anchor="{anchor}">{escaped(text)}</text>'
