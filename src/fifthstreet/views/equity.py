"""Equities: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.cards.equity import EquityResult
from fifthstreet.support.drawing import class_rows
from fifthstreet.views.pictures import equity_cells, equity_table, method_note
from fifthstreet.views.terminal import cell_grid, print_notes, print_table


def equity_data(
    result: EquityResult, hands: Sequence[str], board: str = "", dead: str = ""
) -> dict[str, Any]:
    """Return the equities with their errors, and the hands, board and dead cards."""
    return result.as_dict() | {"hands": list(hands), "board": board, "dead": dead}


def print_equity(
    console: Console,
    result: EquityResult,
    hands: Sequence[str],
    board: str = "",
    *,
    has_grids: bool = False,
) -> None:
    """Print a table of the players and, on request, the equity of each of their hands."""
    title = f"{result.game} equity" + (f" on {board}" if board else "")
    grids = [equity_cells(result, player) for player in range(len(hands))] if has_grids else []
    print_table(console, equity_table(result, hands, title=title))
    print_notes(console, [method_note(result)])
    for hand, cells in zip(hands, grids, strict=False):
        console.print()
        console.print(Text(f"equity of each hand of {hand}, percent", style="bold"))
        console.print(cell_grid(console, class_rows(cells)))
