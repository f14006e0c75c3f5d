"""`fifthstreet flops`: a matchup on all flops, or on a sample of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from fifthstreet.abstraction import SUBSET_SIZES
from fifthstreet.cli.files import save_of, show_and_save, writing
from fifthstreet.cli.messages import print_warning
from fifthstreet.cli.options import CLUSTER_HELP, AsJson, Threads, check_time_limit
from fifthstreet.cli.progress import FlopProgress, workers_text
from fifthstreet.executors import open_executor
from fifthstreet.solvers.common import DEFAULT_SCHEDULE_NAME, SCHEDULES, schedule_of
from fifthstreet.solvers.postflop import FlopFile, Spot, deal_flops, export_flops, solve_flops
from fifthstreet.solvers.postflop.backends import pick_backend
from fifthstreet.solvers.postflop.estimate import check_spot
from fifthstreet.solvers.postflop.spot_file import read_spot
from fifthstreet.solvers.postflop.tables import PRECISIONS, check_precision
from fifthstreet.threads import thread_count
from fifthstreet.tree import Kind, Line, read_line
from fifthstreet.views import flops_data, json_text
from fifthstreet.views.flops import print_flops, subset_error_data, subset_error_text
from fifthstreet.views.terminal import Terminal, print_notes

_FLOPS_PER_GPU_JOB = 16  # some seconds of work


def flops_command(
    spot_file: Annotated[
        Path, typer.Argument(help="A spot file with a flop; other flops replace its board.")
    ],
    at: Annotated[
        list[str] | None,
        typer.Option(
            help="Another decision to report, like x/b33% or b33%/c/n/x (n: on any card); may be "
            "repeated."
        ),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(help="Number of random flops; by default all 22,100, up to suits.")
    ] = None,
    subset: Annotated[
        int | None,
        typer.Option(help=f"Flops that represent all: {', '.join(map(str, SUBSET_SIZES))}."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    target: Annotated[
        float, typer.Option(help="Exploitability to reach, percent of the pot.")
    ] = 0.5,
    max_iterations: Annotated[
        int, typer.Option(help="Maximum number of iterations per flop.")
    ] = 1_000,
    time_limit: Annotated[
        float | None, typer.Option(help="Time limit per flop, in seconds.")
    ] = None,
    schedule: Annotated[
        str, typer.Option(help=f"One of {', '.join(SCHEDULES)}.")
    ] = DEFAULT_SCHEDULE_NAME,
    precision: Annotated[
        str, typer.Option(help=f"Precision of the tables: {' or '.join(PRECISIONS)}.")
    ] = PRECISIONS[0],
    backend: Annotated[str, typer.Option(help="auto, native or cuda.")] = "auto",
    threads: Threads = None,
    cluster: Annotated[str | None, typer.Option(help=CLUSTER_HELP)] = None,
    save: Annotated[
        Path | None,
        typer.Option(help="Add each flop to this file once it is solved; resume from it."),
    ] = None,
    export: Annotated[Path | None, typer.Option(help="Write a CSV file at the end.")] = None,
    as_json: AsJson = False,
) -> None:
    """Solve a matchup on many flops: EVs and first decisions, overall and by kind of flop.

    On a cluster, a job is one flop on --threads cores (by default 1); with cuda, 16 on a GPU.

    Ctrl-C stops and shows the flops solved so far, as do signals that end programs.
    """
    spot = read_spot(spot_file)
    chosen = schedule_of(schedule)
    check_spot(spot, chosen, check_precision(precision))
    flops = deal_flops(spot, sample=sample, subset=subset, seed=seed)
    check_time_limit(time_limit)
    if cluster is None:
        pick_backend(backend, 0)  # refuses an unknown name before a file is created
    lines = [_decision(spot, text) for text in at or []]
    options: dict[str, Any] = {
        "target_pot_percent": target,
        "max_iterations": max_iterations,
        "seconds": inf if time_limit is None else time_limit,
        "schedule": chosen,
        "precision": check_precision(precision),
        "lines": [line.path for line in lines],
    }
    settings: dict[str, Any] = {
        "target": target,
        "max_iterations": max_iterations,
        "time_limit": time_limit,
        "schedule": repr(chosen),
        "precision": precision,
    }
    if lines:
        settings["lines"] = [line.path for line in lines]
    with writing(save, export):
        file = None if save is None else FlopFile(save, spot, settings)
        results = dict(file.results) if file is not None else {}
        left = [flop for flop in flops if flop.board not in results]
        start, was_interrupted = perf_counter(), False
        try:
            with (
                _where(cluster, backend, threads) as where,
                FlopProgress(len(flops), len(flops) - len(left)) as progress,
            ):
                for result in solve_flops(left, **where, **options):
                    results[result.board] = result
                    if file is not None and (problem := file.try_to_add(result)):
                        print_warning(f"{problem}; the run goes on", progress.terminal)
                    progress.add(workers_text(where.get("executor")))
        except KeyboardInterrupt:
            if not results:
                raise
            was_interrupted = True
        seconds = perf_counter() - start
        error = None if subset is None else subset_error_data(subset, spot.ranges, threads)
        actions = spot.tree.actions(0)
        console = Terminal()

        def show() -> None:
            if as_json:
                data = flops_data(flops, results, actions, seconds, target)
                typer.echo(json_text(data | {"subset": error}))
                return
            solved = sum(flop.board in results for flop in left)
            pace = 60 * solved / seconds
            name = "flop" if solved == 1 else "flops"
            notes = [note for line in lines for note in line.notes]
            notes += [] if error is None else [subset_error_text(error)]
            notes += [f"{solved:,} {name} in {seconds:.1f} s: {pace:,.0f} per minute"]
            print_flops(console, spot.tree, flops, results, target, notes)

        def write_rest(path: Path) -> str:
            assert file is not None
            file.write_rest(path)
            skipped = f", {file.damaged} damaged lines were skipped" if file.damaged else ""
            return f"{len(results):,} flops in {path}{skipped}"

        def write_export(path: Path) -> str:
            export_flops(path, flops, results, actions)
            return f"exported to {path}"

        saved = show_and_save(show, [save_of(save, write_rest), save_of(export, write_export)])
        if not as_json:
            print_notes(console, saved)
    if was_interrupted:
        raise KeyboardInterrupt


@contextmanager
def _where(cluster: str | None, backend: str, threads: int | None) -> Iterator[dict[str, Any]]:
    """Yield the options of `solve_flops` that say where flops are solved."""
    if cluster is None:
        yield {"backend": backend, "threads": threads}
        return
    backend = "native" if backend == "auto" else backend
    on_gpu = backend == "cuda"
    cores = thread_count(threads or 1)
    with open_executor(cluster, cpus=cores, gpus=int(on_gpu)) as executor:
        yield {
            "executor": executor,
            "flops_per_job": _FLOPS_PER_GPU_JOB if on_gpu else 1,
            "backend": backend,
            "threads": cores,
        }


def _decision(spot: Spot, text: str) -> Line:
    """Return the line to a decision of the tree; its cards may not be named."""
    line = read_line(spot.tree, text)
    if line.cards:
        raise ValueError(f"{text!r} names cards; want n for any card")
    if spot.tree.kind[line.node] != Kind.ACTION:
        raise ValueError(f"nobody acts at {text!r}; want a line to a decision")
    return line
