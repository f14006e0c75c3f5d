"""Interrupts: Ctrl-C, and signals that end a program, between two steps of a loop in Python."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

# A request to end, and a terminal that was closed. Windows has neither.
_ENDING_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@dataclass
class Interruption:
    """The signal that has interrupted a block, if any."""

    signal: int | None = None


@dataclass
class HeldInterrupts:
    """Whether Ctrl-C was pressed, or the program asked to end, since the block began."""

    pending: bool = False


_interruption = Interruption()


@contextmanager
def interrupting_signals() -> Iterator[Interruption]:
    """Let signals that would end the program raise KeyboardInterrupt, as Ctrl-C does.

    So a command that is asked to end, or whose terminal is closed, saves its work first. Signals
    that are ignored (by `nohup`) or handled by the program stay as they are.
    """
    _interruption.signal = None
    changed = []
    if threading.current_thread() is threading.main_thread():
        for number in _ENDING_SIGNALS:
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _interrupt)
                changed.append(number)
    try:
        yield _interruption
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Let Ctrl-C wait until the block ends; processes that are started in it begin without it.

    Windows has no such block, and nothing is held back there.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def held_interrupts() -> Iterator[HeldInterrupts]:
    """Hold KeyboardInterrupt back until the block ends; the block should end when it is pending.

    Threads other than the main one are never interrupted, and programs with handlers of their own
    keep them.
    """
    held = HeldInterrupts()
    if threading.current_thread() is not threading.main_thread():
        yield held
        return
    received: list[int] = []

    def hold(number: int, _: FrameType | None) -> None:
        received.append(number)
        held.pending = True

    handlers = {
        number: handler
        for number in (signal.SIGINT, *_ENDING_SIGNALS)
        if (handler := signal.getsignal(number)) in (signal.default_int_handler, _interrupt)
    }
    for number in handlers:
        signal.signal(number, hold)
    try:
        yield held
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    if received:
        handlers[signal.Signals(received[0])](received[0], None)


def is_asked_to_end() -> bool:
    """Return whether a signal other than Ctrl-C has interrupted the program."""
    return _interruption.signal is not None


def _interrupt(number: int, _: FrameType | None) -> NoReturn:
    _interruption.signal = number
    raise KeyboardInterrupt
