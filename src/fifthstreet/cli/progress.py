"""Progress bars on standard error, shown if that is a terminal."""

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
    """Time until the expected end, counting down between checks of exploitability."""

    def render(self, task: Task) -> Text:
        """Format hours, minutes and seconds; dashes while the end is unknown."""
        end = task.fields["end"]
        if end == inf:
            return Text("-:--", style="progress.remaining")
        minutes, seconds = divmod(round(max(end - monotonic(), 0.0)), 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
        return Text(f"{text} left", style="progress.remaining")


class ShownBars:
    """A progress bar that is shown while a block runs."""

    def __init__(self, *columns: ProgressColumn) -> None:
        """Create the bar without showing it."""
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
        """Remove the bar."""
        self._bars.stop()


class ShareProgress(ShownBars):
    """A share done, from 0 to 1, and time left."""

    def __init__(self, name: str) -> None:
        """Start at 0."""
        super().__init__(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        self._task = self._bars.add_task(name, total=1.0)

    def update(self, share: float) -> None:
        """Show how much is done."""
        self._bars.update(self._task, completed=share)


class RunProgress(ShownBars):
    """Iteration, exploitability and time left of a solver."""

    def __init__(self, first: int, target: float, max_iterations: float, time_limit: float) -> None:
        """Set the first iteration and the limits; a target of 0 or infinite limits end no run."""
        self._first = first
        self._target = target
        self._max_iterations = max_iterations
        self._time_limit = time_limit
        self._checks: list[tuple[int, float]] = []  # iteration, exploitability
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
        """Record a check of the exploitability, and the text to show for it."""
        if not self._checks or self._checks[-1][0] < iteration:
            self._checks.append((iteration, exploitability))
        self._share = max(self._share, self._done(iteration, exploitability))
        self._bars.update(
            self._task,
            completed=self._share,
            iteration=iteration,
            exploitability=text,
            end=self._end(iteration),
        )

    def _done(self, iteration: int, exploitability: float) -> float:
        """Return the share of the run that is done, by whichever limit is nearest."""
        shares = [iteration / max(self._max_iterations, 1)]
        if self._time_limit > 0:
            shares.append((monotonic() - self._start) / self._time_limit)
        first = self._checks[0][1]
        if 0 < self._target < first and exploitability > 0:
            # Exploitability falls by about the same factor each time iterations double.
            shares.append(log(first / exploitability) / log(first / self._target))
        return min(max(shares), 1.0)

    def _end(self, iteration: int) -> float:
        """Return the expected time of the end, on the monotonic clock."""
        now = monotonic()
        pace = (now - self._start) / max(iteration - self._first, 1)
        last = min(expected_end(self._checks, self._target), self._max_iterations)
        return min(now + (last - iteration) * pace, self._start + self._time_limit)


class SolveProgress(RunProgress):
    """Progress of solving a spot, with exploitability in percent of the pot."""

    def update(self, state: Progress) -> None:
        """Record a check of the exploitability."""
        percent = state.exploitability.pot_percent
        text = f"{percent:.3f}% of the pot, target {self._target:g}%"
        self.note(state.iteration, percent, text)


class FlopProgress(ShownBars):
    """Flops done, how many per minute, and time left."""

    def __init__(self, total: int, done: int) -> None:
        """Set the number of flops, and how many are solved already."""
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
        """Count one more flop as solved."""
        self._solved += 1
        pace = 60 * self._solved / max(monotonic() - self._start, 1e-9)
        self._bars.update(self._task, advance=1, pace=f"{pace:,.0f} per minute")


class ReviewProgress(ShownBars):
    """Decisions done, and the exploitability of the current solve."""

    def __init__(self) -> None:
        """Start before the number of decisions is known."""
        super().__init__(
            TextColumn("decisions"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[solve]}"),
        )
        self._task = self._bars.add_task("review", total=None, solve="")

    def reviewing(self, done: int, total: int) -> None:
        """Show how many decisions are done."""
        self._bars.update(self._task, completed=done, total=total, solve="")

    def solving(self, state: Progress) -> None:
        """Show a check of the exploitability of a solve."""
        percent = state.exploitability.pot_percent
        words = f"solving: {percent:.2f}% of the pot"
        self._bars.update(self._task, solve=words)
