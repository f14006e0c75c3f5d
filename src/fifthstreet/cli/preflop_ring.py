"""`fifthstreet preflop --seats`: the betting before the flop at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from fifthstreet.cli.files import file_save, text_save, writing
from fifthstreet.cli.messages import print_warning
from fifthstreet.cli.progress import RunProgress, ShareProgress
from fifthstreet.errors import InputError
from fifthstreet.review import preflop_charts
from fifthstreet.solvers import ring_solver
from fifthstreet.solvers.common import Progress, bytes_text
from fifthstreet.solvers.ring import (
    RING_FILE,
    RingSolver,
    RingStrategy,
    checked_sets,
    is_ring_recipe,
    measure_on_other_boards,
    resume_ring,
    ring_bytes,
    ring_game_of,
)
from fifthstreet.solvers.values import load_network
from fifthstreet.support.storage import open_container
from fifthstreet.views import chart_html, chart_svg, print_ring, ring_data

# Fields of the command `preflop` that do not apply to a table, and that apply to tables only.
_TWO_ONLY = ("bets", "raises", "precision", "backend", "cluster")
_RING_ONLY = ("seats", "after", "seed", "rake_rate", "rake_cap", "payouts", "small")


@dataclass(frozen=True)
class RingRun:
    """Options of the command `preflop` for a table, and the fields of its recipe."""

    recipe: Mapping[str, Any]
    after: str
    seed: int
    network: Path | None
    flops: int | None
    threads: int | None
    target: float  # percent of the blinds and antes
    max_iterations: int
    limit: float  # seconds
    held_out: int  # sets of boards for the certificate
    save_every: float  # seconds
    save: Path | None
    is_small: bool  # whether the file lacks the tables of the solve
    resume: Path | None
    svg: Path | None
    html: Path | None

    def execute(self, show: Callable[..., None]) -> None:
        """Solve the table, show the strategy and save it."""
        file = self.save or self.resume
        if self.held_out:
            checked_sets(self.held_out)  # before hours of solving
        if self.is_small and self.save is None:
            raise InputError("--small requires --save")
        with writing(file, self.svg, self.html):
            with RunProgress(self.target, self.max_iterations, self.limit) as bar:
                solver = self._solver(bar)
                interrupt = self._run(solver, bar, file)
            if not solver.iteration:
                raise interrupt or InputError("stopped before the first iteration")
            strategy = solver.strategy()
            if self.held_out and interrupt is None:
                strategy = self._measured(strategy, solver)
            notes = [f"tables of the solve: {bytes_text(ring_bytes(solver.game))}"]
            if interrupt is not None:
                notes.append("interrupted")
            save = partial(solver.save, certificate=strategy.record.certificate)
            show(
                lambda: ring_data(strategy) | {"memory_bytes": ring_bytes(solver.game)},
                lambda console: print_ring(console, strategy, notes),
                file_save(file, strategy.save_small if self.is_small else save),
                text_save(self.svg, lambda: chart_svg(preflop_charts(strategy))),
                text_save(self.html, lambda: chart_html(preflop_charts(strategy))),
            )
        if interrupt is not None:
            raise interrupt

    def _measured(self, strategy: RingStrategy, solver: RingSolver) -> RingStrategy:
        """Return the strategy with what seats gain on boards that the solve did not use."""
        with ShareProgress("other boards") as shares:
            certificate = measure_on_other_boards(solver, self.held_out, progress=shares.update)
        return strategy.with_certificate(certificate)

    def _solver(self, bar: RunProgress) -> RingSolver:
        """Return the solver; the memory of its tables is shown before they are made."""
        network = None if self.network is None else load_network(self.network)
        make = partial(ring_solver, network=network, flops=self.flops, threads=self.threads)
        if self.resume is not None:
            bar.prepare("values of hands")
            return resume_ring(self.resume, make)
        game = ring_game_of(self.recipe)
        bar.prepare(f"values of hands, {bytes_text(ring_bytes(game))} of tables")
        return make(game, after=self.after, seed=self.seed)

    def _run(
        self, solver: RingSolver, bar: RunProgress, file: Path | None
    ) -> KeyboardInterrupt | None:
        """Run the solver, saving the file periodically; return the interrupt that ended it."""
        start = perf_counter()
        bar.begin(solver.iteration)

        def show(state: Progress) -> None:
            percent = state.exploitability.pot_percent
            text = f"{percent:.3g}% of the blinds a seat, target {self.target:g}%"
            bar.note(state.iteration, percent, text)

        try:
            while True:
                left = max(self.limit - (perf_counter() - start), 0.0)
                state = solver.run(
                    target_pot_percent=self.target,
                    max_iterations=self.max_iterations,
                    seconds=left if file is None or self.is_small else min(left, self.save_every),
                    progress=show,
                    stepped=bar.stepped,
                )
                is_over = perf_counter() - start >= self.limit
                is_met = state.exploitability.pot_percent <= self.target
                if is_met or is_over or state.iteration >= self.max_iterations:
                    return None
                if file is not None and not self.is_small:
                    try:
                        solver.save(file)
                    except (OSError, InputError) as error:  # such as a full disk
                        print_warning(f"{error}; the solve continues without saving", bar.terminal)
        except KeyboardInterrupt as interrupt:
            return interrupt


def is_ring(recipe: Mapping[str, Any], resumed: Path | None, changed: set[str]) -> bool:
    """Return whether the command `preflop` is about a table.

    Args:
        recipe: The fields of its recipe file.
        resumed: The file from which it resumes.
        changed: Names of the options that were given.

    Raises:
        InputError: If an option does not apply.
    """
    is_there = resumed is not None and resumed.is_file()
    is_file = is_there and open_container(str(resumed), None).kind == RING_FILE
    found = "seats" in changed or is_ring_recipe(recipe) or is_file
    for name in _TWO_ONLY if found else _RING_ONLY:
        if name in changed:
            wanted = "two players and flops" if found else "--seats, or a recipe with seats"
            raise InputError(f"--{name.replace('_', '-')} requires {wanted}")
    return found
