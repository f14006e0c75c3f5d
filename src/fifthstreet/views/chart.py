"""Charts of hand classes: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.cards import CLASS_NAMES, cards_text
from fifthstreet.drawing import (
    Cell,
    Picture,
    beside,
    class_rows,
    grid,
    heading,
    number,
    page,
    strategy_cells,
    tiled,
)
from fifthstreet.drawing.colours import action_colours
from fifthstreet.drawing.table import action_letters
from fifthstreet.review.charts import Chart
from fifthstreet.views.terminal import (
    cell_grid,
    has_colours,
    print_line,
    print_notes,
    with_letters,
)

_TITLE = "What each hand does"
_FEW_COLUMNS, _COLUMNS = 3, 5


def chart_data(charts: Sequence[Chart]) -> dict[str, Any]:
    """Return charts as plain data, without the classes that never reach a decision."""
    return {
        "charts": [
            {
                "title": chart.title,
                "position": chart.position,
                "path": chart.path,
                "board": cards_text(chart.board),
                "actions": list(chart.actions),
                "frequencies": chart.frequencies.tolist(),
                "classes": {
                    name: {
                        "weight": float(chart.weights[at]),
                        "strategy": chart.shares[:, at].tolist(),
                    }
                    for at, name in enumerate(CLASS_NAMES)
                    if chart.weights[at] > 0
                },
            }
            for chart in charts
        ]
    }


def chart_svg(charts: Sequence[Chart]) -> str:
    """Return an SVG file with a grid for each chart."""
    columns = _FEW_COLUMNS if len(charts) <= 2 * _FEW_COLUMNS else _COLUMNS
    pictures = [_picture(chart) for chart in charts]
    return tiled(pictures, columns=columns, title=_TITLE, description=_description(charts)).svg()


def chart_html(charts: Sequence[Chart]) -> str:
    """Return an HTML page with a grid for each chart."""
    return page(_TITLE, heading(_TITLE), beside(*map(_picture, charts)))


def print_charts(console: Console, charts: Sequence[Chart]) -> None:
    """Print a grid for each chart."""
    for chart in charts:
        print_line(console, Text(chart.title, style="bold"))
        cells = _cells(chart)
        if not has_colours(console):
            letters = action_letters(chart.actions)[::-1]
            cells = with_letters(console, cells, letters, chart.weights.tolist())
        console.print(cell_grid(console, class_rows(cells)))
        print_notes(console, [_frequency_text(chart)])


def _description(charts: Sequence[Chart]) -> str:
    return ". ".join(f"{chart.title}: {_frequency_text(chart)}" for chart in charts)


def _frequency_text(chart: Chart) -> str:
    return ", ".join(
        f"{words} {number(100 * share, 1, '%')}"
        for words, share in zip(chart.words, chart.frequencies.tolist(), strict=True)
    )


def _cells(chart: Chart) -> list[Cell]:
    return strategy_cells(
        CLASS_NAMES, chart.actions, chart.words, chart.shares.tolist(), chart.weights.tolist()
    )


def _picture(chart: Chart) -> Picture:
    legend = [
        (colour, f"{words} {number(100 * share, 1, '%')}")
        for colour, words, share in zip(
            action_colours(chart.actions), chart.words, chart.frequencies.tolist(), strict=True
        )
    ]
    return grid(
        class_rows(_cells(chart)),
        title=chart.title,
        description=f"The 169 hand classes of {chart.position} at {chart.path}",
        caption=[chart.title],
        legend=legend,
    )
