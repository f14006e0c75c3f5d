"""Executors on real Ray clusters of several nodes on this machine, with kills in the middle."""

import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tests.support.executors import calls
from tests.support.executors.contract import CONTRACT

from fifthstreet.errors import InputError
from fifthstreet.support.executors import Job, LostWorkerError, RayExecutor, open_executor
from fifthstreet.support.executors import ray_cluster as ray_module


def test_ray_that_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    found = builtins.__import__

    def without_ray(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "ray":
            raise ImportError(name)
        return found(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_ray)
    with pytest.raises(InputError, match=r"pip install 'fifthstreet\[distributed\]'"):
        open_executor("auto")


@pytest.mark.parametrize("bad", [{"cpus": 0}, {"gpus": -1}])
def test_bad_needs(bad: dict[str, int]) -> None:
    with pytest.raises(InputError, match="cpus must be at least 1 and gpus at least 0"):
        RayExecutor("auto", **bad)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "127.0.0.1:123456", ""])
def test_no_cluster_at_the_address(address: str) -> None:
    pytest.importorskip("ray")
    with pytest.raises(InputError, match=f"no Ray cluster at '{re.escape(address)}' .*: use auto"):
        RayExecutor(address)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_something_else_at_the_address(answer: bytes) -> None:
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(answer)
                connection.recv(100)

        Thread(target=serve, daemon=True).start()
        with pytest.raises(InputError, match=r"no Ray cluster at .*another program listens there"):
            RayExecutor(f"127.0.0.1:{listener.getsockname()[1]}")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster with a head that runs no jobs, and three nodes of one CPU."""
    pytest.importorskip("ray")
    from tests.support.executors.clusters import local_cluster

    with local_cluster(nodes=3) as cluster:
        yield cluster


@pytest.fixture
def executor(cluster: Any) -> Iterator[RayExecutor]:
    with RayExecutor(cluster.address) as executor:
        yield executor


@pytest.mark.slow
@pytest.mark.parametrize("promise", CONTRACT, ids=lambda promise: promise.__name__)
def test_contract(promise: Any, executor: RayExecutor) -> None:
    assert executor.workers == 3
    promise(executor)


@pytest.mark.slow
def test_killed_workers_lose_nothing(tmp_path: Path, executor: RayExecutor) -> None:
    jobs = [Job(number, calls.end_once, (str(tmp_path), number)) for number in range(3)]
    jobs += [Job(number, calls.square, (number,)) for number in range(3, 30)]
    results = {done.key: done.result for done in executor.run(jobs)}
    assert results == {number: number * number for number in range(30)}
    assert executor.lost == 3


@pytest.mark.slow
def test_a_job_that_ends_its_workers_is_given_up(executor: RayExecutor) -> None:
    with pytest.raises(LostWorkerError, match="job 'bad' lost 4 workers"):
        list(executor.run([Job("bad", calls.end_always)]))


@pytest.mark.slow
def test_jobs_that_fit_no_node(cluster: Any) -> None:
    with pytest.raises(InputError, match="no node of the Ray cluster has 64 CPUs"):
        RayExecutor(cluster.address, cpus=64)


@pytest.mark.slow
def test_a_killed_node_loses_nothing(cluster: Any, executor: RayExecutor) -> None:
    """Comes last, because the cluster has one node less afterwards."""
    jobs = [Job(number, calls.slow_square, (number, 1.0)) for number in range(12)]
    results: dict[object, object] = {}
    for done in executor.run(jobs):
        results[done.key] = done.result
        if len(results) == 3:
            time.sleep(0.5)  # all nodes are in the middle of a job
            cluster.kill_node()
    assert results == {number: number * number for number in range(12)}
    assert executor.lost >= 1


def test_signals_stay_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray's handler of SIGTERM would end the program before its results are saved."""

    class FakeRay:
        def init(self, **_: Any) -> None:
            signal.signal(signal.SIGTERM, lambda *_: None)

    before = signal.getsignal(signal.SIGTERM)
    ray_module._connect(FakeRay(), "auto")
    assert signal.getsignal(signal.SIGTERM) is before
