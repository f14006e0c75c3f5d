"""Turns of threads on one object: calls that change it run one after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from threading import get_ident
from typing import Concatenate, ParamSpec, Protocol, TypeVar

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class Turns:
    """A reentrant lock that lets waiting threads in.

    A thread that releases one of Python's locks and takes it again at once, as a run does between
    its steps, usually gets it before any waiting thread. Here the next thread in line holds a gate
    that the thread that has just finished has to pass.

    >>> turns = Turns()
    >>> with turns, turns:
    ...     pass
    """

    __slots__ = ("_depth", "_gate", "_owner", "_turn")

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._turn = threading.RLock()
        self._owner: int | None = None  # the thread whose turn it is
        self._depth = 0

    def __enter__(self) -> None:
        me = get_ident()
        if self._owner != me:
            try:
                with self._gate:
                    self._turn.acquire()
                self._owner = me
            except BaseException:  # an interrupt, perhaps just after the turn had come
                with suppress(RuntimeError):
                    self._turn.release()
                raise
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._owner = None
            self._turn.release()


class HasTurns(Protocol):
    """An object whose methods take turns."""

    @property
    def turns(self) -> Turns:
        """The lock of the object."""


_Owner = TypeVar("_Owner", bound=HasTurns)


def in_turn(
    method: Callable[Concatenate[_Owner, _Arguments], _Result],
) -> Callable[Concatenate[_Owner, _Arguments], _Result]:
    """Make a method wait until no other thread is in such a method of the same object.

    Args:
        method: A method of an object with an attribute `turns`.

    Returns:
        The method, which waits for its turn; it may call other such methods of the object.
    """

    @wraps(method)
    def waiting(self: _Owner, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        with self.turns:
            return method(self, *args, **kwargs)

    return waiting
