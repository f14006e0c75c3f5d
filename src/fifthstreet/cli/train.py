"""`fifthstreet train`: strategies for any game by full or sampled CFR."""

from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.filesize import decimal

from fifthstreet import views
from fifthstreet.cli.command import CLUSTER_HELP, JSON_HELP, Command, import_from_here, option
from fifthstreet.cli.files import file_save, text_save, writing
from fifthstreet.cli.messages import print_warning
from fifthstreet.cli.progress import RunProgress, workers_text
from fifthstreet.cli.self_evaluation import SelfEvaluation
from fifthstreet.cli.train_comparison import compared, comparison_solvers, names_of
from fifthstreet.cli.train_presets import build_abstraction, preset_game
from fifthstreet.errors import InputError
from fifthstreet.solvers import DEFAULT_SECONDS, Training, load_training, registry, save_training
from fifthstreet.solvers.blueprint import (
    ABSTRACTION_HELP,
    FLOPS_HELP,
    PHASES,
    PRESETS,
    BlueprintSolver,
    BucketGame,
    NoLimitHoldem,
    PostflopHoldem,
    save_blueprint,
)
from fifthstreet.solvers.cfr import SEED_HELP, strategy_table
from fifthstreet.solvers.common import IterativeSolver, Progress
from fifthstreet.support.executors import Executor, open_executor
from fifthstreet.support.options import parse_options
from fifthstreet.support.storage import load_or_previous
from fifthstreet.support.terminal import Terminal
from fifthstreet.support.threads import thread_count
from fifthstreet.tree.strategy import Exploitability
from fifthstreet.views import UNIT, print_notes

_WHAT, _STOP, _FILES = "The training", "When to stop", "Files and output"
_DEFAULT_ALGORITHM = "external"
_GAME_OPTIONS = registry.GAMES[registry.WHOLE_GAME].options
_NAMED_OPTIONS = (
    *_GAME_OPTIONS,
    "flops",
    "ranges",
    "threads",
)  # that are options of the command too


def _game_option(name: str) -> Any:
    """Create an option of the command from an option of the whole game."""
    declared = _GAME_OPTIONS[name]
    return option(f"nlhe: {declared.help}; {declared.default_text} by default.", _WHAT)


@dataclass(frozen=True)
class TrainingLimits:
    """Limits that end a training; infinity means no limit."""

    iterations: float
    seconds: float
    target: float | None
    is_default: bool = False  # nothing was specified


class TrainCommand(Command):
    """Train a strategy for a game and measure its exploitability.

    Without --iterations, --seconds and --target, it stops after 60 seconds or at a default target.

    The default target is 0.1% of the range of payoffs, or 0.5% of the pot for sampled hold'em.

    Ctrl-C and termination signals stop the training; the strategy so far is shown and saved.
    """

    game: str | None = option(
        "Game: kuhn, leduc ..., nlhe, postflop, holdem:SPOT.toml or module:Class; see --list.",
        _WHAT,
    )
    preset: str | None = option(
        f"Predefined options of nlhe ({', '.join(PRESETS)}) or postflop ({', '.join(PHASES)}).",
        _WHAT,
    )
    algorithm: str | None = option(f"Algorithm, like cfr+; {_DEFAULT_ALGORITHM} by default.", _WHAT)
    compare: str | None = option(
        "Run these algorithms, like cfr,cfr+,external, each within the limits, and compare them.",
        _WHAT,
    )
    seed: int | None = option(f"{SEED_HELP.capitalize()}.", _WHAT)
    players: int | None = option("Number of players.", _WHAT)
    stack: float | None = _game_option("stack")
    abstraction: str | None = option(
        f"nlhe, postflop and holdem:SPOT.toml: {ABSTRACTION_HELP}; tiny by default for nlhe, exact "
        "cards for a spot.",
        _WHAT,
    )
    flops: int | None = option(
        f"postflop, and holdem:SPOT.toml with --abstraction: flops to deal, {FLOPS_HELP}.", _WHAT
    )
    ranges: str | None = option("postflop: hands of both players; 15% by default.", _WHAT)
    sizes: str | None = _game_option("sizes")
    max_raises: int | None = _game_option("max_raises")
    last_street: str | None = _game_option("last_street")
    raises: str | None = _game_option("raises")
    preflop: str | None = _game_option("preflop")
    preflop_raises: int | None = _game_option("preflop_raises")
    cold_calls: str | None = _game_option("cold_calls")
    add_allin: float | None = _game_option("add_allin")
    force_allin: float | None = _game_option("force_allin")
    betting: str | None = _game_option("betting")
    threads: int | None = option("Number of threads; with buckets, one per core by default.", _WHAT)
    cluster: str | None = option(f"nlhe: {CLUSTER_HELP}", _WHAT)
    parts: int = option("Parts per round with --cluster; they change the result.", _WHAT, 8)
    option_texts: list[str] | None = option(
        "Option of the game or the algorithm, as name=value; may be repeated.",
        _WHAT,
        name="--option",
    )
    iterations: float | None = option(
        "Total number of iterations, like 1e6, including iterations before --resume.", _STOP
    )
    seconds: float | None = option("Time limit in seconds.", _STOP)
    target: str | None = option(
        "Exploitability to reach, in chips per player, like 0.01, or for hold'em in percent of the "
        "pot, like 0.5%.",
        _STOP,
    )
    out: Path | None = option("Save the training to this file.", _FILES)
    resume: Path | None = option("Resume from this file, and save to it without --out.", _FILES)
    checkpoint_every: float = option("Seconds between saves.", _FILES, 30.0)
    evaluation_hands: int = option(
        "nlhe: number of hands against each fixed agent; 0 for none.", _FILES, 1000
    )
    strategy: Path | None = option(
        "With buckets: save the strategy here, one byte per entry.", _FILES
    )
    svg: Path | None = option("Draw the curve to an SVG file.", _FILES)
    table: bool = option(
        "Print the strategy and the visits of information sets.", _FILES, False, name="--table"
    )
    as_json: bool = option(JSON_HELP, _FILES, False, name="--json")
    show_list: bool = option("List games and algorithms, and exit.", _FILES, False, name="--list")

    def _execute(self) -> None:
        if self.show_list:
            self.show(views.catalogue_data, views.print_catalogue)
            return
        self._check_numbers()
        is_percent, target = (False, None) if self.target is None else _parsed_target(self.target)
        if self.compare is not None:
            self._compare(self.compare, is_percent, target)
            return
        with ExitStack() as opened:
            training, solver, notes = self._solver(opened)
            evaluation = self._evaluation(training)
            if is_percent and target is not None:
                target = _share_of_the_pot(target, training, solver)
            limits = self._limits(solver, target)
            executor = None
            if self.cluster is not None:
                executor = opened.enter_context(self._distribute(solver, training, self.cluster))
            first = solver.iteration
            ended_by: BaseException | None = None
            try:
                self._show_cost(solver, limits)
                self._run(solver, training, limits, evaluation, executor)
                if isinstance(solver, BlueprintSolver):
                    evaluation.play(solver)
            except (KeyboardInterrupt, MemoryError) as error:
                ended_by = error
            done = solver.iteration - first
            # An interrupt may end the first batch before its time is counted.
            speed = done / solver.iterating_seconds if solver.iterating_seconds else 0.0
            notes += ["interrupted"] if isinstance(ended_by, KeyboardInterrupt) else []
            default_limits = limits if limits.is_default and ended_by is None else None
            self._show(solver, training, evaluation, default_limits, speed, notes)
        if isinstance(ended_by, KeyboardInterrupt):
            raise ended_by
        if ended_by is not None:
            raise InputError(str(ended_by))

    def _compare(self, names: str, is_percent: bool, target: float | None) -> None:
        """Run several algorithms, and show their exploitability against time."""
        for name in ("algorithm", "preset", "out", "resume", "strategy", "cluster", "table"):
            if getattr(self, name):
                raise InputError(f"--{name} cannot be used with --compare")
        if is_percent:
            raise InputError(f"--target must be in {UNIT} with --compare, got {self.target}")
        import_from_here()
        with writing(self.svg):
            solvers = comparison_solvers(self.game, names_of(names), self._options(), self.seed)
            result, ended_by = compared(
                solvers, iterations=self.iterations, seconds=self.seconds, target=target
            )
            notes = [] if ended_by is None else ["interrupted: only finished runs are shown"]
            self.show(
                lambda: views.algorithms_data(result),
                lambda console: views.print_algorithms(console, result, notes),
                text_save(self.svg, lambda: views.algorithms_picture(result).svg()),
            )
        if ended_by is not None:
            raise ended_by

    def _options(self) -> dict[str, Any]:
        """Return the options of game and algorithm that were given, by name."""
        given = {name: getattr(self, name) for name in _NAMED_OPTIONS}
        options = parse_options(self.option_texts or [], "--option")
        return options | {name: value for name, value in given.items() if value is not None}

    def _show_cost(self, solver: IterativeSolver, limits: TrainingLimits) -> None:
        """Print the memory of tables of buckets, and the time of the iterations to come."""
        cost = solver.table_cost if isinstance(solver, BlueprintSolver) else None
        if cost is None or self.as_json:
            return
        terminal = Terminal(stderr=True)
        print_notes(terminal, [cost])
        first, start = solver.iteration, perf_counter()
        if first < limits.iterations < inf:
            solver.iterate(1)  # a batch, which is part of the training
            speed = (solver.iteration - first) / (perf_counter() - start)
            left = max(limits.iterations - solver.iteration, 0.0)
            text = f"{left:,.0f} more iterations take about {left / speed:,.0f} s, without checks"
            print_notes(terminal, [text])

    def _evaluation(self, training: Training) -> SelfEvaluation:
        """Check what a whole game allows, and return its evaluation by play against itself."""
        game = training.make_game()
        is_playable = isinstance(game, NoLimitHoldem) and game.is_to_the_river
        return SelfEvaluation(self.evaluation_hands if is_playable else 0)

    def _check_output(self, training: Training) -> None:
        """Raise InputError for output that the game does not have."""
        game = training.make_game()
        if self.strategy is not None and not isinstance(game, BucketGame):
            raise InputError("--strategy requires --game nlhe, postflop or --abstraction")
        if self.table and isinstance(game, PostflopHoldem) and (game.flops or game.from_turn):
            raise InputError("--table requires one board at the start")

    def _show(
        self,
        solver: IterativeSolver,
        training: Training,
        evaluation: SelfEvaluation,
        default_limits: TrainingLimits | None,
        speed: float,
        notes: list[str],
    ) -> None:
        """Print the result, and write what the options ask for."""
        if not solver.iteration:
            notes.append("stopped before the first iteration: this is uniform play, not a strategy")

        def data() -> dict[str, Any]:
            known = solver.check()
            if default_limits is not None:
                notes.append(_default_stop_text(default_limits, known))
            data = views.training_data(
                solver, training, known, iterations_per_second=speed, path=self._file
            )
            if evaluation.hands:
                data["evaluations"] = evaluation.to_list()
            if self.table:
                data["strategy"] = views.strategy_data(solver)
                data["visits"] = views.visit_data(solver)
            return data

        def print_all(console: Terminal) -> None:
            shown = data()
            views.print_training(console, shown, solver.curve, notes)
            if self.table:
                console.out(strategy_table(shown["strategy"], shown["visits"]), highlight=False)

        def save_strategy(path: Path) -> None:
            assert isinstance(solver, BlueprintSolver)
            save_blueprint(solver, path)

        self.show(
            data,
            print_all,
            file_save(
                self._file, lambda path: save_training(solver, path, training), has_size=True
            ),
            text_save(self.svg, lambda: views.training_svg(solver, training)),
            file_save(self.strategy, save_strategy, "strategy saved to", has_size=True),
        )

    @property
    def _file(self) -> Path | None:
        """Where the training is saved."""
        return self.out or self.resume

    def _check_numbers(self) -> None:
        iterations, seconds, every = self.iterations, self.seconds, self.checkpoint_every
        if iterations is not None and not (iterations >= 1 and iterations.is_integer()):
            raise InputError(f"--iterations must be a whole number from 1, got {iterations:g}")
        if seconds is not None and not 0 < seconds < inf:
            raise InputError(f"--seconds must be above 0, got {seconds:g}")
        if not every > 0:
            raise InputError(f"--checkpoint-every must be above 0 seconds, got {every:g}")
        if self.evaluation_hands < 0:
            raise InputError(f"--evaluation-hands must be at least 0, got {self.evaluation_hands}")

    def _solver(self, opened: ExitStack) -> tuple[Training, IterativeSolver, list[str]]:
        """Lock the files; return the resumed or new training, its solver, and notes."""
        game, options = preset_game(self.game, self.preset)
        options |= self._options()
        import_from_here()
        opened.enter_context(writing(self._file, self.svg, self.strategy))
        if self.resume is not None:
            (training, solver), note = load_or_previous(
                self.resume,
                lambda path: load_training(path, game=game, abstraction=self.abstraction),
            )
            self._check_same(training, self.resume, game, options)
            self._check_output(training)
            return training, solver, [] if note is None else [note]
        if game in (registry.WHOLE_GAME, registry.POSTFLOP) or "abstraction" in options:
            options = {"threads": thread_count(None)} | options
        training = self._training(game, options)
        self._check_output(training)
        build_abstraction(training)
        return training, training.make_solver(), []

    def _training(self, game: str | None, options: dict[str, Any]) -> Training:
        """Create the training; options that the game has belong to the game."""
        if game is None:
            raise InputError(
                f"specify --game: one of {', '.join(registry.SMALL_GAMES)} ... (see --list)"
            )
        game_options = registry.entry_of(game).options
        training = Training(
            game,
            self.algorithm or _DEFAULT_ALGORITHM,
            {name: value for name, value in options.items() if name in game_options},
        )
        chosen = registry.named_algorithm(training.algorithm, training.make_game())
        others = {name: value for name, value in options.items() if name not in game_options}
        if unknown := others.keys() - chosen.options.keys():
            wanted = ", ".join((*game_options, *chosen.options))
            raise InputError(f"option must be one of {wanted}, got {min(unknown)!r}")
        if self.seed is not None:
            if "seed" not in chosen.options:
                raise InputError(f"--seed requires sampling, got {training.algorithm}")
            others["seed"] = self.seed
        return replace(training, options=others)

    def _check_same(
        self, training: Training, path: Path, game: str | None, options: dict[str, Any]
    ) -> None:
        """Raise InputError if a file to resume does not match the other options."""
        if game is not None:
            entry = registry.entry_of(game)
            own = {name: value for name, value in options.items() if name in entry.options}
            if entry is registry.entry_of(training.game):
                own = training.game_options | own
            requested, saved = registry.trainable_game(game, **own).name, training.make_game().name
            if saved != requested:
                raise InputError(f"{path} must be a training of {requested}, got {saved}")
        known = training.game_options | training.options | {"algorithm": training.algorithm}
        wanted = options | {"algorithm": self.algorithm or training.algorithm}
        if self.seed is not None:
            wanted["seed"] = self.seed
            known = {"seed": 0} | known
        for name, value in wanted.items():
            if known.get(name) != value:
                raise InputError(
                    f"{name} must be {known.get(name)} as in {path}, got {value}: use another file"
                )

    def _limits(self, solver: IterativeSolver, target: float | None) -> TrainingLimits:
        if self.iterations is None and self.seconds is None and target is None:
            return TrainingLimits(inf, DEFAULT_SECONDS, solver.default_target, is_default=True)
        return TrainingLimits(
            inf if self.iterations is None else self.iterations,
            inf if self.seconds is None else self.seconds,
            target,
        )

    def _distribute(self, solver: IterativeSolver, training: Training, cluster: str) -> Executor:
        """Run the traversals on a cluster; return the executor, to be closed by the caller."""
        if not isinstance(solver, BlueprintSolver):
            raise InputError("--cluster requires --game nlhe, postflop or --abstraction")
        executor = open_executor(cluster)
        try:
            solver.distribute(executor, training.make_solver, parts=self.parts)
        except BaseException:
            executor.close()
            raise
        return executor

    def _run(
        self,
        solver: IterativeSolver,
        training: Training,
        limits: TrainingLimits,
        evaluation: SelfEvaluation,
        executor: Executor | None,
    ) -> None:
        """Run the solver, saving the file periodically."""
        start, out = perf_counter(), self._file
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
                left = max(limits.seconds - (perf_counter() - start), 0.0)
                piece = left if out is None else min(left, self.checkpoint_every)
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
                except (OSError, InputError) as error:  # such as a temporarily full disk
                    print_warning(f"{error}; the training continues without saving", bar.terminal)


def _speed_text(solver: IterativeSolver) -> str:
    """Return the speed, the memory and, with buckets, the change of the strategy."""
    if not isinstance(solver, BlueprintSolver) or not solver.iterating_seconds:
        return ""
    change = solver.strategy_change()
    speed = solver.traversals / solver.iterating_seconds
    text = f", {speed:,.0f} traversals/s, {decimal(solver.memory_bytes)}"
    return text if change is None else f"{text}, strategy change {change:.2%}"


def _parsed_target(text: str) -> tuple[bool, float]:
    """Return whether a target is in percent of the pot, and its number."""
    is_percent = text.endswith("%")
    try:
        number = float(text.removesuffix("%"))
    except ValueError:
        raise InputError(
            f"--target must be {UNIT}, like 0.01, or percent of the pot, like 0.5%, got {text!r}"
        ) from None
    if not 0 < number < inf:
        raise InputError(f"--target must be above 0, got {text}")
    return is_percent, number


def _share_of_the_pot(percent: float, training: Training, solver: IterativeSolver) -> float:
    """Return a percentage of the pot in chips; InputError if the game has no pot at the start."""
    pot = training.starting_pot
    if pot is None:
        raise InputError(
            f"--target must be in {UNIT}, got {percent:g}%: {solver.game_name} does not start with "
            "a pot"
        )
    return percent / 100 * pot


def _default_stop_text(limits: TrainingLimits, known: Exploitability) -> str:
    if limits.target is not None and known.chips <= limits.target:
        return f"stopped at the default target of {limits.target:.3g} {UNIT}"
    return f"stopped after {limits.seconds:g} seconds, the default without a limit"
