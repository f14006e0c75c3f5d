"""Choose weighted subsets of the 1,755 flops.

Flops are described by the strength of every hand, that is for each of the 169 hand classes,
the distribution of hand strength on the river; by the EVs of all classes and the frequencies of
bets in matchups that were solved on all flops; and by their suits and pairs. The main components
(principal component analysis) of all but suits and pairs, and these, are clustered by k-means. Each
cluster is represented by one of its flops, with the cluster's number of flops as its weight.

The flop nearest to the centre would be a natural choice, but the errors of all clusters add up. So
representatives are exchanged within their clusters, and then weights are moved between flops, until
neither lowers the error of the means over all flops: of the strength of hand classes, of how often
they are dealt, of the share of each texture, and of the EVs and frequencies of the solved matchups.
Weights stay between half and twice the size of the cluster. The best of several clusterings is
chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction.board_blocking import Progress
from fifthstreet.abstraction.clustering import Clusters, cluster
from fifthstreet.abstraction.flop_strength_tables import FlopStrengths, flop_strengths
from fifthstreet.abstraction.flop_subsets import FlopSubset
from fifthstreet.abstraction.solved_flops import SolvedFlops
from fifthstreet.abstraction.subset_error import (
    SUIT_COLUMNS,
    ev_means,
    line_means,
    strength_means,
    subset_error,
    texture_columns,
)
from fifthstreet.errors import InputError
from fifthstreet.support.whole_numbers import whole

_COMPONENTS = 48  # which have 93% of the variance of hand strengths
_SUIT_DISTANCE = 1.0  # of flops with different suits or pairs, in standard deviations
_BET_DISTANCE = 0.5  # of the frequencies of bets, relative to the strengths of all hands
# Clusterings to try, and clusters of all of them: small subsets depend on them most, and large
# subsets take longest.
_CLUSTERINGS, _MAX_CLUSTERINGS, _MIN_CLUSTERS, _MAX_CLUSTERS = 40, 200, 2_000, 8_000
# Of errors, relative to the strength of all combos: how often a class is dealt, the share of
# flops with a texture, and the errors of solved matchups, divided among the matchups.
_DEALT_WEIGHT, _TEXTURE_WEIGHT = 0.3, 0.5
_EV_WEIGHT, _RANGE_EV_WEIGHT, _BET_WEIGHT = 0.6, 1.0, 0.6
_MIN_SHARE, _MAX_SHARE = 0.5, 2  # of the size of the cluster
_MIN_GAIN = 1e-6  # share of the error that ends the search
_PAIRS = 1 << 11  # of flops, whose moves are compared at once
_STRENGTHS_SHARE = 0.7  # of the time, if strengths have to be calculated


def make_flop_subset(
    count: int,
    strengths: FlopStrengths | None = None,
    solved: Sequence[SolvedFlops] = (),
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> FlopSubset:
    """Choose flops, with weights, that represent all 1,755.

    Args:
        count: Number of flops, 1 to 1,755; the subset may have fewer.
        strengths: What `flop_strengths()` returns; calculated if None, which takes about a minute.
            The rest takes up to half a minute on a core, for any count.
        solved: Matchups solved on all flops, whose EVs and bets take part in the choice.
        seed: For the clusterings, of which the best is chosen.
        threads: Number of threads; by default one per core.
        progress: Called with the share that is done, 0 to 1.

    Returns:
        The flops and their counts, with the errors of the subset, also for each solved matchup.

    Raises:
        InputError: If a matchup is not solved on all flops.
    """
    count, seed = whole("count", count), whole("seed", seed)
    report = progress or (lambda _: None)
    share = 0.0
    if strengths is None:
        share = _STRENGTHS_SHARE
        strengths = flop_strengths(threads=threads, progress=lambda done: report(share * done))
    if not 1 <= count <= len(strengths.boards):
        raise InputError(f"count must be 1 to {len(strengths.boards):,} flops, got {count}")
    for matchup in solved:
        if len(matchup) != len(strengths.boards):
            raise InputError(
                f"{matchup.name} must be solved on all {len(strengths.boards):,} flops, got "
                f"{len(matchup):,}"
            )
    points = _points(strengths, solved)
    search = FlopSearch(strengths, solved)
    found = []
    clusterings = _clustering_count(count)
    for number in range(clusterings):
        report(share + (1 - share) * number / clusterings)
        clusters = cluster(
            points,
            count,
            metric="l2",
            weights=strengths.counts,
            seed=seed * clusterings + number,
            restarts=1,
            max_iterations=300,
            tolerance=0,
            threads=threads,
        )
        found.append(search.choose(clusters, points))
    flops, counts = min(found, key=lambda subset: search.cost(*subset))
    order = np.argsort(flops)
    flops, counts = flops[order], counts[order]
    error = subset_error(strengths, flops, counts, solved)
    report(1.0)
    return FlopSubset(strengths.boards[flops], counts, error)


def _clustering_count(count: int) -> int:
    """Return how many clusterings are tried for a number of flops.

    >>> [_clustering_count(count) for count in (1, 10, 49, 200, 500, 1_755)]
    [200, 200, 40, 40, 16, 4]
    """
    few = min(_MIN_CLUSTERS // count, _MAX_CLUSTERINGS)
    return max(min(_CLUSTERINGS, _MAX_CLUSTERS // count), few)


class FlopSearch:
    """The search for flops and counts with the least error.

    The error is a vector: the sum over flops of their count, less the count among all flops, times
    their row. Its square needs only the products of all pairs of rows.

    One flop, or the count of one, is changed at a time, in the way that lowers the error most. Most
    of them are best as they are, so the best changes of many are found at once; after a change, the
    search continues behind it.
    """

    def __init__(self, strengths: FlopStrengths, solved: Sequence[SolvedFlops]) -> None:
        rows = error_rows(strengths, solved)
        self.products = rows @ rows.T
        squares = np.diag(self.products)
        self.distances = squares[:, None] + squares - 2 * self.products  # of rows, squared
        self.all_counts = strengths.counts.astype(np.float64)

    def choose(
        self, clusters: Clusters, points: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return a flop of each cluster, and their counts."""
        labels = clusters.labels.astype(np.int64)
        distances = np.square(points - clusters.centres[labels]).sum(axis=1)
        order = np.lexsort((distances, labels))
        flops = order[np.searchsorted(labels[order], np.arange(len(clusters)))]
        sizes = clusters.weights.astype(np.int64)
        flops, counts = self.exchange(labels, flops, sizes), sizes
        cost = self.cost(flops, counts)
        while True:
            counts = self.move_counts(flops, counts, sizes)
            flops = self.exchange(labels, flops, counts)
            last, cost = cost, self.cost(flops, counts)
            if cost >= last * (1 - _MIN_GAIN):
                return flops, counts

    def cost(self, flops: NDArray[np.int64], counts: NDArray[np.int64]) -> float:
        """Return the square of the error."""
        return self._slopes_and_cost(flops, counts)[1]

    def exchange(
        self, labels: NDArray[np.int64], flops: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the flops after exchanges within the clusters, until none lowers the error.

        `labels` has the cluster of each of all flops, and `flops` and `counts` belong to clusters.
        """
        flops = flops.copy()
        slopes, cost = self._slopes_and_cost(flops, counts)
        least = _MIN_GAIN * max(cost, 0)
        members = np.argsort(labels, kind="stable")  # of the clusters, one after another
        owners = labels[members]
        starts = np.searchsorted(owners, np.arange(len(flops)))
        distances = self.distances[flops[owners], members]
        is_changed = True
        while is_changed:
            is_changed = False
            first = 0
            while first < len(flops):
                rest = slice(starts[first], None)
                times, owner = counts[owners[rest]], flops[owners[rest]]
                changes = 2 * times * (slopes[members[rest]] - slopes[owner])
                changes += times**2 * distances[rest]
                lowest = np.minimum.reduceat(changes, starts[first:] - starts[first])
                better = np.flatnonzero(lowest < -least)
                if not len(better):
                    break
                label = first + int(better[0])
                own = slice(starts[label], starts[label] + np.count_nonzero(owners == label))
                best = int(np.argmin(changes[own.start - starts[first] :][: own.stop - own.start]))
                old, new = flops[label], members[own][best]
                slopes += counts[label] * (self.products[new] - self.products[old])
                distances[own] = self.distances[new, members[own]]
                flops[label] = new
                is_changed, first = True, label + 1
        return flops

    def move_counts(
        self, flops: NDArray[np.int64], counts: NDArray[np.int64], sizes: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the counts after moves between two flops, until none lowers the error.

        The best move between two flops is rounded down, so that moves by 1 may be left.
        """
        moved = counts.astype(np.float64)
        fewest, most = np.ceil(_MIN_SHARE * sizes), np.floor(_MAX_SHARE * sizes)
        slopes, cost = self._slopes_and_cost(flops, counts)
        slopes, least = slopes[flops], _MIN_GAIN * max(cost, 0)
        products = self.products[np.ix_(flops, flops)]
        distances = self.distances[np.ix_(flops, flops)]
        divisors = np.where(distances > 0, distances, np.inf)
        at_once = max(1, _PAIRS // len(flops))
        is_changed = True
        while is_changed:
            is_changed = False
            first = 0
            while first < len(flops):
                sources = slice(first, first + at_once)
                differences = slopes - slopes[sources, None]
                surplus, room = moved - fewest, most - moved
                steps = np.maximum(
                    -differences / divisors[sources], -np.minimum(surplus, room[sources, None])
                )
                steps = np.trunc(np.minimum(steps, np.minimum(room, surplus[sources, None])))
                changes = 2 * steps * differences + steps**2 * distances[sources]
                targets = changes.argmin(axis=1)
                lowest = changes[np.arange(len(targets)), targets]
                better = np.flatnonzero(lowest < -least)
                if not len(better):
                    first = sources.stop
                    continue
                source, target = first + int(better[0]), int(targets[better[0]])
                step = steps[better[0], target]
                moved[source] -= step
                moved[target] += step
                slopes += step * (products[target] - products[source])
                is_changed, first = True, source + 1
        return moved.astype(np.int64)

    def _slopes_and_cost(
        self, flops: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], float]:
        """Return half the derivatives of the square of the error by the counts, and the square."""
        surplus = -self.all_counts
        np.add.at(surplus, flops, counts)
        slopes = self.products @ surplus
        return slopes, float(surplus @ slopes)


def error_rows(strengths: FlopStrengths, solved: Sequence[SolvedFlops]) -> NDArray[np.float64]:
    """Return what each flop adds to the errors of all means, for each time it is counted."""
    sizes = strengths.hands.max(axis=0)
    weights = np.sqrt(sizes / sizes.sum())
    textures = texture_columns(strengths.boards)
    blocks = [
        np.tile(weights, 2) * strength_means(strengths).deviations,
        _DEALT_WEIGHT * weights * strengths.shares,
        _TEXTURE_WEIGHT / strengths.counts.sum() * textures,
    ]
    line_weights = np.array([_RANGE_EV_WEIGHT, _BET_WEIGHT, _BET_WEIGHT])
    for matchup in solved:
        evs = ev_means(matchup, strengths.counts)
        dealt = np.sqrt(evs.totals / evs.totals.sum())
        lines = line_means(matchup, strengths.counts)
        part = np.sqrt(len(solved))
        blocks += [
            _EV_WEIGHT / part * dealt * evs.deviations,
            line_weights / part * lines.deviations,
        ]
    return np.concatenate(blocks, axis=1)


def _points(strengths: FlopStrengths, solved: Sequence[SolvedFlops]) -> NDArray[np.float64]:
    """Return the points to cluster: the main components of flops, and suits and pairs.

    All EVs together count as much as all strengths.
    """
    counts = strengths.counts / strengths.counts.sum()
    part = np.sqrt(max(len(solved), 1))
    blocks = [_scaled(_strength_rows(strengths), counts)]
    for matchup in solved:
        evs = ev_means(matchup, strengths.counts)
        totals = np.where(evs.totals > 0, evs.totals, 1)
        # Deviations are divided by the total weight; this makes a class count as often as dealt.
        blocks.append(_scaled(np.sqrt(totals) * evs.deviations, counts) / part)
        blocks.append(_BET_DISTANCE * _scaled(matchup.bets.astype(np.float64), counts) / part)
    components = _components(np.concatenate(blocks, axis=1), counts)
    deviation = np.sqrt(counts @ np.square(components).sum(axis=1))
    # Two flops that differ in suits differ in two columns.
    suits = texture_columns(strengths.boards)[:, :SUIT_COLUMNS]
    return np.concatenate([components, suits * deviation * _SUIT_DISTANCE / np.sqrt(2)], axis=1)


def _strength_rows(strengths: FlopStrengths) -> NDArray[np.float64]:
    """Return how far the distributions of hand strength are from their means.  [F, C * bins]"""
    bins = strengths.features()[:, :, 2:]
    means = np.einsum("f,fc,fcx->cx", strengths.counts, strengths.shares, bins)
    # A hand that the flop blocks has no strength that could differ.
    weights = strengths.hands / np.sqrt(strengths.hands.max(axis=0))
    rows: NDArray[np.float64] = (weights[:, :, None] * (bins - means)).reshape(len(bins), -1)
    return rows


def _scaled(rows: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return rows about their mean, with a mean square of 1."""
    rows = rows - counts @ rows
    scaled: NDArray[np.float64] = rows / np.sqrt(counts @ np.square(rows).sum(axis=1))
    return scaled


def _components(rows: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the main components of rows whose mean is 0.  [F, components]"""
    _, axes = np.linalg.eigh((counts[:, None] * rows).T @ rows)
    main = axes[:, ::-1][:, :_COMPONENTS]
    components: NDArray[np.float64] = rows @ main
    return components
