"""The child process of a running job, seen from the server.

It is a program with lines on its standard streams, not a `ChildProcess` of `fifthstreet.support`:

- It must not import the main module of the program that serves the app, which may be a script that
  starts the server.
- If the server is gone, it saves its state before it ends.
- Its standard error says why it failed.
"""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from fifthstreet.web.jobs.job import WebJob
from fifthstreet.web.jobs.priority import CREATION_FLAGS

_LAST_LINES = 5  # of standard error, for the error of a process that died


class JobProcess:
    """A process that runs one job and reports as it goes."""

    def __init__(self, job: WebJob, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "fifthstreet.web.jobs.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            # Ctrl-C in the terminal is for the server, which then ends its jobs.
            start_new_session=sys.platform != "win32",
            creationflags=CREATION_FLAGS,
        )
        self._errors: deque[str] = deque(maxlen=_LAST_LINES)
        self._sending = Lock()
        self._drain = Thread(target=self._read_errors, daemon=True)
        self._drain.start()
        spec = {"job": job.id, "kind": job.kind, "spec": job.spec, "folder": str(folder)}
        self.send(json.dumps(spec))

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    def send(self, word: str) -> None:
        """Send a word like pause; nothing happens if the process has ended."""
        stdin = self._process.stdin
        assert stdin is not None
        with self._sending, contextlib.suppress(OSError, ValueError):
            stdin.write(word + "\n")
            stdin.flush()

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield the reports of the process until it ends."""
        stdout = self._process.stdout
        assert stdout is not None
        for line in stdout:
            message = None
            with contextlib.suppress(ValueError, RecursionError):
                message = json.loads(line)
            if isinstance(message, dict):
                yield message
        self._process.wait()
        self._drain.join()

    def cause_of_death(self) -> str:
        """Return why the process ended without a result, in one line."""
        code = self._process.returncode
        if code == -getattr(signal, "SIGKILL", 9):
            return "the job was killed, probably because the memory was full"
        if code < 0:
            return f"the job crashed (signal {-code})"
        last = self._errors[-1] if self._errors else f"exit code {code}"
        return f"the job failed: {last}"

    def orphan(self, timeout: float) -> None:
        """Let the process save its state and end, as if the server had gone."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout)
        self.end()

    def kill(self) -> None:
        """End the process, if it has not ended; a large one takes a moment to go."""
        self._process.kill()

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        self.kill()
        self._process.wait()

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if line.strip():
                self._errors.append(line.strip())
