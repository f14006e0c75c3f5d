"""The bars that solves and trainings show while they run."""

import sys
from math import inf, log
from time import monotonic
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bars
from rich.text import Text

from fifthstreet.solvers.common import Progress, expected_end


class _TimeLeft(ProgressColumn):
    """Time until the expected end, counting down between two looks."""

    def render(self, task: Task) -> Text:
        """Minutes and seconds, or nothing while it cannot be said."""
        end = task.fields["end"]
        if end == inf:
            return Text("-:--", style="progress.remaining")
        minutes, seconds = divmod(round(max(end - monotonic(), 0.0)), 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
        return Text(f"{text} left", style="progress.remaining")


class ShownBars:
    """A bar that is shown on standard error while a block runs, if that is a terminal."""

    def __init__(self, *columns: ProgressColumn) -> None:
        """Not shown yet."""
        self._bars = Bars(
            *columns,
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )

    def __enter__(self) -> Self:
        """Show the bar."""
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the bar away."""
        self._bars.stop()


class RunProgress(ShownBars):
    """Iteration, exploitability and time left on standard error, if that is a terminal."""

    def __init__(self, first: int, target: float, max_iterations: float, time_limit: float) -> None:
        """Say where the run starts and what ends it: 0 and infinite are no end."""
        self._first = first
        self._target = target
        self._max_iterations = max_iterations
        self._time_limit = time_limit
        self._looks: list[tuple[int, float]] = []
        self._start = monotonic()
        self._share = 0.0
        super().__init__(
            TextColumn("iteration {task.fields[iteration]:,}"),
            BarColumn(),
            TextColumn("{task.fields[exploitability]}"),
            _TimeLeft(),
        )
        self._task = self._bars.add_task(
            "solve", total=1.0, iteration=0, exploitability="", end=inf
        )

    def note(self, iteration: int, exploitability: float, text: str) -> None:
        """Take in a look at the exploitability, and how to write it."""
        if not self._looks or self._looks[-1][0] < iteration:
            self._looks.append((iteration, exploitability))
        self._share = max(self._share, self._done(iteration, exploitability))
        self._bars.update(
            self._task,
            completed=self._share,
            iteration=iteration,
            exploitability=text,
            end=self._end(iteration),
        )

    def _done(self, iteration: int, exploitability: float) -> float:
        """How much is done, by whichever of the three ends is nearest."""
        shares = [iteration / max(self._max_iterations, 1)]
        if self._time_limit > 0:
            shares.append((monotonic() - self._start) / self._time_limit)
        first = self._looks[0][1]
        if 0 < self._target < first and exploitability > 0:
            # Exploitability falls by about the same factor each time iterations double.
            shares.append(log(first / exploitability) / log(first / self._target))
        return min(max(shares), 1.0)

    def _end(self, iteration: int) -> float:
        """When the solve will be done, on the clock."""
        now = monotonic()
        pace = (now - self._start) / max(iteration - self._first, 1)
        last = min(expected_end(self._looks, self._target), self._max_iterations)
        return min(now + (last - iteration) * pace, self._start + self._time_limit)


class SolveProgress(RunProgress):
    """The bar of a solve: exploitability in percent of the pot."""

    def update(self, state: Progress) -> None:
        """Take in a look."""
        percent = state.exploitability.pot_percent
        text = f"{percent:.3f}% of the pot, want {self._target:g}%"
        self.note(state.iteration, percent, text)


class FlopProgress(ShownBars):
    """Flops done, how many a minute, and time left, on standard error if it is a terminal."""

    def __init__(self, total: int, done: int) -> None:
        """Say how many there are, and how many were there before."""
        super().__init__(
            TextColumn("flops"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[pace]}"),
            TimeRemainingColumn(),
        )
        self._task = self._bars.add_task("flops", total=total, completed=done, pace="")
        self._start, self._solved = monotonic(), 0

    def add(self) -> None:
        """One flop more is solved."""
        self._solved += 1
        pace = 60 * self._solved / max(monotonic() - self._start, 1e-9)
        self._bars.update(self._task, advance=1, pace=f"{pace:,.0f} a minute")


class ReviewProgress(ShownBars):
    """Decisions done and how far the present solve is, on standard error if it is a terminal."""

    def __init__(self) -> None:
        """A bar of nothing yet."""
        super().__init__(
            TextColumn("decisions"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[solve]}"),
        )
        self._task = self._bars.add_task("review", total=None, solve="")

    def reviewing(self, done: int, total: int) -> None:
        """Take in how many decisions are done."""
        self._bars.update(self._task, completed=done, total=total, solve="")

    def solving(self, state: Progress) -> None:
        """Take in a look at the exploitability of a solve."""
        percent = state.exploitability.pot_percent
        words = f"solving: {percent:.2f}% of the pot"
        self._bars.update(self._task, solve=words)
