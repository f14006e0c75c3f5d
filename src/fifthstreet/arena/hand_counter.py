"""Hands played so far, counted while sessions are played, in this process or in others."""

from __future__ import annotations

import os
import struct
import tempfile
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Self

_SLOT = struct.Struct("<qq")  # number of a session, and its hands so far
_SLOTS = 4096  # more than there are sessions being played, or played and not counted yet
_SECONDS = 0.1  # between two notes of the same session


class HandCounter:
    """Counts the hands of the sessions that are being played, through a temporary file.

    A match reports its result after each session, which may take long. The file has the hands of
    the sessions in progress. Workers on other machines cannot write it, so their sessions count
    when they are finished.
    """

    def __init__(self) -> None:
        handle, self._path = tempfile.mkstemp(prefix="fifthstreet-hands-")
        os.close(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            Path(self._path).unlink()

    def note(self, session: int, hands: int) -> None:
        """Write how many hands of a session are played; nothing happens if that is impossible."""
        with suppress(OSError), Path(self._path).open("r+b") as file:
            file.seek(session % _SLOTS * _SLOT.size)
            file.write(_SLOT.pack(session, hands))

    def hands(self, first_session: int = 0) -> int:
        """Return how many hands of the sessions from a number on are played so far."""
        try:
            data = Path(self._path).read_bytes()
        except OSError:
            return 0
        whole = len(data) // _SLOT.size * _SLOT.size
        return sum(hands for at, hands in _SLOT.iter_unpack(data[:whole]) if at >= first_session)


class SessionCounter:
    """Counts the hands of one session, and notes them from time to time."""

    def __init__(self, counter: HandCounter, session: int) -> None:
        self._counter, self._session = counter, session
        self._hands = 0
        self._next = monotonic()
        counter.note(session, 0)

    def add(self, hands: int) -> None:
        """Count hands that are played."""
        self._hands += hands
        if (now := monotonic()) >= self._next:
            self._next = now + _SECONDS
            self.finish()

    def finish(self) -> None:
        """Note all hands so far."""
        self._counter.note(self._session, self._hands)
