"""`fifthstreet solve`: the equilibrium of a spot, from a file, from options or from both."""

import json
from collections.abc import Callable
from dataclasses import asdict
from importlib.util import find_spec
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.filesize import decimal
from rich.table import Table

from fifthstreet.cli.files import check_places
from fifthstreet.cli.progress import SolveProgress
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, SCHEDULES, Schedule, schedule_of
from fifthstreet.solvers.postflop import Estimate, Solution, Solver, Spot, estimate, load_checkpoint
from fifthstreet.solvers.postflop.backends import BACKENDS
from fifthstreet.solvers.postflop.spot_file import STREETS, make_spot, read_fields
from fifthstreet.solvers.postflop.tables import PRECISIONS
from fifthstreet.tree import Menu, Sizes, parse_sizes
from fifthstreet.views.exports import export_csv, export_json, export_parquet
from fifthstreet.views.node_table import print_node

_EXPORTS: dict[str, Callable[[Solution, Path], object]] = {
    ".json": export_json,
    ".csv": export_csv,
    ".parquet": export_parquet,
}
_SPOT, _STOP, _FILES = "The spot", "How far to solve, and how", "Files"


def _option(text: str, panel: str, *names: str) -> Any:
    return typer.Option(*names, help=text, rich_help_panel=panel)


def solve_command(
    spot_file: Annotated[
        Path | None, typer.Argument(help="A spot file; options take precedence over it.")
    ] = None,
    board: Annotated[str | None, _option("Three to five cards, like QsJh2h.", _SPOT)] = None,
    oop: Annotated[str | None, _option("Range out of position.", _SPOT)] = None,
    ip: Annotated[str | None, _option("Range in position.", _SPOT)] = None,
    pot: Annotated[float | None, _option("Chips in the middle.", _SPOT)] = None,
    stack: Annotated[float | None, _option("Chips that each player has behind.", _SPOT)] = None,
    bets: Annotated[
        str | None, _option("Bet sizes of all streets and both players: '52%, a'.", _SPOT)
    ] = None,
    raises: Annotated[
        str | None, _option("Raise sizes: '45%' of the pot after calling, '2.5x' ...", _SPOT)
    ] = None,
    donk: Annotated[
        str | None, _option("Bets out of position into the last aggressor.", _SPOT)
    ] = None,
    add_allin: Annotated[
        float | None, _option("Add all-ins of at most this share of the pot.", _SPOT)
    ] = None,
    force_allin: Annotated[
        float | None, _option("All-in where a call would leave at most this share.", _SPOT)
    ] = None,
    merge: Annotated[
        float | None, _option("Drop sizes closer than this to a higher one.", _SPOT)
    ] = None,
    max_raises: Annotated[int | None, _option("Most bets and raises on a street.", _SPOT)] = None,
    rake_rate: Annotated[float | None, _option("Share of the pot taken.", _SPOT)] = None,
    rake_cap: Annotated[float | None, _option("Most chips taken.", _SPOT)] = None,
    target: Annotated[float, _option("Exploitability to reach, percent of the pot.", _STOP)] = 0.3,
    max_iterations: Annotated[int, _option("Iterations to stop at.", _STOP)] = 1_000,
    time_limit: Annotated[float | None, _option("Seconds to stop after.", _STOP)] = None,
    threads: Annotated[
        int | None, _option("Threads to use; one a core if not given.", _STOP)
    ] = None,
    precision: Annotated[
        str, _option(f"Of the tables: {' or '.join(PRECISIONS)}.", _STOP)
    ] = PRECISIONS[0],
    backend: Annotated[str, _option(f"auto, or one of {', '.join(BACKENDS)}.", _STOP)] = "auto",
    schedule: Annotated[str | None, _option(f"One of {', '.join(SCHEDULES)}.", _STOP)] = None,
    isomorphism: Annotated[bool, _option("Merge runouts that suits make the same.", _STOP)] = True,
    dry_run: Annotated[
        bool, _option("Say how large the solve would be, and stop.", _STOP, "--dry-run")
    ] = False,
    save: Annotated[Path | None, _option("Save the solution, for `show`.", _FILES)] = None,
    save_streets: Annotated[
        str | None, _option("Leave out streets after this one: flop or turn.", _FILES)
    ] = None,
    save_bytes: Annotated[
        bool, _option("Save strategies in one byte a number.", _FILES, "--save-bytes")
    ] = False,
    checkpoint: Annotated[
        Path | None, _option("Keep the solve here while it runs; go on from it.", _FILES)
    ] = None,
    checkpoint_every: Annotated[float, _option("Seconds between checkpoints.", _FILES)] = 60.0,
    export: Annotated[
        Path | None, _option("Write a table: .json, .csv or .parquet.", _FILES)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Equilibrium of two ranges on a board: who does what with which hand.

    Ctrl-C stops and shows how far it got.
    """
    given = {
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
    spot = make_spot(_overlaid(read_fields(spot_file) if spot_file else {}, given))
    spot = spot.with_rules(sizes=_overlaid_sizes(spot.rules.sizes, bets, raises, donk))
    chosen = DEFAULT_SCHEDULE if schedule is None else schedule_of(schedule)
    if dry_run:
        size = estimate(spot, schedule=chosen, threads=threads, isomorphism=isomorphism)
        _print_estimate(size, as_json)
        return
    limit = inf if time_limit is None else time_limit
    if not limit >= 0:
        raise ValueError(f"time-limit is {limit:g}; want 0 seconds or more")
    last_street = _last_street(save_streets, spot.street)
    _check_files(save, checkpoint, export)
    if not checkpoint_every > 0:
        raise ValueError(f"checkpoint-every is {checkpoint_every:g}; want more than 0 seconds")
    # On a terminal only. A GPU's kernels are compiled for the first spot of a kind: some seconds.
    with Console(stderr=True).status("laying the spot out"):
        solver = _resumed(checkpoint, spot, chosen, precision, isomorphism, threads) or Solver(
            spot,
            schedule=chosen,
            precision=precision,
            threads=threads,
            isomorphism=isomorphism,
            backend=backend,
        )
    was_interrupted = False
    try:
        _run(solver, target, max_iterations, limit, checkpoint, checkpoint_every)
    except KeyboardInterrupt:
        if solver.iteration == 0:
            raise
        was_interrupted = True
    if checkpoint is not None:
        solver.save(checkpoint)
    solution = solver.solution()
    notes = [_saved(solution, save, last_street, save_bytes)] if save is not None else []
    if export is not None:
        _EXPORTS[export.suffix](solution, export)
        notes.append(f"exported to {export} ({decimal(export.stat().st_size)})")
    if as_json:
        typer.echo(json.dumps(solve_facts(solution)))
    else:
        console = Console(highlight=False)
        print_node(console, spot.tree, solution.root, 0)
        for note in [*_footnotes(solution, was_interrupted), *notes]:
            console.print(note, style="bright_black", soft_wrap=True)
    if was_interrupted:
        raise KeyboardInterrupt


def solve_facts(solution: Solution) -> dict[str, Any]:
    """What `--json` prints."""
    record, root = solution.record, solution.root
    return {
        "ev": list(solution.ev),
        "equity": list(solution.equity),
        "exploitability": record.exploitability.chips,
        "exploitability_pot_percent": record.exploitability.pot_percent,
        "root": {"actions": list(root.actions), "frequencies": root.frequencies.tolist()},
        "iterations": record.iterations,
        "seconds": record.seconds,
        "cpu_seconds": record.cpu_seconds,
        "memory_bytes": record.memory_bytes,
    }


def _run(
    solver: Solver,
    target: float,
    max_iterations: int,
    limit: float,
    checkpoint: Path | None,
    every: float,
) -> None:
    """Solve, in pieces that end with a checkpoint if one is wanted."""
    start = perf_counter()
    with SolveProgress(solver.iteration, target, max_iterations, limit) as progress:
        while True:
            left = max(limit - (perf_counter() - start), 0.0)
            solver.run(
                target_pot_percent=target,
                max_iterations=max_iterations,
                seconds=left if checkpoint is None else min(left, every),
                progress=progress.update,
            )
            is_done = (
                solver.exploitability().pot_percent <= target
                or solver.iteration >= max_iterations
                or perf_counter() - start >= limit
            )
            if is_done or checkpoint is None:
                return
            solver.save(checkpoint)


def _resumed(
    checkpoint: Path | None,
    spot: Spot,
    schedule: Schedule,
    precision: str,
    isomorphism: bool,
    threads: int | None,
) -> Solver | None:
    """The solver of a checkpoint that is there; ValueError if it is of something else."""
    if checkpoint is None or not checkpoint.exists():
        return None
    solver = load_checkpoint(checkpoint, threads=threads)
    for name, saved, wanted in (
        ("spot", solver.spot, spot),
        ("schedule", solver.schedule, schedule),
        ("precision", solver.precision, precision),
        ("isomorphism", solver.isomorphism, isomorphism),
    ):
        if saved != wanted:
            raise ValueError(
                f"the checkpoint {str(checkpoint)!r} is of another {name}; want the same, "
                "or another file"
            )
    return solver


# What was asked.


def _overlaid(fields: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Fields of a file with what options give put over them."""
    merged = dict(fields)
    for name, value in given.items():
        if isinstance(value, dict):
            below = fields.get(name, {})
            if any(part is not None for part in value.values()) and isinstance(below, dict):
                merged[name] = _overlaid(below, value)
        elif value is not None:
            merged[name] = value
    return merged


def _overlaid_sizes(sizes: Sizes, bets: str | None, raises: str | None, donk: str | None) -> Sizes:
    """Menus with what options give put into all of them."""
    rows = []
    for row in sizes.rows:
        preflop, flop, turn, river = (
            Menu(
                menu.bet if bets is None else parse_sizes(bets),
                menu.raise_ if raises is None else parse_sizes(raises),
                menu.donk if donk is None else parse_sizes(donk),
            )
            for menu in row
        )
        rows.append((preflop, flop, turn, river))
    return Sizes(tuple(rows))


def _last_street(name: str | None, first: int) -> int | None:
    """Number of the last street to save, None for all; `first` is that of the spot."""
    if name is None:
        return None
    known = STREETS[first - 1 :]
    if name not in known:
        raise ValueError(f"save-streets is {name!r}; want {' or '.join(known)}")
    return STREETS.index(name) + 1


def _check_files(save: Path | None, checkpoint: Path | None, export: Path | None) -> None:
    """Refuse files that cannot be written before hours are spent on what goes into them."""
    if export is not None and export.suffix not in _EXPORTS:
        raise ValueError(f"export to {str(export)!r}; want a name in {', '.join(_EXPORTS)}")
    if export is not None and export.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise ValueError(f"export to {str(export)!r} needs pyarrow; want fifthstreet[parquet]")
    check_places(save, checkpoint, export)


# What comes out.


def _saved(solution: Solution, path: Path, last_street: int | None, in_bytes: bool) -> str:
    """Save a solution and say so."""
    size = solution.save(path, last_street=last_street, in_bytes=in_bytes)
    note = f"saved to {path} ({decimal(size.bytes)})"
    if size.byte_error is None:
        return note
    percent = 100 * size.byte_error.exploitability / solution.spot.pot
    return f"{note}; rounding to bytes changed exploitability by {percent:+.2g}% of the pot"


def _print_estimate(size: Estimate, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(asdict(size)))
        return
    table = Table()
    table.add_column("size of the solve")
    table.add_column("", justify="right")
    table.add_row("nodes of the betting tree", f"{size.nodes:,}")
    table.add_row("runouts by street", " / ".join(f"{count:,}" for count in size.runouts))
    table.add_row("information sets", f"{size.information_sets:,}")
    table.add_row("numbers in a table", f"{size.entries:,}")
    for precision in PRECISIONS:
        table.add_row(f"memory, {precision}", decimal(size.bytes[precision]))
        seconds = size.seconds_per_iteration[precision]
        table.add_row(f"seconds an iteration, {precision}", f"about {seconds:.2g}")
    Console(highlight=False).print(table)


def _footnotes(solution: Solution, was_interrupted: bool) -> list[str]:
    record = solution.record
    known = record.exploitability
    lines = [
        f"exploitability {known.pot_percent:.3f}% of the pot ({known.chips:.3g} chips)",
        f"{record.iterations:,} iterations in {record.seconds:.2f} s "
        f"({record.cpu_seconds:.2f} s of CPU), {decimal(record.memory_bytes)}",
    ]
    return ["interrupted before the target", *lines] if was_interrupted else lines
