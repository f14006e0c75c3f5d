"""Tables of a strategy in few bytes, for files that come with the package.

Shares have 8 bits, EVs are whole steps, and both are compressed. Decisions that the strategy's own
play nearly never gets to are left out: an answer there says so.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT
from fifthstreet.errors import InputError

_WHOLE = 255  # the shares of a class add up to this
_UNKNOWN = -(1 << 15)  # an EV where no hand gets to
_STEPS = 20_000  # of the largest EV
_LEVEL = 9


def rounded_shares(shares: NDArray[np.floating], starts: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return shares as whole numbers; the actions of a class add up to 255.  [rows, 169]

    Args:
        shares: How often each class takes each action, rows of one decision adding up to 1.
            [rows, 169]
        starts: The first row of each decision, and the number of rows.
    """
    until = np.zeros((len(shares) + 1, CLASS_COUNT))
    np.cumsum(shares, axis=0, out=until[1:])
    before = np.repeat(until[starts[:-1]], np.diff(starts), axis=0)
    # Sums over the actions so far are rounded, so that the whole stays exact.
    upper, lower = (np.rint((each - before) * _WHOLE) for each in (until[1:], until[:-1]))
    return (upper - lower).clip(0, _WHOLE).astype(np.uint8)


def pack_shares(shares: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return compressed shares.

    Args:
        shares: The result of `rounded_shares`.
    """
    return _compressed(shares)


def unpack_shares(packed: NDArray[np.uint8], rows: int) -> NDArray[np.uint8]:
    """Return shares as whole numbers that add up to 255.  [rows, 169]

    Args:
        packed: The result of `pack_shares`.
        rows: Number of rows.

    Raises:
        InputError: If there are more or fewer bytes.
    """
    return _expanded("shares", packed, rows * CLASS_COUNT).reshape(rows, CLASS_COUNT)


def pack_values(values: NDArray[np.floating]) -> tuple[NDArray[np.uint8], float]:
    """Return compressed EVs, and the step by which they are rounded.

    Args:
        values: EVs; NaN where no hand gets to.  [rows, 169]
    """
    largest = float(np.nanmax(np.abs(values), initial=0.0))
    step = largest / _STEPS or 1.0
    whole = np.where(np.isnan(values), _UNKNOWN, np.rint(values / step)).astype("<i2")
    # High bytes repeat along a row: apart from low bytes they take less.
    return _compressed(whole.reshape(-1, 1).view(np.uint8).T), step


def unpack_values(packed: NDArray[np.uint8], rows: int, step: float) -> NDArray[np.float32]:
    """Return EVs.  [rows, 169]

    Args:
        packed: The first result of `pack_values`.
        rows: Number of rows.
        step: The second result.

    Raises:
        InputError: If there are more or fewer bytes.
    """
    planes = _expanded("action_values", packed, 2 * rows * CLASS_COUNT).reshape(2, -1)
    whole = np.ascontiguousarray(planes.T).view("<i2").reshape(rows, CLASS_COUNT)
    return np.where(whole == _UNKNOWN, np.nan, whole * step).astype(np.float32)


def _compressed(table: NDArray[Any]) -> NDArray[np.uint8]:
    return np.frombuffer(zlib.compress(table.tobytes(), _LEVEL), np.uint8)


def _expanded(name: str, packed: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(packed.tobytes(), size + 1)
    except zlib.error as error:
        raise InputError(f"{name} must be compressed by zlib, got {error}") from None
    if len(content) != size:
        raise InputError(f"{name} must have {size} bytes, got {len(content)} or more")
    return np.frombuffer(content, np.uint8)
