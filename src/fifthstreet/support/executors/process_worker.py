"""Processes that make calls until their driver is gone."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from time import monotonic

from fifthstreet.support.executors.jobs import Outcome, perform_packed
from fifthstreet.support.interrupts import interrupts_blocked

_READY = b""  # sent once, before any outcome
_SECONDS_TO_END = 5.0


class WorkerProcess:
    """A process that makes the calls it is sent, in order."""

    def __init__(self) -> None:
        """Start the process.

        It is spawned, because a forked process would share locks and threads of this process.
        """
        context = multiprocessing.get_context("spawn")
        calls, self._calls = context.Pipe(duplex=False)
        self.outcomes, outcomes = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(calls, outcomes))
        with interrupts_blocked():  # they would interrupt the new process, too
            self._process.start()
        calls.close()
        outcomes.close()
        self.id = self._process.pid or 0
        self.is_ready = False

    def send(self, packed: bytes) -> None:
        """Send a call; if the process has ended, `receive` raises."""
        with suppress(OSError):
            self._calls.send_bytes(packed)

    def receive(self) -> Outcome | None:
        """Wait for the next message and return its outcome; None if the process is now ready.

        EOFError if the process has ended.
        """
        try:
            received = self.outcomes.recv_bytes()
        except OSError:
            raise EOFError from None
        if received == _READY:
            self.is_ready = True
            return None
        outcome: Outcome = pickle.loads(received)
        return outcome


def end_processes(workers: Sequence[WorkerProcess]) -> None:
    """End processes, whatever they are doing."""
    for worker in workers:
        worker._calls.close()
        worker.outcomes.close()
    end = monotonic() + _SECONDS_TO_END
    for worker in workers:
        worker._process.join(max(end - monotonic(), 0))
        if worker._process.is_alive():
            worker._process.kill()
            worker._process.join()
        worker._process.close()


def _work(calls: Connection, outcomes: Connection) -> None:
    """Make calls in order and send their outcomes.

    The process ends, whatever it is doing, when the other end of `calls` is closed; the system
    closes it if the driver is killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver gets it, too
    waiting: SimpleQueue[bytes] = SimpleQueue()

    def receive() -> None:
        while True:
            try:
                waiting.put(calls.recv_bytes())
            except (EOFError, OSError):
                os._exit(1)

    Thread(target=receive, daemon=True).start()
    outcomes.send_bytes(_READY)
    while True:
        outcomes.send_bytes(perform_packed(waiting.get()))
