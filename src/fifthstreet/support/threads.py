"""Number of threads for native calls."""

import os

from fifthstreet.errors import InputError
from fifthstreet.support.whole_numbers import whole


def available_cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def thread_count(threads: int | None) -> int:
    """Return the number of threads to run; None means one per core."""
    if threads is None:
        return available_cores()
    count = whole("threads", threads)
    if count < 1:
        raise InputError(f"threads must be at least 1, got {count}")
    return count
