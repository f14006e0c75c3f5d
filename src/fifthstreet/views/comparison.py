"""Comparisons of nodes and of actions: plain data, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from fifthstreet.drawing import Line, Table, number, number_columns, text_columns
from fifthstreet.solvers.postflop import Compared, Comparison
from fifthstreet.solvers.postflop.basis import Solved, basis_data, basis_lines
from fifthstreet.solvers.postflop.spot import SEATS
from fifthstreet.tree import SEAT_NAMES
from fifthstreet.views.terminal import line_text, print_notes, terminal_table

_MOST_HANDS = 20  # shown in the terminal


def comparison_data(
    comparison: Comparison, path: str, names: tuple[str, str], solutions: Sequence[Solved]
) -> dict[str, Any]:
    """Return a comparison in sum, by class and by hand, and what both sides rest on."""
    return {
        "path": path,
        "player": SEATS[comparison.player],
        "sides": list(names),
        "solutions": [basis_data(solution) for solution in solutions],
        "total": _row_data(comparison.total),
        "made": [_row_data(row) for row in comparison.made],
        "draws": [_row_data(row) for row in comparison.draws],
        "hands": [_row_data(row) for row in comparison.hands],
    }


def _row_data(row: Compared) -> dict[str, Any]:
    return {**asdict(row), "ev_difference": row.ev_difference}


def print_comparison(
    console: Console,
    line: Line,
    comparison: Comparison,
    names: tuple[str, str],
    solutions: Sequence[Solved],
) -> None:
    """Print a comparison: in sum and by class, then the hands whose EV differs most."""
    console.print(line_text(console, line))
    console.print()
    sections = [("made hand", (*comparison.made, comparison.total))]
    if comparison.draws:
        sections.append(("draw", comparison.draws))
    hands = comparison.hands[:_MOST_HANDS]
    for title, rows in (*sections, ("hand", hands)):
        console.print(terminal_table(console, comparison_table(title, rows)))
    left = len(comparison.hands) - len(hands)
    notes = [
        f"{SEAT_NAMES[comparison.player]}; first: {names[0]}; second: {names[1]}; "
        "differences are the second minus the first"
    ]
    notes += [f"{left:,} more hands with smaller differences; --json has them all"] if left else []
    if len(solutions) == 1:  # two actions
        notes += basis_lines(solutions[0])
    else:
        for name, solution in zip(names, solutions, strict=True):
            notes += [f"{name}: {text}" for text in basis_lines(solution)]
    print_notes(console, notes)


def comparison_table(title: str, rows: Sequence[Compared]) -> Table:
    """Return a table of both sides: combos, EVs, and the frequencies of the actions."""
    first, second = rows[0].frequencies
    actions = [action for action in first if action in second]
    # Two actions of one node are different on both sides: show how often each is taken.
    pairs = [(action, action) for action in actions] or list(zip(first, second, strict=True))
    entries = [
        (
            row.name,
            number(row.combos[0], 1),
            number(row.combos[1], 1),
            number(row.ev[0], 2),
            number(row.ev[1], 2),
            _signed(row.ev_difference),
            *(
                number(100 * shares.get(action, float("nan")), 1, "%")
                for pair in pairs
                for shares, action in zip(row.frequencies, pair, strict=True)
            ),
        )
        for row in rows
    ]
    names = [f"{action} {side}" for pair in pairs for side, action in enumerate(pair, 1)]
    columns = (
        *text_columns(title),
        *number_columns("combos 1", "combos 2", "EV 1", "EV 2", "EV change", *names),
    )
    return Table(columns, tuple(entries))


def _signed(value: float) -> str:
    text = number(value, 2)
    return f"+{text}" if value > 0 and text != "0.00" else text
