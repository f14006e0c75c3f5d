"""Child processes that exchange messages with the process that started them.

A child is spawned, because a forked process would share locks and threads of its parent. It imports
the program's main module, so that functions of a script can be sent to it, and a script has to
start it under `if __name__ == "__main__":`. Messages are bytes, whose meaning is up to the two
processes. If the child is gone, the parent receives EOFError or OSError; if the parent is gone, the
child ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import struct
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import wait
from threading import Thread
from time import monotonic
from typing import Any, NoReturn, TypeVar

from fifthstreet.errors import InputError
from fifthstreet.support.interrupts import interrupts_blocked

_HEADER = struct.Struct("!Q")
_SMALL_MESSAGE = 1 << 16  # bytes; larger ones are not copied to be sent with their header
_KILL_SECONDS = 5.0  # for the system to remove a killed process
_Child = TypeVar("_Child", bound="ChildProcess")


class Channel:
    """One end of a connection; each message is sent and received as a whole."""

    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected
        if connected.family == socket.AF_INET:  # on Windows; small messages must not wait
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self) -> None:
        """Close this end."""
        self.socket.close()

    def send(self, message: bytes | bytearray, seconds: float | None = None) -> None:
        """Send a message; TimeoutError if that takes too long, OSError if the other end is gone."""
        self.socket.settimeout(seconds)
        header = _HEADER.pack(len(message))
        if len(message) <= _SMALL_MESSAGE:
            self.socket.sendall(header + message)
        else:
            self.socket.sendall(header)
            self.socket.sendall(message)

    def receive(self, seconds: float | None = None, max_bytes: int | None = None) -> bytearray:
        """Wait for a message.

        TimeoutError if it is late, EOFError or OSError if the other end is gone, InputError if the
        message is too long.
        """
        deadline = None if seconds is None else monotonic() + seconds
        (size,) = _HEADER.unpack(self._receive_count(_HEADER.size, deadline))
        if max_bytes is not None and size > max_bytes:
            raise InputError(f"reply must have at most {max_bytes:,} bytes, got {size:,}")
        return self._receive_count(size, deadline)

    def _receive_count(self, count: int, deadline: float | None) -> bytearray:
        received = bytearray(count)
        left = memoryview(received)
        while left:
            seconds = None if deadline is None else deadline - monotonic()
            if seconds is not None and seconds <= 0:
                raise TimeoutError
            self.socket.settimeout(seconds)
            size = self.socket.recv_into(left)
            if not size:
                raise EOFError
            left = left[size:]
        return received


class ChildProcess:
    """A process started by this one."""

    def __init__(
        self, target: Callable[..., object], *arguments: Any, is_isolated: bool = False
    ) -> None:
        """Start a process that calls `target` with its `Parent` and the arguments.

        An isolated process has a session of its own, on POSIX, and ends together with the processes
        that it has started. It writes to standard error only. It ends with this program, even if
        it is not ended before. Other processes stay in the process group of this one.
        """
        ours, theirs = socket.socketpair()
        self._process = multiprocessing.get_context("spawn").Process(
            target=_run, args=(theirs, is_isolated, target, arguments), daemon=is_isolated
        )
        try:
            with interrupts_blocked():  # they would interrupt the new process, too
                self._process.start()
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self.channel = Channel(ours)
        self.pid = self._process.pid or 0
        self._is_isolated = is_isolated

    def exit_code(self, seconds: float) -> int | None:
        """Wait for the process to end and return its exit code; None if it is still running."""
        self._process.join(seconds)
        return self._process.exitcode


def wait_for_messages(children: Sequence[_Child]) -> list[_Child]:
    """Wait for any messages of children; return those that have sent one or are gone."""
    by_end: dict[object, _Child] = {child.channel.socket: child for child in children}
    return [by_end[end] for end in wait([child.channel.socket for child in children])]


def end_children(children: Sequence[ChildProcess]) -> None:
    """Kill child processes and wait until they are gone."""
    for child in children:
        child.channel.close()
        if child._is_isolated and hasattr(os, "killpg"):
            with suppress(OSError):  # its group does not exist yet, or all have ended
                os.killpg(child.pid, signal.SIGKILL)
        child._process.kill()
    for child in children:
        child._process.join(_KILL_SECONDS)
        with suppress(ValueError):  # still running; the system cannot end it yet
            child._process.close()


class Parent:
    """The connection of a child to its parent.

    If the parent is gone, this process ends, whatever it is doing.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        Thread(target=_end_with_parent, daemon=True).start()

    def send(self, message: bytes | bytearray) -> None:
        """Send a message."""
        self._channel.send(message)

    def receive(self) -> bytearray:
        """Wait for the next message."""
        try:
            return self._channel.receive()
        except (EOFError, OSError):
            _end_this_process()


def _run(
    connected: socket.socket,
    is_isolated: bool,
    target: Callable[..., object],
    arguments: tuple[Any, ...],
) -> None:
    """Be a child process."""
    if is_isolated:
        _leave_terminal()
    target(Parent(Channel(connected)), *arguments)


def _leave_terminal() -> None:
    """Shield this process from terminal signals, and standard output from this process."""
    if hasattr(os, "setsid"):
        os.setsid()
    try:
        os.dup2(2, 1)
    except OSError:  # no standard error
        sys.stdout = None


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    _end_this_process()


def _end_this_process() -> NoReturn:
    """End this process and, if it is isolated, the processes that it has started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)
