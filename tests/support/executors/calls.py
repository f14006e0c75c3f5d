"""Functions that the tests of executors send to workers."""

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def slow_square(number: int, seconds: float) -> int:
    time.sleep(seconds)
    return number * number


def fail(number: int) -> int:
    raise LookupError(f"job {number} fails")


class UnreadableError(Exception):
    """Can be pickled, but not read."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__("unreadable")


def fail_unreadably() -> None:
    raise UnreadableError(1, 2)


def unsendable() -> object:
    return lambda: None


def process_id() -> int:
    return os.getpid()


def end_once(folder: str, number: int) -> int:
    """Kill the own process the first time, and return a square the second time."""
    mark = Path(folder) / str(number)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return number * number


def end_always() -> None:
    os._exit(3)


def mark_and_wait(path: str, seconds: float) -> None:
    Path(path).write_text(str(os.getpid()))
    time.sleep(seconds)
