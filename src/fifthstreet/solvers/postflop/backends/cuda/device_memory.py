"""Memory of backends on the GPU besides their tables: a plan's arrays, and scratch."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop.backends.cuda.device import load_cupy


class DeviceMemory:
    """Arrays on the GPU, of one backend or of several.

    Backends run one after the other. A pass reads nothing from the scratch of an earlier pass,
    except the values at the root, which are copied immediately. So backends that share a memory use
    the same scratch, and an array that their plans have in common is copied to the GPU once.
    """

    def __init__(self) -> None:
        self._cupy = load_cupy()
        # By the address of the host's object, which is kept alive so that the address stays unique.
        self._copies: dict[int, tuple[NDArray[Any], Any]] = {}
        self._scratch: list[Any] = []
        self._outgrown: list[Any] = []  # scratch still in use, too small for later backends
        self._requests = 0  # of the current backend

    @property
    def bytes(self) -> int:
        """Memory of all arrays."""
        copies = [copy for _, copy in self._copies.values()]
        return sum(int(array.nbytes) for array in (*copies, *self._scratch, *self._outgrown))

    def begin(self) -> None:
        """Let another backend use the scratch from its beginning."""
        self._requests = 0

    def put(self, array: NDArray[Any]) -> int:
        """Copy an array to the GPU unless it is there; return its address there."""
        if not array.size:
            return 0
        if id(array) not in self._copies:
            self._copies[id(array)] = (array, self._cupy.asarray(np.ascontiguousarray(array)))
        return int(self._copies[id(array)][1].data.ptr)

    def floats(self, count: int) -> int:
        """Return the address of scratch for `count` floats with arbitrary finite values."""
        at = self._requests
        self._requests += 1
        if at == len(self._scratch):
            self._scratch.append(self._cupy.zeros(count, np.float32))
        elif self._scratch[at].shape[0] < count:
            self._outgrown.append(self._scratch[at])
            self._scratch[at] = self._cupy.zeros(count, np.float32)
        return int(self._scratch[at].data.ptr)
