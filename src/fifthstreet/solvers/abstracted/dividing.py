"""Divide points of any kind into buckets by the method of a recipe."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import (
    MAX_DIMENSIONS,
    METHODS,
    METRICS,
    StreetRecipe,
    cluster,
    equal_width,
    percentiles,
)
from fifthstreet.errors import InputError

_ANYWHERE = ("lossless", "warm-up")  # methods for the hands of one game on any street


def check_method(recipe: StreetRecipe, street: str, name: str) -> None:
    """Raise InputError if a method has no features on a street of hold'em; `name` is for errors."""
    known = [each for each, where in METHODS.items() if street in where or each in _ANYWHERE]
    if recipe.method not in known:
        raise InputError(f"{name}: method must be one of {', '.join(known)}, got {recipe.method!r}")


def divide(
    points: NDArray[Any], weights: NDArray[np.uint32], recipe: StreetRecipe, seed: int
) -> NDArray[np.uint16]:
    """Return the bucket of each point.  [N, D] -> [N]"""
    method, count = recipe.method, recipe.buckets
    if method == "ehs":
        return equal_width(points[:, 0], count)
    if method in ("ehs-percentile", "ehs2"):
        return percentiles(points[:, 0], count, weights=weights)
    metric = METRICS.get(method, "l2")
    if metric == "emd" and points.shape[1] == 1:  # all hands lead to the same bucket
        return np.zeros(len(points), np.uint16)
    return cluster(
        _main_axes(points),
        count,
        metric=metric,
        weights=weights,
        seed=seed,
        restarts=recipe.restarts,
        threads=1,
    ).labels


def class_means(
    rows: NDArray[np.float32], classes: NDArray[np.integer[Any]]
) -> NDArray[np.float32]:
    """Replace the features of hands, [N, D], by their mean over the hands of the same class."""
    sums = np.zeros((int(classes.max()) + 1, rows.shape[1]))
    np.add.at(sums, classes, rows)
    means: NDArray[np.float64] = (sums / np.bincount(classes)[:, None])[classes]
    return means.astype(np.float32)


def strength_groups(
    labels: NDArray[np.int32], strengths: NDArray[np.floating[Any]], bins: int
) -> NDArray[np.int64]:
    """Put buckets in order by the mean strength of their hands, and into at most `bins` groups.

    `labels` and `strengths` are for hands; the result is the group of each bucket.
    """
    means = np.bincount(labels, strengths) / np.maximum(np.bincount(labels), 1)
    groups = min(bins, len(means))
    order = np.argsort(np.argsort(means, kind="stable"), kind="stable")
    return order * groups // len(means)


def _main_axes(points: NDArray[Any]) -> NDArray[Any]:
    """Return points with at most `MAX_DIMENSIONS` numbers.

    Points with more numbers are reduced by principal component analysis, which changes distances
    least.
    """
    if points.shape[1] <= MAX_DIMENSIONS:
        return points
    centred = points.astype(np.float64) - points.mean(axis=0, dtype=np.float64)
    axes = np.linalg.eigh(centred.T @ centred)[1][:, -MAX_DIMENSIONS:]
    shown: NDArray[np.float64] = centred @ axes
    return shown
