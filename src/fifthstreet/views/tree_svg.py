"""A betting tree as an SVG drawing, from left to right.

Boxes are decisions in the colour of the player who acts, with the pot; lines carry the action that
leads on. Deals and ends of the hand are grey.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from fifthstreet.tree.betting_tree import BettingTree, Kind
from fifthstreet.views.tree_text import action_words, node_words

MOST_BOXES = 5_000

# Measures in pixels.
_BOX_HEIGHT, _ROW = 36, 46
_MARGIN, _HEADING, _PADDING = 16, 28, 8
_ELBOW = 24  # from a box to where its lines part
LETTER_WIDTH = 7.6  # a generous mean of the font below
_FONT = "font-family='DejaVu Sans, Verdana, sans-serif' font-size='12'"

# By player, then again from the first. Dark on light: fill, outline.
_COLOURS = (
    ("#d6e4f7", "#2f5d9b"),
    ("#fbe0cf", "#b2561b"),
    ("#dcefd8", "#3b7d34"),
    ("#eadcf4", "#6f3f97"),
    ("#fbf0c4", "#8f7406"),
    ("#d3eef0", "#1f7a82"),
)
_GREY = ("#eeeeee", "#777777")


@dataclass(frozen=True)
class Box:
    """A node in its place."""

    node: int
    parent: int | None  # of the boxes, by place in the list
    left: float
    middle: float  # of its height
    width: float
    is_cut: bool  # there is more below it that is not drawn

    @property
    def top(self) -> float:
        """Upper edge."""
        return self.middle - _BOX_HEIGHT / 2

    @property
    def right(self) -> float:
        """Right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return self.middle + _BOX_HEIGHT / 2


def layout(tree: BettingTree, node: int = 0, *, depth: int = 3) -> list[Box]:
    """Boxes of the nodes from one on, so many levels deep, parents before children.

    A box stands at the height of the middle of its children; what has none takes the next row.
    """
    if depth < 0:
        raise ValueError(f"a drawing {depth} levels deep; want 0 or more")
    order: list[tuple[int, int | None, int]] = [(node, None, 0)]  # node, parent's place, level
    for place, (at, _, level) in enumerate(order):  # grows on the way
        if level < depth:
            order.extend((child, place, level + 1) for child in tree.children(at))
        if len(order) > MOST_BOXES:
            raise ValueError(f"more than {MOST_BOXES:,} boxes to draw; want a lower depth")
    below: list[list[int]] = [[] for _ in order]
    for place, (_, parent, _) in enumerate(order):
        if parent is not None:
            below[parent].append(place)
    middles = _heights(below)
    width = 2 * _PADDING + _longest(max(_lines(tree, at), key=len) for at, _, _ in order)
    labels = _longest(action_words(tree, at) for at, parent, _ in order if parent is not None)
    column = width + _ELBOW + labels + 2 * _PADDING
    return [
        Box(
            node=at,
            parent=parent,
            left=_MARGIN + level * column,
            middle=middles[place],
            width=width,
            is_cut=level == depth and bool(tree.n_children[at]),
        )
        for place, (at, parent, level) in enumerate(order)
    ]


def _longest(words: Iterable[str]) -> float:
    return LETTER_WIDTH * max(map(len, words), default=0)


def _lines(tree: BettingTree, node: int) -> tuple[str, str]:
    """What stands in a box."""
    return node_words(tree, node), f"pot {tree.pot(node):.15g}"


def _heights(below: list[list[int]]) -> list[float]:
    """Middle of every box, given the places of those right below each."""
    middles = [0.0] * len(below)
    row = 0
    waiting = [(0, False)]
    while waiting:
        place, is_done = waiting.pop()
        children = below[place]
        if not children:
            middles[place] = _MARGIN + _HEADING + (row + 0.5) * _ROW
            row += 1
        elif is_done:
            middles[place] = (middles[children[0]] + middles[children[-1]]) / 2
        else:
            waiting.append((place, True))
            waiting.extend((child, False) for child in reversed(children))
    return middles


def draw(tree: BettingTree, node: int = 0, *, depth: int = 3) -> str:
    """The nodes from one on as the text of an SVG file."""
    boxes = layout(tree, node, depth=depth)
    width = max(box.right for box in boxes) + _MARGIN + 12  # room for the sign of more to come
    height = max(box.bottom for box in boxes) + _MARGIN
    lines = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:g}' height='{height:g}' "
        f"viewBox='0 0 {width:g} {height:g}' {_FONT}>",
        f"<rect width='{width:g}' height='{height:g}' fill='white'/>",
        _text(
            _MARGIN, _MARGIN + 10, f"{tree.path(node)}: {depth} levels", style="font-weight='bold'"
        ),
    ]
    lines += [_line(tree, box, boxes[box.parent]) for box in boxes if box.parent is not None]
    lines += [part for box in boxes for part in _box(tree, box)]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _line(tree: BettingTree, box: Box, parent: Box) -> str:
    elbow = parent.right + _ELBOW
    path = f"M{parent.right:g} {parent.middle:g} H{elbow:g} V{box.middle:g} H{box.left:g}"
    words = action_words(tree, box.node)
    return f"<path d='{path}' fill='none' stroke='#999999'/>" + _text(
        elbow + _PADDING, box.middle - 5, words, style="fill='#333333'"
    )


def _box(tree: BettingTree, box: Box) -> Iterator[str]:
    node = box.node
    fill, outline = _GREY
    if tree.kind[node] == Kind.ACTION:
        fill, outline = _COLOURS[int(tree.player[node]) % len(_COLOURS)]
    yield (
        f"<rect x='{box.left:g}' y='{box.top:g}' width='{box.width:g}' height='{_BOX_HEIGHT}' "
        f"rx='6' fill='{fill}' stroke='{outline}'/>"
    )
    words, pot = _lines(tree, node)
    yield _text(box.left + _PADDING, box.middle - 3, words)
    yield _text(box.left + _PADDING, box.middle + 12, pot, style="fill='#555555'")
    if box.is_cut:
        yield _text(box.right + 4, box.middle + 4, "…")


def _text(x: float, y: float, words: str, *, style: str = "") -> str:
    return f"<text x='{x:g}' y='{y:g}' {style}>{escape(words)}</text>"
