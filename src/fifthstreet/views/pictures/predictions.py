"""Errors of predicted final hands as bars and a table."""

from fifthstreet.agents.prediction import FINAL_HANDS, PredictionReport
from fifthstreet.support import drawing

_NOTE = (
    "Total variation between the final hands of independent factors and the exact ones, percent. "
    "The largest difference names a final hand and by how much its probability is too high (+) or "
    "too low (-)."
)


def prediction_picture(report: PredictionReport) -> drawing.Picture:
    """Draw a bar with the error of each cell."""
    rows = [
        drawing.BarRow(
            cell.name,
            100 * cell.total_variation,
            note=f"in {drawing.number(100 * cell.share, 2)}% of hands",
        )
        for cell in report.cells
    ]
    return drawing.bar_picture(rows, prediction_title(report), unit="%")


def prediction_html(report: PredictionReport) -> str:
    """Return the bars and a table of all cells, for notebooks."""
    return drawing.block(
        drawing.heading(prediction_title(report)),
        drawing.note(
            f"{len(report.cells)} cells; mean {100 * report.mean_total_variation:.2f}%, "
            f"worst {100 * report.worst.total_variation:.2f}% ({report.worst.name})"
        ),
        prediction_picture(report),
        drawing.note(_NOTE),
        _cell_table(report),
    )


def prediction_title(report: PredictionReport) -> str:
    """Return the title of the picture and the page of a report."""
    return f"Error of independent factors, {report.street} to river"


def _cell_table(report: PredictionReport) -> drawing.Table:
    """Return the cells: how often they occur, their error and where it is largest."""
    rows: list[tuple[drawing.Entry, ...]] = []
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
    columns = (
        *drawing.text_columns("cell"),
        *drawing.number_columns("% of hands", "error %"),
        *drawing.text_columns("largest difference"),
    )
    return drawing.Table(columns, tuple(rows))
