"""Curves on logarithmic axes: pictures for pages and dots for the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from fifthstreet.support.drawing import LogAxis, Points, curve_picture, positive

_MIN_WIDTH = 10  # characters of a curve
# Dots of a character as Unicode numbers them, by row and column.
_BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def curve_svg(curves: Mapping[str, Points], caption: str, *, unit: str = "") -> str:
    """Return an SVG file of named curves; points that a logarithm cannot show are left out."""
    return curve_picture(curves, caption, unit=unit).svg()


def curve_plot(points: Points, *, width: int = 70, height: int = 8) -> Text:
    """Draw a curve with Braille dots, two by four in a character, and label its ends.

    The width includes the labels on the left.
    """
    shown = positive(points)
    if len(shown) < 2:
        return Text("")
    across, up = (LogAxis.over([point[axis] for point in shown]) for axis in (0, 1))
    labels = {0: f"{up.high:.3g}", height - 1: f"{up.low:.3g}"}
    label_width = max(map(len, labels.values()))
    width = max(width - label_width - len(" ┤"), _MIN_WIDTH)
    rows = [[0] * width for _ in range(height)]
    for x, y in shown:
        column = round(across.share(x) * (2 * width - 1))
        row = round((1 - up.share(y)) * (4 * height - 1))
        rows[row // 4][column // 2] |= _BRAILLE[row % 4][column % 2]
    lines = [
        f"{labels.get(number, ''):>{label_width}} ┤" + "".join(chr(0x2800 + cell) for cell in row)
        for number, row in enumerate(rows)
    ]
    first, last = f"{across.low:,.0f}", f"{across.high:,.0f}"
    lines.append(f"{'':>{label_width}}  {first}{last:>{width - len(first)}}")
    return Text("\n".join(lines))
