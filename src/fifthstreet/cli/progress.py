"""Progress bars of commands on standard error, shown if that is a terminal."""

from collections.abc import Callable
from math import inf
from threading import Event, Thread
from time import monotonic
from typing import Protocol, Self

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.common import RunProgress as RunProgress
from fifthstreet.solvers.common import SolveProgress as SolveProgress
from fifthstreet.solvers.postflop import Solver, expected_run
from fifthstreet.support.progress_bars import ShownBars

_REFRESH_SECONDS = 0.2  # of hands that are being played


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


class ShardProgress(CountProgress):
    """Shards done, samples per second, and time left."""

    def __init__(self, total: int, unit: str) -> None:
        """Set the number of shards, and what their samples are."""
        super().__init__("shards", total)
        self._samples, self._unit = 0, unit

    def add(self, samples: int, workers: str = "") -> None:
        """Count one more shard of some samples; `workers` is shown after the pace."""
        self._samples += samples
        pace = self._samples / max(monotonic() - self._start, 1e-9)
        shown = f"{pace:,.0f}" if pace >= 10 else f"{pace:.2f}"
        text = f"{shown} {self._unit}s per second{workers}"
        self._bars.update(self._task, advance=1, pace=text)


class SituationProgress(CountProgress):
    """Situations solved, how long each takes, and time left."""

    def __init__(self, total: int, unit: str, expected: str = "") -> None:
        """Set the number of situations, what they are, and how long each is expected to take."""
        super().__init__(unit, total)
        self._solved = 0
        self._bars.update(self._task, pace=expected)

    def add(self) -> None:
        """Count one more situation."""
        self._solved += 1
        pace = (monotonic() - self._start) / self._solved
        self._bars.update(self._task, advance=1, pace=f"{pace:.1f} s each")


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


class ReviewProgress(SolveProgress):
    """Decisions done, and the exploitability and time left of the current solve."""

    def __init__(
        self, target: float = 0.0, max_iterations: float = inf, time_limit: float = inf
    ) -> None:
        """Set the limits of each solve."""
        super().__init__(target, max_iterations, time_limit)
        self.spots = 0  # to solve
        self._spot = 0

    def reviewing(self, done: int, total: int) -> None:
        """Show how many decisions are done."""
        self._bars.update(
            self._task,
            description=f"decision {done:,} of {total:,}",
            total=total,
            completed=done,
            exploitability="",
            end=inf,
        )

    def solving_spot(self, solver: Solver) -> None:
        """Begin to show a solve, with the time that it is expected to take."""
        self._spot += 1
        self._place = f"spot {self._spot:,} of {max(self.spots, self._spot):,}, "
        self._checks, self._share = [], 0.0
        expected = expected_run(solver, self._target)
        self.begin(0, expected_iterations=expected.iterations, expected_pace=expected.pace)

    def solving(self, state: Progress) -> None:
        """Show a check of the exploitability of a solve."""
        if self._spot:
            self.update(state)
        else:  # the rest of a hand that left its tree, whose time is a limit
            percent = state.exploitability.pot_percent
            self._bars.update(self._task, exploitability=f"solving: {percent:.2f}% of the pot")
