"""Ranges: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.console import Console
from rich.text import Text

from fifthstreet.cards import CLASS_NAMES, Range, cards_text
from fifthstreet.cards.hands import DRAWS, MADE_HANDS, HandClasses
from fifthstreet.support import drawing
from fifthstreet.views.pictures import range_picture, size_text
from fifthstreet.views.terminal import cell_grid, print_table


def range_data(held: Range, classes: HandClasses | None = None) -> dict[str, Any]:
    """Return the text and size of a range, and its weights by class and by hand.

    With the classes of a board, also its combos by made hand and by draw.
    """
    data: dict[str, Any] = {
        "text": held.text(),
        "combos": held.combos,
        "percent": held.percent,
        "grid": held.grid().tolist(),
        "hands": dict(held),
    }
    if classes is not None:
        data |= {"board": cards_text(classes.board), **_class_combos(held, classes)}
    return data


def range_svg(held: Range) -> str:
    """Return an SVG file of a range's grid."""
    return range_picture(held).svg()


def print_range(console: Console, held: Range, classes: HandClasses | None = None) -> None:
    """Print the grid, the size and the text of a range, and its classes on a board."""
    cells = drawing.weight_cells(CLASS_NAMES, held.grid().ravel().tolist())
    console.print(cell_grid(console, drawing.class_rows(cells)))
    console.print(Text(size_text(held.combos)))
    console.print(Text(held.text(), style="bold"), soft_wrap=True)
    if classes is not None:
        for title, combos in _class_combos(held, classes).items():
            print_table(console, _class_table(title, combos, held.combos))


_TITLES = {"made": "made hand", "draws": "draw"}


def _class_combos(held: Range, classes: HandClasses) -> dict[str, dict[str, float]]:
    """Return the combos of a range by made hand and by draw, without empty classes."""
    tables = {"made": (MADE_HANDS, classes.made), "draws": (DRAWS, classes.draw)}
    return {
        title: {
            name: combos
            for place, name in enumerate(names)
            if (combos := float(held.weights[of_hand == place].sum(dtype=np.float64))) > 0
        }
        for title, (names, of_hand) in tables.items()
        if title == "made" or len(classes.board) < 5
    }


def _class_table(title: str, combos: dict[str, float], total: float) -> drawing.Table:
    rows = [
        (name, drawing.number(count, 1), drawing.number(100 * count / total, 1, "%"))
        for name, count in combos.items()
    ]
    columns = drawing.text_columns(_TITLES[title]) + drawing.number_columns("combos", "share")
    return drawing.Table(columns, tuple(rows))
