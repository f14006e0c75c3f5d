"""Preflop: charts by position and action, solved strategies, and their lines to the flop."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from fifthstreet.errors import InputError, NotFoundError
from fifthstreet.review import RangeFile, SolvedCharts, bundled, preflop_lines, range_charts
from fifthstreet.tree import POSITIONS
from fifthstreet.views import (
    chart_columns,
    chart_facts,
    line_data,
    line_spot,
    preflop_strategy_data,
    strategy_node,
    strategy_spot,
)
from fifthstreet.web.api.models import ERRORS, Name, PathText
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/preflop", tags=["preflop"], responses=ERRORS)
Players = Annotated[int, Path(ge=2, le=10)]
Stack = Annotated[int, Path(ge=1, le=1000)]
Depth = Annotated[float, Path(ge=1, le=1000)]
Number = Annotated[int, Path(ge=0, le=10_000)]
AtPath = Annotated[PathText, Query()]


class RangeTableFacts(BaseModel):
    """A table with ranges."""

    players: int
    stack: float  # big blinds
    positions: list[str]  # in the order of play
    name: str


class ChartTable(BaseModel):
    """A table with solved charts."""

    seats: int
    stacks: list[float]  # big blinds, each with a chart of its own


class ChartFacts(BaseModel):
    """A chart: a position in a situation."""

    number: int
    situation: str
    position: str
    against: str | None
    title: str


class FlopLine(BaseModel):
    """A line that leaves two players on the flop; amounts are in big blinds."""

    title: str
    positions: list[str]  # OOP first
    percents: list[float]  # of all hands that the players have
    pot: float
    stack: float


class LineFacts(FlopLine):
    """A line of a table."""

    number: int
    kind: str


class RangeTableReply(BaseModel):
    """The charts and lines of a table."""

    table: RangeTableFacts
    charts: list[ChartFacts]
    lines: list[LineFacts]


class DraftRanges(BaseModel):
    """The hands of both players."""

    oop: str
    ip: str


class SpotDraft(BaseModel):
    """A spot without a board, for Solve."""

    pot: float
    stack: float
    ranges: DraftRanges
    tree: dict[str, float]


class StrategyLine(FlopLine):
    """A line of a solved strategy."""

    path: str


class HeldOutFacts(BaseModel):
    """The exploitability on flops that were not solved."""

    flops: int
    exploitability_pot_percent: float


class StrategyFacts(BaseModel):
    """A solved strategy; a damaged file has an `error` and nothing else."""

    name: str
    error: str | None
    stack: float | None = None  # big blinds
    flops: int | None = None  # that were solved after each line
    iterations: int | None = None
    exploitability: float | None = None  # big blinds
    exploitability_pot_percent: float | None = None
    held_out: HeldOutFacts | None = None
    ev: dict[str, float] = Field(default_factory=dict)  # big blinds a hand, by position
    lines: list[StrategyLine] = Field(default_factory=list)


@router.get("/tables")
def list_tables() -> list[RangeTableFacts]:
    """Return the tables with ranges of the package."""
    return [_table_facts(file) for players in POSITIONS for file in bundled(players)]


@router.get("/tables/{players}/{stack}")
def preflop_table(players: Players, stack: Stack) -> RangeTableReply:
    """Return the charts and lines of a table."""
    file = _file(players, stack)
    charts = [
        ChartFacts(number=number, title=chart.title, **vars(chart))
        for number, chart in enumerate(range_charts(file))
    ]
    lines = [
        LineFacts(number=number, **line_data(line))
        for number, line in enumerate(preflop_lines(file))
    ]
    return RangeTableReply(table=_table_facts(file), charts=charts, lines=lines)


@router.get("/tables/{players}/{stack}/charts/{number}")
def preflop_chart(players: Players, stack: Stack, number: Number) -> JsonReply:
    """Return the actions of each of the 169 classes in a situation."""
    charts = range_charts(_file(players, stack))
    return JsonReply(chart_columns(_at(charts, number, "chart")))


@router.get("/tables/{players}/{stack}/lines/{number}/spot")
def preflop_line_spot(players: Players, stack: Stack, number: Number) -> SpotDraft:
    """Return the ranges, pot and stack of a line at the flop."""
    line = _at(preflop_lines(_file(players, stack)), number, "line")
    return SpotDraft(**line_spot(line.ranges, line.pot, line.stack))


@router.get("/charts")
def list_chart_tables() -> list[ChartTable]:
    """Return the tables with solved charts of the package."""
    tables = {entry.seats: ChartTable(seats=entry.seats, stacks=[]) for entry in charts().entries}
    for entry in charts().entries:
        stacks = tables[entry.seats].stacks
        tables[entry.seats].stacks = sorted({*stacks, entry.stack})
    return [tables[seats] for seats in sorted(tables)]


@router.get("/charts/{players}/{stack}/node")
def solved_chart_node(players: Players, stack: Depth, path: AtPath = "r") -> JsonReply:
    """Return a decision of the solved chart for a table and any stack, with EVs.

    Between the stacks of two charts it is the mean of both.
    """
    found = charts().find(players, stack)
    return JsonReply(strategy_node(found.strategy, path) | {"table": chart_facts(found)})


@router.get("/charts/{players}/{stack}/spot")
def solved_chart_spot(players: Players, stack: Depth, path: AtPath) -> SpotDraft:
    """Return the ranges, pot and stack of a line of a solved chart to a flop of two players."""
    return SpotDraft(**strategy_spot(charts().find(players, stack).strategy, path))


@cache
def charts() -> SolvedCharts:
    """Return the solved charts of the package."""
    return SolvedCharts()


@router.get("/strategies")
def list_strategies(services: Served) -> list[StrategyFacts]:
    """Return the solved strategies of the package, then of the library."""
    facts = []
    for name in services.preflop.names():
        try:
            found = preflop_strategy_data(services.preflop.open(name))
        except InputError as error:
            facts.append(StrategyFacts(name=name, error=str(error)))
            continue
        facts.append(StrategyFacts(name=name, error=None, **found))
    return facts


@router.get("/strategies/{name}/node")
def preflop_node(name: Name, services: Served, path: AtPath = "r") -> JsonReply:
    """Return a node of a solved strategy: the actions of each class, and its EVs."""
    return JsonReply(strategy_node(services.preflop.open(name), path))


@router.get("/strategies/{name}/spot")
def preflop_strategy_spot(name: Name, services: Served, path: AtPath) -> SpotDraft:
    """Return the ranges, pot and stack of a strategy's line at the flop."""
    return SpotDraft(**strategy_spot(services.preflop.open(name), path))


def _file(players: int, stack: int) -> RangeFile:
    for file in bundled(players) if players in POSITIONS else ():
        if file.stack == stack:
            return file
    raise NotFoundError(f"no ranges for {players} players and {stack} big blinds")


def _table_facts(file: RangeFile) -> RangeTableFacts:
    return RangeTableFacts(positions=list(POSITIONS[file.players]), **vars(file))


def _at(items: list[Any], number: int, kind: Literal["chart", "line"]) -> Any:
    if number >= len(items):
        raise NotFoundError(f"{kind} must be from 0 to {len(items) - 1}, got {number}")
    return items[number]
