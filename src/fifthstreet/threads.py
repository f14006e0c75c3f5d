"""How many threads a native call runs on."""

import os


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def thread_count(threads: int | None) -> int:
    """A number of threads from what a caller said: None is one for each core."""
    if threads is None:
        return available_cores()
    if threads < 1:
        raise ValueError(f"threads is {threads}; want 1 or more")
    return threads
