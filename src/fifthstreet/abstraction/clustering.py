"""Clusters of points: k-means++ under the Euclidean and the earth mover's distance.

Points are feature vectors of hands, for example hand-strength histograms. k-means (Lloyd 1982),
with the first centres of k-means++ (Arthur & Vassilvitskii 2007), alternates between two steps:
each point is assigned to its nearest centre, and each centre moves to where its points cost least.

- `"l2"`: the cost of a point is its squared Euclidean distance, and a centre is the mean.
- `"emd"`: the cost is the earth mover's distance of two histograms. In one dimension, that is the
  sum of the absolute differences of the cumulative histograms; neighbouring bins are at distance 1.
  A centre is the median of the cumulative histograms, bin by bin, which is a cumulative histogram,
  too. The mean, often used instead, does not minimise this cost, so that a step may increase it.

Inside, points and centres are rows of whole numbers (`PointScale`), and so are their distances:
histograms of counts with equal totals up to 8,191 as they are, other numbers rounded to at least
5,792 levels. Neither step can increase a sum of whole costs, so k-means ends, and results are the
same on every machine and for any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet import _native
from fifthstreet.abstraction.points import (
    METRICS,
    Metric,
    PointScale,
    checked_points,
    checked_weights,
    native_numbers,
    point_error,
    sample_rows,
    scale_of,
    stride_of,
)
from fifthstreet.errors import InputError
from fifthstreet.support.threads import thread_count
from fifthstreet.support.whole_numbers import whole

MAX_CLUSTERS = 65_535
_CHUNK = 1 << 17  # points assigned between progress reports
_SEEDING_DISTANCES = 1 << 27  # computed between progress reports


@dataclass(frozen=True)
class ClusterProgress:
    """How far `cluster` or `Clusters.assign` has come."""

    step: Literal["choosing centres", "moving centres", "assigning points"]
    done: int  # centres, iterations or points
    total: int  # of them, in this step
    restart: int = 0
    inertia: float | None = None  # so far, while centres are moved


Progress = Callable[[ClusterProgress], None]


@dataclass(frozen=True, eq=False)
class Clusters:
    """Centres and the points assigned to them, ordered from weak to strong by the centres' means.

    No cluster is empty. The inertia is the sum of the weighted costs of all points: distances under
    `"emd"`, squared distances under `"l2"`.
    """

    centres: NDArray[np.float32]  # [K, D]
    labels: NDArray[np.uint16]  # [N]
    weights: NDArray[np.int64]  # [K]  total weight of the points of each cluster
    cluster_inertia: NDArray[np.float64]  # [K]
    iterations: int  # of the best restart
    has_converged: bool  # whether no further iteration would lower the inertia
    scale: PointScale
    levels: NDArray[np.int16] = field(repr=False)  # [K, levels]  exact centres

    def __repr__(self) -> str:
        return (
            f"<Clusters: {len(self.centres):,} of {len(self.labels):,} points, {self.metric}, "
            f"mean cost {self.mean_cost:.4g}>"
        )

    def __len__(self) -> int:
        """Return the number of clusters."""
        return len(self.centres)

    @property
    def metric(self) -> Metric:
        """The metric of costs."""
        return self.scale.metric

    @cached_property
    def inertia(self) -> float:
        """Sum of the weighted costs of all points."""
        return float(self.cluster_inertia.sum())

    @property
    def mean_cost(self) -> float:
        """Inertia per unit of weight."""
        return self.inertia / int(self.weights.sum())

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Number of points of each cluster."""
        return _counts(self.labels, len(self.centres))

    def assign(
        self, points: ArrayLike, *, threads: int | None = None, progress: Progress | None = None
    ) -> NDArray[np.uint16]:
        """Return the nearest cluster of each point, the first if several are equally near.

        Numbers are limited to the range of the clustered points; see `PointScale`.
        """
        return self.assign_with_costs(points, threads=threads, progress=progress)[0]

    def assign_with_costs(
        self, points: ArrayLike, *, threads: int | None = None, progress: Progress | None = None
    ) -> tuple[NDArray[np.uint16], NDArray[np.uint32]]:
        """Return the nearest cluster of each point, and its cost as a multiple of 1 / scale.unit.

        Such costs are whole numbers, so their sums do not depend on the order.
        """
        array = checked_points(points)
        if array.shape[1] != self.scale.dimensions:
            raise InputError(
                f"points must have {self.scale.dimensions} numbers, as the clustered points, got "
                f"{array.shape[1]}"
            )
        n_threads = thread_count(threads)
        labels, costs = np.empty(len(array), np.uint16), np.empty(len(array), np.uint32)
        for chunk, chunk_costs in _assigned_chunks(
            self._search, self.metric, array, labels, n_threads, progress
        ):
            costs[chunk] = chunk_costs
        return labels, costs

    @cached_property
    def _search(self) -> _native.CentreSearch:
        return _search(self.levels, self.scale, thread_count(None))

    def members(self, cluster: int, count: int, *, seed: int = 0) -> NDArray[np.int64]:
        """Return `count` points of a cluster, drawn at random, or all if there are fewer."""
        if not 0 <= cluster < len(self.centres):
            raise InputError(f"cluster must be 0 to {len(self.centres) - 1}, got {cluster}")
        points = np.flatnonzero(self.labels == cluster)
        return points[sample_rows(len(points), min(count, len(points)), seed)]


def cluster(
    points: ArrayLike,
    count: int,
    *,
    metric: Metric = "emd",
    weights: ArrayLike | None = None,
    seed: int = 0,
    restarts: int = 1,
    sample: int | None = None,
    max_iterations: int = 100,
    tolerance: float = 1e-4,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Clusters:
    """Divide points into clusters by k-means++.

    A cluster that loses all its points is moved to the point that costs most. If there are fewer
    different points than `count`, each has a cluster of its own.

    Args:
        points: One point per row, uint8, uint16, float32 or float64; the array may be mapped from a
            file. Under `"emd"`, a row is a histogram of counts or shares.  [N, D]
        count: Largest number of clusters, 1 to 65,535.
        metric: `"emd"`, the earth mover's distance, or `"l2"`, the squared Euclidean distance.
        weights: Whole numbers, for example how many hands a canonical hand represents; by default
            1 each.  [N]
        seed: For the first centres and the sample.
        restarts: Number of runs, of which the best is returned.
        sample: Number of points, spread evenly over all, from which centres are found before all
            points are assigned to them; by default all points. At least `count`.
        max_iterations: Most iterations of a run.
        tolerance: A run ends when an iteration lowers the inertia by less than this share; with 0,
            when none lowers it.
        threads: Number of threads; by default one per core. The result does not depend on it.
        progress: Called after each part of the work. An exception that it raises ends the call.

    Returns:
        The clusters from weak to strong, with the label of each point.

    Raises:
        InputError: If all points of the sample have weight 0.

    >>> clusters = cluster([[0, 1, 9], [0, 0, 10], [0, 3, 7], [9, 1, 0], [7, 3, 0]], 2)
    >>> clusters.labels.tolist()
    [1, 1, 1, 0, 0]
    >>> (10 * clusters.centres).round().tolist()
    [[7.0, 3.0, 0.0], [0.0, 1.0, 9.0]]
    """
    array = checked_points(points)
    count, seed, restarts = whole("count", count), whole("seed", seed), whole("restarts", restarts)
    _check_options(array, count, metric, seed, restarts, sample, max_iterations, tolerance)
    masses = None if weights is None else checked_weights(weights, len(array))
    n_threads = thread_count(threads)
    rows = None
    if sample is not None and sample < len(array):
        rows = sample_rows(len(array), sample, seed)
        if masses is not None and not masses[rows].any():
            raise InputError("all points of the sample have weight 0: use a larger sample")
    training = _Training(array, masses, rows, metric, n_threads, progress)
    attempts = (
        training.run(min(count, len(array)), seed, restart, max_iterations, tolerance)
        for restart in range(restarts)
    )
    best = min(attempts, key=lambda attempt: attempt.cost)  # the first of equal ones
    return _finished(best, array, masses, training.scale, n_threads, progress)


@dataclass(frozen=True)
class _Attempt:
    """The result of one run."""

    levels: NDArray[np.int16]  # [K, stride]
    cost: int
    iterations: int
    has_converged: bool


class _Training:
    """Points that centres are found from, and the arrays of k-means."""

    def __init__(
        self,
        points: NDArray[Any],
        weights: NDArray[np.uint32] | None,
        rows: NDArray[np.int64] | None,
        metric: Metric,
        threads: int,
        progress: Progress | None,
    ) -> None:
        chosen = points if rows is None else points[rows]
        self.scale = scale_of(points, chosen, metric)
        self.weights = weights if weights is None or rows is None else weights[rows]
        self.threads = threads
        self.progress = progress
        numbers = native_numbers(chosen)
        self.points = _native.LevelPoints(numbers, self.weights, *self.scale.native, threads)
        if (wrong := self.points.first_wrong) >= 0:
            raise point_error(wrong if rows is None else int(rows[wrong]), metric)
        self.labels = np.empty(len(numbers), np.uint16)
        self.costs = np.empty(len(numbers), np.uint32)

    def run(
        self, count: int, seed: int, restart: int, max_iterations: int, tolerance: float
    ) -> _Attempt:
        """Choose centres, and move them until that gains little or nothing."""
        centres = self._seeded(count, seed, restart)
        cost = self._cost()
        totals = np.empty(len(centres), np.uint64)
        iterations, has_converged = 0, False
        while iterations < max_iterations and not has_converged:
            self._report("moving centres", iterations, max_iterations, restart, cost)
            self.points.update(self.labels, self.threads, centres, totals)
            self._fill_empty(centres, totals)
            search = _search(centres, self.scale, self.threads)
            search.assign_again(self.points, self.threads, self.labels, self.costs)
            iterations += 1
            before, cost = cost, self._cost()
            has_converged = cost >= before
            if before - cost <= tolerance * before:
                break
        self._report("moving centres", iterations, iterations, restart, cost)
        return _Attempt(centres, cost, iterations, has_converged)

    def _seeded(self, count: int, seed: int, restart: int) -> NDArray[np.int16]:
        """Choose the first centres; set the labels and costs of all points."""
        centres = np.zeros((count, stride_of(self.scale.used)), np.int16)
        at_once = max(1, _SEEDING_DISTANCES // len(self.labels))
        chosen = 0
        while chosen < count:
            self._report("choosing centres", chosen, count, restart, None)
            until = min(chosen + at_once, count)
            chosen = self.points.seed(
                seed, restart, chosen, until, self.threads, centres, self.labels, self.costs
            )
            if chosen < until:
                break
        return centres[:chosen].copy()

    def _fill_empty(self, centres: NDArray[np.int16], totals: NDArray[np.uint64]) -> None:
        """Move clusters without weight to the points that cost most."""
        empty = np.flatnonzero(totals == 0)
        if not len(empty):
            return
        costs = self.costs.astype(np.uint64)
        if self.weights is not None:
            costs *= self.weights
        dearest = np.argsort(costs, kind="stable")[::-1][: 8 * len(empty)]
        dearest = dearest[costs[dearest] > 0].astype(np.int64)
        rows = np.empty((len(dearest), centres.shape[1]), np.int16)
        self.points.rows(dearest, rows)
        _, firsts = np.unique(rows, axis=0, return_index=True)
        distinct = rows[np.sort(firsts)][: len(empty)]
        centres[empty[: len(distinct)]] = distinct

    def _cost(self) -> int:
        costs = self.costs.astype(np.uint64)
        return int(costs.sum() if self.weights is None else costs @ self.weights.astype(np.uint64))

    def _report(
        self,
        step: Literal["choosing centres", "moving centres"],
        done: int,
        total: int,
        restart: int,
        cost: int | None,
    ) -> None:
        if self.progress is not None:
            inertia = None if cost is None else cost / self.scale.unit
            self.progress(ClusterProgress(step, done, total, restart, inertia))


def _finished(
    attempt: _Attempt,
    points: NDArray[Any],
    weights: NDArray[np.uint32] | None,
    scale: PointScale,
    threads: int,
    progress: Progress | None,
) -> Clusters:
    """Sort the centres, assign all points and leave out clusters without any."""
    levels = attempt.levels
    strength = levels.sum(axis=1, dtype=np.int64) * (-1 if scale.metric == "emd" else 1)
    levels = levels[np.lexsort((*levels.T[::-1], strength))]
    labels = np.empty(len(points), np.uint16)
    totals = np.zeros(len(levels), np.int64)
    costs = np.zeros(len(levels), np.int64)
    search = _search(levels, scale, threads)
    assigned = _assigned_chunks(search, scale.metric, points, labels, threads, progress)
    for chunk, chunk_costs in assigned:
        masses = np.ones(len(chunk_costs), np.int64) if weights is None else weights[chunk]
        for sums, numbers in ((totals, masses), (costs, chunk_costs.astype(np.int64) * masses)):
            np.add.at(sums, labels[chunk], numbers)
    is_used = _counts(labels, len(levels)) > 0
    return Clusters(
        centres=scale.centres(levels[is_used]),
        labels=(np.cumsum(is_used) - 1).astype(np.uint16)[labels],
        weights=totals[is_used],
        cluster_inertia=costs[is_used] / scale.unit,
        iterations=attempt.iterations,
        has_converged=attempt.has_converged,
        scale=scale,
        levels=levels[is_used],
    )


def _search(levels: NDArray[np.int16], scale: PointScale, threads: int) -> _native.CentreSearch:
    return _native.CentreSearch(levels, scale.dimensions, *scale.native, threads)


def _assigned_chunks(
    search: _native.CentreSearch,
    metric: Metric,
    points: NDArray[Any],
    labels: NDArray[np.uint16],
    threads: int,
    progress: Progress | None,
) -> Iterator[tuple[slice, NDArray[np.uint32]]]:
    """Assign points chunk by chunk; yield each chunk and its costs."""
    for first in range(0, len(points), _CHUNK):
        chunk = slice(first, min(first + _CHUNK, len(points)))
        costs = np.empty(chunk.stop - chunk.start, np.uint32)
        numbers = native_numbers(points[chunk])
        if (wrong := search.assign(numbers, threads, labels[chunk], costs)) >= 0:
            raise point_error(first + wrong, metric)
        yield chunk, costs
        if progress is not None:
            progress(ClusterProgress("assigning points", chunk.stop, len(points)))


def _check_options(
    points: NDArray[Any],
    count: int,
    metric: str,
    seed: int,
    restarts: int,
    sample: int | None,
    max_iterations: int,
    tolerance: float,
) -> None:
    if metric not in METRICS:
        raise InputError(f"metric must be {' or '.join(METRICS)}, got {metric!r}")
    if not len(points):
        raise InputError("points must have at least 1 row, got 0")
    if metric == "emd" and points.shape[1] < 2:
        raise InputError("histograms must have at least 2 bins for the metric emd, got 1")
    if not 1 <= count <= MAX_CLUSTERS:
        raise InputError(f"count must be 1 to {MAX_CLUSTERS:,} clusters, got {count}")
    if not 0 <= seed < 1 << 64:
        raise InputError(f"seed must be 0 to 2^64 - 1, got {seed}")
    if restarts < 1:
        raise InputError(f"restarts must be at least 1, got {restarts}")
    if sample is not None and sample < count:
        raise InputError(f"sample must be at least count, {count:,}, got {sample:,}")
    if max_iterations < 0:
        raise InputError(f"max_iterations must be at least 0, got {max_iterations}")
    if not 0 <= tolerance < 1:
        raise InputError(f"tolerance must be at least 0 and below 1, got {tolerance:g}")


def _counts(labels: NDArray[np.uint16], clusters: int) -> NDArray[np.int64]:
    """Return how often each label occurs, without a wide copy of all labels."""
    counts = np.zeros(clusters, np.int64)
    for first in range(0, len(labels), _CHUNK):
        counts += np.bincount(labels[first : first + _CHUNK], minlength=clusters)
    return counts


def equal_width(values: ArrayLike, count: int) -> NDArray[np.uint16]:
    """Return the bucket `floor(value * count)` of each value, with 1 in the last one.  [N]

    Args:
        values: Numbers from 0 to 1.  [N]
        count: Number of buckets, 1 to 65,535.

    >>> equal_width([0.0, 0.5, 0.99, 1.0], 50).tolist()
    [0, 25, 49, 49]
    """
    numbers = _checked_values(values, count)
    if len(numbers) and not (numbers.min() >= 0 and numbers.max() <= 1):
        wrong = numbers[~((numbers >= 0) & (numbers <= 1))][0]
        raise InputError(f"values must be 0 to 1, got {wrong:g}")
    return np.minimum(np.floor(numbers * count), count - 1).astype(np.uint16)


def percentiles(
    values: ArrayLike, count: int, *, weights: ArrayLike | None = None
) -> NDArray[np.uint16]:
    """Return buckets of equal weight, from the lowest values to the highest.  [N]

    Equal values share a bucket: the one in which the middle of their weight lies. So where many
    values are equal, buckets differ in weight, and some may be empty.

    Args:
        values: Finite numbers.  [N]
        count: Number of buckets, 1 to 65,535.
        weights: Whole numbers, 0 or more; by default 1 each.  [N]

    >>> percentiles([0.3, 0.1, 0.9, 0.8], 2).tolist()
    [0, 0, 1, 1]
    >>> percentiles([0.3, 0.1, 0.9, 0.8], 2, weights=[9, 1, 1, 1]).tolist()
    [0, 0, 1, 1]
    """
    numbers = _checked_values(values, count)
    if not len(numbers):
        return np.zeros(0, np.uint16)
    masses = np.ones(len(numbers), np.uint32)
    if weights is not None:
        masses = checked_weights(weights, len(numbers))
    levels, places = np.unique(numbers, return_inverse=True)
    mass = np.zeros(len(levels), np.int64)
    np.add.at(mass, places, masses)
    total = int(mass.sum())
    middles = 2 * np.cumsum(mass) - mass  # twice the weight below the middle
    # Values without weight may lie above all others.
    buckets = np.minimum(middles * count // (2 * total), count - 1)
    labels: NDArray[np.uint16] = buckets.astype(np.uint16)[places]
    return labels


def _checked_values(values: ArrayLike, count: int) -> NDArray[np.float64]:
    if not 1 <= count <= MAX_CLUSTERS:
        raise InputError(f"count must be 1 to {MAX_CLUSTERS:,} buckets, got {count}")
    numbers = np.asarray(values, np.float64)
    if numbers.ndim != 1:
        raise InputError(f"values must have 1 dimension, got {numbers.ndim}")
    if not np.isfinite(numbers).all():
        raise InputError("values must be finite")
    return numbers
