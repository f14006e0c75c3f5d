"""`fifthstreet values`: make networks for leaf values, and judge them."""

from contextlib import ExitStack, closing
from dataclasses import MISSING, fields, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from fifthstreet import views
from fifthstreet.cli.command import THREADS_HELP, Command, argument, option
from fifthstreet.cli.files import file_save, writing
from fifthstreet.cli.messages import print_warning
from fifthstreet.cli.progress import ShardProgress, SituationProgress, StepProgress, workers_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.values import (
    SHARD_KINDS,
    CoordinateTraining,
    CoordinateTrainingOptions,
    ExactCase,
    FlopSampleSettings,
    NetworkTraining,
    SampleSettings,
    ShardSource,
    TableTraining,
    TableTrainingOptions,
    TurnSampleSettings,
    WrittenShard,
    draw_case_situation,
    generate_shards,
    judge,
    load_cases,
    load_network,
    network_leaf_values,
    open_shards,
    save_cases,
    solve_case,
    with_errors,
)
from fifthstreet.support.executors import open_executor
from fifthstreet.support.storage import load_or_previous, previous_file
from fifthstreet.support.threads import thread_count

_GENERATE, _TRAIN, _TEST = "generate", "train", "test"
_SHARDS, _TRAINING, _ERRORS = "Shards (generate)", "Training (train)", "Errors (test)"
_SETTINGS = SampleSettings()
_TURNS, _FLOPS = TurnSampleSettings(), FlopSampleSettings()
_DEFAULT_SHARDS = 100
_DEFAULT_SITUATIONS = 20
# What cases of a street are called, and how long each takes.
_CASE_PROGRESS = {
    "turn": ("turns", ""),
    "flop": ("flops", "up to 6 CPU minutes each"),
    "preflop": ("pairs of ranges", "about 4 CPU minutes each"),
}
_COORDINATES = ("width", "hand_layers", "hand_units")  # options of flop and preflop only
_OPTION_NAMES = ("layers", "units", *_COORDINATES, "epochs", "batch", "rate", "held_out")
# Options of `generate` that only some streets have.
_OF_STREETS = {
    "turns": ("turn",),
    "rivers": ("turn",),
    "boards": ("flop",),
    "flops": ("preflop",),
    "depth": ("preflop",),
    "iterations": ("flop", "preflop"),
    "bets": ("flop", "preflop"),
}
# Options that only some actions have.
_OWN = {
    _GENERATE: (
        *("street", "shards", "turns", "rivers", "ranges", "boards", "flops"),
        *("depth", "iterations", "bets", "workers"),
    ),
    _TRAIN: ("out", "checkpoint", *_OPTION_NAMES),
    _TEST: ("out", "situations", "cases", "save_cases", "threads"),
}


def _training_option(text: str, name: str) -> Any:
    """Return an option of trainings, with its defaults for tables and for the flop."""
    flop = getattr(CoordinateTrainingOptions(), name)
    tables = getattr(TableTrainingOptions(), name, None)
    if tables is None:
        return option(f"{text} (flop, preflop); by default {flop:g}.", _TRAINING)
    note = "" if tables == flop else f", {flop:g} for flop and preflop"
    return option(f"{text}; by default {tables:g}{note}.", _TRAINING)


class ValuesCommand(Command):
    """Make networks for the values of hands at the end of a street, and judge them.

    generate solves boards into a folder, in shards: rivers for a network for the turn, turns for the flop, or flops for preflop; train makes a network of them; and test compares a network for turns with exact solves of all rivers of random turns, one for flops with all turns of random flops (up to 6 minutes of CPU time each; --backend cuda is faster), or one for preflop with flops solved to the end of the street (about 4 minutes of CPU time each).

    Ctrl-C ends a run. The same command resumes it: generate with the shards that are missing, train with --checkpoint after its last epoch.
    """  # noqa: E501 (Typer keeps line breaks)

    action: str = argument("Action: generate, train or test.")
    source: str = argument(
        "Folder of shards; for test a network file, or turn or flop for a network of the package."
    )
    seed: int = option("Seed of the shards, the training or the situations.", default=0)
    backend: str = option("Backend: native, or cuda for a GPU.", default="native")
    street: str = option(f"Street that ends: {' or '.join(SHARD_KINDS)}.", _SHARDS, "turn")
    shards: int = option("Number of shards in all.", _SHARDS, _DEFAULT_SHARDS)
    turns: int = option("Turns of a shard, all with the same stack.", _SHARDS, _SETTINGS.turns)
    rivers: int = option("Rivers after each turn.", _SHARDS, _SETTINGS.rivers)
    ranges: int | None = option(
        f"Pairs of ranges on each board, {_SETTINGS.ranges} by default, {_TURNS.ranges} for the "
        f"flop, {_FLOPS.ranges} for preflop.",
        _SHARDS,
    )
    boards: int = option(
        "Turns of a shard, all with the same stack (flop).", _SHARDS, _TURNS.boards
    )
    flops: int = option(
        "Flops of a shard, all with the same stack and ranges (preflop).", _SHARDS, _FLOPS.flops
    )
    depth: str = option(
        "Where solves of flops end: street, with the package's network, or hand, which takes "
        "hundreds of times as long (preflop).",
        _SHARDS,
        _FLOPS.depth,
    )
    iterations: int | None = option(
        "Iterations on each board (flop, preflop); by default as the stack needs, for preflop "
        f"{_FLOPS.iterations}.",
        _SHARDS,
    )
    bets: str | None = option(
        f"Bets on later streets (flop, preflop), by default {_TURNS.betting.bets}; for preflop "
        f"{_FLOPS.betting.bets}.",
        _SHARDS,
    )
    workers: int | None = option(
        "Number of processes; by default one per core, one with cuda. It does not change the "
        "samples.",
        _SHARDS,
    )
    out: Path | None = option(
        "Save the network to this file; with test, a copy that states its errors.", _TRAINING
    )
    checkpoint: Path | None = option("Save each epoch to this file, and resume from it.", _TRAINING)
    layers: int | None = _training_option(
        "Hidden layers; for flop and preflop, for ranges", "layers"
    )
    units: int | None = _training_option("Units of each of these layers", "units")
    width: int | None = _training_option("Coordinates of a hand", "width")
    hand_layers: int | None = _training_option("Hidden layers for hands", "hand_layers")
    hand_units: int | None = _training_option("Units of each layer for hands", "hand_units")
    epochs: int | None = _training_option("Passes over all samples", "epochs")
    batch: int | None = _training_option("Samples of a step; for flop and preflop, boards", "batch")
    rate: float | None = _training_option("Learning rate of the first steps", "rate")
    held_out: float | None = _training_option("Share of the shards held out", "held_out")
    situations: int = option(
        "Number of turns, flops or pairs of ranges to solve.", _ERRORS, _DEFAULT_SITUATIONS
    )
    cases: Path | None = option("Use the solved situations in this file.", _ERRORS)
    save_cases: Path | None = option("Save the solved situations to this file.", _ERRORS)
    threads: int | None = option(THREADS_HELP, _ERRORS)

    def _execute(self) -> None:
        if self.action not in _OWN:
            raise InputError(f"action must be generate, train or test, got {self.action!r}")
        for each in fields(self):
            owners = [name for name, own in _OWN.items() if each.name in own]
            is_default = each.default is MISSING or getattr(self, each.name) == each.default
            if owners and self.action not in owners and not is_default:
                name = each.name.replace("_", "-")
                raise InputError(f"--{name} requires {' or '.join(owners)}, got {self.action}")
        {_GENERATE: self._generate, _TRAIN: self._train, _TEST: self._test}[self.action]()

    def _generate(self) -> None:
        source = ShardSource(self.seed, self.backend, self._settings())
        workers = thread_count(None) if self.backend == "native" else 1
        solved: list[WrittenShard] = []
        start, was_interrupted = perf_counter(), False
        with ExitStack() as opened:
            executor = opened.enter_context(
                open_executor(workers=self.workers if self.workers is not None else workers)
            )
            run = generate_shards(self.source, source, self.shards, executor=executor)
            bar = opened.enter_context(ShardProgress(self.shards, source.settings.unit))
            try:
                with closing(run):
                    for shard in run:
                        solved.append(shard)
                        bar.add(shard.samples, workers_text(executor))
            except KeyboardInterrupt:
                if not solved:
                    raise
                was_interrupted = True
        count = len(open_shards(self.source).numbers)
        data = views.shards_data(self.source, source, count, solved, perf_counter() - start)
        self.show(lambda: data, lambda console: views.print_shards(console, data))
        if was_interrupted:
            raise KeyboardInterrupt

    def _settings(self) -> SampleSettings | TurnSampleSettings | FlopSampleSettings:
        """Return the settings of a street's shards; InputError for options of other streets."""
        if self.street not in SHARD_KINDS:
            raise InputError(f"--street must be {' or '.join(SHARD_KINDS)}, got {self.street!r}")
        changed = {each.name for each in fields(self) if getattr(self, each.name) != each.default}
        for name, streets in _OF_STREETS.items():
            if name in changed and self.street not in streets:
                raise InputError(f"--{name} requires --street {' or '.join(streets)}")
        defaults: SampleSettings | TurnSampleSettings | FlopSampleSettings
        defaults = _SETTINGS if self.street == "turn" else _FLOPS
        if self.street == "flop":
            defaults = _TURNS
        own = {name for name, streets in _OF_STREETS.items() if self.street in streets}
        given = {name: getattr(self, name) for name in own & changed - {"bets"}}
        if self.ranges is not None:
            given["ranges"] = self.ranges
        if self.bets is not None:
            given["betting"] = replace(defaults.betting, bets=self.bets)
        return replace(defaults, **given)

    def _train(self) -> None:
        if self.out is None:
            raise InputError("train requires --out")
        with writing(self.out, self.checkpoint):
            training = self._training()
            if self.checkpoint is not None:
                _resume(training, self.checkpoint)
            with StepProgress() as bar:

                def update(state: NetworkTraining) -> None:
                    if self.checkpoint is not None:
                        state.save(self.checkpoint)
                    error = min(state.curve[-1][2:])
                    text = f"epoch {state.epoch}, held-out error {100 * error:.3f}% of the pot"
                    bar.update(text, state.epoch / state.options.epochs)

                training.run(update)
            network = training.network()
            about = network.about
            self.show(
                lambda: {"file": str(self.out), **about},
                lambda console: views.print_table_training(console, about),
                file_save(self.out, network.save, has_size=True),
            )

    def _training(self) -> NetworkTraining:
        """Return a training of the kind of network that the shards are for."""
        shards = open_shards(self.source)
        given = {name: getattr(self, name) for name in _OPTION_NAMES}
        given = {name: value for name, value in given.items() if value is not None}
        if shards.source.settings.street != "turn":
            options = CoordinateTrainingOptions(seed=self.seed, **given)
            return CoordinateTraining(shards, options, backend=self.backend)
        if names := given.keys() & set(_COORDINATES):
            name = min(names).replace("_", "-")
            raise InputError(f"--{name} requires shards for the flop or preflop")
        tables = TableTrainingOptions(seed=self.seed, **given)
        return TableTraining(shards, tables, backend=self.backend)

    def _test(self) -> None:
        network, start = load_network(self.source), perf_counter()
        leaves = network_leaf_values(network, threads=self.threads)
        if self.cases is not None and (self.save_cases or self.situations != _DEFAULT_SITUATIONS):
            raise InputError("--cases cannot be combined with --situations or --save-cases")
        if self.situations < 1:
            raise InputError(f"--situations must be at least 1, got {self.situations}")
        with writing(self.out, self.save_cases):
            if self.cases is not None:
                cases, was_interrupted = load_cases(self.cases), False
            else:
                cases, was_interrupted = self._solved_cases(network.street)
            if cases[0].situation.street != network.street:
                found = cases[0].situation.street
                raise InputError(
                    f"--cases must be for the street of the network, {network.street}, got {found}"
                )
            rows, betting = judge(leaves, cases), cases[0].betting
            name = Path(self.source).name
            data = views.value_errors_data(
                name, network.street, rows, betting, perf_counter() - start
            )
            self.show(
                lambda: data,
                lambda console: views.print_value_errors(console, data, rows),
                file_save(self.save_cases, lambda path: save_cases(path, cases)),
                file_save(self.out, lambda path: with_errors(network, rows).save(path)),
            )
        if was_interrupted:
            raise KeyboardInterrupt

    def _solved_cases(self, street: str) -> tuple[list[ExactCase], bool]:
        """Draw and solve situations; return them, and whether an interrupt ended the run."""
        cases: list[ExactCase] = []
        unit, expected = _CASE_PROGRESS[street]
        with SituationProgress(self.situations, unit, expected) as bar:
            try:
                for number in range(self.situations):
                    situation = draw_case_situation(self.seed, number, street)
                    cases.append(solve_case(situation, backend=self.backend, threads=self.threads))
                    bar.add()
            except KeyboardInterrupt:
                if not cases:
                    raise
                return cases, True
        return cases, False


def _resume(training: NetworkTraining, checkpoint: Path) -> None:
    """Continue from a checkpoint, or the one that it replaced, if there is one."""
    if checkpoint.exists() or previous_file(checkpoint).exists():
        _, note = load_or_previous(checkpoint, training.resume)
        if note is not None:
            print_warning(note)
