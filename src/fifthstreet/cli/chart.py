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
from fifthstreet.solvers.ring import RING_CHARTS, RingStrategy
from fifthstreet.solvers.search.preflop import CHART_NAMES, PreflopStrategy, strategy_path
from fifthstreet.support.storage import open_container
from fifthstreet.tree import position_names
from fifthstreet.tree.strategy import TreeStrategy
from fifthstreet.views import (
    chart_data,
    chart_html,
    chart_svg,
    every_chart,
    print_charts,
    ring_facts,
    ring_notes,
)


class ChartCommand(Command):
    """Show what every hand does: opens by position and responses to them, or one decision."""

    file: Path = argument(
        "A strategy of `train` or `preflop`, a training, a solution, or a chart of the package: "
        f"{', '.join(CHART_NAMES)}, or ranges by name, like 2max_100."
    )
    path: str | None = argument(
        "A single decision on any street, like b300 or r:b300:c:nQsJh2h; of a table or ranges, "
        "also a position, like BTN.",
        None,
    )
    board: str | None = option("Board at the start, for strategies that play on many boards.")
    svg: Path | None = option("Write the grids to an SVG file.")
    html: Path | None = option("Write the grids to an HTML page.")

    def _execute(self) -> None:
        check_writable(self.svg, self.html)
        source = self._source()
        charts = self._charts(source)
        known = ring_facts(source) if isinstance(source, RingStrategy) else {}
        notes = ring_notes(source) if isinstance(source, RingStrategy) else []
        self.show(
            lambda: chart_data(charts) | known,
            lambda console: print_charts(console, charts, notes),
            text_save(self.svg, lambda: chart_svg(charts)),
            text_save(self.html, lambda: chart_html(charts)),
        )

    def _source(self) -> TreeStrategy | str:
        """Return the strategy, or the name of ranges that come with the package."""
        name = None if self.file.exists() else find_chart(str(self.file))
        if name is None or name in RING_CHARTS:
            return self._on_board(self._strategy(name))
        return name

    def _charts(self, source: TreeStrategy | str) -> Sequence[Chart | RangeChart]:
        if isinstance(source, str):
            return named_charts(source, self.path)
        if isinstance(source, RingStrategy) and self._is_position(source.game.seats):
            assert self.path is not None
            position = self.path.upper()
            return [each for each in preflop_charts(source) if each.position == position]
        if self.path is not None:
            return [chart_at(source, self.path)]
        if isinstance(source, PreflopStrategy):
            return every_chart(source)
        if source.tree.rules.first_street > 0:
            return [chart_at(source)]
        return preflop_charts(source)

    def _is_position(self, seats: int) -> bool:
        return self.path is not None and self.path.upper() in position_names(seats)

    def _on_board(self, strategy: TreeStrategy) -> TreeStrategy:
        """Return the strategy on the given board, if it may start on several."""
        if strategy.is_for_any_board:
            if self.board is None:
                raise InputError(f"specify --board: {self.file} plays on many boards")
            return BoardStrategy(strategy, parse_cards(self.board))
        if self.board is not None:
            raise InputError(f"--board requires a strategy for many boards, got {self.file}")
        return strategy

    def _strategy(self, name: str | None) -> TreeStrategy:
        """Load a strategy by name or file; InputError for a spot, which has none yet."""
        if name is not None:
            return load_blueprint(name)
        if self.file.suffix == ".toml" and self.file.exists():
            raise InputError(
                f"{str(self.file)!r} must be a solved file, got a TOML file. Use `fifthstreet "
                "solve` with --save, then `fifthstreet chart` with the solution."
            )
        if open_container(strategy_path(self.file), None).kind == Solution.kind:
            return open_solution(self.file)
        return load_blueprint(self.file)
