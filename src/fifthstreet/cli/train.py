"""`fifthstreet train`: strategies for any game by CFR, in full or by sampling."""

from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.filesize import decimal

from fifthstreet.abstraction import BuildProgress, load_abstraction
from fifthstreet.cli.files import save_of, show_and_save, text_save, writing
from fifthstreet.cli.messages import print_warning
from fifthstreet.cli.options import CLUSTER_HELP, option
from fifthstreet.cli.progress import RunProgress, StepProgress, workers_text
from fifthstreet.cli.self_evaluation import SelfEvaluation
from fifthstreet.cli.user_modules import import_from_here
from fifthstreet.executors import Executor, open_executor
from fifthstreet.solvers.blueprint import BlueprintSolver, save_blueprint
from fifthstreet.solvers.blueprint.whole_game import PRESETS, NoLimitHoldem
from fifthstreet.solvers.cfr.strategy import strategy_table
from fifthstreet.solvers.common import IterativeSolver, Progress
from fifthstreet.solvers.common.named import option_value
from fifthstreet.solvers.registry import (
    GAMES,
    WHOLE_GAMES,
    entry_of,
    named_algorithm,
    trainable_game,
)
from fifthstreet.solvers.training import (
    DEFAULT_SECONDS,
    Training,
    load_training,
    save_training,
)
from fifthstreet.storage import load_or_previous
from fifthstreet.strategy import Exploitability
from fifthstreet.threads import thread_count
from fifthstreet.views import json_text, training_data, training_svg
from fifthstreet.views.terminal import Terminal, print_notes
from fifthstreet.views.training import (
    UNIT,
    catalogue_data,
    print_catalogue,
    print_training,
    strategy_data,
    visit_data,
)

_WHAT, _STOP, _FILES = "What to train", "When to stop", "Files and output"
_DEFAULT_ALGORITHM = "external"
_PRESET_GAME = "nlhe"


@dataclass(frozen=True)
class Limits:
    """Limits that end a training; infinity means no limit."""

    iterations: float
    seconds: float
    target: float | None
    is_default: bool = False  # nothing was specified


def train_command(
    game: Annotated[
        str | None,
        option("kuhn, leduc ..., nlhe, holdem:SPOT.toml or module:Class; see --list.", _WHAT),
    ] = None,
    preset: Annotated[
        str | None, option(f"nlhe with options by name: {' or '.join(PRESETS)}.", _WHAT)
    ] = None,
    algorithm: Annotated[
        str | None, option(f"cfr+, external ...; {_DEFAULT_ALGORITHM} by default.", _WHAT)
    ] = None,
    seed: Annotated[int | None, option("Seed of the sampling.", _WHAT)] = None,
    players: Annotated[int | None, option("Number of players.", _WHAT)] = None,
    stack: Annotated[
        float | None, option("nlhe: stack of each player in big blinds.", _WHAT)
    ] = None,
    abstraction: Annotated[
        str | None, option("nlhe: tiny, small, medium, or a file of buckets.", _WHAT)
    ] = None,
    sizes: Annotated[
        str | None, option('nlhe: bets and raises, like "50%, 100%, a".', _WHAT)
    ] = None,
    max_raises: Annotated[
        int | None, option("nlhe: bets and raises per street at most.", _WHAT)
    ] = None,
    last_street: Annotated[
        str | None, option("nlhe: last street with bets, by default river.", _WHAT)
    ] = None,
    threads: Annotated[
        int | None, option("Number of threads; for nlhe, one per core by default.", _WHAT)
    ] = None,
    cluster: Annotated[str | None, option(f"nlhe: {CLUSTER_HELP}", _WHAT)] = None,
    parts: Annotated[
        int, option("Parts of a round with --cluster, on which the result depends.", _WHAT)
    ] = 8,
    option_texts: Annotated[
        list[str] | None,
        option("An option of the game or the algorithm, as name=value.", _WHAT, "--option"),
    ] = None,
    iterations: Annotated[
        float | None,
        option("Total number of iterations, like 1e6, including those of --resume.", _STOP),
    ] = None,
    seconds: Annotated[float | None, option("Time limit in seconds.", _STOP)] = None,
    target: Annotated[
        str | None,
        option(
            "Exploitability to reach, in chips per player, or for hold'em in percent of the pot: "
            "0.01, 0.5%.",
            _STOP,
        ),
    ] = None,
    out: Annotated[Path | None, option("Save the training here.", _FILES)] = None,
    resume: Annotated[
        Path | None, option("Resume from this file, and save to it without --out.", _FILES)
    ] = None,
    checkpoint_every: Annotated[float, option("Seconds between saves.", _FILES)] = 30.0,
    evaluation_hands: Annotated[
        int, option("nlhe: hands against each of some fixed agents; 0 for none.", _FILES)
    ] = 1000,
    strategy: Annotated[
        Path | None, option("nlhe: save the strategy here, one byte per entry.", _FILES)
    ] = None,
    svg: Annotated[Path | None, option("Draw the curve to an SVG file.", _FILES)] = None,
    table: Annotated[
        bool, option("Print the strategy and visits of information sets.", _FILES, "--table")
    ] = False,
    as_json: Annotated[bool, option("Print one JSON object.", _FILES, "--json")] = False,
    show_list: Annotated[
        bool, option("List games and algorithms, and stop.", _FILES, "--list")
    ] = False,
) -> None:
    """Train a strategy for a game and measure its exploitability.

    Without --iterations, --seconds and --target, it stops after 60 seconds or at a default target.

    That is 0.1% of the range of the game's payoffs, or 0.5% of the pot for hold'em by sampling.

    Ctrl-C stops, shows the strategy so far and saves the file, as do signals that end programs.
    """
    console = Terminal()
    if show_list:
        if as_json:
            typer.echo(json_text(catalogue_data()))
        else:
            print_catalogue(console)
        return
    _check_limits(iterations, seconds)
    is_percent, target_number = (False, None) if target is None else _parsed_target(target)
    out = out or resume
    if not checkpoint_every > 0:
        raise ValueError(f"checkpoint-every is {checkpoint_every:g}; want more than 0 seconds")
    if evaluation_hands < 0:
        raise ValueError(f"evaluation-hands is {evaluation_hands}; want 0 or more")
    game, preset_options = _preset_game(game, preset)
    options = (
        preset_options
        | _parsed_options(option_texts or [])
        | {
            name: value
            for name, value in {
                "players": players,
                "stack": stack,
                "abstraction": abstraction,
                "sizes": sizes,
                "max_raises": max_raises,
                "last_street": last_street,
                "threads": threads,
            }.items()
            if value is not None
        }
    )
    import_from_here()
    notes = []
    with ExitStack() as opened:
        opened.enter_context(writing(out, svg, strategy))
        if resume is not None:
            (training, solver), note = load_or_previous(
                resume, lambda path: load_training(path, game=game, abstraction=abstraction)
            )
            notes += [] if note is None else [note]
            _check_same(training, resume, game, algorithm, seed, options)
        else:
            if game in WHOLE_GAMES:
                options = {"threads": thread_count(None)} | options
            training = _training(game, algorithm, seed, options)
            _build_abstraction(training)
            solver = training.make_solver()
        cost = solver.table_cost if isinstance(solver, BlueprintSolver) else None
        if cost is not None and not as_json:
            print_notes(Terminal(stderr=True), [cost])
        whole_game = training.make_game()
        if strategy is not None and not isinstance(whole_game, NoLimitHoldem):
            raise ValueError(f"--strategy for {training.game}; want it with nlhe")
        is_playable = isinstance(whole_game, NoLimitHoldem) and whole_game.is_to_the_river
        evaluation = SelfEvaluation(evaluation_hands if is_playable else 0)
        if is_percent and target_number is not None:
            target_number = _share_of_the_pot(target_number, training, solver)
        limits = _limits(solver, iterations, seconds, target_number)
        executor = None
        if cluster is not None:
            executor = opened.enter_context(_distribute(solver, training, cluster, parts))
        first = solver.iteration
        ended_by: BaseException | None = None
        try:
            _run(solver, training, limits, out, checkpoint_every, evaluation, executor)
            if isinstance(solver, BlueprintSolver):
                evaluation.play(solver)
        except (KeyboardInterrupt, MemoryError) as error:
            ended_by = error
        done = solver.iteration - first
        # An interrupt may end the first batch before its time is counted.
        speed = done / solver.iterating_seconds if solver.iterating_seconds else 0.0
        notes += ["interrupted"] if isinstance(ended_by, KeyboardInterrupt) else []
        if not solver.iteration:
            notes.append("stopped before the first iteration: this is uniform play, not a strategy")

        def show() -> None:
            known = solver.check()
            if limits.is_default and ended_by is None:
                notes.append(_default_stop_text(limits, known))
            data = training_data(solver, training, known, iterations_per_second=speed, path=out)
            if evaluation.hands:
                data["evaluations"] = evaluation.to_list()
            if table:
                data |= {"strategy": strategy_data(solver), "visits": visit_data(solver)}
            if as_json:
                typer.echo(json_text(data))
            else:
                print_training(console, data, solver.curve, notes)
                if table:
                    console.out(strategy_table(data["strategy"], data["visits"]), highlight=False)

        saves = [
            save_of(out, lambda path: _saved(solver, path, training)),
            text_save(svg, lambda: training_svg(solver, training)),
            save_of(strategy, lambda path: _saved_strategy(solver, path)),
        ]
        saved = show_and_save(show, saves)
        if not as_json:
            print_notes(console, saved)
    if isinstance(ended_by, KeyboardInterrupt):
        raise ended_by
    if ended_by is not None:
        raise ValueError(str(ended_by))


def _run(
    solver: IterativeSolver,
    training: Training,
    limits: Limits,
    out: Path | None,
    every: float,
    evaluation: SelfEvaluation,
    executor: Executor | None,
) -> None:
    """Run the solver; with a file, in pieces that end by saving it."""
    start = perf_counter()
    target = limits.target or 0.0
    with RunProgress(target, limits.iterations, limits.seconds) as bar:
        bar.begin(solver.iteration)

        def show(state: Progress) -> None:
            chips = state.exploitability.chips
            target_text = f", target {target:.3g}" if target else ""
            if isinstance(solver, BlueprintSolver):
                evaluation.play_if_cheap(solver)
            text = f"exploitability {chips:.3g}{target_text} {UNIT}{_speed_text(solver)}"
            text += workers_text(executor)
            bar.note(state.iteration, chips, ", ".join(filter(None, (text, evaluation.text))))

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
                stepped=bar.stepped,
            )
            is_met = limits.target is not None and state.exploitability.chips <= target
            is_over = perf_counter() - start >= limits.seconds
            if is_met or is_over or state.iteration >= limits.iterations or out is None:
                return
            try:
                save_training(solver, out, training)
            except (OSError, ValueError) as error:  # such as a disk that is full for a while
                print_warning(f"{error}; the training goes on without it", bar.terminal)


def _distribute(solver: IterativeSolver, training: Training, cluster: str, parts: int) -> Executor:
    """Let the workers of a cluster run the traversals; return the executor, to be closed."""
    if not isinstance(solver, BlueprintSolver):
        raise ValueError(f"--cluster for {training.game}; want it with nlhe")
    executor = open_executor(cluster)
    try:
        solver.distribute(executor, training.make_solver, parts=parts)
    except BaseException:
        executor.close()
        raise
    return executor


def _preset_game(game: str | None, preset: str | None) -> tuple[str | None, dict[str, Any]]:
    """Return the game and options of a preset; without one, the given game and no options."""
    if preset is None:
        return game, {}
    if preset not in PRESETS:
        raise ValueError(f"no preset {preset!r}; want {' or '.join(PRESETS)}")
    if game not in (None, _PRESET_GAME):
        raise ValueError(f"--preset with --game {game}; want {_PRESET_GAME}, or no --game")
    return _PRESET_GAME, asdict(PRESETS[preset])


def _build_abstraction(training: Training) -> None:
    """Build the card abstraction of a whole game with a progress bar, unless it is in the cache."""
    game = training.make_game()
    if not isinstance(game, NoLimitHoldem):
        return
    with StepProgress() as bar:

        def update(state: BuildProgress) -> None:
            bar.update(f"buckets of the {state.street}, {state.step}", state.share)

        load_abstraction(game.abstraction, progress=update)


def _speed_text(solver: IterativeSolver) -> str:
    """Return the speed, the memory and, with buckets, how much the strategy has changed."""
    if not isinstance(solver, BlueprintSolver) or not solver.iterating_seconds:
        return ""
    change = solver.strategy_change()
    speed = solver.traversals / solver.iterating_seconds
    text = f", {speed:,.0f} traversals/s, {decimal(solver.memory_bytes)}"
    return text if change is None else f"{text}, strategy change {change:.2%}"


def _saved(solver: IterativeSolver, path: Path, training: Training) -> str:
    save_training(solver, path, training)
    return f"saved to {path} ({decimal(path.stat().st_size)})"


def _saved_strategy(solver: IterativeSolver, path: Path) -> str:
    assert isinstance(solver, BlueprintSolver)
    save_blueprint(solver, path)
    return f"strategy saved to {path} ({decimal(path.stat().st_size)})"


def _check_limits(iterations: float | None, seconds: float | None) -> None:
    if iterations is not None and not (iterations >= 1 and iterations.is_integer()):
        raise ValueError(f"iterations is {iterations:g}; want a whole number from 1")
    if seconds is not None and not 0 < seconds < inf:
        raise ValueError(f"seconds is {seconds:g}; want more than 0")


def _parsed_target(text: str) -> tuple[bool, float]:
    """Return whether a target is in percent of the pot instead of chips, and its number."""
    is_percent = text.endswith("%")
    try:
        number = float(text.removesuffix("%"))
    except ValueError:
        raise ValueError(
            f"target is {text!r}; want {UNIT}, like 0.01, or percent of the pot, like 0.5%"
        ) from None
    if not 0 < number < inf:
        raise ValueError(f"target is {text}; want more than 0")
    return is_percent, number


def _share_of_the_pot(percent: float, training: Training, solver: IterativeSolver) -> float:
    """Return a percentage of the pot in chips; ValueError if the game has no pot at the start."""
    pot = training.starting_pot
    if pot is None:
        raise ValueError(
            f"target is {percent:g}% of the pot, but {solver.game_name} does not start with a pot; "
            f"want {UNIT}"
        )
    return percent / 100 * pot


def _limits(
    solver: IterativeSolver, iterations: float | None, seconds: float | None, target: float | None
) -> Limits:
    if iterations is None and seconds is None and target is None:
        return Limits(inf, DEFAULT_SECONDS, solver.default_target, is_default=True)
    return Limits(
        inf if iterations is None else iterations,
        inf if seconds is None else seconds,
        target,
    )


def _default_stop_text(limits: Limits, known: Exploitability) -> str:
    if limits.target is not None and known.chips <= limits.target:
        return f"stopped at the default target of {limits.target:.3g} {UNIT}"
    return f"stopped after {limits.seconds:g} seconds, the default without a limit"


def _parsed_options(texts: list[str]) -> dict[str, Any]:
    """Return the values of options written as name=value, by name."""
    options = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise ValueError(f"option {text!r}; want name=value")
        options[name.strip().replace("-", "_")] = option_value(value.strip())
    return options


def _training(
    game: str | None, algorithm: str | None, seed: int | None, options: dict[str, Any]
) -> Training:
    """Create the training; an option goes to the game if the game has it."""
    if game is None:
        raise ValueError(f"specify --game: one of {', '.join(GAMES)} ... (see --list)")
    game_options = entry_of(game).options
    training = Training(
        game,
        algorithm or _DEFAULT_ALGORITHM,
        {name: value for name, value in options.items() if name in game_options},
    )
    chosen = named_algorithm(training.algorithm, training.make_game())
    others = {name: value for name, value in options.items() if name not in game_options}
    if unknown := others.keys() - set(chosen.options):
        raise ValueError(
            f"no option {min(unknown)!r}; want one of {', '.join((*game_options, *chosen.options))}"
        )
    if seed is not None:
        if "seed" not in chosen.options:
            raise ValueError(f"{training.algorithm} does not sample; leave out --seed")
        others["seed"] = seed
    return replace(training, options=others)


def _check_same(
    training: Training,
    path: Path,
    game: str | None,
    algorithm: str | None,
    seed: int | None,
    options: dict[str, Any],
) -> None:
    """Raise ValueError if a file to resume does not match the other options."""
    if game is not None:
        entry = entry_of(game)
        game_options = {name: value for name, value in options.items() if name in entry.options}
        if entry is entry_of(training.game):
            game_options = training.game_options | game_options
        requested, saved = trainable_game(game, **game_options).name, training.make_game().name
        if saved != requested:
            raise ValueError(f"{path} was made for {saved}; want a file for {requested}")
    known = training.game_options | training.options | {"algorithm": training.algorithm}
    wanted = options | {"algorithm": algorithm or training.algorithm}
    if seed is not None:
        wanted["seed"] = seed
        known = {"seed": 0} | known
    for name, value in wanted.items():
        if known.get(name) != value:
            raise ValueError(f"{path} has {name} {known.get(name)}; want {value}, or another file")
