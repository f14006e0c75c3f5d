"""Pictures: SVG elements with a size, a title and a description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fifthstreet.support.drawing.markup import escaped, short

_MARGIN = 8  # pixels around a picture in a file
_GAP = 24  # pixels between pictures side by side
FONT = "DejaVu Sans, Verdana, sans-serif"
LETTER_WIDTH = 0.64  # of the font size: a generous mean of the fonts above


@dataclass(frozen=True)
class Picture:
    """A drawing made of SVG elements, which may use `currentColor` for text and lines.

    In a notebook it shows itself, in the colours of the notebook's theme.
    """

    title: str  # read by screen readers, shown as a tooltip
    description: str  # what a reader who cannot see the picture should know
    width: float  # pixels
    height: float
    elements: tuple[str, ...]

    def svg(self) -> str:
        """Return the text of an SVG file, dark on white."""
        ground = (
            f'<rect x="{-_MARGIN}" y="{-_MARGIN}" width="{short(self.width + 2 * _MARGIN)}" '
            f'height="{short(self.height + 2 * _MARGIN)}" fill="#ffffff"/>'
        )
        return self._text('color="#222222"', (ground, *self.elements), _MARGIN) + "\n"

    def inline(self) -> str:
        """Return an element for an HTML page, drawn in the colour of the text around it."""
        return self._text('style="max-width:100%;height:auto"', self.elements)

    def _repr_html_(self) -> str:
        return self.inline()

    def _text(self, attributes: str, elements: tuple[str, ...], margin: int = 0) -> str:
        width, height = short(self.width + 2 * margin), short(self.height + 2 * margin)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" '
                f'height="{height}" viewBox="{-margin} {-margin} {width} {height}" '
                f'font-family="{FONT}" {attributes}>',
                f"<title>{escaped(self.title)}</title>",
                f"<desc>{escaped(self.description)}</desc>",
                *elements,
                "</svg>",
            ]
        )


def tiled(pictures: Sequence[Picture], *, columns: int, title: str, description: str) -> Picture:
    """Put pictures side by side, row by row."""
    width = max(picture.width for picture in pictures)
    elements, top = [], 0.0
    for first in range(0, len(pictures), columns):
        row = pictures[first : first + columns]
        for column, picture in enumerate(row):
            left = column * (width + _GAP)
            elements.append(f'<g transform="translate({short(left)} {short(top)})">')
            elements += [*picture.elements, "</g>"]
        top += max(picture.height for picture in row) + _GAP
    used = min(columns, len(pictures))
    return Picture(title, description, used * (width + _GAP) - _GAP, top - _GAP, tuple(elements))
