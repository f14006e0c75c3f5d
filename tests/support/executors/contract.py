"""What has to hold for every executor, and an executor that sends its jobs to nobody."""

import pickle
from collections.abc import Generator, Iterable, Iterator
from itertools import count, islice

import pytest
from tests.support.executors import calls

from fifthstreet.support.executors import Executor, Finished, Job, LocalExecutor
from fifthstreet.support.executors.jobs import packed_call, perform_packed


class PackingExecutor(LocalExecutor):
    """Packs jobs and results as if they were sent, and claims to have this number of workers."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers

    def run(
        self, jobs: Iterable[Job], *, in_order: bool = False
    ) -> Generator[Finished, None, None]:
        for job in jobs:
            outcome = pickle.loads(perform_packed(packed_call(job)))
            if outcome.error is not None:
                raise outcome.error
            yield Finished(job.key, outcome.result, outcome.seconds, outcome.worker)


def results_are_keyed_by_job(executor: Executor) -> None:
    jobs = [Job(("square", number), calls.square, (number,)) for number in range(50)]
    finished = list(executor.run(jobs))
    assert {done.key: done.result for done in finished} == {
        ("square", number): number * number for number in range(50)
    }
    assert all(done.attempts == 1 and done.seconds >= 0 and done.worker for done in finished)


def order_is_kept_if_asked_for(executor: Executor) -> None:
    waits = [0.2, 0.0, 0.1, 0.0, 0.0, 0.05, 0.0]
    jobs = [Job(number, calls.slow_square, (number, wait)) for number, wait in enumerate(waits)]
    results = [done.result for done in executor.run(jobs, in_order=True)]
    assert results == [number * number for number in range(len(waits))]


def jobs_are_taken_when_they_are_needed(executor: Executor) -> None:
    taken = []

    def jobs() -> Iterator[Job]:
        for number in count():
            taken.append(number)
            yield Job(number, calls.square, (number,))

    run = executor.run(jobs(), in_order=True)
    first: list[Finished] = list(islice(run, 3))
    run.close()
    assert [done.result for done in first] == [0, 1, 4]
    assert len(taken) <= 3 + 4 * executor.workers


def errors_are_raised(executor: Executor) -> None:
    jobs = [Job(0, calls.square, (0,)), Job(1, calls.fail, (1,))]
    with pytest.raises(LookupError, match="job 1 fails"):
        list(executor.run(jobs))
    assert [done.result for done in executor.run([Job(2, calls.square, (2,))])] == [4]


def no_jobs_give_no_results(executor: Executor) -> None:
    assert not list(executor.run([]))


CONTRACT = (
    results_are_keyed_by_job,
    order_is_kept_if_asked_for,
    jobs_are_taken_when_they_are_needed,
    errors_are_raised,
    no_jobs_give_no_results,
)
