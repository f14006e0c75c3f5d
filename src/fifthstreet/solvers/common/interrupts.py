"""Ctrl-C between two steps of a loop in Python, never within one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class HeldInterrupts:
    """Whether Ctrl-C was pressed since the block began."""

    pending: bool = False


@contextmanager
def held_interrupts() -> Iterator[HeldInterrupts]:
    """Hold KeyboardInterrupt back until the block ends; the block should end when it is pending.

    Threads other than the main one are never interrupted, and programs with a handler of their own
    keep it.
    """
    held = HeldInterrupts()
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield held
        return

    def hold(*_: object) -> None:
        held.pending = True

    signal.signal(signal.SIGINT, hold)
    try:
        yield held
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if held.pending:
        raise KeyboardInterrupt
