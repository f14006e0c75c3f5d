"""Samplers that run the traversals of a native sampler elsewhere and fetch its tables."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native


class RemoteSampler(ABC):
    """A sampler in place of a native one; `fetch` copies the tables to the native arrays."""

    def __init__(self, native: _native.BucketSampler) -> None:
        self._native = native
        self.rows_visited = 0  # times that a traversal of this object has read a row

    @abstractmethod
    def run(self, batches: int, threads: int) -> bool:
        """Run batches of traversals. Return True: there is no log that can outgrow memory."""

    @abstractmethod
    def fetch(self) -> None:
        """Copy the tables to the native sampler's arrays if they have changed."""

    @abstractmethod
    def restart_at(self, iteration: int) -> None:
        """Resume at an iteration, with the tables in the native sampler's arrays."""

    @property
    def iteration(self) -> int:
        """Number of traversals so far."""
        return self._native.iteration

    @property
    def information_sets(self) -> int:
        """Number of information sets in the tables."""
        return self._native.information_sets

    @property
    def table_bytes(self) -> int:
        """Memory of the tables in bytes."""
        return self._native.table_bytes

    @property
    def log_bytes(self) -> int:
        """Memory besides the tables in bytes: none in this process."""
        return 0

    def quantise(self, out: NDArray[np.uint8]) -> None:
        """Write the average strategy in units of 1/255."""
        self.fetch()
        self._native.quantise(out)

    def average(
        self, node: int, board: list[int], holes: NDArray[np.uint64], out: NDArray[np.float64]
    ) -> None:
        """Write the average strategy of each hand at a node."""
        self.fetch()
        self._native.average(node, board, holes, out)

    def visits(
        self, node: int, board: list[int], holes: NDArray[np.uint64], out: NDArray[np.uint64]
    ) -> None:
        """Write zeros: visits of buckets are not counted."""
        self._native.visits(node, board, holes, out)
