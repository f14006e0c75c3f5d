"""`fifthstreet flops`: a matchup on all flops, or on a sample of them."""

import json
from dataclasses import asdict
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console

from fifthstreet.cli.files import check_places
from fifthstreet.cli.progress import FlopProgress
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, schedule_of
from fifthstreet.solvers.postflop import (
    Flop,
    FlopFile,
    FlopResult,
    deal_flops,
    export_flops,
    group_flops,
    solve_flops,
)
from fifthstreet.solvers.postflop.backends import pick_backend
from fifthstreet.solvers.postflop.spot_file import read_spot
from fifthstreet.solvers.postflop.tables import PRECISIONS, check_precision
from fifthstreet.views.flops_table import print_groups


def flops_command(
    spot_file: Annotated[
        Path, typer.Argument(help="A spot file with a flop; its board does not matter.")
    ],
    sample: Annotated[
        int | None,
        typer.Option(help="Flops to deal at random; all 22,100, up to suits, if not given."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the sample.")] = 0,
    target: Annotated[
        float, typer.Option(help="Exploitability to reach, percent of the pot.")
    ] = 0.5,
    max_iterations: Annotated[int, typer.Option(help="Iterations to stop a flop at.")] = 1_000,
    time_limit: Annotated[float | None, typer.Option(help="Seconds to stop a flop after.")] = None,
    schedule: Annotated[str | None, typer.Option(help="How regrets are discounted.")] = None,
    precision: Annotated[
        str, typer.Option(help=f"Of the tables: {' or '.join(PRECISIONS)}.")
    ] = PRECISIONS[0],
    backend: Annotated[str, typer.Option(help="auto, native or cuda.")] = "auto",
    threads: Annotated[
        int | None, typer.Option(help="Threads to use; one a core if not given.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(help="A file that flops are added to as they are solved, and gone on with."),
    ] = None,
    export: Annotated[Path | None, typer.Option(help="A CSV file to write at the end.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object with all flops.")
    ] = False,
) -> None:
    """EVs and first decisions of a matchup on many flops, together and by kind of flop."""
    spot = read_spot(spot_file)
    flops = deal_flops(spot, sample=sample, seed=seed)
    limit = inf if time_limit is None else time_limit
    if not limit >= 0:
        raise ValueError(f"time-limit is {limit:g}; want 0 seconds or more")
    check_places(save, export)
    pick_backend(backend, 0)  # refuses a name before a file is made
    chosen = DEFAULT_SCHEDULE if schedule is None else schedule_of(schedule)
    options: dict[str, Any] = {
        "target_pot_percent": target,
        "max_iterations": max_iterations,
        "seconds": limit,
        "schedule": chosen,
        "precision": check_precision(precision),
    }
    file = None
    if save is not None:
        settings = {
            "target": target,
            "max_iterations": max_iterations,
            "time_limit": time_limit,
            "schedule": repr(chosen),
            "precision": precision,
        }
        file = FlopFile(save, spot, settings)
    done = dict(file.results) if file is not None else {}
    left = [flop for flop in flops if flop.board not in done]
    start, was_interrupted = perf_counter(), False
    try:
        with FlopProgress(len(flops), len(flops) - len(left)) as progress:
            for result in solve_flops(left, backend=backend, threads=threads, **options):
                done[result.board] = result
                if file is not None:
                    file.add(result)
                progress.add()
    except KeyboardInterrupt:
        if not done:
            raise
        was_interrupted = True
    seconds = perf_counter() - start
    actions = spot.tree.actions(0)
    if export is not None:
        export_flops(export, flops, done, actions)
    solved = sum(flop.board in done for flop in left)
    if as_json:
        typer.echo(json.dumps(flops_facts(flops, done, actions, seconds)))
    else:
        console = Console(highlight=False)
        print_groups(console, spot.tree, group_flops(_weighted(flops, done)))
        notes = [f"{solved:,} flops in {seconds:.1f} s: {60 * solved / seconds:,.0f} a minute"]
        if save is not None:
            notes.append(f"{len(done):,} flops in {save}")
        if missing := len(flops) - sum(flop.board in done for flop in flops):
            notes.append(f"{missing:,} of {len(flops):,} flops are not solved yet")
        notes += [f"exported to {export}"] if export is not None else []
        for note in notes:
            console.print(note, style="bright_black", soft_wrap=True)
    if was_interrupted:
        raise KeyboardInterrupt


def flops_facts(
    flops: list[Flop], done: dict[str, FlopResult], actions: tuple[str, ...], seconds: float
) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "actions": list(actions),
        "groups": [asdict(group) for group in group_flops(_weighted(flops, done))],
        "flops": [{"count": count, **asdict(result)} for count, result in _weighted(flops, done)],
        "missing": sum(flop.board not in done for flop in flops),
        "seconds": seconds,
    }


def _weighted(flops: list[Flop], done: dict[str, FlopResult]) -> list[tuple[int, FlopResult]]:
    """Solved flops of those wanted, with how many each stands for."""
    return [(flop.count, done[flop.board]) for flop in flops if flop.board in done]
