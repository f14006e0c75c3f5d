"""Jobs on a Ray cluster.

A job is a task of Ray without retries of its own: a task whose worker or node was lost is started
again by the loop that all executors share, so that losses are counted in one place. Calls and
outcomes are bytes; small ones, below 100 KB, do not pass through Ray's object store.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import threading
from collections import deque
from time import monotonic
from typing import Any

from fifthstreet.errors import InputError, MissingLibraryError
from fifthstreet.support.executors.executor import WorkerExecutor
from fifthstreet.support.executors.jobs import Job, Outcome, packed_call, perform_packed

AUTO = "auto"
_SECONDS_BETWEEN_COUNTS = 2.0  # of the nodes, which may come and go
_SECONDS_TO_CONNECT = 5.0
_SECONDS_TO_WAIT = 1.0  # for a job, at a time
_HTTP2_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
_HTTP2_SETTINGS = 4  # type of the first frame, its fourth byte (RFC 9113)


class RayExecutor(WorkerExecutor):
    """Runs jobs on a Ray cluster; `cpus` and `gpus` are reserved for each of them.

    `auto` attaches to the cluster of this machine, or of the variable RAY_ADDRESS, and starts one
    on this machine otherwise; an address like `10.0.0.1:6379` attaches to that cluster. A
    program that is already connected to Ray stays connected.
    """

    def __init__(self, address: str = AUTO, *, cpus: int = 1, gpus: int = 0) -> None:
        """Connect; InputError without Ray, a cluster at the address, or a node for such jobs."""
        if cpus < 1 or gpus < 0:
            raise InputError(f"cpus must be at least 1 and gpus at least 0, got {cpus} and {gpus}")
        self._ray = import_ray()
        self._cpus, self._gpus = cpus, gpus
        self._is_owner = not self._ray.is_initialized()
        if self._is_owner:
            _connect(self._ray, address)
        self.address = str(self._ray.util.get_node_ip_address())
        self._counted, self._slots = 0.0, 0
        self._jobs: dict[Any, int] = {}  # numbers of started jobs, by the reference to the result
        # Workers with GPUs would otherwise end after each job, and compile kernels again.
        self._task = self._ray.remote(num_cpus=cpus, num_gpus=gpus, max_retries=0, max_calls=0)(
            perform_packed
        )
        if not self.workers:
            self.close()
            raise InputError(
                f"no node of the Ray cluster has {cpus} CPUs and {gpus} GPUs: use a cluster that "
                "has one, or jobs that need less"
            )

    @property
    def workers(self) -> int:
        """Number of jobs that fit on the nodes that are alive."""
        if monotonic() - self._counted > _SECONDS_BETWEEN_COUNTS:
            slots = 0
            for node in self._ray.nodes():
                has = node["Resources"] if node["Alive"] else {}
                fitting = int(has.get("CPU", 0) // self._cpus)
                if self._gpus:
                    fitting = min(fitting, int(has.get("GPU", 0) // self._gpus))
                slots += fitting
            # While all nodes are gone, others may come.
            self._slots = slots or min(self._slots, 1)
            self._counted = monotonic()
        return self._slots

    def host(self, *, cpus: int | None = None, gpus: int | None = None) -> RayHost:
        """Start an actor for calls in order; see `Executor`."""
        cpus = self._cpus if cpus is None else cpus
        return RayHost(self._ray, cpus, self._gpus if gpus is None else gpus)

    def close(self) -> None:
        """Disconnect; a cluster that was started here ends."""
        if self._is_owner and self._ray.is_initialized():
            self._ray.shutdown()

    def _start(self, number: int, job: Job) -> None:
        self._jobs[self._task.remote(packed_call(job))] = number

    def _wait(self) -> tuple[int, Outcome | str]:
        done: list[Any] = []
        while not done:
            done, _ = self._ray.wait([*self._jobs], timeout=_SECONDS_TO_WAIT)
        number = self._jobs.pop(done[0])
        try:
            outcome: Outcome = pickle.loads(self._ray.get(done[0]))
        except self._ray.exceptions.RayError as error:
            return number, f"{type(error).__name__}: {_first_line(error)}"
        return number, outcome

    def _cancel(self) -> None:
        if self._ray.is_initialized():
            for reference in self._jobs:
                self._ray.cancel(reference, force=True)
        self._jobs.clear()


class RayHost:
    """An actor that makes calls in order and keeps their state."""

    def __init__(self, ray: Any, cpus: int, gpus: int) -> None:
        self._ray = ray
        self._actor = ray.remote(num_cpus=cpus, num_gpus=gpus, max_restarts=0)(_Actor).remote()
        self._calls: deque[Any] = deque()  # references to outcomes

    def send(self, packed: bytes) -> None:
        """Send a call."""
        self._calls.append(self._actor.perform.remote(packed))

    def receive(self) -> Outcome | str:
        """Wait for the next outcome; return it, or why the actor was lost."""
        try:
            outcome: Outcome = pickle.loads(self._ray.get(self._calls.popleft()))
        except self._ray.exceptions.RayError as error:
            return f"{type(error).__name__}: {_first_line(error)}"
        return outcome

    def close(self) -> None:
        """End the actor."""
        if self._ray.is_initialized():
            self._ray.kill(self._actor)


class _Actor:
    def perform(self, packed: bytes) -> bytes:
        return perform_packed(packed)


def import_ray() -> Any:
    """Return the module `ray`; MissingLibraryError if it is not installed."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise MissingLibraryError(
            "clusters need Ray: install it with pip install 'fifthstreet[distributed]'"
        ) from None
    return ray


def _connect(ray: Any, address: str) -> None:
    """Connect to a cluster; InputError if it is missing."""
    if address != AUTO:
        _check_address(address)
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(
            address=None if address == AUTO else address,
            include_dashboard=False,  # of a cluster that is started here
            logging_level="ERROR",
            log_to_driver=False,
        )
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise _no_cluster(address, error) from None
    finally:
        if is_main:
            signal.signal(signal.SIGTERM, handler)  # Ray's own would end the program at once


def _check_address(address: str) -> None:
    """Raise InputError if no server like Ray's listens there: Ray would retry for a long time."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        with socket.create_connection((host, int(port)), _SECONDS_TO_CONNECT) as connection:
            if os.environ.get("RAY_USE_TLS", "0") in ("0", ""):
                _check_greeting(connection)
    except (OSError, ValueError, OverflowError) as error:
        raise _no_cluster(address, error) from None


def _check_greeting(connection: socket.socket) -> None:
    """Raise InputError unless the other side speaks HTTP/2, as servers of gRPC do."""
    connection.sendall(_HTTP2_GREETING)
    with connection.makefile("rb") as answers:
        answer = answers.read(9)
    if len(answer) < 9 or answer[3] != _HTTP2_SETTINGS:
        raise InputError("another program listens there")


def _no_cluster(address: str, error: Exception) -> InputError:
    return InputError(
        f"no Ray cluster at {address!r} ({_first_line(error)}): use auto, or an address like "
        "10.0.0.1:6379"
    )


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), "") or type(error).__name__
