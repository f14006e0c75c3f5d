"""Comparisons of nodes and of actions: plain data, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from fifthstreet.review import node_error
from fifthstreet.solvers.postflop import SEATS, Compared, Comparison, Node, basis_data, basis_lines
from fifthstreet.support.drawing import Line, Table, number, number_columns, text_columns
from fifthstreet.tree import SEAT_NAMES
from fifthstreet.views.terminal import print_notes, print_table, print_title

_MAX_HANDS = 20  # shown in the terminal


def comparison_data(
    comparison: Comparison, names: tuple[str, str], nodes: Sequence[Node]
) -> dict[str, Any]:
    """Return a comparison in sum, by class and by hand, and the basis of both sides.

    `nodes` are from two solutions, or the node whose actions are compared.
    """
    return {
        "path": nodes[0].path,
        "player": SEATS[comparison.player],
        "sides": list(names),
        "solutions": [basis_data(node.solution) for node in nodes],
        "ev_error": sum(map(node_error, nodes)),
        "range_ev_error": _range_error(nodes),
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
    nodes: Sequence[Node],
) -> None:
    """Print a comparison: in sum and by class, then the hands whose EV differs most."""
    print_title(console, line)
    sections = [("made hand", (*comparison.made, comparison.total))]
    if comparison.draws:
        sections.append(("draw", comparison.draws))
    hands = comparison.hands[:_MAX_HANDS]
    for title, rows in (*sections, ("hand", hands)):
        print_table(console, comparison_table(title, rows))
    left = len(comparison.hands) - len(hands)
    notes = [
        f"{SEAT_NAMES[comparison.player]}; first: {names[0]}; second: {names[1]}; "
        "differences are the second minus the first"
    ]
    notes += [f"{left:,} more hands with smaller differences; --json has them all"] if left else []
    notes.append(_error_note(nodes))
    if len(nodes) == 1:  # two actions
        notes += basis_lines(nodes[0].solution)
    else:
        for name, node in zip(names, nodes, strict=True):
            notes += [f"{name}: {text}" for text in basis_lines(node.solution)]
    print_notes(console, notes)


def _range_error(nodes: Sequence[Node]) -> float | None:
    """Return how far the EVs of whole ranges may be off together, in chips; None if unknown.

    Without rake, the EV at the root differs from an equilibrium's by at most the sum of what
    both players could gain.
    """
    if len(nodes) == 1 or any(node.path != "r" or node.solution.spot.rake.rate for node in nodes):
        return None
    return sum(node.exploitability.nash_conv for node in nodes)


def _error_note(nodes: Sequence[Node]) -> str:
    """Return which differences the exploitabilities allow, in words."""
    text = f"EV changes of a hand below {sum(map(node_error, nodes)):.3g} chips are within error"
    together = _range_error(nodes)
    return text if together is None else f"{text}; of the whole range below {together:.3g}"


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
