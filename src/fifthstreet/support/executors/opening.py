"""Executors for the options of a command."""

from __future__ import annotations

from fifthstreet.errors import InputError
from fifthstreet.support.executors.executor import Executor
from fifthstreet.support.executors.local import LocalExecutor
from fifthstreet.support.executors.processes import ProcessExecutor
from fifthstreet.support.executors.ray_cluster import RayExecutor


def open_executor(
    cluster: str | None = None, *, workers: int = 1, cpus: int = 1, gpus: int = 0
) -> Executor:
    """Return an executor, which the caller closes.

    With a `cluster`, which is `auto` or an address, it is Ray with `cpus` and `gpus` for each job.
    Otherwise it is a pool of `workers` processes on this machine; one worker is this process.

    >>> open_executor().workers, open_executor(workers=3).workers
    (1, 3)
    """
    if cluster is not None:
        return RayExecutor(cluster, cpus=cpus, gpus=gpus)
    if workers < 1:
        raise InputError(f"workers must be at least 1, got {workers}")
    return LocalExecutor() if workers == 1 else ProcessExecutor(workers)
