"""Many streams of random numbers at once, each the same as a `SeededRandom`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError

Rows = NDArray[np.int64]

# The constants of `seeded_random` as unsigned 64-bit numbers.
_BITS = np.uint64(30)
_LOW = np.uint64((1 << 30) - 1)
_STATE = np.uint64((1 << 60) - 1)
_MULTIPLIER = np.uint64(1073729352)
_MODULUS_LESS_ONE = np.uint64((1073729352 << 30) - 1)
_SMALL = 1024
_MAX_COUNT = 1 << 33  # so that products fit into 64 bits


class SeededRandoms:
    """A stream of random numbers for each seed.

    >>> from fifthstreet.support.seeded_random import SeededRandom
    >>> streams = SeededRandoms(np.array([7, 8], np.uint64))
    >>> [int(streams.below(np.array([1]), 6)[0]) for _ in range(5)]
    [3, 3, 5, 3, 0]
    >>> numbers = SeededRandom(8)
    >>> [numbers.below(6) for _ in range(5)]
    [3, 3, 5, 3, 0]
    """

    def __init__(self, seeds: NDArray[np.uint64]) -> None:
        states = (seeds ^ (seeds >> np.uint64(60))) & _STATE
        # 0 and the modulus less one never change.
        is_moving = (states > 0) & (states < _MODULUS_LESS_ONE)
        self._states: NDArray[np.uint64] = np.where(is_moving, states, np.uint64(1))  # [S]
        for _ in range(6):  # neighbouring seeds differ in a few bits only
            self._states = _next(self._states)

    def bits(self, streams: Rows) -> NDArray[np.uint64]:
        """Return 30 random bits from each of the given streams, which must be distinct."""
        states = _next(self._states[streams])
        self._states[streams] = states
        return (states ^ (states >> _BITS)) & _LOW

    def random(self, streams: Rows) -> NDArray[np.float64]:
        """Return a number from each of the given streams, from 0 up to but not including 1."""
        upper = self.bits(streams) / 1073741824.0
        return upper + (self.bits(streams) >> np.uint64(8)) / 4503599627370496.0

    def below(self, streams: Rows, counts: int | NDArray[Any]) -> NDArray[np.int64]:
        """Return a whole number from each stream, from 0 up to but not including its count."""
        given = np.broadcast_to(np.asarray(counts), streams.shape)
        if given.size and not 1 <= given.min() <= given.max() <= _MAX_COUNT:
            raise InputError(
                f"counts must be from 1 to {_MAX_COUNT:,}, got {given.min():,} to {given.max():,}"
            )
        limits: NDArray[np.uint64] = given.astype(np.uint64)
        drawn: NDArray[np.uint64] = self.bits(streams) * limits
        is_large = limits > _SMALL
        if is_large.any():  # 60 bits: the product is computed in two parts
            large = np.flatnonzero(is_large)
            drawn[large] += self.bits(streams[large]) * limits[large] >> _BITS
        return (drawn >> _BITS).astype(np.int64)


def _next(states: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return _MULTIPLIER * (states & _LOW) + (states >> _BITS)
