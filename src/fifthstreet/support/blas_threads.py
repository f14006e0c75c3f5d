"""One thread for NumPy's linear algebra, where matrices are too small for several."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

_FOLDERS = ("../numpy.libs", ".dylibs")  # of NumPy's wheels: Linux and Windows, macOS
_LIBRARIES = "*scipy_openblas*"
_SUFFIXES = ("64_", "")
_lock = Lock()
_users = 0
_threads_before = 0


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let products of matrices run in the calling thread.

    OpenBLAS divides products of matrices of 64 rows and columns among all cores. On a busy machine
    they then take up to a hundred times as long, because each waits for the slowest core, and the
    last bits of results depend on the number of cores.

    Only NumPy's wheels with OpenBLAS are changed; with other libraries nothing happens.
    """
    global _users, _threads_before
    library = _openblas()
    if library is None:
        yield
        return
    get_threads, set_threads = library
    with _lock:
        if _users == 0:
            _threads_before = get_threads()
            set_threads(1)
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                set_threads(_threads_before)


@cache
def _openblas() -> tuple[Any, Any] | None:
    """Return the functions of NumPy's OpenBLAS that get and set the number of threads."""
    package = Path(np.__file__).parent
    files = [path for folder in _FOLDERS for path in sorted((package / folder).glob(_LIBRARIES))]
    for path in files:
        try:
            library = ctypes.CDLL(str(path))  # the one that NumPy has loaded
        except OSError:
            continue
        for suffix in _SUFFIXES:
            get_threads = getattr(library, f"scipy_openblas_get_num_threads{suffix}", None)
            set_threads = getattr(library, f"scipy_openblas_set_num_threads{suffix}", None)
            if get_threads is not None and set_threads is not None:
                return get_threads, set_threads
    return None
