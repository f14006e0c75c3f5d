"""`fifthstreet chart`: what each hand class does, as grids."""

from collections.abc import Sequence
from pathlib import Path

from fifthstreet.cards import find_chart, parse_cards
from fifthstreet.cli.command import Command, argument, option
from fifthstreet.cli.files import check_writable, text_save
from fifthstreet.errors import InputError
from fifthstreet.review import (
    Chart,
    RangeChart,
    chart_at,
    load_blueprint,
    named_charts,
    preflop_charts,
)
from fifthstreet.solvers.blueprint import BoardStrategy
from fifthstreet.solvers.postflop import Solution, open_solution
from fifthstreet.solvers.search.preflop import PreflopStrategy, strategy_path
from fifthstreet.support.storage import open_container
from fifthstreet.tree.strategy import TreeStrategy
from fifthstreet.views import chart_data, chart_html, chart_svg, every_chart, print_charts


class ChartCommand(Command):
    """Show what every hand does: opens by position and responses to them, or one decision."""

    file: Path = argument(
        "A strategy of `train` or `preflop`, a training, a solution, or ranges that come with the "
        "package: 6max_100, 9max_40 ..."
    )
    path: str | None = argument(
        "A single decision on any street, like b300 or r:b300:c:nQsJh2h; of ranges, a position.",
        None,
    )
    board: str | None = option("Board at the start, for strategies that play on many boards.")
    svg: Path | None = option("Write the grids to an SVG file.")
    html: Path | None = option("Write the grids to an HTML page.")

    def _execute(self) -> None:
        check_writable(self.svg, self.html)
        charts = self._charts()
        self.show(
            lambda: chart_data(charts),
            lambda console: print_charts(console, charts),
            text_save(self.svg, lambda: chart_svg(charts)),
            text_save(self.html, lambda: chart_html(charts)),
        )

    def _charts(self) -> Sequence[Chart | RangeChart]:
        name = None if self.file.exists() else find_chart(str(self.file))
        if name is not None:
            return named_charts(name, self.path)
        strategy = self._on_board(self._strategy())
        if self.path is not None:
            return [chart_at(strategy, self.path)]
        if isinstance(strategy, PreflopStrategy):
            return every_chart(strategy)
        if strategy.tree.rules.first_street > 0:
            return [chart_at(strategy)]
        return preflop_charts(strategy)

    def _on_board(self, strategy: TreeStrategy) -> TreeStrategy:
        """Return the strategy on the given board, if it may start on several."""
        if strategy.is_for_any_board:
            if self.board is None:
                raise InputError(f"specify --board: {self.file} plays on many boards")
            return BoardStrategy(strategy, parse_cards(self.board))
        if self.board is not None:
            raise InputError(f"--board requires a strategy for many boards, got {self.file}")
        return strategy

    def _strategy(self) -> TreeStrategy:
        """Load the strategy of the file; InputError for a spot, which has none yet."""
        if self.file.suffix == ".toml" and self.file.exists():
            raise InputError(
                f"{str(self.file)!r} must be a solved file, got a TOML file. Use `fifthstreet "
                "solve` with --save, then `fifthstreet chart` with the solution."
            )
        if open_container(strategy_path(self.file), None).kind == Solution.kind:
            return open_solution(self.file)
        return load_blueprint(self.file)
