"""Locks of files: a second writer gets an error that names the holder."""

from __future__ import annotations

import json
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from fifthstreet.errors import BusyError, InputError
from fifthstreet.support.interrupts import held_interrupts
from fifthstreet.support.storage.handles import lock_handle
from fifthstreet.support.storage.targets import hidden_file, target_of

_MAX_ATTEMPTS = 100


class FileLock:
    """The right to write a file, which one writer has at a time.

    It is a lock of the operating system on a file `.NAME.lock` beside the file, so it ends
    with its process, even if the process is killed. The lock file names the process for others.
    """

    _handle: int | None = None

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Lock a file; BusyError that names the other process if it is already locked."""
        self._path = path
        self.file = hidden_file(target_of(path), ".lock")
        try:
            with held_interrupts():  # which would leave a lock that nothing releases
                self._handle = self._acquired()
        except BaseException:
            self.release()
            raise

    def __del__(self) -> None:
        if self._handle is not None:  # an interrupt came before the lock was used
            self.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Let others write the file, and remove the lock file."""
        if self._handle is None:
            return
        with held_interrupts():
            handle, self._handle = self._handle, None
            if sys.platform != "win32":
                self._remove()
            with suppress(OSError):  # the system closes it all the same
                os.close(handle)
            if sys.platform == "win32":  # which does not remove open files
                self._remove()

    def _remove(self) -> None:
        with suppress(OSError):  # on Windows, when the next writer has already opened it
            self.file.unlink(missing_ok=True)

    def _acquired(self) -> int:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        for _ in range(_MAX_ATTEMPTS):
            try:
                handle = os.open(self.file, flags, 0o666)
            except OSError as error:
                raise InputError(f"{self._path} cannot be locked: {error.strerror}") from None
            try:
                self._lock(handle)
                if _is_open_as(handle, self.file):
                    _write_holder(handle)
                    return handle
            except BaseException:
                os.close(handle)
                raise
            os.close(handle)  # the writer before us removed it after we had opened it
        raise BusyError(f"{self._path} cannot be locked: too many processes write it")

    def _lock(self, handle: int) -> None:
        try:
            is_ours = lock_handle(handle)
        except OSError:  # a file system without locks: see who wrote the lock file
            is_ours = not _is_running(_read_holder(handle))
        if not is_ours:
            holder = _read_holder(handle)
            name = f"process {holder['pid']} on {holder['host']}" if holder else "another process"
            raise BusyError(
                f"{self._path} is being written by {name}: wait until it ends, or use another file"
            )


def _write_holder(handle: int) -> None:
    text = json.dumps({"pid": os.getpid(), "host": socket.gethostname()}).encode()
    with suppress(OSError):  # a full disk; the lock holds all the same
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, text)


def _read_holder(handle: int) -> dict[str, Any] | None:
    """Return the process and the host in a lock file, if it has them."""
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        holder = json.loads(os.read(handle, 1000))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(holder, dict) or not isinstance(holder.get("pid"), int):
        return None
    host = holder.get("host")
    return {"pid": holder["pid"], "host": host if isinstance(host, str) else "an unknown host"}


def _is_running(holder: dict[str, Any] | None) -> bool:
    """Return whether the process of a lock file may still run; on other hosts it may."""
    if holder is None:
        return False
    if holder["host"] != socket.gethostname():
        return True
    if sys.platform == "win32" or holder["pid"] <= 0:  # there, os.kill ends processes
        return False
    try:
        os.kill(holder["pid"], 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def _is_open_as(handle: int, path: Path) -> bool:
    """Return whether a path still names the open file."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False
