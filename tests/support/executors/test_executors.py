"""Executors in this process and in a pool of processes."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.executors import calls
from tests.support.executors.contract import CONTRACT

from fifthstreet.errors import InputError
from fifthstreet.support.executors import (
    Executor,
    Job,
    LocalExecutor,
    LostWorkerError,
    ProcessExecutor,
    open_executor,
)


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessExecutor]:
    with ProcessExecutor(2) as executor:
        yield executor


@pytest.mark.parametrize("promise", CONTRACT, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("kind", ["local", "processes"])
def test_contract(kind: str, promise: type, pool: ProcessExecutor) -> None:
    executor: Executor = LocalExecutor() if kind == "local" else pool
    promise(executor)


def test_jobs_run_in_other_processes(pool: ProcessExecutor) -> None:
    jobs = [Job(number, calls.process_id) for number in range(4)]
    used = {done.result for done in pool.run(jobs)}
    assert os.getpid() not in used
    assert used <= set(pool.processes)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_killed_workers_job_is_run_again(tmp_path: Path, pool: ProcessExecutor) -> None:
    lost = pool.lost
    jobs = [Job(number, calls.end_once, (str(tmp_path), number)) for number in (2, 3)]
    jobs += [Job(number, calls.square, (number,)) for number in range(4, 20)]
    finished = {done.key: done for done in pool.run(jobs)}
    assert {key: done.result for key, done in finished.items()} == {
        number: number * number for number in range(2, 20)
    }
    assert finished[2].attempts == finished[3].attempts == 2
    assert pool.lost - lost == 2
    assert len(pool.processes) <= pool.workers


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.slow
def test_a_worker_killed_between_jobs_is_replaced(pool: ProcessExecutor) -> None:
    assert len(list(pool.run([Job(number, calls.square, (1,)) for number in range(4)]))) == 4
    for process in pool.processes:
        os.kill(process, signal.SIGKILL)
    jobs = [Job(number, calls.square, (number,)) for number in range(4)]
    assert {done.result for done in pool.run(jobs)} == {0, 1, 4, 9}


@pytest.mark.slow
def test_a_job_that_ends_its_workers_is_given_up(pool: ProcessExecutor) -> None:
    with pytest.raises(LostWorkerError, match="job 'bad' lost 4 workers"):
        list(pool.run([Job("bad", calls.end_always)]))


def test_closing_a_run_ends_its_jobs(tmp_path: Path) -> None:
    mark = tmp_path / "started"
    with ProcessExecutor(2) as executor:
        jobs = [Job(0, calls.mark_and_wait, (str(mark), 600.0)), Job(1, calls.square, (1,))]
        run = executor.run(jobs)
        assert next(run).key == 1
        end = time.monotonic() + 60
        while not (mark.exists() and mark.read_text()) and time.monotonic() < end:
            time.sleep(0.01)
        start = time.monotonic()
        run.close()
        assert time.monotonic() - start < 30
        assert int(mark.read_text()) not in executor.processes
        assert [done.result for done in executor.run([Job(2, calls.square, (2,))])] == [4]


def test_what_cannot_be_sent(pool: ProcessExecutor) -> None:
    with pytest.raises(InputError, match="job 'own' must be a function of a module"):
        list(pool.run([Job("own", lambda: 1)]))
    with pytest.raises(ValueError, match="the result of a job cannot be sent"):
        list(pool.run([Job(0, calls.unsendable)]))
    with pytest.raises(ValueError, match="UnreadableError: unreadable"):
        list(pool.run([Job(0, calls.fail_unreadably)]))


def test_bad_numbers_of_workers() -> None:
    for bad in (0, -1):
        with pytest.raises(InputError, match="workers must be at least 1, got"):
            open_executor(workers=bad)
        with pytest.raises(InputError, match="workers must be at least 1, got"):
            ProcessExecutor(bad)
