"""`fifthstreet chart`: what each hand does before the flop, as grids."""

from pathlib import Path
from typing import Annotated

import typer

from fifthstreet.cli.files import check_writable, show_and_save, text_save
from fifthstreet.cli.options import AsJson
from fifthstreet.review import load_blueprint
from fifthstreet.review.charts import chart_at, preflop_charts
from fifthstreet.search.preflop import PreflopStrategy
from fifthstreet.views import json_text
from fifthstreet.views.chart import chart_data, chart_html, chart_svg, print_charts
from fifthstreet.views.preflop import every_chart
from fifthstreet.views.terminal import Terminal, print_notes


def chart_command(
    file: Annotated[
        Path, typer.Argument(help="A strategy saved by `train` or `preflop`, or a training.")
    ],
    path: Annotated[
        str | None,
        typer.Argument(help="A single decision on any street, like b300 or r:b300:c:nQsJh2h."),
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the grids to an SVG file.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the grids to an HTML page.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what each hand does before the flop: openings by position, and answers to them."""
    check_writable(svg, html)
    strategy = load_blueprint(file)
    if path is not None:
        charts = [chart_at(strategy, path)]
    elif isinstance(strategy, PreflopStrategy):
        charts = every_chart(strategy)
    else:
        charts = preflop_charts(strategy)
    console = Terminal()

    def show() -> None:
        if as_json:
            typer.echo(json_text(chart_data(charts)))
        else:
            print_charts(console, charts)

    saves = [text_save(svg, lambda: chart_svg(charts)), text_save(html, lambda: chart_html(charts))]
    saved = show_and_save(show, saves)
    if not as_json:
        print_notes(console, saved)
