"""Comparisons of algorithms: a table, and a picture of exploitability against time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.solvers import AlgorithmComparison
from fifthstreet.support.drawing import Picture, Table, curve_picture, number_columns, text_columns
from fifthstreet.views.terminal import print_line, print_notes, print_table
from fifthstreet.views.training import UNIT

_EXPLOITABILITY = f"exploitability in {UNIT}"


def algorithms_data(compared: AlgorithmComparison) -> dict[str, Any]:
    """Return the runs with their last results and curves, as plain data."""
    data = compared.to_dict()
    for run in data["runs"]:
        last = run["points"][-1]
        run |= {"iterations": last["iteration"], "seconds": last["seconds"]}
        run |= {"exploitability": last["exploitability"], "exploitability_unit": UNIT}
    return data


def algorithms_picture(compared: AlgorithmComparison) -> Picture:
    """Draw exploitability against seconds, a curve for each algorithm."""
    curves = {
        run.algorithm: [(point.seconds, point.exploitability) for point in run.points]
        for run in compared.runs
    }
    caption = f"seconds of iterations, {compared.game.partition(':')[0]}"
    return curve_picture(curves, caption, vertical=_EXPLOITABILITY)


def print_algorithms(
    console: Console, compared: AlgorithmComparison, notes: Sequence[str] = ()
) -> None:
    """Print a table of the runs, the lowest exploitability first."""
    ordered = sorted(compared.runs, key=lambda run: run.points[-1].exploitability)
    rows = [
        (
            run.algorithm,
            f"{last.iteration:,}",
            f"{last.seconds:.3g}",
            f"{last.iteration / last.seconds:,.0f}" if last.seconds else "",
            f"{'at least ' * run.is_lower_bound}{last.exploitability:.3g}",
        )
        for run in ordered
        for last in run.points[-1:]
    ]
    columns = text_columns("algorithm") + number_columns(
        "iterations", "seconds", "iterations/s", _EXPLOITABILITY
    )
    print_line(console, Text(compared.game, style="bold"))
    print_table(console, Table(columns, tuple(rows)))
    print_notes(console, notes)
