"""Jobs in a pool of processes on this machine."""

from __future__ import annotations

import atexit
import pickle
import signal
from collections import deque
from contextlib import suppress
from math import inf
from queue import SimpleQueue
from threading import Thread

from fifthstreet.errors import InputError
from fifthstreet.support.child_process import (
    ChildProcess,
    Parent,
    end_children,
    wait_for_messages,
)
from fifthstreet.support.executors.executor import MAX_ATTEMPTS, LostWorkerError, WorkerExecutor
from fifthstreet.support.executors.jobs import Job, Outcome, packed_call, perform_packed

_SHORT_JOB = 0.5  # seconds; after these, a worker has another job in hand, so that it never waits
_READY = b""  # sent once, before any outcome


class WorkerProcess(ChildProcess):
    """A process that makes the calls it is sent, in order."""

    def __init__(self) -> None:
        super().__init__(_work)
        self.is_ready = False

    def send(self, packed: bytes) -> None:
        """Send a call; if the process has ended, `receive` raises."""
        with suppress(OSError):
            self.channel.send(packed)

    def receive(self) -> Outcome | None:
        """Wait for the next message and return its outcome; None if the process is now ready.

        EOFError if the process has ended.
        """
        try:
            received = self.channel.receive()
        except OSError:
            raise EOFError from None
        if received == _READY:
            self.is_ready = True
            return None
        outcome: Outcome = pickle.loads(received)
        return outcome


def _work(driver: Parent) -> None:
    """Make calls in order and send their outcomes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver gets it, too
    waiting: SimpleQueue[bytearray] = SimpleQueue()

    def receive() -> None:  # also during a call, so that the driver never waits to send one
        while True:
            waiting.put(driver.receive())

    Thread(target=receive, daemon=True).start()
    driver.send(_READY)
    while True:
        driver.send(perform_packed(waiting.get()))


class _PoolWorker(WorkerProcess):
    """A process of a pool, and the jobs that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: deque[int] = deque()  # the first one runs


class ProcessExecutor(WorkerExecutor):
    """Runs jobs in processes, which are started when they are first needed and then kept.

    A process that is killed is replaced. Processes are spawned, so a script has to use this under
    `if __name__ == "__main__":`.
    """

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise InputError(f"workers must be at least 1, got {workers}")
        self._count = workers
        self._workers: list[_PoolWorker] = []
        self.hosts: list[ProcessHost] = []
        self._calls: dict[int, bytes] = {}  # jobs that are not finished
        self._backlog: deque[int] = deque()  # jobs that no worker has
        self._had_ready_worker = False
        self._failed_starts = 0  # since the last process that started
        self._last_seconds = inf  # of a job
        # Before multiprocessing waits at exit for processes that would never end.
        atexit.register(self.close)

    @property
    def workers(self) -> int:
        """Number of processes."""
        return self._count

    @property
    def processes(self) -> list[int]:
        """Ids of the processes that were started and not lost."""
        return [worker.pid for worker in self._workers]

    def host(self, *, cpus: int | None = None, gpus: int | None = None) -> ProcessHost:
        """Start another process for calls in order; see `Executor`."""
        host = ProcessHost()
        self.hosts.append(host)
        return host

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._calls.clear()
        self._backlog.clear()
        end_children(self._workers)
        self._workers = []
        for host in self.hosts:
            host.close()
        self.hosts = []
        atexit.unregister(self.close)

    def _start(self, number: int, job: Job) -> None:
        if number in self._calls:  # its worker was lost
            self._backlog.appendleft(number)
            return
        self._calls[number] = packed_call(job)
        self._backlog.append(number)

    def _wait(self) -> tuple[int, Outcome | str]:
        while True:
            self._hand_out()
            for worker in wait_for_messages(self._workers):
                try:
                    outcome = worker.receive()
                except EOFError:
                    running = self._lose(worker)
                    if running is not None:
                        return running, f"process {worker.pid} ended"
                    break
                if outcome is None:
                    self._had_ready_worker, self._failed_starts = True, 0
                    continue
                number = worker.jobs.popleft()
                del self._calls[number]
                self._last_seconds = outcome.seconds
                return number, outcome

    def _cancel(self) -> None:
        """End the processes that have jobs; others are kept."""
        busy = [worker for worker in self._workers if worker.jobs]
        self._workers = [worker for worker in self._workers if not worker.jobs]
        self._calls.clear()
        self._backlog.clear()
        end_children(busy)

    def _hand_out(self) -> None:
        """Start as many processes as there is work for, and send them jobs."""
        busy = sum(bool(worker.jobs) for worker in self._workers)
        while len(self._workers) < min(self._count, busy + len(self._backlog)):
            self._workers.append(_PoolWorker())
        for in_hand in range(2 if self._last_seconds < _SHORT_JOB else 1):
            for worker in self._workers:
                if self._backlog and len(worker.jobs) == in_hand:
                    number = self._backlog.popleft()
                    worker.jobs.append(number)
                    worker.send(self._calls[number])

    def _lose(self, worker: _PoolWorker) -> int | None:
        """Remove a process that has ended; return the job that it was running, if any.

        Its other jobs go back to the backlog. LostWorkerError if no process can be started.
        """
        self._workers.remove(worker)
        end_children([worker])
        self._failed_starts += not worker.is_ready
        if not self._had_ready_worker or self._failed_starts == MAX_ATTEMPTS:
            raise LostWorkerError(
                "a worker process ended when it was started: a script has to call this under "
                "`if __name__ == '__main__':` or with one worker"
            )
        running = worker.jobs.popleft() if worker.jobs and worker.is_ready else None
        self._backlog.extendleft(reversed(worker.jobs))
        return running


class ProcessHost:
    """A process that makes calls in order and keeps their state."""

    def __init__(self) -> None:
        self.worker: WorkerProcess | None = WorkerProcess()

    def send(self, packed: bytes) -> None:
        """Send a call."""
        if self.worker is not None:
            self.worker.send(packed)

    def receive(self) -> Outcome | str:
        """Wait for the next outcome; return it, or why the process was lost."""
        if self.worker is None:
            return "the process was ended"
        outcome = None
        while outcome is None:
            try:
                outcome = self.worker.receive()
            except EOFError:
                return f"process {self.worker.pid} ended"
        return outcome

    def close(self) -> None:
        """End the process."""
        if self.worker is not None:
            end_children([self.worker])
        self.worker = None
