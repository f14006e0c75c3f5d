"""The error of the factored model as a picture and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fifthstreet.agents.prediction.combination import FINAL_HANDS
from fifthstreet.drawing import (
    BarRow,
    Entry,
    Picture,
    Table,
    bar_picture,
    block,
    heading,
    note,
    number,
    number_columns,
    page,
    text_columns,
)

if TYPE_CHECKING:
    from fifthstreet.agents.prediction.report import PredictionReport

_NOTE = (
    "Total variation between the final hands of independent factors and the exact ones, percent. "
    "The largest difference names a final hand and by how much its probability is too high (+) or "
    "too low (-)."
)


def error_picture(report: PredictionReport) -> Picture:
    """Draw a bar for each cell: its total variation, and its share of hands."""
    rows = [
        BarRow(
            cell.name,
            100 * cell.total_variation,
            note=f"in {number(100 * cell.share, 2)}% of hands",
        )
        for cell in report.cells
    ]
    return bar_picture(rows, _title(report), unit="%")


def error_table(report: PredictionReport) -> Table:
    """Tabulate the cells: how often they occur, their error and where it is largest."""
    rows: list[tuple[Entry, ...]] = []
    for cell in report.cells:
        differences = [a - b for a, b in zip(cell.factored, cell.exact, strict=True)]
        largest = max(range(len(differences)), key=lambda hand: abs(differences[hand]))
        rows.append(
            (
                cell.name,
                f"{100 * cell.share:.3f}",
                f"{100 * cell.total_variation:.2f}",
                f"{FINAL_HANDS[largest]} {100 * differences[largest]:+.2f}",
            )
        )
    return Table(
        text_columns("cell")
        + number_columns("% of hands", "error %")
        + text_columns("largest difference"),
        tuple(rows),
    )


def error_html(report: PredictionReport) -> str:
    """Return the picture and the table, for a notebook."""
    return block(
        heading(_title(report)),
        note(_summary(report)),
        error_picture(report),
        note(_NOTE),
        error_table(report),
    )


def error_page(report: PredictionReport) -> str:
    """Return a whole page with the picture and the table."""
    return page(_title(report), error_html(report))


def _title(report: PredictionReport) -> str:
    return f"Error of independent factors, {report.street} to river"


def _summary(report: PredictionReport) -> str:
    return (
        f"{len(report.cells)} cells; mean {100 * report.mean_total_variation:.2f}%, "
        f"worst {100 * report.worst.total_variation:.2f}% ({report.worst.name})"
    )
