"""Ctrl-C and termination signals, handled between steps of a Python loop."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

# Termination and a closed terminal. Windows has neither.
_ENDING_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@dataclass
class Interruption:
    """The signal that has interrupted a block, if any."""

    signal: int | None = None


@dataclass
class HeldInterrupts:
    """Whether an interrupt has arrived since the block began."""

    pending: bool = False


_interruption = Interruption()


@contextmanager
def interrupting_signals() -> Iterator[Interruption]:
    """Raise KeyboardInterrupt on termination signals, as on Ctrl-C.

    So a command that is terminated, or whose terminal is closed, saves its work first. Signals
    that are ignored (by `nohup`) or handled by the program are not changed.
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
    """Delay Ctrl-C until the block ends; processes started in the block ignore it at first.

    This has no effect on Windows.
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
    """Delay interrupts until the block ends; the block should end when one is pending.

    Whatever Python function handles Ctrl-C or a termination signal is called when the block ends.
    Threads other than the main one are never interrupted.
    """
    held = HeldInterrupts()
    if threading.current_thread() is not threading.main_thread():
        yield held
        return
    received: list[int] = []
    is_over = False

    def hold(number: int, frame: FrameType | None) -> None:
        if is_over:  # an interrupt has kept the handlers from being restored
            restore()
            handlers[signal.Signals(number)](number, frame)
            return
        received.append(number)
        held.pending = True

    def restore() -> None:
        for number, handler in handlers.items():
            signal.signal(number, handler)

    handlers = {
        number: handler
        for number in (signal.SIGINT, *_ENDING_SIGNALS)
        if callable(handler := signal.getsignal(number))
    }
    try:
        for number in handlers:
            signal.signal(number, hold)
        yield held
    finally:
        is_over = True
        restore()
    if received:
        handlers[signal.Signals(received[0])](received[0], None)


def is_asked_to_end() -> bool:
    """Return whether a signal other than Ctrl-C has interrupted the program."""
    return _interruption.signal is not None


def _interrupt(number: int, _: FrameType | None) -> NoReturn:
    _interruption.signal = number
    raise KeyboardInterrupt
