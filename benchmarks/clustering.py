"""Clustering: k-means of hand-strength histograms, and the search for the nearest of many centres.

Histograms are synthetic, with one or two peaks like hands on the flop, in random order:
real ones come board by board, so that neighbours are alike, and are assigned faster.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from benchmarks.measure import (
    Figure,
    at_least,
    at_most,
    cpu_in_turns,
    cpu_seconds,
    faster_than,
    wall_seconds,
)
from fifthstreet.abstraction import Clusters, Metric, cluster

FASTER = 20  # times
MAX_SECONDS = 300
ASSIGNED_PER_SECOND = 250_000  # all hands of turn and river in under 5 minutes on two cores

_FLOP_HANDS = 1_286_792
_RUNOUTS = 1_081
_BINS = 50
_CLUSTERS, _MANY_CLUSTERS = 200, 9_000
_COMPARED = 100_000  # points of one iteration
_ITERATIONS = 10
_SAMPLE = 100_000

Labels = Callable[[NDArray[np.float32], NDArray[np.float32]], NDArray[np.int64]]


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    points = _histograms(_FLOP_HANDS)
    yield from _iteration_figures(points[:_COMPARED])
    seconds = wall_seconds(lambda: cluster(points, _CLUSTERS, threads=2), repeats=1)
    yield at_most(f"k-means, {len(points):,} x 50, 200 clusters, emd", seconds, MAX_SECONDS, "s")
    yield _assignment_figure(points, "emd")
    levels = np.cumsum(points, axis=1)[:, 3:48:6]  # eight numbers, as equities against clusters are
    yield _assignment_figure((levels * (255 / _RUNOUTS)).astype(np.uint8), "l2")


def _iteration_figures(points: NDArray[np.uint16]) -> Iterator[Figure]:
    """Compare one iteration with NumPy and SciPy, on the same points and one thread."""

    def run(iterations: int) -> Clusters:
        return cluster(points, _CLUSTERS, max_iterations=iterations, tolerance=0, threads=1)

    short, long = cpu_in_turns([lambda: run(1), lambda: run(1 + _ITERATIONS)], repeats=5)
    ours = 1e3 * (long - short) / _ITERATIONS
    shares = np.cumsum(points / _RUNOUTS, axis=1).astype(np.float32)
    centres = np.cumsum(run(1).centres, axis=1)
    name = f"k-means iteration, {len(points):,} x 50, 200 clusters, emd"
    numpy = 1e3 * cpu_seconds(lambda: _iterate(shares, centres, _numpy_labels), repeats=1)
    yield faster_than(name, ours, "NumPy", numpy, "ms", FASTER)
    scipy = 1e3 * cpu_seconds(lambda: _iterate(shares, centres, _scipy_labels), repeats=3)
    yield faster_than(name, ours, "SciPy's cdist", scipy, "ms", FASTER)


def _numpy_labels(points: NDArray[np.float32], centres: NDArray[np.float32]) -> NDArray[np.int64]:
    costs = np.abs(points[:, None] - centres[None]).sum(axis=2)
    labels: NDArray[np.int64] = costs.argmin(axis=1)
    return labels


def _scipy_labels(points: NDArray[np.float32], centres: NDArray[np.float32]) -> NDArray[np.int64]:
    labels: NDArray[np.int64] = cdist(points, centres, "cityblock").argmin(axis=1)
    return labels


def _iterate(
    points: NDArray[np.float32],
    centres: NDArray[np.float32],
    find_labels: Labels,
) -> NDArray[np.float32]:
    """Assign cumulative histograms to the nearest centres; return the medians of the clusters."""
    at_once = 100  # whose differences from all centres fit the cache
    parts = [
        find_labels(points[first : first + at_once], centres)
        for first in range(0, len(points), at_once)
    ]
    labels = np.concatenate(parts)
    order = np.argsort(labels, kind="stable")
    groups = np.split(points[order], np.cumsum(np.bincount(labels, minlength=len(centres)))[:-1])
    pairs = zip(groups, centres, strict=True)
    return np.array([np.median(group, axis=0) if len(group) else old for group, old in pairs])


def _assignment_figure(points: NDArray[Any], metric: Metric) -> Figure:
    clusters = cluster(points, _MANY_CLUSTERS, metric=metric, sample=_SAMPLE, max_iterations=1)
    seconds = cpu_seconds(lambda: clusters.assign(points, threads=1), repeats=1)
    name = f"nearest of {len(clusters):,} centres, {points.shape[1]} numbers, {metric}"
    return at_least(name, len(points) / seconds, ASSIGNED_PER_SECOND, "points/s")


def _histograms(count: int) -> NDArray[np.uint16]:
    """Return histograms of _RUNOUTS counts: a beta distribution, and a part that improves."""
    rng = np.random.default_rng(0)
    strength = rng.beta(2, 2, count)
    spread = rng.uniform(3, 60, count)
    improved = np.clip(strength + rng.beta(1.5, 3, count) * (1 - strength), 0.01, 0.99)
    share = rng.beta(0.7, 3, count)
    counts = np.empty((count, _BINS), np.uint16)
    for first in range(0, count, 1 << 16):
        part = slice(first, first + (1 << 16))
        weak = _beta(strength[part], spread[part])
        strong = _beta(improved[part], np.full_like(improved[part], 60))
        mixed = weak + share[part, None] * (strong - weak)
        levels = np.rint(np.cumsum(mixed, axis=1) * _RUNOUTS).astype(np.int64)
        levels[:, -1] = _RUNOUTS
        counts[part] = np.diff(levels, axis=1, prepend=0)
    return counts


def _beta(mean: NDArray[np.float64], total: NDArray[np.float64]) -> NDArray[np.float64]:
    middles = (np.arange(_BINS) + 0.5) / _BINS
    a, b = (mean * total)[:, None], ((1 - mean) * total)[:, None]
    logs = (a - 1) * np.log(middles) + (b - 1) * np.log(1 - middles)
    shares = np.exp(logs - logs.max(axis=1, keepdims=True))
    normal: NDArray[np.float64] = shares / shares.sum(axis=1, keepdims=True)
    return normal
