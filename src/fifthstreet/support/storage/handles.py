"""Locks on open files, which the system releases when their process ends, however it ends."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

_LOCKED_BYTE = 1 << 30  # beyond the content, which Windows would not let others read otherwise


def lock_handle(handle: int) -> bool:
    """Lock an open file for this handle alone; return whether it could be locked.

    OSError if the file system has no locks.
    """
    try:
        import fcntl
    except ImportError:
        return _lock_on_windows(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_on_windows(handle: int) -> bool:
    msvcrt: Any = import_module("msvcrt")
    os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        os.lseek(handle, 0, os.SEEK_SET)
    return True
