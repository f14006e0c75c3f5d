"""Sums of samples, from which means and their confidence intervals are computed.

A sample is a vector: the results of all agents in one hand, deal or session. Products of all pairs
of columns are kept, so that differences between agents have their own intervals (paired tests).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gamma, inf, isfinite, pi, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.errors import InputError

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """A mean with its confidence interval."""

    mean: float
    half_width: float  # infinite for fewer than two samples
    samples: int  # independent ones
    confidence: float = CONFIDENCE

    @property
    def low(self) -> float:
        """Lower end."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """Upper end."""
        return self.mean + self.half_width

    def scaled(self, factor: float) -> Interval:
        """Return the interval in another unit."""
        width = self.half_width * abs(factor)
        return Interval(self.mean * factor, width, self.samples, self.confidence)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; an unknown width is None."""
        width = self.half_width if isfinite(self.half_width) else None
        return vars(self) | {"half_width": width}

    def __str__(self) -> str:
        width = f"{self.half_width:,.3g}" if isfinite(self.half_width) else "?"
        return f"{self.mean:+,.3g} ± {width}"


class Moments:
    """Number, sums and products of vectors.

    >>> moments = Moments(2)
    >>> moments.add([[1.0, 2.0], [3.0, 2.0], [2.0, 5.0]])
    >>> moments.interval([1, 0]).mean, moments.count
    (2.0, 3)
    """

    def __init__(self, width: int) -> None:
        self.count = 0
        self.sums: NDArray[np.float64] = np.zeros(width)  # [W]
        self.products: NDArray[np.float64] = np.zeros((width, width))  # [W, W]

    def add(self, samples: ArrayLike) -> None:
        """Add samples, one per row."""
        rows = np.asarray(samples, np.float64)
        if rows.ndim != 2 or rows.shape[1] != len(self.sums):
            raise InputError(f"samples must have shape [count, {len(self.sums)}], got {rows.shape}")
        self.count += len(rows)
        self.sums += rows.sum(axis=0)
        self.products += rows.T @ rows

    def merge(self, other: Moments) -> None:
        """Add the samples of another object."""
        self.count += other.count
        self.sums += other.sums
        self.products += other.products

    def interval(self, weights: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
        """Return the mean of a weighted sum of the columns, with Student's interval."""
        chosen = np.asarray(weights, np.float64)
        if not self.count:
            return Interval(0.0, inf, 0, confidence)
        mean = float(chosen @ self.sums) / self.count
        if self.count < 2:
            return Interval(mean, inf, self.count, confidence)
        square = float(chosen @ self.products @ chosen)
        variance = max(0.0, square - self.count * mean * mean) / (self.count - 1)
        width = student_quantile((1 + confidence) / 2, self.count - 1) * sqrt(variance / self.count)
        return Interval(mean, width, self.count, confidence)

    def ratio(self, weights: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
        """Return the mean of a weighted sum of the columns per unit of the last column.

        The interval is computed from the residuals (the delta method; Cochran 1977, section 6.3).

        >>> moments = Moments(2)
        >>> moments.add([[6.0, 3.0], [2.0, 1.0], [8.0, 4.0]])
        >>> moments.ratio([1, 0])
        Interval(mean=2.0, half_width=0.0, samples=3, confidence=0.95)
        """
        size = float(self.sums[-1]) / self.count if self.count else 0.0
        if not size:
            return Interval(0.0, inf, self.count, confidence)
        chosen = np.asarray(weights, np.float64)
        mean = float(chosen @ self.sums) / self.count / size
        residual = chosen.copy()
        residual[-1] -= mean
        spread = self.interval(residual.tolist(), confidence)
        return Interval(mean, spread.half_width / size, self.count, confidence)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "count": self.count,
            "sums": self.sums.tolist(),
            "products": self.products.tolist(),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Moments:
        """Read the data of `to_dict`."""
        moments = cls(len(data["sums"]))
        moments.count = int(data["count"])
        moments.sums = np.array(data["sums"], np.float64)
        moments.products = np.array(data["products"], np.float64)
        return moments


@lru_cache(maxsize=4096)
def student_quantile(share: float, degrees: int) -> float:
    """Return the quantile of Student's t distribution.

    Args:
        share: Probability of a smaller value, at least 0.5 and below 1.
        degrees: Degrees of freedom, at least 1.

    >>> round(student_quantile(0.975, 10), 4), round(student_quantile(0.975, 10**6), 4)
    (2.2281, 1.96)
    """
    if not 0.5 <= share < 1:
        raise InputError(f"share must be at least 0.5 and below 1, got {share}")
    if degrees < 1:
        raise InputError(f"degrees must be at least 1, got {degrees}")
    normal = NormalDist().inv_cdf(share)
    if degrees > 300:  # the first terms of Cornish and Fisher's expansion, off by less than 1e-8
        cube, fifth = normal**3, normal**5
        return (
            normal
            + (cube + normal) / (4 * degrees)
            + (5 * fifth + 16 * cube + 3 * normal) / (96 * degrees**2)
        )
    low, high = normal, normal + 1.0
    while _student_share(high, degrees) < share:
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        if _student_share(middle, degrees) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _student_share(value: float, degrees: int) -> float:
    """Return Student's distribution function at a value above 0, by Simpson's rule."""
    density = gamma((degrees + 1) / 2) / (sqrt(degrees * pi) * gamma(degrees / 2))
    # With t = sqrt(degrees) tan(angle), the integrand is a power of the cosine.
    angle = np.arctan(value / sqrt(degrees))
    points = np.linspace(0.0, angle, 2001)
    heights = np.cos(points) ** (degrees - 1)
    weights = np.full(len(points), 2.0)
    weights[1::2] = 4.0
    weights[[0, -1]] = 1.0
    area = float((weights * heights).sum() * (points[1] - points[0]) / 3)
    return 0.5 + density * sqrt(degrees) * area
