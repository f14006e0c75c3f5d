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
# Clusterings are tried until they have this many clusters: small subsets depend on them most.
_MIN_CLUSTERINGS, _CLUSTERS = 40, 2_000
# Of errors, relative to the strength of all combos: how often a class is dealt, the share of
# flops with a texture, and the errors of solved matchups, divided among the matchups.
_DEALT_WEIGHT, _TEXTURE_WEIGHT = 0.3, 0.5
_EV_WEIGHT, _RANGE_EV_WEIGHT, _BET_WEIGHT = 0.6, 1.0, 0.6
_MIN_SHARE, _MAX_SHARE = 0.5, 2  # of the size of the cluster
_MIN_GAIN = 1e-6  # share of the error that ends the search


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
        solved: Matchups solved on all flops, whose EVs and bets take part in the choice.
        seed: For the clusterings, of which the best is chosen.
        threads: Number of threads; by default one per core.
        progress: Called with the share that is done, 0 to 1, while `strengths` are calculated.

    Returns:
        The flops and their counts, with the errors of the subset, also for each solved matchup.

    Raises:
        InputError: If a matchup is not solved on all flops.
    """
    count, seed = whole("count", count), whole("seed", seed)
    if strengths is None:
        strengths = flop_strengths(threads=threads, progress=progress)
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
    clusterings = max(_MIN_CLUSTERINGS, _CLUSTERS // count)
    for number in range(clusterings):
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
    return FlopSubset(strengths.boards[flops], counts, error)


class FlopSearch:
    """The search for flops and counts with the least error.

    The error is a vector: the sum over flops of their count, less the count among all flops, times
    their row. Its square needs only the products of all pairs of rows.
    """

    def __init__(self, strengths: FlopStrengths, solved: Sequence[SolvedFlops]) -> None:
        rows = error_rows(strengths, solved)
        self.products = rows @ rows.T
        self.squares = np.diag(self.products)
        self.all_counts = strengths.counts.astype(np.float64)

    def choose(
        self, clusters: Clusters, points: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return a flop of each cluster, and their counts."""
        distances = np.square(points - clusters.centres[clusters.labels]).sum(axis=1)
        members = [np.flatnonzero(clusters.labels == label) for label in range(len(clusters))]
        flops = np.array([each[np.argmin(distances[each])] for each in members])
        sizes = clusters.weights.astype(np.int64)
        flops, counts = self.exchange(members, flops, sizes), sizes
        cost = self.cost(flops, counts)
        while True:
            counts = self.move_counts(flops, counts, sizes)
            flops = self.exchange(members, flops, counts)
            last, cost = cost, self.cost(flops, counts)
            if cost >= last * (1 - _MIN_GAIN):
                return flops, counts

    def cost(self, flops: NDArray[np.int64], counts: NDArray[np.int64]) -> float:
        """Return the square of the error."""
        return float(self._surplus(flops, counts) @ self._slopes(flops, counts))

    def exchange(
        self,
        members: Sequence[NDArray[np.int64]],
        flops: NDArray[np.int64],
        counts: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Return the flops after exchanges within the clusters, until none lowers the error."""
        flops = flops.copy()
        slopes = self._slopes(flops, counts)
        least = _MIN_GAIN * max(self.cost(flops, counts), 0)
        is_changed = True
        while is_changed:
            is_changed = False
            for label, (choice, count) in enumerate(zip(members, counts.tolist(), strict=True)):
                old = flops[label]
                changes = 2 * count * (slopes[choice] - slopes[old])
                changes += count**2 * self._distances(old, choice)
                best = int(np.argmin(changes))
                if changes[best] < -least:
                    new = flops[label] = choice[best]
                    slopes += count * (self.products[new] - self.products[old])
                    is_changed = True
        return flops

    def move_counts(
        self, flops: NDArray[np.int64], counts: NDArray[np.int64], sizes: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the counts after moves between two flops, until none lowers the error.

        The best move between two flops is rounded down, so that moves by 1 may be left.
        """
        moved = counts.astype(np.float64)
        fewest, most = np.ceil(_MIN_SHARE * sizes), np.floor(_MAX_SHARE * sizes)
        slopes = self._slopes(flops, counts)[flops]
        least = _MIN_GAIN * max(self.cost(flops, counts), 0)
        is_changed = True
        while is_changed:
            is_changed = False
            for source in range(len(flops)):
                distances = self._distances(flops[source], flops)
                differences = slopes - slopes[source]
                best_steps = np.divide(
                    -differences, distances, out=np.zeros(len(flops)), where=distances > 0
                )
                lowest = -np.minimum(moved - fewest, most[source] - moved[source])
                highest = np.minimum(most - moved, moved[source] - fewest[source])
                steps = np.trunc(np.clip(best_steps, lowest, highest))
                changes = 2 * steps * differences + steps**2 * distances
                best = int(np.argmin(changes))
                if changes[best] < -least:
                    moved[source] -= steps[best]
                    moved[best] += steps[best]
                    rows = self.products[flops[best]] - self.products[flops[source]]
                    slopes += steps[best] * rows[flops]
                    is_changed = True
        return moved.astype(np.int64)

    def _distances(self, flop: int, others: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the squared distances between the rows of a flop and of others."""
        distances: NDArray[np.float64] = (
            self.squares[flop] + self.squares[others] - 2 * self.products[flop, others]
        )
        return distances

    def _surplus(self, flops: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
        surplus = -self.all_counts
        np.add.at(surplus, flops, counts)
        return surplus

    def _slopes(self, flops: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return half the derivatives of the square of the error by the counts of all flops."""
        return self.products @ self._surplus(flops, counts)


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
