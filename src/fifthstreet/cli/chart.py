"""`fifthstreet chart`: preflop strategies as grids."""

from pathlib import Path

from fifthstreet.cli.command import Command, argument, option
from fifthstreet.cli.files import check_writable, text_save
from fifthstreet.review import chart_at, load_blueprint, preflop_charts
from fifthstreet.solvers.search.preflop import PreflopStrategy
from fifthstreet.views import chart_data, chart_html, chart_svg, every_chart, print_charts


class ChartCommand(Command):
    """Show the preflop strategy of every hand: opens by position, and responses to them."""

    file: Path = argument("A strategy saved by `train` or `preflop`, or a training.")
    path: str | None = argument(
        "A single decision on any street, like b300 or r:b300:c:nQsJh2h.", None
    )
    svg: Path | None = option("Write the grids to an SVG file.")
    html: Path | None = option("Write the grids to an HTML page.")

    def _execute(self) -> None:
        check_writable(self.svg, self.html)
        strategy = load_blueprint(self.file)
        if self.path is not None:
            charts = [chart_at(strategy, self.path)]
        elif isinstance(strategy, PreflopStrategy):
            charts = every_chart(strategy)
        else:
            charts = preflop_charts(strategy)
        self.show(
            lambda: chart_data(charts),
            lambda console: print_charts(console, charts),
            text_save(self.svg, lambda: chart_svg(charts)),
            text_save(self.html, lambda: chart_html(charts)),
        )
