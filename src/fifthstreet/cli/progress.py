"""Progress bars on standard error, shown if that is a terminal."""

import sys
from collections.abc import Callable
from math import ceil, inf, log
from threading import Event, Thread
from time import monotonic
from typing import Protocol, Self

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bars
from rich.progress_bar import ProgressBar
from rich.text import Text

from fifthstreet.solvers.common import Progress, expected_end
from fifthstreet.views import Terminal

_REFRESH_SECONDS = 0.2  # of hands that are being played


class _MovingBar(BarColumn):
    """The share done, advancing towards the expected end between updates."""

    def render(self, task: Task) -> ProgressBar:
        """Draw the bar as long as it should be now."""
        bar = super().render(task)
        updated, end, now = task.fields["updated"], task.fields["end"], monotonic()
        if bar.total is not None and updated < now and end < inf:
            # The bar is not full until the run is over, however late it is.
            passed = min((now - updated) / max(end - updated, 1e-9), 0.95)
            bar.completed += (bar.total - bar.completed) * passed
        return bar


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
        self.terminal = Terminal(stderr=True)
        self._bars = Bars(
            *columns,
            console=self.terminal,
            transient=True,
            disable=sys.stderr is None or not sys.stderr.isatty(),
        )

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()


class Workers(Protocol):
    """Something that works on several workers."""

    @property
    def workers(self) -> int:
        """Number of workers; 0 if only this process works."""

    @property
    def lost(self) -> int:
        """Number of times that work was repeated because a worker was lost."""


def workers_text(at_work: Workers | None) -> str:
    """Return the number of workers, and how often one was lost, to be appended to a line.

    >>> from fifthstreet.support.executors import LocalExecutor
    >>> workers_text(LocalExecutor())
    ', 1 worker'
    """
    if at_work is None or not at_work.workers:
        return ""
    text = f", {at_work.workers:,} worker{'s' * (at_work.workers != 1)}"
    return f"{text}, {at_work.lost:,} lost" if at_work.lost else text


class ShareProgress(ShownBars):
    """A share done, from 0 to 1, and time left."""

    def __init__(self, name: str) -> None:
        super().__init__(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        self._task = self._bars.add_task(name, total=1.0)

    def update(self, share: float) -> None:
        """Show how much is done."""
        self._bars.update(self._task, completed=share)


class StepProgress(ShownBars):
    """The step at work, and the share of it that is done."""

    def __init__(self) -> None:
        super().__init__(TextColumn("{task.description}"), BarColumn())
        self._task = self._bars.add_task("starting", total=1.0)

    def update(self, step: str, share: float) -> None:
        """Name the step, and show how much of it is done."""
        self._bars.update(self._task, description=step, completed=share)


class RunProgress(ShownBars):
    """Iteration, exploitability and time left of a solver, from its preparation on."""

    def __init__(self, target: float, max_iterations: float, time_limit: float) -> None:
        """Set the limits; a target of 0 and infinite limits are ignored."""
        self._target = target
        self._max_iterations = max_iterations
        self._time_limit = time_limit
        self._checks: list[tuple[int, float]] = []  # iteration, exploitability
        self._first = self._iteration = 0
        self._start = monotonic()
        self._expected_iterations = self._expected_pace = inf
        self._share = 0.0
        super().__init__(
            TextColumn("{task.description}"),
            _MovingBar(),
            TextColumn("{task.fields[exploitability]}"),
            _TimeLeft(),
        )
        self._task = self._bars.add_task(
            "starting", total=None, iteration=0, exploitability="", updated=self._start, end=inf
        )

    def prepare(self, phase: str) -> None:
        """Show a phase of the preparation."""
        self._bars.update(self._task, description=phase)

    def begin(
        self, first: int, *, expected_iterations: float = inf, expected_pace: float = inf
    ) -> None:
        """Start iterating after iteration `first`.

        The expected last iteration and seconds per iteration are used until the run's own are
        known.
        """
        self._first, self._start = first, monotonic()
        self._expected_iterations, self._expected_pace = expected_iterations, expected_pace
        self.stepped(first)

    def stepped(self, iteration: int) -> None:
        """Show the iteration that has just been finished."""
        self._iteration = iteration
        last = self._last()
        shares = [iteration / max(last, 1)]
        if self._time_limit > 0:
            shares.append((monotonic() - self._start) / self._time_limit)
        self._share = min(max(self._share, *shares), 1.0)
        about = "" if last == self._max_iterations else "about "
        of_last = "" if last == inf else f" of {about}{ceil(last):,}"
        self._bars.update(
            self._task,
            description=f"iteration {iteration:,}{of_last}",
            total=1.0,
            completed=self._share,
            iteration=iteration,
            updated=monotonic(),
            end=self._end(last),
        )

    def note(self, iteration: int, exploitability: float, text: str) -> None:
        """Record a check of the exploitability, and the text to show for it."""
        if not self._checks or self._checks[-1][0] < iteration:
            self._checks.append((iteration, exploitability))
        self._bars.update(self._task, exploitability=text)
        self.stepped(iteration)

    def _last(self) -> float:
        """Return the expected last iteration.

        A curve falls more slowly at first, so its weight grows as it falls towards the target.
        """
        expected, by_curve = self._expected_iterations, expected_end(self._checks, self._target)
        last = min(expected, by_curve)
        if expected < inf and by_curve < inf:
            first, now = self._checks[0][1], max(self._checks[-1][1], self._target)
            fallen = log(first / now) / log(first / self._target) if now < first else 0.0
            last = expected ** (1 - fallen) * by_curve**fallen
        return min(max(last, self._iteration), self._max_iterations)

    def _end(self, last: float) -> float:
        """Return the expected time of the end, on the monotonic clock."""
        now, done = monotonic(), self._iteration - self._first
        pace = (now - self._start) / done if done else self._expected_pace
        left = last - self._iteration
        by_iterations = now + left * pace if left else now
        return min(by_iterations, self._start + self._time_limit)


class SolveProgress(RunProgress):
    """Progress of solving a spot, with exploitability in percent of the pot."""

    def update(self, state: Progress) -> None:
        """Record a check of the exploitability."""
        percent = state.exploitability.pot_percent
        text = f"{percent:.3f}% of the pot, target {self._target:g}%"
        self.note(state.iteration, percent, text)


class CountProgress(ShownBars):
    """A number done, its pace, and time left."""

    def __init__(self, name: str, total: int, done: int = 0) -> None:
        super().__init__(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[pace]}"),
            TimeRemainingColumn(),
        )
        self._task = self._bars.add_task(name, total=total, completed=done, pace="")
        self._start = monotonic()


class FlopProgress(CountProgress):
    """Flops done, how many per minute, and time left."""

    def __init__(self, total: int, done: int) -> None:
        super().__init__("flops", total, done)
        self._solved = 0

    def add(self, workers: str = "") -> None:
        """Count one more flop as solved; `workers` is shown after the pace."""
        self._solved += 1
        pace = 60 * self._solved / max(monotonic() - self._start, 1e-9)
        self._bars.update(self._task, advance=1, pace=f"{pace:,.0f} per minute{workers}")


class MatchProgress(CountProgress):
    """Hands played, how many per second, and time left."""

    def __init__(self, total: int) -> None:
        super().__init__("hands", total)

    def update(self, hands: int, workers: str = "") -> None:
        """Show how many hands have been played; `workers` is shown after the pace."""
        pace = hands / max(monotonic() - self._start, 1e-9)
        text = f"{pace:,.0f}" if pace >= 10 else f"{pace:.1f}"
        self._bars.update(self._task, completed=hands, pace=f"{text} per second{workers}")


class SessionProgress(MatchProgress):
    """The same for a match in sessions, with the hands of the sessions in progress."""

    def __init__(self, total: int, hands_from: Callable[[int], int]) -> None:
        """Set the number of hands, and what counts the hands from a session on."""
        super().__init__(total)
        self._hands_from = hands_from
        self._counted, self._sessions, self._workers = 0, 0, ""
        self._is_over = Event()
        self._watcher = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        if not self._bars.disable:
            self._watcher.start()
        return super().__enter__()

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        if self._watcher.is_alive():
            self._watcher.join()
        super().__exit__()

    def count(self, hands: int, sessions: int, workers: str = "") -> None:
        """Set the hands of the sessions that are finished."""
        self._counted, self._sessions, self._workers = hands, sessions, workers
        self.refresh()

    def refresh(self) -> None:
        """Show how many hands have been played by now."""
        counted, sessions, workers = self._counted, self._sessions, self._workers
        self.update(counted + self._hands_from(sessions), workers)

    def _watch(self) -> None:
        while not self._is_over.wait(_REFRESH_SECONDS):
            self.refresh()


class ReviewProgress(ShownBars):
    """Decisions done, and the exploitability of the current solve."""

    def __init__(self) -> None:
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
