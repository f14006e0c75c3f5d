"""Cards and ranges as text and pictures for `fifthstreet.drawing`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.card import card_symbol
from fifthstreet.cards.holes import CLASS_NAMES, HOLE_COUNT
from fifthstreet.drawing import (
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
from fifthstreet.drawing.colours import SUIT_COLOURS

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


def range_picture(weights: NDArray[np.float64], combos: float) -> Picture:
    """Draw the grid of a range from the mean weight of each class.  [13, 13]"""
    return grid(
        class_rows(weight_cells(CLASS_NAMES, weights.ravel().tolist())),
        title=f"Range of {size_text(combos)}",
        description="How often each of the 169 hand classes is held, in percent.",
    )


def range_html(weights: NDArray[np.float64], combos: float, text: str) -> str:
    """Return the size, the grid and the text of a range as HTML."""
    shown = text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]} …"
    return block(heading(size_text(combos)), range_picture(weights, combos), note(shown))
