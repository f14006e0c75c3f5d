"""Points to be clustered: which arrays are accepted, and the whole numbers that represent them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet import _native
from fifthstreet.errors import InputError

Metric = Literal["l2", "emd"]
METRICS: tuple[Metric, ...] = ("l2", "emd")  # as the native core numbers them
MAX_DIMENSIONS = 64

_TYPES = (np.uint8, np.uint16, np.float32, np.float64)
_MAX_WEIGHT = (1 << 32) - 1  # of all points together
_ROW_UNIT = 8  # levels
_MIN_WIDTH = 1e-30  # of a range of numbers; numbers closer together count as equal
_SCANNED_ROWS = 1 << 20
_SAMPLE_STREAM = (1 << 47) - 1  # of random numbers; restarts use the streams from 0


@dataclass(frozen=True)
class PointScale:
    """How points become the rows of whole numbers (levels) that are clustered.

    Under `"l2"`, a level is `(number - low) * scale`, rounded and limited to 0 and `top`. Under
    `"emd"`, level i is `top` times the share of the first i + 1 bins; the last bin has no level.
    """

    metric: Metric
    dimensions: int  # numbers of a point
    top: int  # highest level
    low: float = 0.0
    scale: float = 1.0

    @property
    def used(self) -> int:
        """Number of levels of a point."""
        return self.dimensions - (self.metric == "emd")

    @property
    def unit(self) -> float:
        """Cost in the native core of two points at distance 1."""
        return float(self.top) if self.metric == "emd" else self.scale**2

    @property
    def native(self) -> tuple[int, int, float, float]:
        """Arguments of the native core."""
        return METRICS.index(self.metric), self.top, self.low, self.scale

    def centres(self, levels: NDArray[np.int16]) -> NDArray[np.float32]:
        """Return centres in the unit of points; under `"emd"`, histograms that sum to 1."""
        used = levels[:, : self.used].astype(np.float64)
        if self.metric == "l2":
            return (used / self.scale + self.low).astype(np.float32)
        shares = np.diff(used / self.top, axis=1, prepend=0.0, append=1.0)
        return shares.astype(np.float32)


def stride_of(used: int) -> int:
    """Return the length of a row of levels in the native core."""
    return -(-used // _ROW_UNIT) * _ROW_UNIT


def checked_points(points: ArrayLike) -> NDArray[Any]:
    """Return points as an array [N, D] of a type that can be clustered."""
    array = np.asarray(points)
    if not isinstance(points, np.ndarray) and array.dtype.kind == "i" and array.size:
        are_counts = array.min() >= 0 and array.max() <= np.iinfo(np.uint16).max
        array = array.astype(np.uint16 if are_counts else np.float64)
    if array.ndim != 2 or not 1 <= array.shape[1] <= MAX_DIMENSIONS:
        raise InputError(
            f"points must be rows of 1 to {MAX_DIMENSIONS} numbers, got shape {array.shape}"
        )
    if array.dtype not in _TYPES:
        raise InputError(f"points must be uint8, uint16, float32 or float64, got {array.dtype}")
    return array


def checked_weights(weights: ArrayLike, count: int) -> NDArray[np.uint32]:
    """Return one whole number for each point."""
    array = np.asarray(weights)
    if array.shape != (count,):
        raise InputError(f"weights must be {count:,}, one per point, got shape {array.shape}")
    if array.dtype.kind not in "iu":
        raise InputError(f"weights must be whole numbers, got {array.dtype}")
    if count and (int(array.min()) < 0 or int(array.max()) > _MAX_WEIGHT):
        raise InputError(
            f"weights must be 0 to {_MAX_WEIGHT:,}, got {array.min()} to {array.max()}"
        )
    whole = array.astype(np.uint32)
    if not 1 <= (total := int(whole.sum(dtype=np.uint64))) <= _MAX_WEIGHT:
        raise InputError(f"weights must add up to 1 to {_MAX_WEIGHT:,}, got {total:,}")
    return whole


def native_numbers(points: NDArray[Any]) -> NDArray[Any]:
    """Return points as the native core accepts them."""
    wanted = np.float32 if points.dtype == np.float64 else points.dtype.type
    with np.errstate(over="ignore"):  # infinite numbers are refused there
        return np.ascontiguousarray(points, wanted)


def point_error(point: int, metric: Metric) -> InputError:
    """Return the error for a point with wrong numbers."""
    accepted = "finite numbers"
    if metric == "emd":
        accepted = "a histogram: finite numbers from 0 up, one of them above 0"
    return InputError(f"point {point:,} must be {accepted}")


def scale_of(points: NDArray[Any], chosen: NDArray[Any], metric: Metric) -> PointScale:
    """Return the scale of points, of which the chosen ones are clustered."""
    dimensions = points.shape[1]
    highest = _native.highest_level(METRICS.index(metric), dimensions)
    if metric == "emd":
        return PointScale(metric, dimensions, _common_total(chosen, highest) or highest)
    if points.dtype == np.uint8:
        low, high = 0.0, 255.0
    else:
        ranges = [(float(part.min()), float(part.max())) for part in _parts(points)]
        low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
    if not np.isfinite(high - low):
        raise point_error(int(np.argmin(np.isfinite(points).all(axis=1))), metric)
    width = high - low if high - low > _MIN_WIDTH else 1.0
    # A whole number of levels for each step of whole numbers, so that these stay exact.
    scale = (
        float(highest // width)
        if points.dtype.kind == "u" and width <= highest
        else highest / width
    )
    return PointScale(metric, dimensions, min(highest, round(width * scale)), low, scale)


def _common_total(points: NDArray[Any], highest: int) -> int | None:
    """Return the total that all histograms of counts have in common, if it is not too high."""
    if points.dtype.kind != "u":
        return None
    totals = {
        total
        for part in _parts(points)
        for row_totals in [part.sum(axis=1, dtype=np.uint32)]
        for total in (int(row_totals.min()), int(row_totals.max()))
    }
    return totals.pop() if len(totals) == 1 and 0 < max(totals) <= highest else None


def _parts(points: NDArray[Any]) -> Iterator[NDArray[Any]]:
    for first in range(0, len(points), _SCANNED_ROWS):
        yield points[first : first + _SCANNED_ROWS]


def sample_rows(total: int, count: int, seed: int) -> NDArray[np.int64]:
    """Return `count` of `total` rows: one drawn from each of `count` equal parts, in order."""
    if count == total:
        return np.arange(total)
    random = _native.RandomStream(seed, _SAMPLE_STREAM)
    edges = np.arange(count + 1) * total // max(count, 1)
    draws = np.fromiter((random.uniform() for _ in range(count)), np.float64, count)
    return edges[:-1] + (draws * np.diff(edges)).astype(np.int64)
