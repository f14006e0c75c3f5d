"""`fifthstreet flops`: a matchup on all flops or a sample."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
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
from fifthstreet.cli.files import file_save, save_of, writing
from fifthstreet.cli.messages import print_warning
from fifthstreet.cli.progress import FlopProgress, workers_text
from fifthstreet.errors import InputError
from fifthstreet.solvers import postflop
from fifthstreet.solvers.common import DEFAULT_SCHEDULE_NAME, SCHEDULES, schedule_of
from fifthstreet.solvers.postflop.backends import pick_backend
from fifthstreet.support.executors import open_executor
from fifthstreet.support.terminal import Terminal
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import Kind, Line, read_line
from fifthstreet.views import (
    flops_data,
    print_flops,
    subset_error_data,
    subset_error_text,
)

_FLOPS_PER_GPU_JOB = 16  # a few seconds of work


@dataclass
class _FlopRun:
    """The flops of a run and what is known of them."""

    spot: postflop.Spot
    flops: list[postflop.Flop]
    lines: list[Line]
    results: dict[str, postflop.FlopResult]  # by board
    solved: int = 0  # in this run
    seconds: float = 0.0

    @property
    def pace_text(self) -> str:
        """The speed of the run in words."""
        name = "flop" if self.solved == 1 else "flops"
        pace = 60 * self.solved / self.seconds
        return f"{self.solved:,} {name} in {self.seconds:.1f} s: {pace:,.0f} per minute"


class FlopsCommand(Command):
    """Solve a matchup on many flops: EVs and first decisions, overall and by kind of flop.

    On a cluster, a job is one flop on --threads cores (by default 1); with cuda, 16 flops on a GPU.

    Ctrl-C and termination signals stop the run and show the flops solved so far.
    """

    spot_file: Path = argument("A spot file with a flop; other flops replace its board.")
    at: list[str] | None = option(
        "Additional decision to report, like x/b33% or b33%/c/n/x (n: any card); may be repeated."
    )
    sample: int | None = option("Number of random flops; by default all 22,100, up to suits.")
    subset: int | None = option(f"Size of a flop subset: {', '.join(map(str, SUBSET_SIZES))}.")
    seed: int = option("Seed of the sample.", default=0)
    target: float = option("Exploitability to reach, percent of the pot.", default=0.5)
    max_iterations: int = option("Maximum number of iterations per flop.", default=1_000)
    time_limit: float | None = option("Time limit per flop, in seconds.")
    schedule: str = option(f"Schedule: {', '.join(SCHEDULES)}.", default=DEFAULT_SCHEDULE_NAME)
    precision: str = option(
        f"Precision of the tables: {' or '.join(postflop.PRECISIONS)}.",
        default=postflop.PRECISIONS[0],
    )
    backend: str = option("Backend: auto, native or cuda.", default="auto")
    threads: int | None = option(THREADS_HELP)
    cluster: str | None = option(CLUSTER_HELP)
    save: Path | None = option("Add each solved flop to this file, and resume from it.")
    export: Path | None = option("Write the results to a CSV file.")

    def _execute(self) -> None:
        spot = postflop.read_spot(self.spot_file)
        schedule, precision = schedule_of(self.schedule), postflop.check_precision(self.precision)
        postflop.check_spot(spot, schedule, precision)
        flops = postflop.deal_flops(spot, sample=self.sample, subset=self.subset, seed=self.seed)
        seconds_per_flop = checked_limit(self.time_limit)
        if self.cluster is None:
            pick_backend(self.backend, 0)  # checks the name before a file is created
        lines = [_decision(spot, text) for text in self.at or []]
        options: dict[str, Any] = {
            "target_pot_percent": self.target,
            "max_iterations": self.max_iterations,
            "seconds": seconds_per_flop,
            "schedule": schedule,
            "precision": precision,
            "lines": [line.path for line in lines],
        }
        settings: dict[str, Any] = {
            "target": self.target,
            "max_iterations": self.max_iterations,
            "time_limit": self.time_limit,
            "schedule": repr(schedule),
            "precision": precision,
        }
        if lines:
            settings["lines"] = options["lines"]
        with writing(self.save, self.export):
            file = None if self.save is None else postflop.FlopFile(self.save, spot, settings)
            run = _FlopRun(spot, flops, lines, dict(file.results) if file is not None else {})
            was_interrupted = self._solve(run, options, file)
            self._show(run, file)
        if was_interrupted:
            raise KeyboardInterrupt

    def _solve(
        self, run: _FlopRun, options: dict[str, Any], file: postflop.FlopFile | None
    ) -> bool:
        """Solve the flops that are left; return whether an interrupt ended the run."""
        left = [flop for flop in run.flops if flop.board not in run.results]
        done = len(run.flops) - len(left)
        start = perf_counter()
        try:
            with self._where() as where, FlopProgress(len(run.flops), done) as progress:
                for result in postflop.solve_flops(left, **where, **options):
                    run.results[result.board] = result
                    run.solved += 1
                    if file is not None and (problem := file.try_to_add(result)):
                        print_warning(f"{problem}; the run continues", progress.terminal)
                    progress.add(workers_text(where.get("executor")))
        except KeyboardInterrupt:
            if not run.results:
                raise
            return True
        finally:
            run.seconds = perf_counter() - start
        return False

    def _show(self, run: _FlopRun, file: postflop.FlopFile | None) -> None:
        """Print the results, and write what the options ask for."""
        tree, flops, results = run.spot.tree, run.flops, run.results
        error = None
        if self.subset is not None:
            error = subset_error_data(self.subset, run.spot.ranges, self.threads)

        def data() -> dict[str, Any]:
            known = flops_data(flops, results, tree.actions(0), run.seconds, self.target)
            return known | {"subset": error}

        def print_all(console: Terminal) -> None:
            notes = [note for line in run.lines for note in line.notes]
            notes += [] if error is None else [subset_error_text(error)]
            print_flops(console, tree, flops, results, self.target, [*notes, run.pace_text])

        def write_rest(path: Path) -> str:
            assert file is not None
            file.write_rest(path)
            skipped = f", {file.damaged} damaged lines were skipped" if file.damaged else ""
            return f"{len(results):,} flops in {path}{skipped}"

        def export(path: Path) -> None:
            postflop.export_flops(path, flops, results, tree.actions(0))

        saves = (save_of(self.save, write_rest), file_save(self.export, export, "exported to"))
        self.show(data, print_all, *saves)

    @contextmanager
    def _where(self) -> Iterator[dict[str, Any]]:
        """Yield the options of `solve_flops` for the machine or the cluster."""
        if self.cluster is None:
            yield {"backend": self.backend, "threads": self.threads}
            return
        backend = "native" if self.backend == "auto" else self.backend
        on_gpu = backend == "cuda"
        cores = thread_count(self.threads or 1)
        with open_executor(self.cluster, cpus=cores, gpus=int(on_gpu)) as executor:
            yield {
                "executor": executor,
                "flops_per_job": _FLOPS_PER_GPU_JOB if on_gpu else 1,
                "backend": backend,
                "threads": cores,
            }


def _decision(spot: postflop.Spot, text: str) -> Line:
    """Return the line to a decision, in which dealt cards are unspecified."""
    line = read_line(spot.tree, text)
    if line.cards:
        raise InputError(f"--at must have n in place of dealt cards, got {text!r}")
    if spot.tree.kind[line.node] != Kind.ACTION:
        raise InputError(f"--at must be a line to a decision, got {text!r}")
    return line
