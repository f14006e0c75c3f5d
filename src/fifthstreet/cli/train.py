"""`fifthstreet train`: strategies for any game by CFR, in full or by sampling."""

import json
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.filesize import decimal
from rich.table import Table

from fifthstreet.cli.files import check_places
from fifthstreet.cli.progress import RunProgress
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr import Exploitability
from fifthstreet.solvers.cfr.strategy import strategy_table
from fifthstreet.solvers.common import IterativeSolver, Progress
from fifthstreet.solvers.common.named import option_value
from fifthstreet.solvers.registry import GAMES, entry_of, named_algorithm, named_game
from fifthstreet.solvers.training import Training, load_training, save_training
from fifthstreet.views.curves import curve_plot, curve_svg
from fifthstreet.views.train_table import list_all, strategy_of

_WHAT, _STOP, _FILES = "What to train", "How far", "Files and output"
_DEFAULT_ALGORITHM = "external"


def _option(text: str, panel: str, *names: str) -> Any:
    return typer.Option(*names, help=text, rich_help_panel=panel)


@dataclass(frozen=True)
class Limits:
    """What ends a training; infinite is no end."""

    iterations: float
    seconds: float
    target: float | None


def train_command(
    game: Annotated[
        str | None, _option("kuhn, leduc ... or holdem:SPOT.toml; see --list.", _WHAT)
    ] = None,
    algorithm: Annotated[
        str | None, _option(f"cfr+, external ... ({_DEFAULT_ALGORITHM} if not said).", _WHAT)
    ] = None,
    seed: Annotated[int | None, _option("Of the random numbers of sampling.", _WHAT)] = None,
    option: Annotated[
        list[str] | None,
        _option("An option of the game or the algorithm, as name=value.", _WHAT),
    ] = None,
    iterations: Annotated[
        float | None, _option("Iterations to stop at, like 1e6; a file's count.", _STOP)
    ] = None,
    seconds: Annotated[float | None, _option("Seconds to stop after.", _STOP)] = None,
    target: Annotated[float | None, _option("Exploitability to stop at.", _STOP)] = None,
    out: Annotated[Path | None, _option("Keep the training here.", _FILES)] = None,
    resume: Annotated[
        Path | None, _option("Go on from a file, into it if there is no --out.", _FILES)
    ] = None,
    checkpoint_every: Annotated[float, _option("Seconds between writes.", _FILES)] = 30.0,
    picture: Annotated[Path | None, _option("Draw the curve as an .svg.", _FILES)] = None,
    table: Annotated[bool, _option("Print the strategy.", _FILES, "--table")] = False,
    as_json: Annotated[bool, _option("Print one JSON object.", _FILES, "--json")] = False,
    show_list: Annotated[bool, _option("Say what there is, and stop.", _FILES, "--list")] = False,
) -> None:
    """Train a strategy for a game and say how far from an equilibrium it is.

    Ctrl-C stops, keeps the file and shows how far it got.
    """
    if show_list:
        list_all(as_json)
        return
    limits = _limits(iterations, seconds, target)
    out = out or resume
    _check_files(out, picture, checkpoint_every)
    given = _given(option or [])
    if resume is not None:
        training, solver = load_training(resume)
        _check_same(training, resume, game, algorithm, seed, given)
    else:
        training = _training(game, algorithm, seed, given)
        solver = training.make_solver()
    start, first = perf_counter(), solver.iteration
    ended_by: BaseException | None = None
    try:
        _run(solver, training, limits, out, checkpoint_every)
    except (KeyboardInterrupt, MemoryError) as error:
        ended_by = error
    speed = (solver.iteration - first) / (perf_counter() - start)
    if out is not None:
        save_training(solver, out, training)
    known = solver.check()
    if picture is not None:
        picture.write_text(_picture(solver, training), encoding="utf-8")
    facts = train_facts(solver, training, known, speed, out)
    strategy = strategy_of(solver) if table else {}
    if as_json:
        typer.echo(json.dumps(facts | ({"strategy": strategy} if table else {})))
    else:
        _print(solver, facts, "interrupted" if isinstance(ended_by, KeyboardInterrupt) else "")
        if table:
            typer.echo(strategy_table(strategy))
    if isinstance(ended_by, KeyboardInterrupt):
        raise ended_by
    if ended_by is not None:
        raise ValueError(str(ended_by))


def train_facts(
    solver: IterativeSolver,
    training: Training,
    known: Exploitability,
    speed: float,
    out: Path | None,
) -> dict[str, Any]:
    """What `--json` prints; chips are the game's."""
    facts = {
        "game": solver.game_name,
        "algorithm": training.algorithm,
        "options": training.options,
        "value": None if known.values is None else known.values[0],
        "values": None if known.values is None else list(known.values),
        "exploitability": known.chips,
        "exploitability_error": known.error,
        "nash_conv": known.nash_conv,
        "exploitability_by": "local best response" if known.is_lower_bound else "best response",
        "curve": [list(point) for point in solver.curve],
        "iterations": solver.iteration,
        "iterations_per_second": speed,
        "file": None if out is None else str(out),
    }
    if isinstance(solver, BlueprintSolver):
        facts |= {
            "information_sets": solver.information_sets,
            "memory": solver.memory_bytes,
        }
    return facts


def _run(
    solver: IterativeSolver,
    training: Training,
    limits: Limits,
    out: Path | None,
    every: float,
) -> None:
    """Train, in pieces that end with a write if there is a file."""
    start = perf_counter()
    target = limits.target or 0.0
    with RunProgress(solver.iteration, target, limits.iterations, limits.seconds) as bar:

        def show(state: Progress) -> None:
            size = state.exploitability.chips
            wanted = f", want {target:g}" if target else ""
            bar.note(state.iteration, size, f"exploitability {size:.3g}{wanted}")

        while True:
            spent = perf_counter() - start
            left = max(limits.seconds - spent, 0.0)
            piece = left if out is None else min(left, every)
            more = limits.iterations - solver.iteration
            state = solver.run(
                iterations=None if more == inf else max(int(more), 0),
                seconds=None if piece == inf else piece,
                target=limits.target,
                progress=show,
            )
            is_met = limits.target is not None and state.exploitability.chips <= target
            is_over = perf_counter() - start >= limits.seconds
            if is_met or is_over or state.iteration >= limits.iterations or out is None:
                return
            save_training(solver, out, training)


# What was asked.


def _limits(iterations: float | None, seconds: float | None, target: float | None) -> Limits:
    if iterations is None and seconds is None and target is None:
        raise ValueError("nothing to stop at; want --iterations, --seconds or --target")
    if iterations is not None and not (iterations >= 1 and iterations.is_integer()):
        raise ValueError(f"iterations is {iterations:g}; want a whole number from 1")
    for name, value in (("seconds", seconds), ("target", target)):
        if value is not None and not 0 < value < inf:
            raise ValueError(f"{name} is {value:g}; want more than 0")
    return Limits(
        inf if iterations is None else iterations,
        inf if seconds is None else seconds,
        target,
    )


def _check_files(out: Path | None, picture: Path | None, every: float) -> None:
    """Refuse files that cannot be written before hours are spent on what goes into them."""
    if not every > 0:
        raise ValueError(f"checkpoint-every is {every:g}; want more than 0 seconds")
    if picture is not None and picture.suffix != ".svg":
        raise ValueError(f"picture {str(picture)!r}; want a name in .svg")
    check_places(out, picture)


def _given(texts: list[str]) -> dict[str, Any]:
    """Options as they were written, name=value."""
    given = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise ValueError(f"option {text!r}; want name=value")
        given[name.strip().replace("-", "_")] = option_value(value.strip())
    return given


def _training(
    game: str | None, algorithm: str | None, seed: int | None, given: dict[str, Any]
) -> Training:
    """What to train, each option with whichever of the two has it."""
    if game is None:
        raise ValueError(f"no game; want --game with one of {', '.join(GAMES)} ... (see --list)")
    of_game = entry_of(game).options
    training = Training(
        game,
        algorithm or _DEFAULT_ALGORITHM,
        {name: value for name, value in given.items() if name in of_game},
    )
    chosen = named_algorithm(training.algorithm, training.make_game())
    options = {name: value for name, value in given.items() if name not in of_game}
    if unknown := options.keys() - set(chosen.options):
        raise ValueError(
            f"no option {min(unknown)!r}; want one of {', '.join((*of_game, *chosen.options))}"
        )
    if seed is not None:
        if "seed" not in chosen.options:
            raise ValueError(f"seed with {training.algorithm}, which draws nothing; want none")
        options["seed"] = seed
    return replace(training, options=options)


def _check_same(
    training: Training,
    path: Path,
    game: str | None,
    algorithm: str | None,
    seed: int | None,
    given: dict[str, Any],
) -> None:
    """Refuse a file of something else than what was asked for besides."""
    if game is not None:
        wanted = entry_of(game)
        options = {name: value for name, value in given.items() if name in wanted.options}
        if wanted is entry_of(training.game):
            options = training.game_options | options
        asked = named_game(game, **options).name
        if training.make_game().name != asked:
            raise ValueError(f"{path} is of {training.make_game().name}; want a file of {asked}")
    known = training.game_options | training.options | {"algorithm": training.algorithm}
    asked_for = given | {"algorithm": algorithm or training.algorithm}
    if seed is not None:
        asked_for["seed"] = seed
        known = {"seed": 0} | known
    for name, value in asked_for.items():
        if known.get(name) != value:
            raise ValueError(f"{path} has {name} {known.get(name)}; want {value}, or another file")


# What comes out.


def _picture(solver: IterativeSolver, training: Training) -> str:
    caption = f"iterations; exploitability in chips, {solver.game_name.partition(':')[0]}"
    return curve_svg({training.algorithm: solver.curve}, caption)


def _print(solver: IterativeSolver, facts: dict[str, Any], note: str) -> None:
    console = Console(highlight=False)
    table = Table(title=facts["game"], title_justify="left")
    table.add_column(facts["algorithm"])
    table.add_column("", justify="right")
    table.add_row("iterations", f"{facts['iterations']:,}")
    table.add_row("iterations a second", f"{facts['iterations_per_second']:,.0f}")
    if facts["values"] is not None:
        for player, value in enumerate(facts["values"]):
            table.add_row(f"value of player {player}", f"{value:.6f}")
        table.add_row("exploitability", f"{facts['exploitability']:.3g}")
    else:
        at_least = f"{facts['exploitability']:.3g} ± {facts['exploitability_error']:.2g}"
        table.add_row("loses to a local best response", at_least)
    if "information_sets" in facts:
        table.add_row("information sets", f"{facts['information_sets']:,}")
        table.add_row("memory", decimal(facts["memory"]))
    console.print(table)
    console.print(curve_plot(solver.curve))
    notes = [note] if note else []
    if facts["file"]:
        notes.append(f"saved to {facts['file']} ({decimal(Path(facts['file']).stat().st_size)})")
    for note in notes:
        console.print(note, style="bright_black", soft_wrap=True)
