"""`fifthstreet review`: what the decisions of real hands cost."""

from math import inf
from pathlib import Path
from typing import Annotated

import typer

from fifthstreet.cli.files import check_writable, show_and_save, text_save
from fifthstreet.cli.options import AsJson, Threads, check_time_limit, option
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
from fifthstreet.storage import check_target
from fifthstreet.tree import Rake, Sizes
from fifthstreet.views import json_text, review_csv, review_data, review_html
from fifthstreet.views.review import print_review
from fifthstreet.views.terminal import Terminal, print_notes

_SOURCE, _SOLVE = "What to compare with (one of these)", "How --solve solves"


def review_command(
    hands: Annotated[
        list[Path],
        typer.Argument(
            help="Files, folders or zip files with hand histories of any format; - reads stdin."
        ),
    ],
    solution: Annotated[Path | None, option("A solution saved by `solve --save`.", _SOURCE)] = None,
    blueprint: Annotated[
        Path | None, option("A strategy saved by `train` (no EVs) or `preflop`.", _SOURCE)
    ] = None,
    solve: Annotated[
        bool,
        option("Solve each hand from the flop on, with the bets made in it.", _SOURCE, "--solve"),
    ] = False,
    player: Annotated[str | None, typer.Option(help="Review only this player.")] = None,
    worst: Annotated[int, typer.Option(help="Number of decisions to show, worst first.")] = 5,
    unit: Annotated[
        float | None,
        typer.Option(help="Chips of the hands per chip of the solution, 1 by default."),
    ] = None,
    oop: Annotated[
        str | None,
        option("Range out of position, by default that of the preflop actions.", _SOLVE),
    ] = None,
    ip: Annotated[
        str | None, option("Range in position, by default that of the preflop actions.", _SOLVE)
    ] = None,
    ranges: Annotated[
        Path | None,
        option("Preflop ranges: a TOML file or folder, a file of `preflop`, or hu100.", _SOLVE),
    ] = None,
    save: Annotated[
        Path | None, option("A folder to keep the solutions in, for `show`.", _SOLVE)
    ] = None,
    first_street: Annotated[
        str, option("First street to solve; the ranges are those at its start.", _SOLVE)
    ] = STREETS[0],
    bets: Annotated[str, option("Bet sizes besides the real ones.", _SOLVE)] = "66%",
    raises: Annotated[str, option("Raise sizes besides the real ones.", _SOLVE)] = "60%",
    max_raises: Annotated[int, option("Maximum number of bets and raises per street.", _SOLVE)] = 2,
    force_allin: Annotated[
        float,
        option("Go all-in if a call would leave at most this share of the pot behind.", _SOLVE),
    ] = 0.2,
    rake_rate: Annotated[float, option("Share of the pot taken as rake.", _SOLVE)] = 0.0,
    rake_cap: Annotated[float, option("Maximum rake in chips.", _SOLVE)] = inf,
    target: Annotated[float, option("Exploitability to reach, percent of the pot.", _SOLVE)] = 0.5,
    max_iterations: Annotated[int, option("Maximum number of iterations.", _SOLVE)] = 1_000,
    time_limit: Annotated[float | None, option("Time limit per solve, in seconds.", _SOLVE)] = None,
    precision: Annotated[
        str, option(f"Precision of the tables: {' or '.join(PRECISIONS)}.", _SOLVE)
    ] = PRECISIONS[0],
    csv: Annotated[Path | None, typer.Option(help="Write all decisions to a CSV file.")] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write the report to one HTML file, with pictures.")
    ] = None,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Compare the decisions of real hands with an equilibrium, and show what they cost."""
    if worst < 0:
        raise ValueError(f"worst is {worst}; want 0 decisions or more")
    if sum((solution is not None, blueprint is not None, solve)) != 1:
        raise ValueError("specify one of --solution FILE, --blueprint FILE and --solve")
    for name, given in (("ranges", ranges), ("save", save)):
        if given is not None and not solve:
            raise ValueError(f"--{name} is for --solve")
    if save is not None:
        if save.exists() and not save.is_dir():
            raise ValueError(f"save is {str(save)!r}, which is a file; want a folder")
        try:
            save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"save is {str(save)!r}: {error.strerror}; want a folder") from None
        check_target(save / "hand.solution")
    check_time_limit(time_limit)
    check_writable(csv, html)
    with ReviewProgress() as progress:
        answers: Answers
        if solution is not None:
            answers = StrategyAnswers(open_solution(solution, threads=threads), unit=unit)
        elif blueprint is not None:
            answers = StrategyAnswers(load_blueprint(blueprint), unit=unit)
        else:
            settings = SolveSettings(
                oop=oop,
                ip=ip,
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
                preflop=ranges,
            )
            answers = SolveAnswers(settings, progress=progress.solving, save=save)
        report = review(read_session(hands), answers, player=player, progress=progress.reviewing)
    console = Terminal()

    def show() -> None:
        if as_json:
            typer.echo(json_text(review_data(report)))
        else:
            print_review(console, report, worst)

    saves = [
        text_save(csv, lambda: review_csv(report)),
        text_save(html, lambda: review_html(report)),
    ]
    saved = show_and_save(show, saves)
    if not as_json:
        print_notes(console, saved)
    if isinstance(answers, SolveAnswers) and answers.unsaved:
        raise ValueError("; ".join(answers.unsaved))


def _street(name: str) -> int:
    if name not in STREETS:
        raise ValueError(f"first-street is {name!r}; want {', '.join(STREETS)}")
    return STREETS.index(name) + 1
