"""Cards and ranges as text and pictures for `fifthstreet.support.drawing`."""

from __future__ import annotations

from collections.abc import Sequence

from fifthstreet.cards import CLASS_NAMES, HOLE_COUNT, Range, card_symbol
from fifthstreet.support import drawing

_MAX_TEXT = 600  # characters of a range's text that are shown


def cards_line(cards: Sequence[int]) -> drawing.Line:
    """Return cards with the symbols and colours of a four-colour deck, like `Q♠ J♥ 2♥`."""
    runs: list[drawing.Run] = []
    for card in cards:
        runs += [drawing.Run(" ")] if runs else []
        runs.append(drawing.Run(card_symbol(card), drawing.SUIT_COLOURS[card % 4]))
    return tuple(runs)


def size_text(combos: float) -> str:
    """Describe the size of a range.

    >>> size_text(34.5)
    '34.5 combos, 2.60% of hands'
    """
    return f"{combos:g} combos, {100 * combos / HOLE_COUNT:.2f}% of hands"


def range_picture(held: Range) -> drawing.Picture:
    """Draw the grid of a range: the mean weight of each class."""
    return drawing.grid(
        drawing.class_rows(drawing.weight_cells(CLASS_NAMES, held.grid().ravel().tolist())),
        title=f"Range of {size_text(held.combos)}",
        description="How often each of the 169 hand classes is held, in percent.",
    )


def range_html(held: Range) -> str:
    """Return the size, the grid and the text of a range, for notebooks."""
    text = held.text()
    shown = text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]} …"
    return drawing.block(
        drawing.heading(size_text(held.combos)), range_picture(held), drawing.note(shown)
    )
