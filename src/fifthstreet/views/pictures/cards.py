"""Cards and ranges as text and pictures for `fifthstreet.support.drawing`."""

from __future__ import annotations

from collections.abc import Sequence

from fifthstreet.cards import CLASS_NAMES, HOLE_COUNT, Range, card_symbol
from fifthstreet.support.drawing import (
    SUIT_COLOURS,
    Line,
    Picture,
    Run,
    block,
    class_rows,
    grid,
    heading,
    note,
    weight_cells,
)

_MAX_TEXT = 600  # characters of a range's text that are shown


def cards_line(cards: Sequence[int]) -> Line:
    """Return cards with the symbols and colours of a four-colour deck, like `Q♠ J♥ 2♥`."""
    runs: list[Run] = []
    for card in cards:
        runs += [Run(" ")] if runs else []
        runs.append(Run(card_symbol(card), SUIT_COLOURS[card % 4]))
    return tuple(runs)


def size_text(combos: float) -> str:
    """Describe the size of a range.

    >>> size_text(34.5)
    '34.5 combos, 2.60% of hands'
    """
    return f"{combos:g} combos, {100 * combos / HOLE_COUNT:.2f}% of hands"


def range_picture(held: Range) -> Picture:
    """Draw the grid of a range: the mean weight of each class."""
    return grid(
        class_rows(weight_cells(CLASS_NAMES, held.grid().ravel().tolist())),
        title=f"Range of {size_text(held.combos)}",
        description="How often each of the 169 hand classes is held, in percent.",
    )


def range_html(held: Range) -> str:
    """Return the size, the grid and the text of a range, for notebooks."""
    text = held.text()
    shown = text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]} …"
    return block(heading(size_text(held.combos)), range_picture(held), note(shown))
