"""Arrays in files, which may be larger than memory."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.support.storage.targets import bytes_text, is_full

_PIECE = 1 << 24  # bytes that are written at a time


def mapped_zeros(
    folder: str | os.PathLike[str], count: int, dtype: type[np.generic]
) -> NDArray[Any]:
    """Return an array of zeros in a file; the system keeps the parts in use in memory.

    The file has no name, or on Windows a temporary one: it disappears with the array, even if the
    process is killed. Its space is reserved, so that a full disk is an error here and not later.

    Args:
        folder: Folder of the file; it is created if it does not exist.
        count: Length of the array.
        dtype: Type of the entries.

    Raises:
        InputError: If no file can be written to the folder.
        NotEnoughMemoryError: If the disk has too little space.
    """
    size = count * np.dtype(dtype).itemsize
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(prefix="fifthstreet-", dir=folder) as file:
            if not size:
                return np.zeros(0, dtype)
            _reserve(file, size)
            return np.memmap(file, dtype, "r+", shape=(count,))
    except OSError as error:
        if is_full(error):
            raise NotEnoughMemoryError(
                f"not enough disk space in {folder}: a table needs {bytes_text(size)}"
            ) from None
        raise InputError(f"files in {folder} cannot be written: {error.strerror}") from None


def _reserve(file: IO[bytes], size: int) -> None:
    """Fill a file with zeros; its blocks are reserved without writing them where possible."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
        return
    zeros = bytes(min(size, _PIECE))
    for start in range(0, size, _PIECE):
        file.write(zeros[: size - start])
    file.flush()
