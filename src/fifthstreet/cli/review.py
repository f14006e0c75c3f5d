"""`fifthstreet review`: what hands that were played cost, decision by decision."""

import json
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console

from fifthstreet.cards import Range
from fifthstreet.cli.progress import ReviewProgress
from fifthstreet.review import (
    Answers,
    SolveAnswers,
    SolveSettings,
    StrategyAnswers,
    load_blueprint,
    read_session,
    review,
)
from fifthstreet.solvers.postflop import open_solution
from fifthstreet.solvers.postflop.spot_file import STREETS
from fifthstreet.solvers.postflop.tables import PRECISIONS
from fifthstreet.tree import Rake, Sizes
from fifthstreet.views.review_table import print_review

# Ranges that --solve takes where none are given: about those of a raise and a call preflop.
DEFAULT_RANGE = "25%"

_SOURCE, _SOLVE = "Where the answers are from (one of these)", "How --solve solves"
_Made = TypeVar("_Made")


def _option(text: str, panel: str, *names: str) -> Any:
    return typer.Option(*names, help=text, rich_help_panel=panel)


def review_command(
    hands: Annotated[list[Path], typer.Argument(help="Files of hands: PHH, PHHS, sites' texts.")],
    solution: Annotated[
        Path | None, _option("A solution saved by `solve --save`.", _SOURCE)
    ] = None,
    blueprint: Annotated[
        Path | None, _option("A strategy saved by `train`: frequencies, no values.", _SOURCE)
    ] = None,
    solve: Annotated[
        bool, _option("Solve each hand from the flop on, with its own sizes.", _SOURCE, "--solve")
    ] = False,
    player: Annotated[str | None, typer.Option(help="Only the decisions of this player.")] = None,
    worst: Annotated[int, typer.Option(help="How many decisions to show, worst first.")] = 5,
    unit: Annotated[
        float | None, typer.Option(help="Chips of the hands for 1 of the solution; 1 if not given.")
    ] = None,
    oop: Annotated[str, _option("Range out of position.", _SOLVE)] = DEFAULT_RANGE,
    ip: Annotated[str, _option("Range in position.", _SOLVE)] = DEFAULT_RANGE,
    first_street: Annotated[
        str, _option("Earliest street to solve; the ranges are those there.", _SOLVE)
    ] = STREETS[0],
    bets: Annotated[str, _option("Bet sizes beside the real ones.", _SOLVE)] = "66%",
    raises: Annotated[str, _option("Raise sizes beside the real ones.", _SOLVE)] = "60%",
    max_raises: Annotated[int, _option("Most bets and raises on a street.", _SOLVE)] = 2,
    force_allin: Annotated[
        float, _option("All-in where a call would leave at most this share.", _SOLVE)
    ] = 0.2,
    rake_rate: Annotated[float, _option("Share of the pot taken.", _SOLVE)] = 0.0,
    rake_cap: Annotated[float, _option("Most chips taken.", _SOLVE)] = inf,
    target: Annotated[float, _option("Exploitability to reach, percent of the pot.", _SOLVE)] = 0.5,
    max_iterations: Annotated[int, _option("Iterations to stop at.", _SOLVE)] = 1_000,
    time_limit: Annotated[float | None, _option("Seconds to stop a solve after.", _SOLVE)] = None,
    precision: Annotated[
        str, _option(f"Of the tables: {' or '.join(PRECISIONS)}.", _SOLVE)
    ] = PRECISIONS[0],
    threads: Annotated[
        int | None, typer.Option(help="Threads to use; one a core if not given.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object with all decisions.")
    ] = False,
) -> None:
    """Decisions of real hands beside an equilibrium: frequencies, values, and what was lost."""
    if worst < 0:
        raise ValueError(f"worst is {worst}; want 0 decisions or more")
    if sum((solution is not None, blueprint is not None, solve)) != 1:
        raise ValueError("want one of --solution FILE, --blueprint FILE and --solve")
    with ReviewProgress() as progress:
        answers: Answers
        if solution is not None:
            answers = StrategyAnswers(open_solution(solution, threads=threads), unit=unit)
        elif blueprint is not None:
            answers = StrategyAnswers(load_blueprint(blueprint), unit=unit)
        else:
            settings = SolveSettings(
                oop=_named("oop", Range.parse, oop),
                ip=_named("ip", Range.parse, ip),
                sizes=Sizes.uniform(bets, raises=raises),
                first_street=_street(first_street),
                max_raises=max_raises,
                force_allin=force_allin,
                rake=Rake(rake_rate, rake_cap),
                target_pot_percent=target,
                max_iterations=max_iterations,
                seconds=inf if time_limit is None else time_limit,
                precision=precision,
                threads=threads,
            )
            answers = SolveAnswers(settings, progress=progress.solving)
        report = review(read_session(hands), answers, player=player, progress=progress.reviewing)
    if as_json:
        typer.echo(json.dumps(report.to_dict()))
    else:
        print_review(Console(highlight=False), report, worst)


def _street(name: str) -> int:
    if name not in STREETS:
        raise ValueError(f"first-street is {name!r}; want {', '.join(STREETS)}")
    return STREETS.index(name) + 1


def _named(name: str, make: Callable[[str], _Made], given: str) -> _Made:
    try:
        return make(given)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
