"""`fifthstreet solve`: the equilibrium of a spot, from a file, from options or from both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.filesize import decimal

from fifthstreet import views
from fifthstreet.cli.command import THREADS_HELP, Command, argument, checked_limit, option
from fifthstreet.cli.files import file_save, save_of, writing
from fifthstreet.cli.memory import parse_memory
from fifthstreet.cli.messages import print_note, print_warning
from fifthstreet.cli.spot_options import overlaid_fields, overlaid_sizes
from fifthstreet.errors import InputError, MissingLibraryError
from fifthstreet.solvers import common, postflop
from fifthstreet.solvers.common import DEFAULT_SCHEDULE_NAME, SCHEDULE_NAMES
from fifthstreet.solvers.postflop import backends
from fifthstreet.solvers.postflop.backends import BACKEND_NAMES
from fifthstreet.support import storage

# Looked up when they are called: views take longer to import than the help takes to show.
_EXPORTS: dict[str, Callable[[postflop.Solution, Path], object]] = {
    ".json": lambda solution, path: views.export_json(solution, path),
    ".csv": lambda solution, path: views.export_csv(solution, path),
    ".parquet": lambda solution, path: views.export_parquet(solution, path),
}
_SPOT, _STOP, _FILES = "The spot", "Solving", "Files"
_DEPTHS = ("hand", "street")  # as in `solvers`, whose import takes longer than the help takes
_INTERRUPTED = "interrupted before the target"


class SolveCommand(Command):
    """Solve a spot: the equilibrium of two ranges on a board.

    A spot file may have a list of three ranges; each player's possible gain is then shown.

    Ctrl-C and termination signals stop the solve; the solution so far is shown and saved.
    """

    spot_file: Path | None = argument("A spot file; options take precedence over it.", None)
    board: str | None = option("Board of three to five cards, like QsJh2h.", _SPOT)
    oop: str | None = option("Range out of position.", _SPOT)
    ip: str | None = option("Range in position.", _SPOT)
    pot: str | None = option("Chips in the pot, or like 5.5bb.", _SPOT)
    stack: str | None = option(
        "Chips that each player has behind, or like 97.5bb, or 450% of the pot.", _SPOT
    )
    bets: str | None = option("Bet sizes on all streets for both players: '52%, a'.", _SPOT)
    raises: str | None = option("Raise sizes: '45%' of the pot after calling, '2.5x' ...", _SPOT)
    donk: str | None = option("Bet sizes out of position into the last aggressor.", _SPOT)
    add_allin: float | None = option("Add all-ins of at most this share of the pot.", _SPOT)
    force_allin: float | None = option(
        "Go all-in if a call would leave at most this share of the pot behind.", _SPOT
    )
    merge: float | None = option("Drop sizes closer than this to a larger one.", _SPOT)
    max_raises: int | None = option("Maximum number of bets and raises per street.", _SPOT)
    rake_rate: float | None = option("Share of the pot taken as rake.", _SPOT)
    rake_cap: str | None = option("Maximum rake in chips, or like 3bb.", _SPOT)
    depth: str = option(
        "How far to solve: hand, to its end; or street, to the end of the first street, "
        "approximately, with a value network.",
        _STOP,
        "hand",
    )
    target: float = option("Exploitability to reach, percent of the pot.", _STOP, 0.3)
    max_iterations: int = option("Maximum number of iterations.", _STOP, 1_000)
    time_limit: float | None = option("Time limit in seconds.", _STOP)
    threads: int | None = option(THREADS_HELP, _STOP)
    precision: str = option(
        f"Precision of the tables: {' or '.join(postflop.PRECISIONS)}.",
        _STOP,
        postflop.PRECISIONS[0],
    )
    abstraction: str | None = option(
        "Hands share strategies on the river: river-31 has 31 buckets per river and player. "
        "Exploitability is measured with all hands.",
        _STOP,
    )
    memory: str | None = option(
        "Choose the best precision and abstraction, or a smaller tree, for this memory, like 2GB, "
        "and for --time-limit.",
        _STOP,
    )
    table_folder: Path | None = option(
        "Keep the tables in files in this folder; they may be larger than memory.", _STOP
    )
    backend: str = option(
        f"Backend: auto, {', '.join(BACKEND_NAMES)}. With --depth street, auto is native.",
        _STOP,
        "auto",
    )
    schedule: str = option(f"Schedule: {', '.join(SCHEDULE_NAMES)}.", _STOP, DEFAULT_SCHEDULE_NAME)
    isomorphism: bool = option("Merge runouts that differ only in suits.", _STOP, True)
    dry_run: bool = option(
        "Show the size and the estimated time of the solve, and exit.",
        _STOP,
        False,
        name="--dry-run",
    )
    save: Path | None = option("Save the solution to this file, for `show`.", _FILES)
    save_streets: str | None = option("Last street to save: flop or turn.", _FILES)
    save_bytes: bool = option(
        "Save each probability in one byte.", _FILES, False, name="--save-bytes"
    )
    checkpoint: Path | None = option("Save checkpoints to this file, and resume from it.", _FILES)
    checkpoint_every: float = option("Seconds between checkpoints.", _FILES, 60.0)
    export: Path | None = option("Export a table to a .json, .csv or .parquet file.", _FILES)

    def _execute(self) -> None:
        fields = self._fields()
        schedule = common.schedule_of(self.schedule)
        if self.depth not in _DEPTHS:
            raise InputError(f"--depth must be {' or '.join(_DEPTHS)}, got {self.depth!r}")
        if isinstance(fields.get("ranges"), list):
            self._solve_multiway(fields, schedule)
            return
        spot = postflop.make_spot(fields)
        spot = spot.with_rules(
            sizes=overlaid_sizes(spot.rules.sizes, self.bets, self.raises, self.donk)
        )
        if self.depth == "street":
            self._solve_street(spot, schedule)
        elif self.memory is None:
            self._solve(spot, schedule, [])
        else:
            self._solve_within(parse_memory(self.memory), spot, schedule)

    def _solve_street(self, spot: postflop.Spot, schedule: common.Schedule) -> None:
        """Solve the first street with a value network, and show its solution."""
        # Imported here: it imports the solvers of `search`, which other solves do not need.
        from fifthstreet.cli.solve_street import check_options, solve_street

        check_options(self, self.backend)
        solution, was_interrupted = solve_street(
            spot,
            schedule,
            target_pot_percent=self.target,
            max_iterations=self.max_iterations,
            seconds=checked_limit(self.time_limit),
            threads=self.threads,
            backend=self.backend,
        )
        notes = [_INTERRUPTED] if was_interrupted else []
        self.show(
            lambda: views.solution_data(solution),
            lambda console: views.print_solution(console, solution, notes),
        )
        if was_interrupted:
            raise KeyboardInterrupt

    def _solve_multiway(self, fields: dict[str, Any], schedule: common.Schedule) -> None:
        """Solve a spot of three players, and show and save its solution."""
        from fifthstreet.cli.solve_multiway import check_options, solve_multiway, spot_of

        check_options(self)
        spot = spot_of(fields, self.bets, self.raises)
        with writing(self.save):
            solution, was_interrupted = solve_multiway(
                spot,
                schedule,
                target_pot_percent=self.target,
                max_iterations=self.max_iterations,
                seconds=checked_limit(self.time_limit),
                threads=self.threads,
            )
            notes = [_INTERRUPTED] if was_interrupted else []
            self.show(
                lambda: views.multiway_data(solution),
                lambda console: views.print_multiway(console, solution, notes),
                file_save(self.save, lambda path: solution.save(path), "saved to", has_size=True),
            )
        if was_interrupted:
            raise KeyboardInterrupt

    def _solve_within(self, memory: int, spot: postflop.Spot, schedule: common.Schedule) -> None:
        """Choose the best way to solve within memory and time, say it, and solve."""
        if self.abstraction is not None or self.precision != postflop.PRECISIONS[0]:
            raise InputError("--memory chooses --precision and --abstraction: omit them")
        if self.table_folder is not None:
            raise InputError("--memory is for tables in memory: omit --table-folder")
        start, limit = perf_counter(), checked_limit(self.time_limit)
        with common.SolveProgress(self.target, self.max_iterations, limit) as progress:
            choice = postflop.choose_solve(
                spot,
                memory,
                seconds=limit,
                schedule=schedule,
                threads=self.threads,
                isomorphism=self.isomorphism,
                progress=progress.prepare,
            )
        notes = views.choice_lines(choice, memory)
        for note in notes:
            print_note(note)
        buckets = choice.river_buckets
        chosen = replace(
            self,
            precision=choice.precision,
            abstraction=None if buckets is None else f"river-{buckets}",
            # Choosing takes some of the time.
            time_limit=None if limit == inf else max(limit - (perf_counter() - start), 1.0),
        )
        chosen._solve(choice.spot, schedule, notes)

    def _solve(self, spot: postflop.Spot, schedule: common.Schedule, said: list[str]) -> None:
        """Solve a spot and show its solution, with notes of what was chosen before."""
        if self.dry_run:
            self._estimate(spot, schedule)
            return
        limit = checked_limit(self.time_limit)
        last_street = _last_street(self.save_streets, spot.street)
        if not self.checkpoint_every > 0:
            raise InputError(
                f"--checkpoint-every must be above 0 seconds, got {self.checkpoint_every:g}"
            )
        _check_export(self.export)
        with writing(self.save, self.checkpoint, self.export):
            was_interrupted = False
            with common.SolveProgress(self.target, self.max_iterations, limit) as progress:
                solver, notes = self._solver(spot, schedule, progress)
                notes = [*said, *notes]
                self._check_space(solver, last_street)
                try:
                    self._run(solver, progress, limit)
                except KeyboardInterrupt:
                    if solver.iteration == 0:
                        raise
                    was_interrupted = True
            solution = solver.solution()
            notes += [_INTERRUPTED] if was_interrupted else []
            if solver.has_stalled:
                notes.append(
                    "stopped before the target: with these buckets, further iterations do not help"
                )

            def keep_state(path: Path) -> str:
                solver.save(path)
                return ""

            def export(path: Path) -> None:
                # The suffix of --export decides, even if the table is written elsewhere.
                _EXPORTS[(self.export or path).suffix](solution, path)

            self.show(
                lambda: views.solution_data(solution),
                lambda console: views.print_solution(console, solution, notes),
                save_of(self.checkpoint, keep_state),
                save_of(self.save, lambda path: self._saved(solution, path, last_street)),
                file_save(self.export, export, "exported to", has_size=True),
            )
        if was_interrupted:
            raise KeyboardInterrupt

    def _fields(self) -> dict[str, Any]:
        """Return the fields of the spot file, overridden by options."""
        options = {
            "board": self.board,
            "pot": self.pot,
            "stack": self.stack,
            "ranges": {"oop": self.oop, "ip": self.ip},
            "tree": {
                "add_allin": self.add_allin,
                "force_allin": self.force_allin,
                "merge": self.merge,
                "max_raises": self.max_raises,
            },
            "rake": {"rate": self.rake_rate, "cap": self.rake_cap},
        }
        fields: dict[str, Any] = postflop.read_fields(self.spot_file) if self.spot_file else {}
        return overlaid_fields(fields, options)

    def _estimate(self, spot: postflop.Spot, schedule: common.Schedule) -> None:
        """Show the size of the solve, and its estimated time if it fits into memory."""
        buckets = self._river_buckets
        size = postflop.estimate(
            spot, schedule=schedule, isomorphism=self.isomorphism, river_buckets=buckets
        )
        table_bytes = size.bytes[postflop.check_precision(self.precision)]
        free = common.available_bytes()
        time = None
        if free is None or table_bytes + size.tree_bytes <= free:
            time = postflop.estimate_time(
                spot,
                target_pot_percent=self.target,
                max_iterations=self.max_iterations,
                schedule=schedule,
                threads=self.threads,
                precision=self.precision,
                isomorphism=self.isomorphism,
                river_buckets=buckets,
            )
        is_on_gpu = buckets is None and backends.pick_backend(self.backend, table_bytes) == "cuda"
        self.show(
            lambda: views.estimate_data(size, time, is_on_gpu=is_on_gpu),
            lambda console: views.print_estimate(console, size, time, is_on_gpu=is_on_gpu),
        )

    def _solver(
        self, spot: postflop.Spot, schedule: common.Schedule, progress: common.SolveProgress
    ) -> tuple[postflop.Solver, list[str]]:
        """Return the solver of the checkpoint or a new one, and notes."""
        checkpoint = self.checkpoint
        if checkpoint is not None and (
            checkpoint.exists() or storage.previous_file(checkpoint).is_file()
        ):
            progress.prepare("reading the checkpoint")
            solver, note = storage.load_or_previous(
                checkpoint,
                lambda path: postflop.load_checkpoint(
                    path, threads=self.threads, table_folder=self.table_folder
                ),
            )
            self._check_same(solver, spot, schedule)
            return solver, [] if note is None else [note]
        progress.prepare("dealing the runouts")
        precision = postflop.check_precision(self.precision)
        plan = None
        if self._river_buckets is None:
            plan = postflop.plan_solve(
                spot,
                schedule,
                precision,
                isomorphism=self.isomorphism,
                is_on_disk=self.table_folder is not None,
            )
        # Compiling GPU kernels for the first spot of a kind takes seconds.
        progress.prepare("allocating the tables")
        solver = postflop.Solver(
            spot,
            schedule=schedule,
            precision=self.precision,
            threads=self.threads,
            isomorphism=self.isomorphism,
            backend=self.backend,
            river_buckets=self._river_buckets,
            table_folder=self.table_folder,
            plan=plan,
        )
        return solver, []

    @property
    def _river_buckets(self) -> int | None:
        return None if self.abstraction is None else postflop.parse_abstraction(self.abstraction)

    def _check_same(
        self, solver: postflop.Solver, spot: postflop.Spot, schedule: common.Schedule
    ) -> None:
        """Raise InputError if the solver of the checkpoint is for another solve."""
        for name, saved, wanted in (
            ("spot", solver.spot, spot),
            ("schedule", solver.schedule, schedule),
            ("precision", solver.precision, self.precision),
            ("isomorphism", solver.isomorphism, self.isomorphism),
            ("abstraction", solver.river_buckets, self._river_buckets),
        ):
            if saved != wanted:
                raise InputError(
                    f"checkpoint {str(self.checkpoint)!r} has a different {name}: use the same "
                    f"{name} or another file"
                )

    def _check_space(self, solver: postflop.Solver, last_street: int | None) -> None:
        """Raise InputError if files do not fit on their disks, before hours are spent solving."""
        precision = postflop.check_precision(solver.precision)
        if self.save is not None:
            last = postflop.RIVER if last_street is None else last_street
            size = postflop.file_bytes(
                solver.spot, solver.plan, last, precision, in_bytes=self.save_bytes
            )
            storage.check_target(self.save, size)
        if self.checkpoint is not None:
            size = postflop.estimate_plan(solver.plan, solver.schedule).bytes[precision]
            storage.check_target(self.checkpoint, size)

    def _run(self, solver: postflop.Solver, progress: common.SolveProgress, limit: float) -> None:
        """Run the solver, saving checkpoints periodically."""
        expected = postflop.expected_run(solver, self.target)
        progress.begin(
            solver.iteration, expected_iterations=expected.iterations, expected_pace=expected.pace
        )
        postflop.run_with_checkpoints(
            solver,
            target_pot_percent=self.target,
            max_iterations=self.max_iterations,
            seconds=limit,
            checkpoint=self.checkpoint,
            every=self.checkpoint_every,
            progress=progress.update,
            stepped=progress.stepped,
            failed=lambda error: print_warning(
                f"{error}; the solve continues without saving", progress.terminal
            ),
        )

    def _saved(self, solution: postflop.Solution, path: Path, last_street: int | None) -> str:
        """Save a solution; return a note about its size and what rounding cost."""
        size = solution.save(path, last_street=last_street, in_bytes=self.save_bytes)
        note = f"saved to {path} ({decimal(size.bytes)})"
        if size.byte_error is None:
            return note
        percent = 100 * size.byte_error.exploitability / solution.spot.pot
        return f"{note}; rounding to bytes changed exploitability by {percent:+.2g}% of the pot"


def _last_street(name: str | None, first: int) -> int | None:
    """Return the number of the last street to save, None for all; `first` is the spot's."""
    if name is None:
        return None
    names = postflop.STREETS[first - 1 :]
    if name not in names:
        raise InputError(f"--save-streets must be {' or '.join(names)}, got {name!r}")
    return postflop.STREETS.index(name) + 1


def _check_export(export: Path | None) -> None:
    """Raise InputError for a format that cannot be exported."""
    if export is not None and export.suffix not in _EXPORTS:
        raise InputError(f"--export must end in {', '.join(_EXPORTS)}, got {str(export)!r}")
    if export is not None and export.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise MissingLibraryError(
            f"export to {str(export)!r} requires pyarrow: install fifthstreet[parquet]"
        )
