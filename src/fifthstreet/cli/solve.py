"""`fifthstreet solve`: the equilibrium of a spot, from a file, from options or from both."""

from collections.abc import Callable
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import Annotated

import typer
from rich.filesize import decimal

from fifthstreet.cli.files import save_of, show_and_save, writing
from fifthstreet.cli.messages import print_warning
from fifthstreet.cli.options import THREADS_HELP, AsJson, check_time_limit, option
from fifthstreet.cli.progress import SolveProgress
from fifthstreet.cli.spot_options import overlaid_fields, overlaid_sizes
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE_NAME,
    SCHEDULES,
    Schedule,
    available_bytes,
    schedule_of,
)
from fifthstreet.solvers.postflop import (
    Solution,
    Solver,
    Spot,
    estimate,
    estimate_time,
    load_checkpoint,
)
from fifthstreet.solvers.postflop.backends import BACKENDS, pick_backend
from fifthstreet.solvers.postflop.checkpoints import run_with_checkpoints
from fifthstreet.solvers.postflop.estimate import check_spot, estimate_plan
from fifthstreet.solvers.postflop.plan import make_plan
from fifthstreet.solvers.postflop.sections import file_bytes
from fifthstreet.solvers.postflop.spot_file import STREETS, make_spot, read_fields
from fifthstreet.solvers.postflop.street_betting import RIVER
from fifthstreet.solvers.postflop.tables import PRECISIONS, check_precision
from fifthstreet.solvers.postflop.time_estimate import expected_run
from fifthstreet.storage import check_target, load_or_previous, previous_file
from fifthstreet.views import export_csv, export_json, export_parquet, json_text, solution_data
from fifthstreet.views.solution import estimate_data, print_estimate, print_solution
from fifthstreet.views.terminal import Terminal, print_notes

_EXPORTS: dict[str, Callable[[Solution, Path], object]] = {
    ".json": export_json,
    ".csv": export_csv,
    ".parquet": export_parquet,
}
_SPOT, _STOP, _FILES = "The spot", "When to stop, and how to solve", "Files"


def solve_command(
    spot_file: Annotated[
        Path | None, typer.Argument(help="A spot file; options take precedence over it.")
    ] = None,
    board: Annotated[str | None, option("Three to five cards, like QsJh2h.", _SPOT)] = None,
    oop: Annotated[str | None, option("Range out of position.", _SPOT)] = None,
    ip: Annotated[str | None, option("Range in position.", _SPOT)] = None,
    pot: Annotated[float | None, option("Chips in the pot.", _SPOT)] = None,
    stack: Annotated[float | None, option("Chips that each player has behind.", _SPOT)] = None,
    bets: Annotated[
        str | None, option("Bet sizes on all streets for both players: '52%, a'.", _SPOT)
    ] = None,
    raises: Annotated[
        str | None, option("Raise sizes: '45%' of the pot after calling, '2.5x' ...", _SPOT)
    ] = None,
    donk: Annotated[
        str | None, option("Bet sizes out of position into the last aggressor.", _SPOT)
    ] = None,
    add_allin: Annotated[
        float | None, option("Add all-ins of at most this share of the pot.", _SPOT)
    ] = None,
    force_allin: Annotated[
        float | None,
        option("Go all-in if a call would leave at most this share of the pot behind.", _SPOT),
    ] = None,
    merge: Annotated[
        float | None, option("Drop sizes closer than this to a higher one.", _SPOT)
    ] = None,
    max_raises: Annotated[
        int | None, option("Maximum number of bets and raises per street.", _SPOT)
    ] = None,
    rake_rate: Annotated[float | None, option("Share of the pot taken as rake.", _SPOT)] = None,
    rake_cap: Annotated[float | None, option("Maximum rake in chips.", _SPOT)] = None,
    target: Annotated[float, option("Exploitability to reach, percent of the pot.", _STOP)] = 0.3,
    max_iterations: Annotated[int, option("Maximum number of iterations.", _STOP)] = 1_000,
    time_limit: Annotated[float | None, option("Time limit in seconds.", _STOP)] = None,
    threads: Annotated[int | None, option(THREADS_HELP, _STOP)] = None,
    precision: Annotated[
        str, option(f"Precision of the tables: {' or '.join(PRECISIONS)}.", _STOP)
    ] = PRECISIONS[0],
    backend: Annotated[str, option(f"auto, or one of {', '.join(BACKENDS)}.", _STOP)] = "auto",
    schedule: Annotated[
        str, option(f"One of {', '.join(SCHEDULES)}.", _STOP)
    ] = DEFAULT_SCHEDULE_NAME,
    isomorphism: Annotated[bool, option("Merge runouts that differ only in suits.", _STOP)] = True,
    dry_run: Annotated[
        bool, option("Show the size and the time of the solve, and stop.", _STOP, "--dry-run")
    ] = False,
    save: Annotated[Path | None, option("Save the solution, for `show`.", _FILES)] = None,
    save_streets: Annotated[
        str | None, option("Last street to save: flop or turn.", _FILES)
    ] = None,
    save_bytes: Annotated[
        bool, option("Save each probability in one byte.", _FILES, "--save-bytes")
    ] = False,
    checkpoint: Annotated[
        Path | None, option("Save the state of the solve here; resume from it.", _FILES)
    ] = None,
    checkpoint_every: Annotated[float, option("Seconds between checkpoints.", _FILES)] = 60.0,
    export: Annotated[
        Path | None, option("Export a table: .json, .csv or .parquet.", _FILES)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Solve a spot: the equilibrium of two ranges on a board.

    Ctrl-C stops, shows the solution so far and saves it, as do signals that end programs.
    """
    options = {
        "board": board,
        "pot": pot,
        "stack": stack,
        "ranges": {"oop": oop, "ip": ip},
        "tree": {
            "add_allin": add_allin,
            "force_allin": force_allin,
            "merge": merge,
            "max_raises": max_raises,
        },
        "rake": {"rate": rake_rate, "cap": rake_cap},
    }
    spot = make_spot(overlaid_fields(read_fields(spot_file) if spot_file else {}, options))
    spot = spot.with_rules(sizes=overlaid_sizes(spot.rules.sizes, bets, raises, donk))
    chosen = schedule_of(schedule)
    console = Terminal()
    if dry_run:
        size = estimate(spot, schedule=chosen, isomorphism=isomorphism)
        table_bytes = size.bytes[check_precision(precision)]
        free = available_bytes()
        time = None
        if free is None or table_bytes + size.tree_bytes <= free:
            time = estimate_time(
                spot,
                target_pot_percent=target,
                max_iterations=max_iterations,
                schedule=chosen,
                threads=threads,
                precision=precision,
                isomorphism=isomorphism,
            )
        is_on_gpu = pick_backend(backend, table_bytes) == "cuda"
        if as_json:
            typer.echo(json_text(estimate_data(size, time, is_on_gpu=is_on_gpu)))
        else:
            print_estimate(console, size, time, is_on_gpu=is_on_gpu)
        return
    check_time_limit(time_limit)
    limit = inf if time_limit is None else time_limit
    last_street = _last_street(save_streets, spot.street)
    if not checkpoint_every > 0:
        raise ValueError(f"checkpoint-every is {checkpoint_every:g}; want more than 0 seconds")
    _check_export(export)
    notes = []
    with writing(save, checkpoint, export):
        was_interrupted = False
        with SolveProgress(target, max_iterations, limit) as progress:
            if checkpoint is not None and (checkpoint.exists() or _has_previous(checkpoint)):
                progress.prepare("reading the checkpoint")
                solver, note = load_or_previous(
                    checkpoint, lambda path: load_checkpoint(path, threads=threads)
                )
                notes += [] if note is None else [note]
                _check_same(checkpoint, solver, spot, chosen, precision, isomorphism)
            else:
                progress.prepare("dealing the runouts")
                check_spot(spot, chosen, check_precision(precision), isomorphism=isomorphism)
                plan = make_plan(spot, isomorphism=isomorphism)
                # Compiling GPU kernels for the first spot of a kind takes seconds.
                progress.prepare("allocating the tables")
                solver = Solver(
                    spot,
                    schedule=chosen,
                    precision=precision,
                    threads=threads,
                    isomorphism=isomorphism,
                    backend=backend,
                    plan=plan,
                )
            _check_space(solver, save, checkpoint, last_street, in_bytes=save_bytes)
            try:
                _run(solver, progress, target, max_iterations, limit, checkpoint, checkpoint_every)
            except KeyboardInterrupt:
                if solver.iteration == 0:
                    raise
                was_interrupted = True
        solution = solver.solution()
        notes += ["interrupted before the target"] if was_interrupted else []

        def show() -> None:
            if as_json:
                typer.echo(json_text(solution_data(solution)))
            else:
                print_solution(console, solution, notes)

        saves = (
            save_of(checkpoint, lambda path: _checkpoint(solver, path)),
            save_of(save, lambda path: _saved(solution, path, last_street, save_bytes)),
            save_of(export, lambda path: _exported(solution, path, export)),
        )
        saved = show_and_save(show, saves)
        if not as_json:
            print_notes(console, [note for note in saved if note])
    if was_interrupted:
        raise KeyboardInterrupt


def _run(
    solver: Solver,
    progress: SolveProgress,
    target: float,
    max_iterations: int,
    limit: float,
    checkpoint: Path | None,
    every: float,
) -> None:
    """Run the solver; with a checkpoint, in pieces that end by saving it."""
    expected = expected_run(solver, target)
    progress.begin(
        solver.iteration, expected_iterations=expected.iterations, expected_pace=expected.pace
    )
    run_with_checkpoints(
        solver,
        target_pot_percent=target,
        max_iterations=max_iterations,
        seconds=limit,
        checkpoint=checkpoint,
        every=every,
        progress=progress.update,
        stepped=progress.stepped,
        failed=lambda error: print_warning(
            f"{error}; the solve goes on without it", progress.terminal
        ),
    )


def _check_same(
    checkpoint: Path,
    solver: Solver,
    spot: Spot,
    schedule: Schedule,
    precision: str,
    isomorphism: bool,
) -> None:
    """Raise ValueError if the solver of a checkpoint is for another solve."""
    for name, saved, wanted in (
        ("spot", solver.spot, spot),
        ("schedule", solver.schedule, schedule),
        ("precision", solver.precision, precision),
        ("isomorphism", solver.isomorphism, isomorphism),
    ):
        if saved != wanted:
            raise ValueError(
                f"the checkpoint {str(checkpoint)!r} does not fit: different {name}; "
                "want the same, or another file"
            )


def _last_street(name: str | None, first: int) -> int | None:
    """Return the number of the last street to save, None for all; `first` is that of the spot."""
    if name is None:
        return None
    names = STREETS[first - 1 :]
    if name not in names:
        raise ValueError(f"save-streets is {name!r}; want {' or '.join(names)}")
    return STREETS.index(name) + 1


def _has_previous(checkpoint: Path) -> bool:
    return previous_file(checkpoint).is_file()


def _check_export(export: Path | None) -> None:
    """Raise ValueError for a format that cannot be exported."""
    if export is not None and export.suffix not in _EXPORTS:
        raise ValueError(f"cannot export to {str(export)!r}; want {', '.join(_EXPORTS)}")
    if export is not None and export.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise ValueError(f"export to {str(export)!r} needs pyarrow; install fifthstreet[parquet]")


def _check_space(
    solver: Solver,
    save: Path | None,
    checkpoint: Path | None,
    last_street: int | None,
    *,
    in_bytes: bool,
) -> None:
    """Raise ValueError if the files do not fit on their disks, before hours are spent solving."""
    precision = check_precision(solver.precision)
    if save is not None:
        last = RIVER if last_street is None else last_street
        size = file_bytes(solver.spot, solver.plan, last, precision, in_bytes=in_bytes)
        check_target(save, size)
    if checkpoint is not None:
        check_target(checkpoint, estimate_plan(solver.plan, solver.schedule).bytes[precision])


def _checkpoint(solver: Solver, path: Path) -> str:
    solver.save(path)
    return ""


def _exported(solution: Solution, path: Path, wanted: Path | None) -> str:
    """Export a solution; the format is that of the wanted file, wherever it is written."""
    _EXPORTS[(wanted or path).suffix](solution, path)
    return f"exported to {path} ({decimal(path.stat().st_size)})"


def _saved(solution: Solution, path: Path, last_street: int | None, in_bytes: bool) -> str:
    """Save a solution; return a note about its size and what rounding cost."""
    size = solution.save(path, last_street=last_street, in_bytes=in_bytes)
    note = f"saved to {path} ({decimal(size.bytes)})"
    if size.byte_error is None:
        return note
    percent = 100 * size.byte_error.exploitability / solution.spot.pot
    return f"{note}; rounding to bytes changed exploitability by {percent:+.2g}% of the pot"
