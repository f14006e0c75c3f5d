"""Reading parts of open files into memory, from any thread."""

from __future__ import annotations

import mmap
import os
import sys
import threading
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

_NO_RESERVE = 0x4000  # MAP_NORESERVE of Linux, which older versions of Python do not name


class OpenFile:
    """An open file that several threads may read at once; it is closed with the object."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._lock = threading.Lock()

    def __del__(self) -> None:
        with suppress(OSError):  # the system closes it all the same
            os.close(self._handle)

    def read(self, offset: int, size: int) -> bytes:
        """Return `size` bytes of the file; fewer if it ends before."""
        parts: list[bytes] = []
        while size > 0 and (part := self._read_some(offset, size)):
            parts.append(part)
            offset += len(part)
            size -= len(part)
        return b"".join(parts)

    def _read_some(self, offset: int, size: int) -> bytes:
        if hasattr(os, "pread"):  # not on Windows
            return os.pread(self._handle, size, offset)
        with self._lock:  # the position belongs to the file, not to the thread
            os.lseek(self._handle, offset, os.SEEK_SET)
            return os.read(self._handle, size)


def untouched_bytes(size: int) -> NDArray[np.uint8]:
    """Return zeros that take no memory until they are written to."""
    if sys.platform == "linux":
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
        memory = mmap.mmap(-1, max(size, 1), flags=flags)
    else:
        memory = mmap.mmap(-1, max(size, 1))
    return np.frombuffer(memory, np.uint8)[:size]
