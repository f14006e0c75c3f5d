"""Atomic writes: a file is replaced completely or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that replaces `path` once it is complete and on disk.

    It is written next to `path` as `.NAME.*.part`. If anything fails before the end, the old file
    at `path` is untouched; a process that is killed also leaves the partial file behind. Windows
    does not replace files that are mapped into memory, as those of solutions in use are.
    """
    target = Path(os.path.realpath(path))  # a symbolic link is kept; its target is replaced
    if target.is_dir():
        raise ValueError(f"{path} is a folder; want a file to write")
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        file = part.open("xb+")
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror}") from None
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        try:
            part.replace(target)
        except OSError as error:  # on Windows also while the old file is mapped into memory
            raise ValueError(f"{path} cannot be replaced: {error.strerror}") from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Write a folder's entries to disk, so that a new name in it survives a crash."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows cannot open folders
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
