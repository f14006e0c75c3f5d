"""The progress bar of a solver, with its iteration, exploitability and time left."""

from __future__ import annotations

from math import ceil, inf, log
from time import monotonic

from rich.progress import BarColumn, ProgressColumn, Task, TextColumn
from rich.progress_bar import ProgressBar
from rich.text import Text

from fifthstreet.solvers.common.run import Progress, expected_end
from fifthstreet.support.progress_bars import ShownBars


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
        self._place = ""  # before the iteration
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
        self._update(self._task, description=phase)

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
        self._update(
            self._task,
            description=f"{self._place}iteration {iteration:,}{of_last}",
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
        self._update(self._task, exploitability=text)
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


class TrainingProgress(RunProgress):
    """Progress of training a strategy, with exploitability in chips per player."""

    def update(self, state: Progress) -> None:
        """Record a check of the exploitability."""
        chips = state.exploitability.chips
        target = f", target {self._target:.3g}" if self._target else ""
        self.note(state.iteration, chips, f"exploitability {chips:.3g}{target} chips per player")
