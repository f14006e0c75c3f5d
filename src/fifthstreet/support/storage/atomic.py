"""Atomic writes: a file is replaced completely or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.support.interrupts import held_interrupts
from fifthstreet.support.storage.handles import lock_handle
from fifthstreet.support.storage.targets import is_full, part_of, remove_leftovers, target_of


@contextmanager
def replacing(path: str | os.PathLike[str], *, keep_previous: bool = False) -> Iterator[BinaryIO]:
    """Open a file that replaces `path` once it is complete and on disk.

    It is written next to `path` as `.NAME.*.part`. If anything fails before the end, the old file
    at `path` is untouched; a process that is killed also leaves the partial file behind, which the
    next write removes. The new file has the mode and, if permitted, the owner of the old one. With
    `keep_previous`, the old file stays as `NAME.previous`. A symbolic link is kept and its target
    replaced; anything except a regular file is refused.
    """
    target = target_of(path)
    remove_leftovers(target)
    part: Path | None = None
    try:
        with held_interrupts():  # which would leave an open file
            part, opened = _new_part(target, path)
        with opened as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if sys.platform != "win32":  # while the lock keeps others from removing the part
                _move(part, target, path, keep_previous=keep_previous)
        if sys.platform == "win32":
            _move(part, target, path, keep_previous=keep_previous)
        _sync_folder(target.parent, path)
    except BaseException as error:
        if part is not None:
            with suppress(OSError):  # the next write removes it
                part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None and is_full(error):
            raise NotEnoughMemoryError(f"{path} cannot be written: {error.strerror}") from None
        raise


def previous_file(path: str | os.PathLike[str]) -> Path:
    """Return the name under which `replacing` keeps the old file."""
    target = Path(os.path.realpath(path))
    return target.with_name(f"{target.name}.previous")


def _new_part(target: Path, path: str | os.PathLike[str]) -> tuple[Path, BinaryIO]:
    """Create the file that replaces a target; InputError if that fails."""
    try:
        part, handle = _locked_part(target)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    return part, os.fdopen(handle, "wb+")


def _locked_part(target: Path) -> tuple[Path, int]:
    """Create a file with the rights of the target, locked so that it is not taken for a leftover.

    OSError if it cannot be created.
    """
    try:
        old = target.stat()
    except FileNotFoundError:
        old = None
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        part = part_of(target)
        # Until it has the rights of the old file, other users may not read it.
        handle = os.open(part, flags, 0o666 if old is None else 0o600)
        try:
            with suppress(OSError):  # a file system without locks
                lock_handle(handle)
            if old is not None:
                _copy_rights(handle, old)
            if part.exists():  # it was not removed before it was locked
                return part, handle
        except BaseException:
            os.close(handle)
            part.unlink(missing_ok=True)
            raise
        os.close(handle)


def _copy_rights(handle: int, old: os.stat_result) -> None:
    if sys.platform == "win32":
        return
    new = os.fstat(handle)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        for owner, group in ((old.st_uid, old.st_gid), (-1, old.st_gid)):
            try:
                os.fchown(handle, owner, group)
                break
            except OSError:  # only root may give files to others
                continue
    with suppress(OSError):  # some file systems have no modes
        os.fchmod(handle, old.st_mode & 0o7777)


def _move(part: Path, target: Path, path: str | os.PathLike[str], *, keep_previous: bool) -> None:
    """Give a complete part the name of its target, which is never without a file."""
    if keep_previous and target.exists():
        _keep(target)
    try:
        part.replace(target)
    except OSError as error:  # on Windows also while another process has the old file open
        raise InputError(f"{path} cannot be replaced: {error.strerror}") from None


def _keep(target: Path) -> None:
    """Give a file a second name, under which it stays when it is replaced."""
    previous, link = previous_file(target), part_of(target)
    try:
        link.hardlink_to(target)
        link.replace(previous)
    except OSError:  # a file system without links
        with suppress(OSError):
            target.replace(previous)
    # After a write that failed at this point, both names are one file, and `replace` does nothing.
    with suppress(OSError):
        link.unlink(missing_ok=True)


def _sync_folder(folder: Path, path: str | os.PathLike[str]) -> None:
    """Write a folder's entries to disk, so that a new name in it survives a crash."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows cannot open folders
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
