"""Clustering: the same as slow versions of it, and what must hold for all points."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.stats import wasserstein_distance

from fifthstreet import _native
from fifthstreet.abstraction.clustering import (
    ClusterProgress,
    Clusters,
    _Training,
    cluster,
    equal_width,
    percentiles,
)
from fifthstreet.abstraction.points import METRICS, Metric, PointScale, stride_of
from fifthstreet.errors import InputError
from tests.oracles import k_means
from tests.thoroughness import slow

metrics = st.sampled_from(METRICS)
TOTAL = 46  # rivers after a turn


def histograms(rng: np.random.Generator, points: int, bins: int = 10) -> NDArray[np.uint8]:
    """Return histograms of TOTAL counts with one or two peaks."""
    means = rng.uniform(0, bins, (points, 2))
    widths = rng.uniform(0.3, bins / 4, (points, 2))
    draws = rng.normal(means[:, :, None], widths[:, :, None], (points, 2, TOTAL))
    is_first = rng.random((points, TOTAL)) < rng.random((points, 1))
    places = np.clip(np.where(is_first, draws[:, 0], draws[:, 1]), 0, bins - 1).astype(int)
    counts = np.zeros((points, bins), np.uint8)
    np.add.at(counts, (np.arange(points)[:, None], places), 1)
    return counts


def level_rows(points: NDArray[Any], scale: PointScale) -> list[k_means.Row]:
    """Return the rows of levels of whole numbers that are exact."""
    if scale.metric == "emd":
        return [tuple(accumulate(row[:-1])) for row in points.tolist()]
    return [tuple(round(number * scale.scale) for number in row) for row in points.tolist()]


def brute_costs(points: NDArray[Any], centres: NDArray[Any], metric: Metric) -> NDArray[Any]:
    """Return the cost of each point to each centre, for points in the unit of centres."""
    rows, others = np.asarray(points, np.float64), np.asarray(centres, np.float64)
    if metric == "emd":
        rows = np.cumsum(rows / rows.sum(axis=1, keepdims=True), axis=1)
        others = np.cumsum(others, axis=1)
    gaps = np.abs(rows[:, None] - others[None])
    costs: NDArray[np.float64] = (gaps if metric == "emd" else gaps**2).sum(axis=2)
    return costs


@st.composite
def small_points(draw: st.DrawFn) -> NDArray[np.uint8]:
    """Return few points of few numbers, many of them equal; totals are the same."""
    bins = draw(st.integers(2, 12))
    cut = st.lists(st.integers(0, 9), min_size=bins - 1, max_size=bins - 1).map(sorted)
    rows = draw(st.lists(cut, min_size=1, max_size=30))
    return np.diff(np.array(rows), axis=1, prepend=0, append=9).astype(np.uint8)


@given(small_points(), metrics, st.integers(1, 12), st.integers(0, 5), st.data())
@settings(max_examples=150)
def test_the_result_is_that_of_the_slow_version(
    points: NDArray[np.uint8], metric: Metric, count: int, seed: int, data: st.DataObject
) -> None:
    size = len(points)
    weights = data.draw(st.lists(st.integers(0, 4), min_size=size, max_size=size))
    weights[data.draw(st.integers(0, size - 1))] = data.draw(st.sampled_from([1, 5, 70_000]))
    clusters = cluster(points, count, metric=metric, weights=weights, seed=seed, tolerance=0)
    rows = level_rows(points, clusters.scale)
    slow = k_means.k_means(metric, rows, weights, count, seed)
    used = clusters.scale.used
    assert [tuple(row) for row in clusters.levels[:, :used].tolist()] == slow.centres
    assert clusters.labels.tolist() == slow.labels
    assert clusters.inertia * clusters.scale.unit == pytest.approx(slow.sums[-1])
    assert clusters.iterations == len(slow.sums) - 1
    assert clusters.has_converged
    assert not clusters.levels[:, used:].any()


@given(small_points(), metrics, st.integers(1, 8))
@settings(max_examples=50)
def test_weights_are_points_repeated(points: NDArray[np.uint8], metric: Metric, count: int) -> None:
    weights = np.arange(len(points)) % 3 + 1
    weighted = cluster(points, count, metric=metric, weights=weights)
    repeated = cluster(np.repeat(points, weights, axis=0), count, metric=metric)
    assert np.array_equal(weighted.levels, repeated.levels)
    assert np.array_equal(np.repeat(weighted.labels, weights), repeated.labels)
    assert np.array_equal(weighted.weights, repeated.sizes)
    assert weighted.inertia == pytest.approx(repeated.inertia)


def test_a_cluster_without_points_moves_to_the_point_that_costs_most() -> None:
    """One of the rare cases in which a cluster loses its points: found by trying 3,000."""
    rng = np.random.default_rng(2316)
    _ = rng.integers(2, 5), rng.integers(8, 25), rng.integers(4, 9)
    levels = np.sort(rng.integers(0, 10, (23, 4)), axis=1)
    points = np.diff(levels, axis=1, prepend=0, append=9).astype(np.uint8)
    slow = k_means.k_means("emd", [tuple(row) for row in levels.tolist()], [1] * 23, 6, 0)
    assert slow.empty == 1
    assert slow.sums == sorted(slow.sums, reverse=True)
    clusters = cluster(points, 6, tolerance=0)
    assert clusters.labels.tolist() == slow.labels
    assert len(clusters) == 6


def test_clusters_without_points_move_to_different_points() -> None:
    levels = np.array([[0, 0], [0, 0], [9, 9], [9, 9], [0, 9], [1, 1]], np.int16)
    points = np.diff(levels, axis=1, prepend=0, append=9).astype(np.uint8)
    training = _Training(points, np.array([1, 1, 1, 1, 3, 1], np.uint32), None, "emd", 1, None)
    training.costs[:] = [0, 0, 18, 18, 9, 2]
    centres = np.zeros((6, 8), np.int16)
    training._fill_empty(centres, np.array([5, 0, 0, 1, 0, 0], np.uint64))
    # 3 x 9 comes first, then both points that cost 18, which are one place; the last stays.
    assert centres[:, :2].tolist() == [[0, 0], [0, 9], [9, 9], [0, 0], [1, 1], [0, 0]]


@pytest.mark.parametrize("metric", METRICS)
def test_few_different_points_have_a_cluster_each(metric: Metric) -> None:
    points = np.array([[1, 2, 6], [9, 0, 0], [1, 2, 6], [0, 0, 9]], np.uint8)
    clusters = cluster(points, 10, metric=metric)
    assert len(clusters) == 3
    assert clusters.inertia == 0
    assert clusters.labels[0] == clusters.labels[2]
    assert sorted(clusters.sizes.tolist()) == [1, 1, 2]
    assert cluster(points[:1], 5, metric=metric).labels.tolist() == [0]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("count", "points"), [(1, 50), (2, 100), (60, 3_000), *slow((700, 6_000))])
def test_points_have_the_nearest_centre(metric: Metric, count: int, points: int) -> None:
    rng = np.random.default_rng(count)
    trained, others = histograms(rng, points), histograms(rng, points)
    clusters = cluster(trained, count, metric=metric, max_iterations=2)
    others = np.concatenate([others, trained[rng.permutation(points)]])
    labels = clusters.assign(others, threads=1)
    rows, centres = (
        np.array(level_rows(array, clusters.scale), np.int64)
        if array is others
        else array[:, : clusters.scale.used].astype(np.int64)
        for array in (others, clusters.levels)
    )
    for first in range(0, len(rows), 500):
        gaps = np.abs(rows[first : first + 500, None] - centres[None])
        costs = (gaps if metric == "emd" else gaps**2).sum(axis=2)
        assert np.array_equal(labels[first : first + 500], costs.argmin(axis=1))
    assert np.array_equal(clusters.assign(trained), clusters.labels)
    order = rng.permutation(len(others))
    assert np.array_equal(clusters.assign(others[order]), labels[order])


@pytest.mark.parametrize("metric", METRICS)
def test_searches_beyond_the_listed_neighbours_are_exact(metric: Metric) -> None:
    """Points far away from all centres, which lie close together, reach all neighbours."""
    rng = np.random.default_rng(3)
    used = 6
    bins = used + (metric == "emd")
    top = _native.highest_level(METRICS.index(metric), bins)
    centres = np.zeros((1_000, stride_of(used)), np.int16)
    centres[:, :used] = np.sort(rng.integers(top // 2 - 40, top // 2 + 40, (1_000, used)), axis=1)
    search = _native.CentreSearch(centres, bins, METRICS.index(metric), top, 0.0, 1.0, 1)
    rows = np.sort(rng.integers(0, top + 1, (2_000, used)), axis=1)
    points = rows.astype(np.float32)
    if metric == "emd":
        points = np.diff(rows, axis=1, prepend=0, append=top).astype(np.float32)
    labels, costs = np.empty(2_000, np.uint16), np.empty(2_000, np.uint32)
    assert search.assign(points, 2, labels, costs) == -1
    gaps = np.abs(rows[:, None] - centres[None, :, :used].astype(np.int64))
    brute = (gaps if metric == "emd" else gaps**2).sum(axis=2)
    assert np.array_equal(labels, brute.argmin(axis=1))
    assert np.array_equal(costs, brute.min(axis=1))


@pytest.mark.parametrize("metric", METRICS)
def test_threads_change_nothing(metric: Metric) -> None:
    points = histograms(np.random.default_rng(1), 30_000)
    weights = np.random.default_rng(2).integers(1, 25, len(points))
    results = [
        cluster(points, 300, metric=metric, weights=weights, threads=threads, max_iterations=4)
        for threads in (1, 2, 3)
    ]
    for other in results[1:]:
        assert np.array_equal(other.levels, results[0].levels)
        assert np.array_equal(other.labels, results[0].labels)
        assert np.array_equal(other.cluster_inertia, results[0].cluster_inertia)


@pytest.mark.parametrize("metric", METRICS)
def test_inertia_falls_with_every_iteration_and_the_best_restart_is_kept(metric: Metric) -> None:
    points = histograms(np.random.default_rng(5), 3_000)
    reports: list[ClusterProgress] = []
    clusters = cluster(
        points, 40, metric=metric, restarts=4, tolerance=0, seed=7, progress=reports.append
    )
    ends = []
    for restart in range(4):
        steps = [r for r in reports if r.step == "moving centres" and r.restart == restart]
        inertias = [r.inertia for r in steps if r.inertia is not None]
        assert inertias == sorted(inertias, reverse=True)
        assert steps[-1].done == steps[-1].total
        ends.append(inertias[-1])
    assert len(set(ends)) > 1
    assert clusters.inertia == pytest.approx(min(ends))
    assert {r.step for r in reports} == {"choosing centres", "moving centres", "assigning points"}


def transport_cost(first: NDArray[Any], second: NDArray[Any]) -> float:
    """Return the least cost of turning one histogram into another, by linear programming."""
    bins = len(first)
    distances = np.abs(np.subtract.outer(np.arange(bins), np.arange(bins)))
    rows = np.kron(np.eye(bins), np.ones(bins))
    columns = np.kron(np.ones(bins), np.eye(bins))
    totals = np.concatenate([first / first.sum(), second / second.sum()])
    return float(linprog(distances.ravel(), A_eq=np.vstack([rows, columns]), b_eq=totals).fun)


def test_costs_are_earth_mover_distances() -> None:
    points = histograms(np.random.default_rng(8), 30, 7)
    clusters = cluster(points, 3)
    costs = np.zeros(3)
    for point, label in zip(points, clusters.labels, strict=True):
        centre = clusters.centres[label].astype(np.float64)
        cost = wasserstein_distance(range(7), range(7), point, centre)
        assert cost == pytest.approx(transport_cost(point, centre), abs=1e-6)
        costs[label] += cost
    assert clusters.cluster_inertia == pytest.approx(costs, rel=1e-5)
    assert clusters.centres.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("metric", METRICS)
def test_floats_are_clustered_at_a_fine_scale(metric: Metric) -> None:
    rng = np.random.default_rng(4)
    points = rng.dirichlet(np.full(8, 0.5), 2_000) * 20 + (0 if metric == "emd" else -3)
    clusters = cluster(points, 25, metric=metric, tolerance=0)
    costs = brute_costs(points, clusters.centres, metric)
    assert clusters.inertia == pytest.approx(costs.min(axis=1).sum(), rel=1e-3)
    found = costs[np.arange(len(points)), clusters.labels]
    assert (found - costs.min(axis=1)).max() < 0.003 * costs.max()
    assert np.array_equal(
        cluster(points.astype(np.float32), 25, metric=metric, tolerance=0).labels, clusters.labels
    )


def test_counts_with_different_totals_are_shares() -> None:
    points = np.array([[1, 1, 0], [100, 100, 0], [0, 3, 3], [0, 700, 700]], np.uint16)
    clusters = cluster(points, 2)
    assert clusters.labels.tolist() == [0, 0, 1, 1]
    assert clusters.inertia == 0
    assert clusters.centres.tolist() == pytest.approx(
        np.array([[0.5, 0.5, 0], [0, 0.5, 0.5]]), abs=1e-3
    )


def test_large_numbers_are_clustered() -> None:
    points = np.array([[65_535, 0], [65_000, 9], [0, 65_535], [3, 64_000]], np.uint16)
    assert cluster(points, 2, metric="l2").labels.tolist() in ([0, 0, 1, 1], [1, 1, 0, 0])
    assert cluster(points, 2, metric="emd").labels.tolist() == [0, 0, 1, 1]


def test_a_sample_gives_almost_as_good_centres(tmp_path: Path) -> None:
    points = histograms(np.random.default_rng(6), 20_000)
    np.save(tmp_path / "points.npy", points)
    mapped = np.load(tmp_path / "points.npy", mmap_mode="r")
    whole = cluster(points, 50)
    sampled = cluster(mapped, 50, sample=5_000)
    assert len(sampled.labels) == len(points)
    assert whole.inertia < sampled.inertia < 1.05 * whole.inertia
    assert np.array_equal(sampled.labels, cluster(points, 50, sample=5_000, threads=1).labels)
    assert np.array_equal(cluster(points, 50, sample=20_000).labels, whole.labels)


def test_clusters_go_from_weak_to_strong_and_report_their_quality() -> None:
    points = histograms(np.random.default_rng(9), 2_000)
    weights = np.arange(2_000) % 5 + 1
    clusters = cluster(points, 30, weights=weights)
    means = clusters.centres @ np.arange(10)
    assert (np.diff(means) > -1e-6).all()
    assert len(clusters) == 30
    assert clusters.sizes.tolist() == np.bincount(clusters.labels).tolist()
    assert clusters.weights.tolist() == np.bincount(clusters.labels, weights).tolist()
    assert clusters.inertia == pytest.approx(clusters.cluster_inertia.sum())
    assert clusters.mean_cost == pytest.approx(clusters.inertia / weights.sum())
    members = clusters.members(7, 5)
    assert (clusters.labels[members] == 7).all()
    assert len(set(members.tolist())) == 5
    assert len(clusters.members(7, 10_000)) == clusters.sizes[7]
    assert repr(clusters).startswith("<Clusters: 30 of 2,000 points, emd, mean cost ")


def test_progress_can_end_a_clustering() -> None:
    def interrupt(report: ClusterProgress) -> None:
        if report.step == "moving centres" and report.done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster(histograms(np.random.default_rng(0), 500), 20, tolerance=0, progress=interrupt)


POINTS = np.array([[1, 2], [3, 4], [5, 6]], np.uint8)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": 0}, "count must be 1 to 65,535 clusters, got 0"),
        ({"metric": "l1"}, "metric must be l2 or emd, got 'l1'"),
        ({"points": POINTS[:0]}, "points must have at least 1 row, got 0"),
        ({"points": POINTS[:, :1]}, "must have at least 2 bins for the metric emd, got 1"),
        ({"points": POINTS[0]}, "points must be rows of 1 to 64 numbers, got shape (2,)"),
        ({"points": POINTS.astype(np.int64)}, "be uint8, uint16, float32 or float64, got int64"),
        ({"points": [[1, 2], [0, 0]]}, "point 1 must be a histogram: finite numbers from 0 up"),
        ({"points": [[1.0, 2], [-1, 2]]}, "point 1 must be a histogram: finite numbers"),
        ({"points": [[1.0, 2], [np.nan, 2]]}, "point 1 must be a histogram: finite numbers"),
        (
            {"points": [[1.0, 2], [np.inf, 2]], "metric": "l2"},
            "point 1 must be finite numbers",
        ),
        ({"weights": [1, 2]}, "weights must be 3, one per point, got shape (2,)"),
        ({"weights": [1.5, 2, 3]}, "weights must be whole numbers, got float64"),
        ({"weights": [-1, 2, 3]}, "weights must be 0 to 4,294,967,295, got -1 to 3"),
        ({"weights": [0, 0, 0]}, "weights must add up to 1 to 4,294,967,295, got 0"),
        ({"weights": [1 << 31, 1 << 31, 0]}, "add up to 1 to 4,294,967,295, got 4,294,967,296"),
        ({"seed": -1}, "seed must be 0 to 2^64 - 1, got -1"),
        ({"restarts": 0}, "restarts must be at least 1, got 0"),
        ({"sample": 1}, "sample must be at least count, 2, got 1"),
        ({"max_iterations": -1}, "max_iterations must be at least 0, got -1"),
        ({"tolerance": 1.5}, r"tolerance must be at least 0 and below 1, got 1\.5"),
        ({"threads": 0}, "threads must be at least 1, got 0"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"points": POINTS, "count": 2} | options
    with pytest.raises(
        ValueError, match=message.replace("(", r"\(").replace(")", r"\)").replace("^", r"\^")
    ):
        cluster(arguments.pop("points"), arguments.pop("count"), **arguments)


def test_wrong_points_and_clusters_are_refused() -> None:
    clusters = cluster(POINTS, 2)
    with pytest.raises(InputError, match="must have 2 numbers, as the clustered points, got 3"):
        clusters.assign(np.ones((4, 3), np.uint8))
    wrong = np.ones((200_000, 2), np.uint8)
    wrong[150_000] = 0
    with pytest.raises(InputError, match="point 150,000 must be a histogram"):
        clusters.assign(wrong)
    with pytest.raises(InputError, match="cluster must be 0 to 1, got 2"):
        clusters.members(2, 1)
    assert isinstance(clusters, Clusters)


def test_buckets_of_equal_width() -> None:
    values = np.linspace(0, 1, 1_001)
    assert equal_width(values, 50).tolist() == [min(int(v * 50), 49) for v in values]
    assert equal_width([1.0], 200).tolist() == [199]
    with pytest.raises(InputError, match=r"values must be 0 to 1, got 1\.1"):
        equal_width([0.5, 1.1], 3)
    with pytest.raises(InputError, match="values must be finite"):
        equal_width([0.5, np.nan], 3)
    with pytest.raises(InputError, match="count must be 1 to 65,535 buckets, got 0"):
        equal_width([0.5], 0)


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5)), min_size=1, max_size=60),
    st.integers(1, 12),
)
def test_percentiles_are_those_of_repeated_values(
    weighted: list[tuple[int, int]], count: int
) -> None:
    values, weights = map(list, zip(*weighted, strict=True))
    weights[0] = 1
    buckets = percentiles(values, count, weights=weights)
    below = [
        2 * sum(w for v, w in zip(values, weights, strict=True) if v < value)
        + sum(w for v, w in zip(values, weights, strict=True) if v == value)
        for value in values
    ]
    assert buckets.tolist() == [min(b * count // (2 * sum(weights)), count - 1) for b in below]
    order = np.argsort(values, kind="stable")
    assert (np.diff(buckets[order].astype(int)) >= 0).all()


def test_percentiles_of_different_values_have_equal_sizes() -> None:
    values = np.random.default_rng(0).random(1_000)
    assert np.bincount(percentiles(values, 40)).tolist() == [25] * 40
    assert percentiles([], 3).tolist() == []
