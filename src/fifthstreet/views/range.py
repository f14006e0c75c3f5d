"""Ranges: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.cards import CLASS_NAMES, Range
from fifthstreet.cards.picture import range_picture, size_text
from fifthstreet.drawing import class_rows, weight_cells
from fifthstreet.views.terminal import cell_grid


def range_data(held: Range) -> dict[str, Any]:
    """Return the text and size of a range, and its weights by class and by hand."""
    return {
        "text": held.text(),
        "combos": held.combos,
        "percent": held.percent,
        "grid": held.grid().tolist(),
        "hands": dict(held),
    }


def range_svg(held: Range) -> str:
    """Return an SVG file of a range's grid."""
    return range_picture(held.grid(), held.combos).svg()


def print_range(console: Console, held: Range) -> None:
    """Print the grid, the size and the text of a range."""
    cells = weight_cells(CLASS_NAMES, held.grid().ravel().tolist())
    console.print(cell_grid(console, class_rows(cells)))
    console.print(Text(size_text(held.combos)))
    console.print(Text(held.text(), style="bold"), soft_wrap=True)
