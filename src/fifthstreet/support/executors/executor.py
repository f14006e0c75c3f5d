"""The interface of executors, and the loop of all executors with workers.

A job that a worker was running when it was lost is run again. Results are keyed by job, and a job's
result depends only on its arguments, so any number of workers and losses gives the same bits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable
from typing import Protocol, Self

from fifthstreet.errors import InputError
from fifthstreet.support.executors.jobs import Finished, Job, Outcome

THIS_MACHINE = "127.0.0.1"
MAX_ATTEMPTS = 4  # of a job whose workers are lost


class LostWorkerError(InputError):
    """Several workers were lost while they ran the same job."""


class Host(Protocol):
    """A worker that makes calls in order and keeps their state."""

    def send(self, packed: bytes) -> None:
        """Send a call of `packed_call`."""

    def receive(self) -> Outcome | str:
        """Wait for the first call not answered; return its outcome, or why the worker was lost."""

    def close(self) -> None:
        """End the worker."""


class Executor(ABC):
    """Runs jobs somewhere; a context manager that ends its workers."""

    address = THIS_MACHINE
    """Address of this machine that its workers can reach."""
    lost = 0
    """Number of jobs that had to be run again because their workers were lost."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """Number of jobs that run at the same time, now."""

    @abstractmethod
    def run(
        self, jobs: Iterable[Job], *, in_order: bool = False
    ) -> Generator[Finished, None, None]:
        """Run jobs and yield their results as they come, or in order.

        Jobs are taken from the iterable only when workers will soon be free. An error that a job
        raises is raised here. Closing the generator cancels the jobs that are not finished.
        """

    @abstractmethod
    def host(self, *, cpus: int | None = None, gpus: int | None = None) -> Host:
        """Start another worker for calls in order, besides the workers that run jobs.

        On a cluster, `cpus` and `gpus` are reserved for it, by default as many as for a job.
        """

    @abstractmethod
    def close(self) -> None:
        """End the workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class WorkerExecutor(Executor):
    """The loop over jobs of executors with workers; subclasses start jobs and wait for them."""

    @abstractmethod
    def _start(self, number: int, job: Job) -> None:
        """Start a job, or queue it for a worker that is busy."""

    @abstractmethod
    def _wait(self) -> tuple[int, Outcome | str]:
        """Wait for any started job; return its number and outcome, or why its worker was lost."""

    @abstractmethod
    def _cancel(self) -> None:
        """Cancel all jobs that are started and not finished."""

    def run(
        self, jobs: Iterable[Job], *, in_order: bool = False
    ) -> Generator[Finished, None, None]:
        """Run jobs and yield their results; see `Executor`."""
        left = enumerate(jobs)
        started: dict[int, Job] = {}  # and not yielded
        attempts: dict[int, int] = {}
        finished: dict[int, Finished] = {}
        following = 0  # the job to yield next, in order
        try:
            while True:
                # One job for each worker waits, so that no worker does; in order, some are ahead.
                while len(started) < (4 if in_order else 2) * self.workers:
                    number, job = next(left, (-1, None))
                    if job is None:
                        break
                    started[number], attempts[number] = job, 1
                    self._start(number, job)
                if not started:
                    return
                number, outcome = self._wait()
                if isinstance(outcome, str):
                    self._start_again(number, started[number], attempts, outcome)
                    continue
                if outcome.error is not None:
                    raise outcome.error
                finished[number] = Finished(
                    started[number].key,
                    outcome.result,
                    outcome.seconds,
                    outcome.worker,
                    attempts[number],
                )
                for ready in [number] if not in_order else _ready(finished, following):
                    following = ready + 1
                    del started[ready], attempts[ready]
                    yield finished.pop(ready)
        finally:
            if len(started) > len(finished):
                self._cancel()

    def _start_again(self, number: int, job: Job, attempts: dict[int, int], reason: str) -> None:
        """Run a job again whose worker was lost; LostWorkerError if that happens too often."""
        self.lost += 1
        if attempts[number] == MAX_ATTEMPTS:
            raise LostWorkerError(
                f"job {job.key!r} lost {MAX_ATTEMPTS} workers, perhaps by its own fault: {reason}"
            )
        attempts[number] += 1
        self._start(number, job)


def _ready(finished: dict[int, Finished], following: int) -> list[int]:
    """Return the finished jobs from a number on, without a gap."""
    end = following
    while end in finished:
        end += 1
    return list(range(following, end))
