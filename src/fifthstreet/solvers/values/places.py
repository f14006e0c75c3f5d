"""Where arrays are computed with: NumPy's memory, or a GPU's through CuPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.backends.cuda.device import load_cupy


def array_converter(backend: str) -> Callable[[Any], Any]:
    """Return what puts an array where a backend computes.

    Args:
        backend: `native`, NumPy on this processor, or `cuda`.

    Raises:
        InputError: If there is no such backend, or no GPU.
    """
    if backend == "native":
        return np.asarray
    if backend != "cuda":
        raise InputError(f"backend must be native or cuda, got {backend!r}")
    converted: Callable[[Any], Any] = load_cupy().asarray
    return converted


def on_host(array: Any) -> NDArray[np.float32]:
    """Return an array in NumPy's memory.

    Args:
        array: An array of NumPy or of CuPy.
    """
    copied: NDArray[np.float32] = array.get() if hasattr(array, "get") else array
    return copied
