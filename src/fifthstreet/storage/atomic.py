"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` once it is complete and on the disk.

    It is written beside it as `.NAME.*.part`. Whatever happens before the end leaves what was at
    `path`; only a process that is killed leaves its part behind as well.
    """
    target = Path(os.path.realpath(path))  # a link goes on pointing where it did
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
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder last."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
