"""Charts of hand classes: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.cards import CLASS_NAMES, cards_text
from fifthstreet.review import Chart, RangeChart
from fifthstreet.support import drawing
from fifthstreet.support.drawing import action_colours
from fifthstreet.views import terminal

_TITLE = "What each hand does"
_FEW_COLUMNS, _COLUMNS = 3, 5


def chart_data(charts: Sequence[Chart | RangeChart]) -> dict[str, Any]:
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


def chart_svg(charts: Sequence[Chart | RangeChart]) -> str:
    """Return an SVG file with a grid for each chart."""
    columns = _FEW_COLUMNS if len(charts) <= 2 * _FEW_COLUMNS else _COLUMNS
    pictures = [_picture(chart) for chart in charts]
    texts = [f"{chart.title}: {', '.join(_frequencies(chart))}" for chart in charts]
    return drawing.tiled(
        pictures, columns=columns, title=_TITLE, description=". ".join(texts)
    ).svg()


def chart_html(charts: Sequence[Chart | RangeChart]) -> str:
    """Return an HTML page with a grid for each chart."""
    return drawing.page(_TITLE, drawing.heading(_TITLE), drawing.beside(*map(_picture, charts)))


def print_charts(
    console: Console, charts: Sequence[Chart | RangeChart], notes: Sequence[str] = ()
) -> None:
    """Print a grid for each chart, and notes on all of them."""
    for chart in charts:
        terminal.print_line(console, Text(chart.title, style="bold"))
        weights = chart.weights.tolist()
        cells = terminal.action_cells(console, _cells(chart), chart.actions, weights)
        console.print(terminal.cell_grid(console, drawing.class_rows(cells)))
        terminal.print_notes(console, [", ".join(_frequencies(chart))])
    terminal.print_notes(console, list(notes))


def _frequencies(chart: Chart | RangeChart) -> list[str]:
    return [
        f"{words} {drawing.number(100 * share, 1, '%')}"
        for words, share in zip(chart.words, chart.frequencies.tolist(), strict=True)
    ]


def _cells(chart: Chart | RangeChart) -> list[drawing.Cell]:
    return drawing.strategy_cells(
        CLASS_NAMES, chart.actions, chart.words, chart.shares.tolist(), chart.weights.tolist()
    )


def _picture(chart: Chart | RangeChart) -> drawing.Picture:
    return drawing.grid(
        drawing.class_rows(_cells(chart)),
        title=chart.title,
        description=f"The 169 hand classes of {chart.position}: {chart.title}",
        caption=[chart.title],
        legend=list(zip(action_colours(chart.actions), _frequencies(chart), strict=True)),
    )
