"""What a running job talks to: it reports progress, and is paused or stopped."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import Any, TextIO

from fifthstreet.views import json_text


class StoppedError(Exception):
    """The job must end now, with its results so far."""


class Control:
    """The connection of a worker to its server: lines of JSON out, words in.

    The words are pause, resume and stop. If the server ends, the job must end as well, in a
    resumable state: `is_orphaned` is then true.
    """

    def __init__(self, lines: Iterable[str], output: TextIO, folder: Path, job: str) -> None:
        """Listen to words in the background; `folder` is for files of this job alone."""
        self.folder = folder
        self.job = job
        self.is_orphaned = False
        self._output: TextIO | None = output  # None once the server no longer listens
        self._is_paused = self._is_stopped = False
        self._changed = Condition()
        Thread(target=self._listen, args=(lines,), daemon=True).start()

    def file(self, suffix: str) -> Path:
        """Return the path of a file of this job, which is removed when the job is finished."""
        return self.folder / f"{self.job}{suffix}"

    def report(self, **progress: Any) -> None:
        """Report progress: `phase`, `share` done, `seconds_left`, and facts of the kind."""
        self._send({"progress": progress})

    def point(self, iteration: int, percent: float) -> None:
        """Add a point to the curve of exploitability, in percent of the pot."""
        self._send({"point": [iteration, percent]})

    def finish(self, result: Mapping[str, Any]) -> None:
        """Report the result."""
        self._send({"result": dict(result)})

    def fail(self, message: str) -> None:
        """Report an error in one line."""
        self._send({"error": message})

    def check(self) -> None:
        """Wait while the job is paused; StoppedError if it is to end."""
        with self._changed:
            while self._is_paused and not self._is_stopped:
                self._changed.wait()
            if self._is_stopped:
                raise StoppedError

    def _listen(self, lines: Iterable[str]) -> None:
        for line in lines:
            with self._changed:
                word = line.strip()
                self._is_paused = word == "pause" or (self._is_paused and word != "resume")
                self._is_stopped = self._is_stopped or word == "stop"
                self._changed.notify_all()
        with self._changed:  # the server has gone
            self.is_orphaned = self._is_stopped = True
            self._changed.notify_all()

    def _send(self, message: Mapping[str, Any]) -> None:
        if self._output is None:
            return
        try:
            self._output.write(json_text(dict(message)) + "\n")
            self._output.flush()
        except (OSError, ValueError):
            self._output = None


class PacedReports:
    """Reports how much of a job is done, and ends the job when its time is over."""

    def __init__(self, control: Control, phase: str, total: int, seconds: float) -> None:
        self._control, self._phase, self._total = control, phase, total
        self._first: int | None = None  # done before this job
        self._start = monotonic()
        self._end = self._start + seconds

    def report(self, done: int, **facts: Any) -> None:
        """Report, wait while the job is paused; StoppedError if it is to end."""
        self._first = done if self._first is None else self._first
        new = done - self._first
        pace = (monotonic() - self._start) / new if new else None
        self._control.report(
            phase=self._phase,
            done=done,
            total=self._total,
            seconds_left=None if pace is None else pace * (self._total - done),
            **facts,
        )
        paused = monotonic()
        self._control.check()
        waited = monotonic() - paused
        self._start += waited
        self._end += waited
        if monotonic() > self._end:
            raise StoppedError


def standard_control() -> tuple[Control, dict[str, Any]]:
    """Return the control on standard input and output, and the spec, which is the first line."""
    spec = json.loads(sys.stdin.readline())
    # Whatever else writes to standard output must not mix with the reports.
    output, sys.stdout = sys.stdout, sys.stderr
    return Control(sys.stdin, output, Path(spec["folder"]), spec["job"]), spec
