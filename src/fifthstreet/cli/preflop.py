"""`fifthstreet preflop`: hold'em from the blinds, heads-up on a subset of the flops, or a table."""

from contextlib import ExitStack
from dataclasses import fields
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from fifthstreet.abstraction import SUBSET_SIZES
from fifthstreet.cli.command import (
    CLUSTER_HELP,
    THREADS_HELP,
    Command,
    argument,
    checked_limit,
    option,
)
from fifthstreet.cli.files import file_save, text_save, writing
from fifthstreet.cli.messages import print_warning
from fifthstreet.cli.preflop_ring import RingRun, is_ring
from fifthstreet.cli.preflop_street import check_depth, street_solver
from fifthstreet.cli.progress import RunProgress, ShareProgress, workers_text
from fifthstreet.cli.spot_options import numbers
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.postflop import PRECISIONS
from fifthstreet.solvers.ring import RING_RECIPE
from fifthstreet.solvers.search.preflop import (
    DEFAULT_RECIPE,
    PreflopGame,
    PreflopSolver,
    PreflopStrategy,
    PreflopStreetSolver,
    game_of,
    measure_held_out,
    open_preflop,
    other_flops,
    read_recipe,
)
from fifthstreet.support.executors import open_executor
from fifthstreet.support.threads import thread_count
from fifthstreet.views import chart_html, chart_svg, every_chart, preflop_data, print_preflop

_GAME, _STOP, _FILES = "The game", "When to stop", "Files"


class PreflopCommand(Command):
    """Solve hold'em from the blinds: charts, ranges at every flop, EV of every position.

    Heads-up, flops are a weighted subset; nothing else is abstracted. With --depth street, no flop is solved: hands have the values of a network there. With --seats, so is a table of two to ten seats.

    Ctrl-C and termination signals stop the solve; the strategy so far is shown and saved.
    """  # noqa: E501 (Typer keeps line breaks)

    recipe: Path | None = argument(
        "A file with stack, blinds, sizes and flops; see docs/reference/files.md.", None
    )
    seats: int | None = option(
        "Number of seats, 2 to 10, for a table up to the flop; without it, heads-up.", _GAME
    )
    stack: float | None = option(
        "Stack of all players, 20 by default, and 100 with --seats.", _GAME
    )
    blinds: str | None = option('Blinds, "0.5, 1" by default.', _GAME)
    ante: float | None = option("Ante of each player.", _GAME)
    flops: int | None = option(
        f"Size of the flop subset: {', '.join(map(str, SUBSET_SIZES))}; with --depth street, of "
        "the flops over which the network's values are averaged, 85 by default.",
        _GAME,
    )
    opens: str | None = option('Raises before the flop, like "3x, a".', _GAME, name="--preflop")
    bets: str | None = option("Bets after the flop, on all streets.", _GAME)
    raises: str | None = option("Raises after the flop.", _GAME)
    max_raises: str | None = option(
        'Limit of bets and raises by street, like "2, 1, 1, 1"; with --seats, one number.', _GAME
    )
    rake_rate: float | None = option("With --seats, share taken of pots that see a flop.", _GAME)
    rake_cap: float | None = option("Maximum rake in chips.", _GAME)
    payouts: str | None = option(
        "With --seats, prizes of a tournament from first place: values by ICM.", _GAME
    )
    depth: str | None = option(
        "How far to solve: hand, with flops, the default heads-up; or street, up to the flop, "
        "approximately, with a value network.",
        _STOP,
    )
    after: str = option(
        "With --seats, what follows: network; or checked-down, which is faster and rough.",
        _STOP,
        "network",
    )
    seed: int = option("With --seats, seed of the boards of pots of three and more.", _STOP, 0)
    network: Path | None = option(
        "File of a network for preflop, for --depth street; by default the package's.", _STOP
    )
    target: float = option("Exploitability to reach, percent of the blinds and antes.", _STOP, 0.5)
    max_iterations: int = option("Maximum number of iterations.", _STOP, 1_000)
    time_limit: float | None = option("Time limit in seconds.", _STOP)
    held_out: int = option(
        "Number of other flops on which to measure exploitability afterwards; with --seats, of "
        "sets of other boards, for a certificate of each position's gain.",
        _STOP,
        0,
    )
    precision: str = option(f"Precision of the tables: {' or '.join(PRECISIONS)}.", _STOP, "int16")
    backend: str = option("Backend: auto, native or cuda.", _STOP, "auto")
    threads: int | None = option(THREADS_HELP)
    cluster: str | None = option(CLUSTER_HELP, _STOP)
    save: Path | None = option(
        "Save the strategy to this file, for `chart`, `review`, `arena` and --resume.", _FILES
    )
    resume: Path | None = option(
        "Resume from this file, and save to it unless --save is given.", _FILES
    )
    small: bool = option(
        "With --seats, save a small file: 8 bits, no tables to resume from, and no decisions that "
        "are reached less than once in a million hands.",
        _FILES,
        False,
    )
    save_every: float = option("Seconds between saves.", _FILES, 60.0)
    svg: Path | None = option("Draw the charts to an SVG file.", _FILES)
    html: Path | None = option("Write the charts to an HTML page.", _FILES)

    def _execute(self) -> None:
        limit = self._checked_limit()
        recipe = {} if self.recipe is None else read_recipe(self.recipe)
        changed = {each.name for each in fields(self) if getattr(self, each.name) != each.default}
        if is_ring(recipe, self.resume, changed):
            self._ring_run(recipe, limit).execute(self.show)
            return
        check_depth(self, self.depth or "hand", self.network, self.held_out)
        changes = self._changes()
        file = self.save or self.resume
        with ExitStack() as opened:
            opened.enter_context(writing(file, self.svg, self.html))
            game, earlier = self._game(recipe, changes)
            if self.held_out:
                other_flops(game, self.held_out)  # checks the number before hours of solving
            with RunProgress(self.target, self.max_iterations, limit) as bar:
                bar.prepare("tables")
                solver = self._solver(game, earlier, opened)
                if earlier is not None and isinstance(solver, PreflopSolver):
                    bar.prepare("flops")
                    solver.resume(earlier)
                interrupt = self._run(solver, bar, limit, file)
            if not solver.iteration:
                raise interrupt or InputError("stopped before the first iteration")
            strategy = solver.strategy()
            del solver  # its tables may fill the memory
            if self.held_out and interrupt is None:
                strategy = self._measured(strategy)
            notes = [] if interrupt is None else ["interrupted"]
            self.show(
                lambda: preflop_data(strategy),
                lambda console: print_preflop(console, strategy, notes),
                file_save(file, strategy.save),
                text_save(self.svg, lambda: chart_svg(every_chart(strategy))),
                text_save(self.html, lambda: chart_html(every_chart(strategy))),
            )
        if interrupt is not None:
            raise interrupt

    def _ring_run(self, recipe: dict[str, Any], limit: float) -> RingRun:
        """Return the run of a table."""
        self._check_resumed()
        if self.depth == "hand":
            raise InputError("--depth hand requires two players: with --seats, omit it")
        changes = self._changes()
        changes.pop("flops", None)  # of the network
        found = recipe | changes
        if self.seats is not None:
            found["seats"] = self.seats
        if self.opens is not None:
            found["sizes"] = {"preflop": {"raise": self.opens}}
        if self.max_raises is not None:
            if not self.max_raises.strip().isdigit():
                raise InputError(
                    f"--max-raises must be one whole number with --seats, got {self.max_raises!r}"
                )
            tree = dict(found.get("tree", RING_RECIPE["tree"]))
            found["tree"] = tree | {"max_raises": int(self.max_raises)}
        return RingRun(
            recipe=found,
            after=self.after,
            seed=self.seed,
            network=self.network,
            flops=self.flops,
            threads=self.threads,
            target=self.target,
            max_iterations=self.max_iterations,
            limit=limit,
            held_out=self.held_out,
            save_every=self.save_every,
            save=self.save,
            is_small=self.small,
            resume=self.resume,
            svg=self.svg,
            html=self.html,
        )

    def _checked_limit(self) -> float:
        """Check the numbers of the run; return the seconds that it may take."""
        if not self.save_every > 0:
            raise InputError(f"--save-every must be above 0 seconds, got {self.save_every:g}")
        if not 0 < self.target < inf:
            raise InputError(f"--target must be above 0 percent, got {self.target:g}")
        return checked_limit(self.time_limit)

    def _check_resumed(self) -> None:
        is_given = self.recipe is not None or self._changes() or self._has_menus
        if self.resume is not None and is_given:
            raise InputError("--resume cannot be combined with a recipe or options of the game")

    def _game(
        self, recipe: dict[str, Any], changes: dict[str, Any]
    ) -> tuple[PreflopGame, PreflopStrategy | None]:
        """Return the game, and the strategy from which a run resumes."""
        self._check_resumed()
        if self.resume is not None:
            earlier = open_preflop(self.resume)
            if earlier.record.leaf_values is not None:
                raise InputError(f"--resume requires a strategy with flops: {self.resume} has none")
            return earlier.game, earlier
        found = self._with_menus(recipe | changes)
        return game_of(found, depth=self.depth or "hand"), None

    def _solver(
        self, game: PreflopGame, earlier: PreflopStrategy | None, opened: ExitStack
    ) -> PreflopSolver | PreflopStreetSolver:
        if self.depth == "street":
            return street_solver(game, self.network, self.flops)
        executor = None
        if self.cluster is not None:
            cores, gpus = thread_count(self.threads or 1), int(self.backend == "cuda")
            executor = opened.enter_context(open_executor(self.cluster, cpus=cores, gpus=gpus))
        return PreflopSolver(
            game,
            precision=self.precision if earlier is None else earlier.record.precision,
            threads=self.threads,
            backend=self.backend,
            executor=executor,
        )

    def _run(
        self,
        solver: PreflopSolver | PreflopStreetSolver,
        bar: RunProgress,
        limit: float,
        save: Path | None,
    ) -> KeyboardInterrupt | None:
        """Run the solver, saving the file periodically; return the interrupt that ended it."""
        start = perf_counter()
        bar.begin(solver.iteration)
        max_iterations = max(self.max_iterations - solver.iterations_before, 0)

        def show(state: Progress) -> None:
            percent = state.exploitability.pot_percent
            text = f"{percent:.3g}% of the blinds, target {self.target:g}%{workers_text(solver)}"
            bar.note(state.iteration, percent, text)

        try:
            while True:
                left = max(limit - (perf_counter() - start), 0.0)
                state = solver.run(
                    target_pot_percent=self.target,
                    max_iterations=max_iterations,
                    seconds=left if save is None else min(left, self.save_every),
                    progress=show,
                    stepped=bar.stepped,
                )
                is_over = perf_counter() - start >= limit or state.iteration >= max_iterations
                if state.exploitability.pot_percent <= self.target or is_over:
                    return None
                if save is not None:
                    try:
                        solver.strategy().save(save)
                    except (OSError, InputError) as error:  # such as a full disk
                        print_warning(f"{error}; the solve continues without saving", bar.terminal)
        except KeyboardInterrupt as interrupt:
            return interrupt

    def _measured(self, strategy: PreflopStrategy) -> PreflopStrategy:
        """Return the strategy with its exploitability on flops that were not solved."""
        with ShareProgress("other flops") as shares:
            known = measure_held_out(
                strategy,
                self.held_out,
                threads=self.threads,
                backend=self.backend,
                progress=shares.update,
            )
        return strategy.with_held_out(known)

    def _changes(self) -> dict[str, Any]:
        """Return the recipe's fields given as options, except its sizes."""
        blinds = None if self.blinds is None else list(numbers("blinds", self.blinds))
        payouts = None if self.payouts is None else list(numbers("payouts", self.payouts))
        given = {
            "stack": self.stack,
            "ante": self.ante,
            "flops": self.flops,
            "blinds": blinds,
            "payouts": payouts,
            "rake": self._rake(),
        }
        return {name: value for name, value in given.items() if value is not None}

    def _rake(self) -> dict[str, float] | None:
        if self.rake_rate is None:
            if self.rake_cap is not None:
                raise InputError("--rake-cap requires --rake-rate")
            return None
        return {"rate": self.rake_rate} | ({} if self.rake_cap is None else {"cap": self.rake_cap})

    @property
    def _has_menus(self) -> bool:
        menus = (self.opens, self.bets, self.raises, self.max_raises)
        return any(text is not None for text in menus)

    def _with_menus(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return a recipe's fields with the sizes given as options; everything else is kept."""
        if not self._has_menus:
            return fields
        sizes: dict[str, Any] = dict(fields.get("sizes", DEFAULT_RECIPE["sizes"]))
        # The lines that the default recipe removes belong to its sizes.
        tree = dict(fields.get("tree", {"max_raises": [2, 1, 1, 1]}))
        if self.opens is not None:
            sizes["preflop"] = {"raise": self.opens}
        if self.bets is not None or self.raises is not None:
            for street in ("flop", "turn", "river"):
                sizes[street] = {"bet": self.bets or "66%", "raise": self.raises or ""}
        if self.max_raises is not None:
            limits = numbers("max-raises", self.max_raises)
            if not all(limit.is_integer() for limit in limits):
                raise InputError(f"--max-raises must be whole numbers, got {self.max_raises!r}")
            tree["max_raises"] = [int(limit) for limit in limits]
        return fields | {"sizes": sizes, "tree": tree}
