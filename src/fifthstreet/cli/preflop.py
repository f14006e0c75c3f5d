"""`fifthstreet preflop`: heads-up hold'em from the blinds, on a subset of the flops."""

from contextlib import ExitStack
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from fifthstreet.abstraction import SUBSET_SIZES
from fifthstreet.cli.files import save_of, show_and_save, text_save, writing
from fifthstreet.cli.messages import print_warning
from fifthstreet.cli.options import CLUSTER_HELP, AsJson, Threads, check_time_limit, option
from fifthstreet.cli.progress import RunProgress, ShareProgress, workers_text
from fifthstreet.executors import open_executor
from fifthstreet.search.preflop import PreflopSolver, PreflopStrategy, open_preflop
from fifthstreet.search.preflop.held_out import measure_held_out, other_flops
from fifthstreet.search.preflop.recipe import DEFAULT_RECIPE, game_of, read_recipe
from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.postflop.tables import PRECISIONS
from fifthstreet.threads import thread_count
from fifthstreet.views import json_text
from fifthstreet.views.chart import chart_html, chart_svg
from fifthstreet.views.preflop import every_chart, preflop_data, print_preflop
from fifthstreet.views.terminal import Terminal, print_notes

_GAME, _STOP, _FILES = "The game", "When to stop", "Files"


def preflop_command(
    recipe: Annotated[
        Path | None,
        typer.Argument(help="A file with stack, blinds, sizes and flops; see docs/preflop.md."),
    ] = None,
    stack: Annotated[float | None, option("Stack of both players, 20 by default.", _GAME)] = None,
    blinds: Annotated[str | None, option('Blinds, "0.5, 1" by default.', _GAME)] = None,
    ante: Annotated[float | None, option("Ante of each player.", _GAME)] = None,
    flops: Annotated[
        int | None,
        option(f"Flops that represent all: {', '.join(map(str, SUBSET_SIZES))}.", _GAME),
    ] = None,
    opens: Annotated[
        str | None, option('Raises before the flop, like "3x, a".', _GAME, "--preflop")
    ] = None,
    bets: Annotated[str | None, option("Bets after the flop, on all streets.", _GAME)] = None,
    raises: Annotated[str | None, option("Raises after the flop.", _GAME)] = None,
    max_raises: Annotated[
        str | None, option('Most bets and raises by street, like "2, 1, 1, 1".', _GAME)
    ] = None,
    target: Annotated[
        float, option("Exploitability to reach, percent of the blinds and antes.", _STOP)
    ] = 0.5,
    max_iterations: Annotated[int, option("Maximum number of iterations.", _STOP)] = 1_000,
    time_limit: Annotated[float | None, option("Time limit in seconds.", _STOP)] = None,
    held_out: Annotated[
        int,
        option("Then measure exploitability on this many other flops, 0 for none.", _STOP),
    ] = 0,
    precision: Annotated[
        str, option(f"Precision of the tables: {' or '.join(PRECISIONS)}.", _STOP)
    ] = "int16",
    backend: Annotated[str, option("auto, native or cuda.", _STOP)] = "auto",
    threads: Threads = None,
    cluster: Annotated[str | None, option(CLUSTER_HELP, _STOP)] = None,
    save: Annotated[
        Path | None,
        option("Save the strategy here, for chart, review, arena and --resume.", _FILES),
    ] = None,
    resume: Annotated[
        Path | None, option("Resume from this file, and save to it unless --save is given.", _FILES)
    ] = None,
    save_every: Annotated[float, option("Seconds between saves.", _FILES)] = 60.0,
    svg: Annotated[Path | None, option("Draw the charts to an SVG file.", _FILES)] = None,
    html: Annotated[Path | None, option("Write the charts to an HTML page.", _FILES)] = None,
    as_json: AsJson = False,
) -> None:
    """Solve heads-up hold'em from the blinds: charts, ranges at every flop, EV of the blinds.

    Flops are a weighted subset; nothing else is abstracted.

    Ctrl-C stops, shows the strategy so far and saves the file, as do signals that end programs.
    """
    check_time_limit(time_limit)
    if not save_every > 0:
        raise ValueError(f"save-every is {save_every:g}; want more than 0 seconds")
    if not 0 < target < inf:
        raise ValueError(f"target is {target:g}; want more than 0 percent")
    given: dict[str, Any] = {
        "stack": stack,
        "ante": ante,
        "flops": flops,
        "blinds": None if blinds is None else _numbers("blinds", blinds),
    }
    changes = {name: value for name, value in given.items() if value is not None}
    menus = {"preflop": opens, "bets": bets, "raises": raises, "max_raises": max_raises}
    save = save or resume
    with ExitStack() as opened:
        opened.enter_context(writing(save, svg, html))
        if resume is not None:
            if recipe is not None or changes or any(text is not None for text in menus.values()):
                raise ValueError("--resume with a game; want the file alone")
            earlier = open_preflop(resume)
            game = earlier.game
            precision = earlier.record.precision
        else:
            earlier = None
            fields = {} if recipe is None else read_recipe(recipe)
            game = game_of(_with_menus(fields | changes, **menus))
        if held_out:
            other_flops(game, held_out)  # refuses a wrong number before hours are spent solving
        limit = inf if time_limit is None else time_limit
        with RunProgress(target, max_iterations, limit) as bar:
            bar.prepare("tables")
            executor = None
            if cluster is not None:
                on_gpu = backend == "cuda"
                executor = opened.enter_context(
                    open_executor(cluster, cpus=thread_count(threads or 1), gpus=int(on_gpu))
                )
            solver = PreflopSolver(
                game, precision=precision, threads=threads, backend=backend, executor=executor
            )
            if earlier is not None:
                bar.prepare("flops")
                solver.resume(earlier)
            interrupt = _run(solver, bar, target, max_iterations, limit, save, save_every)
        if not solver.iteration:
            raise interrupt or ValueError("stopped before the first iteration")
        strategy = solver.strategy()
        del solver  # its tables may fill the memory
        if held_out and interrupt is None:
            with ShareProgress("other flops") as shares:
                known = measure_held_out(
                    strategy, held_out, threads=threads, backend=backend, progress=shares.update
                )
            strategy = strategy.with_held_out(known)
        console = Terminal()

        def show() -> None:
            if as_json:
                typer.echo(json_text(preflop_data(strategy)))
            else:
                print_preflop(console, strategy, [] if interrupt is None else ["interrupted"])

        saves = [
            save_of(save, lambda path: _saved(strategy, path)),
            text_save(svg, lambda: chart_svg(every_chart(strategy))),
            text_save(html, lambda: chart_html(every_chart(strategy))),
        ]
        saved = show_and_save(show, saves)
        if not as_json:
            print_notes(console, saved)
    if interrupt is not None:
        raise interrupt


def _run(
    solver: PreflopSolver,
    bar: RunProgress,
    target: float,
    max_iterations: int,
    limit: float,
    save: Path | None,
    every: float,
) -> KeyboardInterrupt | None:
    """Run the solver; with a file, in pieces that end by saving it. Return what interrupted it."""
    start = perf_counter()
    bar.begin(solver.iteration)
    max_iterations = max(max_iterations - solver.iterations_before, 0)

    def show(state: Progress) -> None:
        percent = state.exploitability.pot_percent
        text = f"{percent:.3g}% of the blinds, target {target:g}%{workers_text(solver)}"
        bar.note(state.iteration, percent, text)

    try:
        while True:
            left = max(limit - (perf_counter() - start), 0.0)
            state = solver.run(
                target_pot_percent=target,
                max_iterations=max_iterations,
                seconds=left if save is None else min(left, every),
                progress=show,
                stepped=bar.stepped,
            )
            is_over = perf_counter() - start >= limit or state.iteration >= max_iterations
            if state.exploitability.pot_percent <= target or is_over:
                return None
            if save is not None:
                try:
                    solver.strategy().save(save)
                except (OSError, ValueError) as error:  # such as a disk that is full for a while
                    print_warning(f"{error}; the solve goes on without it", bar.terminal)
    except KeyboardInterrupt as interrupt:
        return interrupt


def _with_menus(
    fields: dict[str, Any],
    preflop: str | None,
    bets: str | None,
    raises: str | None,
    max_raises: str | None,
) -> dict[str, Any]:
    """Return a recipe's fields with the sizes given as options; everything else is kept."""
    if preflop is None and bets is None and raises is None and max_raises is None:
        return fields
    sizes: dict[str, Any] = dict(fields.get("sizes", DEFAULT_RECIPE["sizes"]))
    # The lines that the default recipe removes belong to its sizes.
    tree = dict(fields.get("tree", {"max_raises": [2, 1, 1, 1]}))
    if preflop is not None:
        sizes["preflop"] = {"raise": preflop}
    if bets is not None or raises is not None:
        for street in ("flop", "turn", "river"):
            sizes[street] = {"bet": bets or "66%", "raise": raises or ""}
    if max_raises is not None:
        tree["max_raises"] = [int(most) for most in _numbers("max-raises", max_raises)]
    return fields | {"sizes": sizes, "tree": tree}


def _numbers(name: str, text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"{name} is {text!r}; want numbers, like '1, 2'") from None


def _saved(strategy: PreflopStrategy, path: Path) -> str:
    strategy.save(path)
    return f"saved to {path}"
