"""The queue of jobs: one process at a time, which is paused, stopped, killed and resumed."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.errors import BusyError, NotFoundError
from fifthstreet.solvers.postflop import (
    Solution,
    open_solution,
    parse_fields,
    resolve,
    solve,
    spot_toml,
)
from fifthstreet.solvers.search.preflop import open_preflop
from fifthstreet.tree.strategy import Lock
from fifthstreet.web.jobs import JobQueue, WebJob
from fifthstreet.web.jobs.priority import NICENESS
from tests.cli.small_spot import spot_on
from tests.web.serving import wait_until

RIVER, TURN = "QsJh2h7c4d", "QsJh2h7c"
ENDLESS = 1_000_000  # iterations, which take minutes
TINY = 1e-9  # percent of the pot, which no solve reaches

Open = Callable[[], JobQueue]


@pytest.fixture
def open_queue(tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens the queue, again and again; the last one is closed."""
    (tmp_path / "solutions").mkdir()
    opened: list[JobQueue] = []

    def start() -> JobQueue:
        opened.append(JobQueue(tmp_path / "jobs", max_queued=4, max_kept=3))
        return opened[-1]

    yield start
    for queue in opened:
        for job in queue.all():
            if not job.is_finished:
                queue.cancel(job.id)
        queue.close()


@pytest.fixture
def queue(open_queue: Open) -> JobQueue:
    return open_queue()


def add(
    queue: JobQueue, folder: Path, name: str, iterations: int = 50, board: str = RIVER
) -> WebJob:
    spec = {
        "spot": parse_fields(spot_toml(spot_on(board))),
        "name": name,
        "file": str(folder / f"solutions/{name}.solution"),
        "precision": "float32",
        "backend": "auto",
        "target": TINY,
        "max_iterations": iterations,
        "seconds": 600.0,
        "threads": 1,
    }
    return queue.add("solve", name, spec)


def finish(queue: JobQueue, *jobs: WebJob) -> None:
    """Wait until jobs are finished, and their files written."""
    wait_until(lambda: all(job.is_finished for job in jobs))
    queue.all()  # the queue changes jobs and files at once


def start_solving(job: WebJob) -> int:
    """Wait for iterations; return how many there were."""
    wait_until(lambda: job.progress.get("iteration", 0) > 0 or job.is_finished)
    assert job.state == "running"
    return int(job.progress["iteration"])


def wait_until_still(job: WebJob) -> int:
    """Wait until a job, which reports every 0.2 s, says nothing new; return its iteration."""
    last = -1
    while (now := int(job.progress["iteration"])) != last:
        last = now
        time.sleep(0.6)
    return now


def kill_worker(queue: JobQueue, number: signal.Signals) -> None:
    process = queue._process
    assert process is not None
    os.kill(process.pid, number)


def assert_same(one: Solution, two: Solution) -> None:
    """Assert that two solutions agree to the last bit."""
    assert one.record.iterations == two.record.iterations
    assert one.exploitability == two.exploitability
    for path in ("r", "r:k", "r:b50"):
        np.testing.assert_array_equal(one.node(path).strategy, two.node(path).strategy)
        np.testing.assert_array_equal(one.node(path).ev, two.node(path).ev)


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "jobs").iterdir())


# Whole solves.


def test_jobs_run_in_order_and_give_what_a_solve_gives(queue: JobQueue, tmp_path: Path) -> None:
    jobs = [add(queue, tmp_path, name, count) for name, count in (("a", 30), ("b", 40))]
    finish(queue, *jobs)
    assert [job.state for job in jobs] == ["done", "done"]
    assert jobs[0].finished is not None
    assert jobs[1].started is not None
    assert jobs[0].finished <= jobs[1].started
    assert queue.all() == jobs[::-1]  # newest first
    for job, count in zip(jobs, (30, 40), strict=True):
        expected = solve(spot_on(RIVER), target_pot_percent=TINY, max_iterations=count, threads=1)
        solution = open_solution(job.spec["file"])
        assert_same(solution, expected)
        assert job.result is not None
        assert job.result["solution"] == job.title
        assert job.result["iterations"] == count
        assert job.result["exploitability"] == expected.exploitability.chips
        assert job.result["bytes"] == Path(job.spec["file"]).stat().st_size
        assert [at for at, _ in job.curve] == sorted({at for at, _ in job.curve})
        assert job.curve[-1][0] == count
        assert job.curve[-1][1] == pytest.approx(expected.exploitability.pot_percent)
    assert files(tmp_path) == sorted(f"{job.id}.job" for job in jobs)


def test_lock_job_gives_what_a_resolve_gives(
    queue: JobQueue, tmp_path: Path, solved: Path, river: Solution
) -> None:
    lock = Lock("r", {"k": 0.5, "b50": 0.5, "a": 0.0})
    spec: dict[str, Any] = {
        "source": str(solved / "river.solution"),
        "locks": [lock.to_dict()],
        "name": "locked",
        "file": str(tmp_path / "solutions/locked.solution"),
        "target": 0.5,
        "max_iterations": 100,
        "seconds": 60.0,
        "threads": 1,
    }
    job = queue.add("lock", "locked", spec)
    finish(queue, job)
    spot = replace(river.spot, locks=(lock,))
    expected = resolve(river, spot, target_pot_percent=0.5, max_iterations=100, threads=1)
    assert job.error is None
    assert_same(open_solution(spec["file"]), expected)


# Commands.


def test_pause_resume_and_stop(queue: JobQueue, tmp_path: Path) -> None:
    job = add(queue, tmp_path, "long", ENDLESS, TURN)
    start_solving(job)
    assert queue.pause(job.id).state == "paused"
    with pytest.raises(BusyError, match="the job cannot pause while it is paused"):
        queue.pause(job.id)
    paused_at = wait_until_still(job)
    assert queue.resume(job.id).state == "running"
    with pytest.raises(BusyError, match="the job cannot resume while it is running"):
        queue.resume(job.id)
    wait_until(lambda: job.progress["iteration"] > paused_at)
    queue.stop(job.id)
    finish(queue, job)
    assert (job.state, job.error) == ("done", None)
    assert job.result is not None
    assert job.result["stopped_early"] is True
    solution = open_solution(job.spec["file"])
    assert solution.record.iterations == job.result["iterations"] >= paused_at
    assert files(tmp_path) == [f"{job.id}.job"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other priorities")
def test_a_job_leaves_the_processors_to_the_server(queue: JobQueue, tmp_path: Path) -> None:
    job = add(queue, tmp_path, "low", ENDLESS)
    start_solving(job)
    process = queue._process
    assert process is not None
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(own + NICENESS, 19)
    threads = list(Path(f"/proc/{process.pid}/task").glob("*"))
    for thread in threads:  # including threads of the kernels
        assert os.getpriority(os.PRIO_PROCESS, int(thread.name)) == min(own + NICENESS, 19)
    queue.cancel(job.id)


def test_stop_before_there_is_anything_to_keep(queue: JobQueue, tmp_path: Path) -> None:
    job = add(queue, tmp_path, "long", ENDLESS, TURN)
    wait_until(lambda: queue._process is not None)
    queue.stop(job.id)
    finish(queue, job)
    assert (job.state, job.error) == ("failed", "stopped before there was anything to save")


def test_cancel_leaves_nothing_behind(queue: JobQueue, tmp_path: Path) -> None:
    running, waiting = (add(queue, tmp_path, name, ENDLESS, TURN) for name in ("a", "b"))
    start_solving(running)
    assert queue.cancel(waiting.id).state == "cancelled"
    assert queue.cancel(running.id).state == "cancelled"
    wait_until(lambda: queue._process is None)
    assert files(tmp_path) == sorted(f"{job.id}.job" for job in (running, waiting))
    assert list((tmp_path / "solutions").iterdir()) == []
    assert (running.error, running.result) == (None, None)
    with pytest.raises(BusyError, match="the job is cancelled already"):
        queue.cancel(running.id)
    with pytest.raises(BusyError, match="the job cannot stop while it is cancelled"):
        queue.stop(running.id)
    next_job = add(queue, tmp_path, "a")  # its name is free again
    finish(queue, next_job)
    assert next_job.state == "done"


def test_delete_keeps_the_solution(queue: JobQueue, tmp_path: Path) -> None:
    job = add(queue, tmp_path, "kept")
    with pytest.raises(BusyError, match="cancel it first"):
        queue.delete(job.id)
    finish(queue, job)
    queue.delete(job.id)
    assert queue.all() == []
    assert files(tmp_path) == []
    assert Path(job.spec["file"]).exists()
    with pytest.raises(NotFoundError, match="there is no job"):
        queue.get(job.id)


def test_listeners_are_told_every_state(queue: JobQueue, tmp_path: Path) -> None:
    told: list[tuple[str, str]] = []
    end = queue.listen(lambda job: told.append((job.title, job.state)))
    job = add(queue, tmp_path, "a")
    finish(queue, job)
    wait_until(lambda: told[-1] == ("a", "done"))
    queue.delete(job.id)
    assert list(dict.fromkeys(told)) == [
        ("a", state) for state in ("queued", "running", "done", "deleted")
    ]
    end()
    queue.cancel(add(queue, tmp_path, "b").id)
    assert told[-1] == ("a", "deleted")


def test_numbers_of_jobs_are_limited(queue: JobQueue, tmp_path: Path) -> None:
    told: list[tuple[str, str]] = []
    queue.listen(lambda job: told.append((job.id, job.state)))
    jobs = [add(queue, tmp_path, str(number), ENDLESS, TURN) for number in range(4)]
    with pytest.raises(BusyError, match="4 jobs are already waiting: cancel some first"):
        add(queue, tmp_path, "5")
    for job in jobs:
        queue.cancel(job.id)
    more = add(queue, tmp_path, "6", ENDLESS, TURN)  # three finished ones are kept
    assert queue.all() == [more, *jobs[:0:-1]]
    assert (jobs[0].id, "deleted") in told


# Processes that die.


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_killed_and_crashed_workers_fail_and_the_next_job_runs(
    queue: JobQueue, tmp_path: Path
) -> None:
    killed, crashed = (add(queue, tmp_path, name, ENDLESS, TURN) for name in ("a", "b"))
    last = add(queue, tmp_path, "c")
    start_solving(killed)
    kill_worker(queue, signal.SIGKILL)
    finish(queue, killed)
    assert killed.state == "failed"
    assert killed.error == "the job was killed, probably because the memory was full"
    start_solving(crashed)
    kill_worker(queue, signal.SIGSEGV)
    finish(queue, crashed)
    assert (crashed.state, crashed.error) == ("failed", "the job crashed (signal 11)")
    finish(queue, last)
    assert last.state == "done"


def test_worker_that_raises_something_unexpected(queue: JobQueue, tmp_path: Path) -> None:
    job = queue.add("nonsense", "a", {"name": "a"})
    finish(queue, job)
    assert (job.state, job.error) == ("failed", "the job failed: KeyError: 'nonsense'")


def test_file_that_cannot_be_written_fails_with_one_line(queue: JobQueue, tmp_path: Path) -> None:
    job = add(queue, tmp_path / "nowhere", "a")
    finish(queue, job)
    assert job.state == "failed"
    assert job.error == (
        "the file to write must be in an existing folder, got 'nowhere/solutions/a.solution'"
    )


# Restarts.


@pytest.mark.slow
def test_closed_in_the_middle_continues_with_the_same_result(
    open_queue: Open, tmp_path: Path
) -> None:
    queue = open_queue()
    iterations = 1500
    job = add(queue, tmp_path, "long", iterations, TURN)
    waiting = add(queue, tmp_path, "next")
    start_solving(job)
    queue.pause(job.id)  # so that it does not finish first
    queue.close()
    assert job.state == "queued"
    assert sorted(files(tmp_path)) == sorted(
        [f"{job.id}.checkpoint", f"{job.id}.job", f"{waiting.id}.job"]
    )
    reports: list[dict[str, Any]] = []
    again = open_queue()
    again.listen(lambda each: reports.append(each.progress) if each.id == job.id else None)
    resumed = again.get(job.id)
    finish(again, resumed, again.get(waiting.id))
    assert resumed.state == "done", resumed.error
    first = next(report for report in reports if "iteration" in report)
    assert first["iteration"] > 0
    expected = solve(spot_on(TURN), target_pot_percent=TINY, max_iterations=iterations, threads=1)
    assert_same(open_solution(job.spec["file"]), expected)
    assert again.get(waiting.id).state == "done"
    assert resumed.started == job.started


@pytest.mark.slow
def test_a_preflop_solve_continues_after_a_restart(open_queue: Open, tmp_path: Path) -> None:
    queue = open_queue()
    recipe = {
        "stack": 3,
        "flops": 10,
        "sizes": {"preflop": {"raise": "a"}, "flop": {"bet": "a"}},
        "tree": {"max_raises": [1, 1, 0, 0]},
    }
    spec = {
        "recipe": recipe,
        "name": "small",
        "file": str(tmp_path / "small.preflop"),
        "precision": "int16",
        "backend": "native",
        "target": TINY,
        "max_iterations": 30,
        "seconds": 600.0,
        "threads": 1,
    }
    job = queue.add("preflop", "small", spec)
    start_solving(job)
    queue.pause(job.id)
    queue.close()
    assert job.state == "queued"
    assert f"{job.id}.checkpoint" in files(tmp_path)
    again = open_queue()
    resumed = again.get(job.id)
    finish(again, resumed)
    assert resumed.state == "done", resumed.error
    assert open_preflop(tmp_path / "small.preflop").record.iteration == 30
    assert "warning" not in resumed.progress


@pytest.mark.slow
def test_damaged_checkpoint_starts_again(open_queue: Open, tmp_path: Path) -> None:
    queue = open_queue()
    queue.close()
    job = add(queue, tmp_path, "again")
    (tmp_path / f"jobs/{job.id}.checkpoint").write_bytes(b"not a checkpoint")
    again = open_queue()
    resumed = again.get(job.id)
    finish(again, resumed)
    assert resumed.state == "done"
    warning = resumed.progress["warning"]
    assert warning.startswith("the solve starts from the beginning: ")
    assert str(tmp_path) not in warning


def good_job() -> dict[str, Any]:
    return WebJob("0123456789ab", "solve", "a", {"name": "a"}, state="done").to_dict()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "[" * 100_000,
        "\x00",
        json.dumps(good_job() | {"version": 99}),
        json.dumps(good_job() | {"id": "../../solutions/x"}),
        json.dumps(good_job() | {"state": "happy"}),
        json.dumps(good_job() | {"created": "yesterday"}),
        json.dumps(good_job() | {"spec": []}),
        json.dumps(good_job() | {"curve": [[1]]}),
        json.dumps(good_job() | {"more": 1}),
        json.dumps({"version": 1}),
    ],
)
def test_damaged_jobs_are_skipped(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "jobs"
    folder.mkdir()
    (folder / "0123456789ab.job").write_text(text)
    (folder / "whole.job").write_text(json.dumps(good_job() | {"id": "whole"}))
    (folder / "folder.job").mkdir()
    (folder / "binary.job").write_bytes(b"\xff\xfe")
    queue = JobQueue(folder, max_queued=4, max_kept=3)
    assert [job.id for job in queue.all()] == ["whole"]
    queue.close()


@given(
    curve=st.lists(st.tuples(st.integers(0, 10**6), st.floats(0, 1e6)), max_size=5),
    title=st.text(max_size=20),
    error=st.none() | st.text(max_size=20),
    result=st.none() | st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)
def test_jobs_survive_their_files(
    curve: list[tuple[int, float]],
    title: str,
    error: str | None,
    result: dict[str, Any] | None,
) -> None:
    job = WebJob("id", "solve", title, {"a": 1}, curve=curve, error=error, result=result)
    assert WebJob.from_dict(json.loads(json.dumps(job.to_dict()))) == job
