"""What a fuzz target is, and what targets share.

A target checks any bytes: it returns if they are accepted or refused as promised, and raises
anything else for a finding.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from fifthstreet.errors import FifthstreetError

_Result = TypeVar("_Result")
_Item = TypeVar("_Item")
MAX_BYTES = 4096  # of an input, by default
_MAX_DRAWN = 64  # numbers of an array; longer ones repeat them


@dataclass(frozen=True)
class Target:
    """One entry point."""

    name: str
    check: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]  # valid inputs, from which the fuzzer starts
    is_native: bool = False  # whether it runs with the sanitized core
    max_bytes: int = MAX_BYTES


def text_target(
    name: str,
    check: Callable[[str], object],
    seeds: Callable[[], Iterable[str]],
    max_bytes: int = MAX_BYTES,
) -> Target:
    """Return a target that reads text; the errors of the package are refusals."""
    return Target(
        name,
        lambda data: accepted(check, data.decode("utf-8", "surrogateescape")),
        lambda: (text.encode("utf-8", "surrogateescape") for text in seeds()),
        max_bytes=max_bytes,
    )


def accepted(call: Callable[..., _Result], *arguments: Any) -> _Result | None:
    """Return the result of a call; None if it is refused with a one-line error of the package."""
    try:
        return call(*arguments)
    except FifthstreetError as error:
        message = str(error)
    assert "\n" not in message, f"an error of several lines: {message!r}"
    assert message, "an error without a message"
    return None


class Bytes:
    """Decodes an input into choices; after its end, every choice is the first one."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def take(self, count: int) -> bytes:
        """Return the next bytes, with zeros after the end."""
        taken = self._data[self._at : self._at + count]
        self._at += count
        return taken.ljust(count, b"\0")

    def rest(self) -> bytes:
        """Return all bytes that are left."""
        return self.take(max(len(self._data) - self._at, 0))

    def integer(self, low: int, high: int) -> int:
        """Return a number from `low` to `high`."""
        count = (int(high - low).bit_length() + 7) // 8
        return low + int.from_bytes(self.take(count), sys.byteorder) % (high - low + 1)

    def share(self) -> float:
        """Return a number from 0 up to 1."""
        return self.integer(0, 255) / 256

    def pick(self, items: Sequence[_Item]) -> _Item:
        """Return one of the items."""
        return items[self.integer(0, len(items) - 1)]

    def several(self, items: Sequence[_Item], count: int) -> list[_Item]:
        """Return different items, in any order; fewer if there are not enough."""
        left = list(items)
        return [left.pop(self.integer(0, len(left) - 1)) for _ in range(min(count, len(left)))]


class ByteGenerator:
    """Draws like `numpy.random.Generator`, as far as the tests' generators of examples use it."""

    def __init__(self, choices: Bytes) -> None:
        self._choices = choices

    def random(self, size: int | None = None) -> Any:
        """Return numbers from 0 up to 1."""
        return self._drawn(self._choices.share, size, np.float64)

    def choice(self, items: Sequence[Any], size: int | None = None) -> Any:
        """Return some of the items."""
        return self._drawn(lambda: self._choices.pick(items), size, None)

    def integers(
        self,
        low: int,
        high: int | None = None,
        size: int | None = None,
        dtype: Any = np.int64,
        endpoint: bool = False,
    ) -> Any:
        """Return whole numbers."""
        first, last = (0, low - 1) if high is None else (low, high - (not endpoint))
        return self._drawn(lambda: self._choices.integer(first, last), size, dtype)

    def _drawn(self, draw: Callable[[], Any], size: int | None, dtype: Any) -> Any:
        if size is None:
            return draw()
        drawn = np.array([draw() for _ in range(min(size, _MAX_DRAWN))], dtype)
        return np.resize(drawn, size)
