"""Trees from left to right: boxes of text, joined by labelled lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fifthstreet.errors import InputError
from fifthstreet.support.drawing.colours import GREY, WHITE, Colour, css, mix
from fifthstreet.support.drawing.markup import escaped, short
from fifthstreet.support.drawing.picture import LETTER_WIDTH, Picture

# Pixels.
BOX_HEIGHT = 36
_ROW = 46
_MARGIN, _HEADING, _PADDING = 16, 28, 8
_ELBOW = 24  # from a box to where its lines branch
_FONT_SIZE = 12
_CUT_WIDTH = 12  # of the dots after a box whose children are not drawn


@dataclass(frozen=True)
class Box:
    """A node to draw."""

    lines: tuple[str, str]  # in the box
    parent: int | None = None  # position in the list of boxes; None for the first
    label: str = ""  # on the line that leads here
    colour: Colour | None = None  # None: grey
    is_cut: bool = False  # it has children that are not drawn


@dataclass(frozen=True)
class BoxPlace:
    """Position of a box, in pixels."""

    left: float
    middle: float  # of its height
    width: float

    @property
    def top(self) -> float:
        """Upper edge."""
        return self.middle - BOX_HEIGHT / 2

    @property
    def right(self) -> float:
        """Right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return self.middle + BOX_HEIGHT / 2


def layout(boxes: Sequence[Box]) -> list[BoxPlace]:
    """Return the places of boxes, which list parents before children and siblings in order.

    A box is centred on its children; a box without children takes the next row.
    """
    below: list[list[int]] = [[] for _ in boxes]
    levels: list[int] = []
    for index, box in enumerate(boxes):
        if box.parent is None:
            levels.append(0)
            continue
        if not 0 <= box.parent < index:
            raise InputError(f"box {index} has the parent {box.parent}; parents come first")
        below[box.parent].append(index)
        levels.append(levels[box.parent] + 1)
    middles = _middles(below)
    width = 2 * _PADDING + _longest(line for box in boxes for line in box.lines)
    column = width + _ELBOW + _longest(box.label for box in boxes) + 2 * _PADDING
    return [
        BoxPlace(left=_MARGIN + level * column, middle=middle, width=width)
        for level, middle in zip(levels, middles, strict=True)
    ]


def text_width(text: str) -> float:
    """Return the width of a text in pixels."""
    return LETTER_WIDTH * _FONT_SIZE * len(text)


def tree_picture(boxes: Sequence[Box], *, title: str, description: str) -> Picture:
    """Draw a tree, with the title above it."""
    places = layout(boxes)
    width = max(place.right for place in places) + _MARGIN + _CUT_WIDTH
    elements = [
        f'<g font-size="{_FONT_SIZE}" fill="currentColor">',
        _text(_MARGIN, _MARGIN + 10, title, 'font-weight="bold"'),
    ]
    for box, place in zip(boxes, places, strict=True):
        if box.parent is not None:
            elements.append(_line(box.label, place, places[box.parent]))
    for box, place in zip(boxes, places, strict=True):
        elements += _box(box, place)
    return Picture(
        title=title,
        description=description,
        width=max(width, 2 * _MARGIN + text_width(title) * 1.1),  # bold is wider
        height=max(place.bottom for place in places) + _MARGIN,
        elements=(*elements, "</g>"),
    )


def _longest(texts: Iterable[str]) -> float:
    return max(map(text_width, texts), default=0.0)


def _middles(below: list[list[int]]) -> list[float]:
    """Return the middle of every box, given the positions of its children."""
    middles = [0.0] * len(below)
    row = 0
    waiting = [(0, False)]
    while waiting:
        index, has_placed_children = waiting.pop()
        children = below[index]
        if not children:
            middles[index] = _MARGIN + _HEADING + (row + 0.5) * _ROW
            row += 1
        elif has_placed_children:
            middles[index] = (middles[children[0]] + middles[children[-1]]) / 2
        else:
            waiting.append((index, True))
            waiting.extend((child, False) for child in reversed(children))
    return middles


def _line(label: str, place: BoxPlace, parent: BoxPlace) -> str:
    elbow = parent.right + _ELBOW
    path = (
        f"M{short(parent.right)} {short(parent.middle)}H{short(elbow)}"
        f"V{short(place.middle)}H{short(place.left)}"
    )
    return f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity="0.45"/>' + _text(
        elbow + _PADDING, place.middle - 5, label
    )


def _box(box: Box, place: BoxPlace) -> Iterator[str]:
    colour = box.colour or GREY
    yield (
        f'<rect x="{short(place.left)}" y="{short(place.top)}" width="{short(place.width)}" '
        f'height="{BOX_HEIGHT}" rx="6" fill="{css(mix(WHITE, colour, 0.18))}" '
        f'stroke="{css(colour)}"/>'
    )
    first, second = box.lines
    yield _text(place.left + _PADDING, place.middle - 3, first, 'fill="#111111"')
    yield _text(place.left + _PADDING, place.middle + 12, second, 'fill="#444444"')
    if box.is_cut:
        yield _text(place.right + 4, place.middle + 4, "…")


def _text(x: float, y: float, text: str, attributes: str = "") -> str:
    extra = f" {attributes}" if attributes else ""
    return f'<text x="{short(x)}" y="{short(y)}"{extra}>{escaped(text)}</text>'
