"""Random numbers that depend on a seed alone, cheap to start anew for every hand."""

from collections.abc import Sequence
from typing import Any, Final, SupportsIndex

from fifthstreet.errors import InputError
from fifthstreet.support.whole_numbers import whole

_BITS: Final = 30
_BASE: Final = 1 << _BITS
_LOW: Final = _BASE - 1
_STATE: Final = (1 << 60) - 1
# A * 2**30 - 1 and A * 2**29 - 1 are prime, so the period is A * 2**29 - 1, about 2**59.
_MULTIPLIER: Final = 1073729352
_SMALL: Final = 1024


class SeededRandom:
    """A stream of random numbers: multiply with carry (Marsaglia 2003), 30 bits at a time.

    Seeding Python's own generator takes longer than dealing a whole hand, and generators of 64 bits
    need numbers that compiled Python cannot hold in a register.

    >>> numbers = SeededRandom(7)
    >>> [numbers.below(6) for _ in range(8)]
    [2, 5, 3, 5, 1, 5, 5, 2]
    """

    def __init__(self, seed: SupportsIndex) -> None:
        number: int = seed if type(seed) is int else whole("seed", seed)
        state = (number ^ (number >> 60)) & _STATE
        if not 0 < state < _MULTIPLIER * _BASE - 1:  # these stay where they are
            state = 1
        for _ in range(6):  # neighbouring seeds differ in a few bits only
            state = _MULTIPLIER * (state & _LOW) + (state >> _BITS)
        self._state: int = state

    def bits(self) -> int:
        """Return 30 random bits."""
        state = self._state
        state = _MULTIPLIER * (state & _LOW) + (state >> _BITS)
        self._state = state
        return (state ^ (state >> _BITS)) & _LOW

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        return self.bits() / 1073741824.0 + (self.bits() >> 8) / 4503599627370496.0

    def below(self, count: int) -> int:
        """Return a whole number from 0 up to, but not including, `count`."""
        if count < 1:
            raise InputError(f"count must be 1 or more, got {count}")
        if count <= _SMALL:  # some numbers come up more often than others by one in a million
            return (self.bits() * count) >> _BITS
        return (((self.bits() << _BITS) | self.bits()) * count) >> 60

    def choice(self, items: Sequence[Any]) -> Any:
        """Return one of the items, each with the same probability."""
        return items[self.below(len(items))]

    def weighted(self, weights: Sequence[float]) -> int:
        """Return an index, each with a probability proportional to its weight."""
        total = 0.0
        for weight in weights:
            total += weight
        left = self.random() * total
        last = 0
        for index, weight in enumerate(weights):
            if weight > 0:
                last = index
                left -= weight
                if left < 0:
                    return index
        return last

    @property
    def place(self) -> int:
        """The place in the stream, from which `move_to` goes on."""
        return self._state

    def move_to(self, place: int) -> None:
        """Go on from a place that `place` returned."""
        if not 0 < place < _MULTIPLIER * _BASE - 1:
            raise InputError(f"place must be one that `place` returned, got {place}")
        self._state = place

    def __reduce__(self) -> tuple[Any, ...]:
        return _resumed, (self._state,)


def _resumed(state: int) -> SeededRandom:
    numbers = SeededRandom(1)
    numbers.move_to(state)
    return numbers
