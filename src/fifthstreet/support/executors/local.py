"""Jobs in this process, one after another."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Generator, Iterable
from time import perf_counter

from fifthstreet.support.executors.executor import Executor
from fifthstreet.support.executors.jobs import Finished, Job, Outcome, perform_packed, worker_name


class LocalExecutor(Executor):
    """Runs jobs in this process, in order.

    >>> with LocalExecutor() as executor:
    ...     [done.result for done in executor.run([Job(0, abs, (-3,)), Job(1, abs, (4,))])]
    [3, 4]
    """

    workers = 1

    def run(
        self, jobs: Iterable[Job], *, in_order: bool = False
    ) -> Generator[Finished, None, None]:
        """Run jobs and yield their results; see `Executor`."""
        for job in jobs:
            start = perf_counter()
            result = job.call(*job.arguments)
            yield Finished(job.key, result, perf_counter() - start, worker_name())

    def host(self, *, cpus: int | None = None, gpus: int | None = None) -> LocalHost:
        """Return this process as a host; see `Executor`."""
        return LocalHost()

    def close(self) -> None:
        """Do nothing, as no workers have to end."""


class LocalHost:
    """This process, which makes calls when they are sent."""

    def __init__(self) -> None:
        self._outcomes: deque[Outcome] = deque()

    def send(self, packed: bytes) -> None:
        """Make a call."""
        outcome: Outcome = pickle.loads(perform_packed(packed))
        self._outcomes.append(outcome)

    def receive(self) -> Outcome | str:
        """Return the first outcome that was not returned."""
        return self._outcomes.popleft()

    def close(self) -> None:
        """Do nothing, as no worker has to end."""
