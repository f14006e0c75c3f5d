"""Build a card abstraction from its recipe, street by street from the river to preflop.

A street is visited some boards at a time, so that features of all its hands need not fit in memory:
k-means finds its centres from a sample, and then each hand is assigned to the nearest one. Draws
depend only on the hand and the seed, and all sums are whole numbers, so the buckets are the
same for any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction.card_abstraction import CardAbstraction
from fifthstreet.abstraction.cluster_strength import (
    cluster_blocks,
    next_bucket_blocks,
    preflop_next_buckets,
)
from fifthstreet.abstraction.clustering import cluster, equal_width, percentiles
from fifthstreet.abstraction.hand_index import hold_em_index
from fifthstreet.abstraction.points import Metric
from fifthstreet.abstraction.quality import STRENGTH_STEPS, StreetQuality, Tally, strength_steps
from fifthstreet.abstraction.recipes import BOARD_CARDS, Recipe, StreetRecipe
from fifthstreet.abstraction.strength import (
    HandStrengths,
    hand_strengths,
    preflop_indices,
    strength_blocks,
)
from fifthstreet.cards import CLASS_COUNT
from fifthstreet.errors import InputError
from fifthstreet.tree import STREET_NAMES

_POOL = 8  # hands from which each hand of a sample is drawn
_MAX_KEPT = 2_000_000  # hands whose features are kept from the sample to the assignment
OPPONENT_BINS, OPPONENT_RESTARTS = 50, 10
METRICS: dict[str, Metric] = {
    "emd": "emd",
    "histogram-l2": "l2",
    "ochs": "l2",
    "potential-aware": "emd",
}
HISTOGRAMS = ("emd", "histogram-l2")


@dataclass(frozen=True)
class BuildProgress:
    """How far `build_abstraction` has come."""

    street: str
    step: str
    share: float  # of the step that is done


Progress = Callable[[BuildProgress], None]


@dataclass(frozen=True)
class _Rows:
    """Some hands of a street up to suits."""

    indices: NDArray[np.int64]  # [N] of `hold_em_index`
    weights: NDArray[np.uint8]  # [N] deals that a hand represents
    strengths: HandStrengths
    points: NDArray[Any] | None  # [N, D] features of k-means
    share_done: float  # of the street


@dataclass(frozen=True)
class _Labeller:
    """How hands get their bucket, and the cost of k-means, if there is one."""

    label: Callable[[_Rows], tuple[NDArray[np.uint16], NDArray[np.uint32] | None]]
    count: int
    cost_unit: float | None = None


def build_abstraction(
    recipe: Recipe, *, threads: int | None = None, progress: Progress | None = None
) -> CardAbstraction:
    """Build the buckets of all streets of a recipe.

    Args:
        recipe: The method and the number of buckets of each street.
        threads: Number of threads; by default one per core.
        progress: Called several times a second with the street, the step and the share of the step
            that is done. An exception that it raises ends the call.

    Returns:
        The abstraction, with the quality of each street. Buckets do not depend on `threads`.
    """
    return Builder(recipe, threads=threads, progress=progress).build()


def opponent_clusters(
    count: int, *, strengths: HandStrengths | None = None, seed: int = 0
) -> NDArray[np.uint16]:
    """Divide the 169 hands by their strength histograms, for OCHS.

    The method is from Johanson et al. 2013.

    Args:
        count: Number of clusters.
        strengths: What `hand_strengths(0, bins=50)` returns; calculated if None, which takes ten
            seconds.
        seed: For k-means.

    Returns:
        The cluster of each index of `hold_em_index(0)`, from weak to strong.  [169]
    """
    known = hand_strengths(0, bins=OPPONENT_BINS) if strengths is None else strengths
    if known.histogram is None:
        raise InputError("strengths must have a histogram: calculate them with bins")
    return cluster(
        known.histogram.astype(np.float64),
        count,
        weights=_combos(),
        seed=seed,
        restarts=OPPONENT_RESTARTS,
    ).labels


class Builder:
    """The work of `build_abstraction`."""

    def __init__(
        self,
        recipe: Recipe,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
        boards: Mapping[str, slice] | None = None,
    ) -> None:
        """Prepare the work; on streets with `boards`, hands on other boards stay in bucket 0."""
        self._recipe = recipe
        self._threads = threads
        self._progress = progress
        self._boards = dict.fromkeys(STREET_NAMES, slice(None)) | dict(boards or {})
        self._tables: dict[str, NDArray[Any]] = {}
        self._counts: dict[str, int] = {}
        self._preflop: dict[int, HandStrengths] = {}  # by number of bins

    def build(self) -> CardAbstraction:
        """Build all streets of the recipe."""
        quality = {}
        for name, street in reversed(list(self._recipe.streets())):
            quality[name] = self._build_street(name, street)
        return CardAbstraction(self._tables, self._counts, recipe=self._recipe, quality=quality)

    def _build_street(self, name: str, street: StreetRecipe) -> StreetQuality:
        labeller, visited = self._labeller(name, street)
        index = hold_em_index(BOARD_CARDS[name])
        size = index.size(len(index.rounds) - 1)
        table = np.zeros(size, np.uint8 if labeller.count <= 1 << 8 else np.uint16)
        tally = Tally(labeller.count)
        for rows in self._rows(name, street, self._boards[name]) if visited is None else visited:
            labels, costs = labeller.label(rows)
            table[rows.indices] = labels
            tally.add(labels, rows.weights, rows.strengths.ehs, costs)
            self._report(name, "assigning hands", rows.share_done)
        self._tables[name], self._counts[name] = table, labeller.count
        return tally.quality(labeller.cost_unit)

    def _labeller(
        self, name: str, street: StreetRecipe
    ) -> tuple[_Labeller, Iterable[_Rows] | None]:
        """Return how hands get their bucket, and all hands if they were visited for it."""
        count = street.buckets
        if street.method == "lossless":
            return _Labeller(lambda rows: (rows.indices.astype(np.uint16), None), count), None
        if street.method == "ehs":
            return _Labeller(
                lambda rows: (equal_width(rows.strengths.ehs, count), None), count
            ), None
        if street.method in ("ehs-percentile", "ehs2"):
            return self._percentile_labeller(name, street), None
        return self._cluster_labeller(name, street)

    def _percentile_labeller(self, name: str, street: StreetRecipe) -> _Labeller:
        """Divide the deals by EHS or EHS² into equal parts."""

        def steps_of(rows: _Rows) -> NDArray[np.int64]:
            strengths = rows.strengths
            return strength_steps(
                strengths.ehs_squared if street.method == "ehs2" else strengths.ehs
            )

        deals = np.zeros(STRENGTH_STEPS + 1, np.int64)
        for rows in self._rows(name, street, self._boards[name]):
            np.add.at(deals, steps_of(rows), rows.weights)
            self._report(name, "counting strengths", rows.share_done)
        buckets = percentiles(np.arange(len(deals)), street.buckets, weights=deals)
        return _Labeller(lambda rows: (buckets[steps_of(rows)], None), street.buckets)

    def _cluster_labeller(
        self, name: str, street: StreetRecipe
    ) -> tuple[_Labeller, Iterable[_Rows] | None]:
        """Find the centres of k-means from a sample."""
        boards = range(_BOARD_COUNTS[name])[self._boards[name]]
        total = max(_HAND_COUNTS[name] * len(boards) // _BOARD_COUNTS[name], 1)
        step = max(total // (_POOL * street.sample), 1)
        pool = self._rows(name, street, _every(boards, step))
        visited = list(pool) if step == 1 and total <= _MAX_KEPT else None
        share = street.sample / (total / step)
        points, weights = [], []
        for rows in pool if visited is None else visited:
            assert rows.points is not None
            is_drawn = _drawn(rows.indices, self._recipe.seed) < share
            points.append(rows.points[is_drawn])
            weights.append(rows.weights[is_drawn])
            self._report(name, "drawing a sample", rows.share_done)
        clusters = cluster(
            np.concatenate(points),
            street.buckets,
            metric=METRICS[street.method],
            weights=np.concatenate(weights),
            seed=self._recipe.seed,
            restarts=street.restarts,
            threads=self._threads,
            progress=lambda now: self._report(name, now.step, now.done / max(now.total, 1)),
        )

        def label(rows: _Rows) -> tuple[NDArray[np.uint16], NDArray[np.uint32]]:
            assert rows.points is not None
            return clusters.assign_with_costs(rows.points, threads=self._threads)

        return _Labeller(label, len(clusters), clusters.scale.unit), visited

    def _rows(self, name: str, street: StreetRecipe, boards: slice) -> Iterator[_Rows]:
        """Yield the hands of a street with strengths, and with features for k-means."""
        board_cards = BOARD_CARDS[name]
        if board_cards == 0:
            yield self._preflop_rows(street)
            return
        bins = street.bins if street.method in HISTOGRAMS else None
        strengths = strength_blocks(board_cards, bins=bins, boards=boards, threads=self._threads)
        points: Iterator[NDArray[Any] | None]
        if street.method == "ochs":
            known, seed = self._preflop_strengths(OPPONENT_BINS), self._recipe.seed
            clusters = opponent_clusters(street.opponents, strengths=known, seed=seed)
            blocks = cluster_blocks(clusters, boards=boards, threads=self._threads)
            points = (block.equities for block in blocks)
        elif street.method == "potential-aware":
            groups = self._next_groups(name, street)
            following = next_bucket_blocks(
                board_cards, groups, boards=boards, threads=self._threads
            )
            points = (block.counts(street.bins) for block in following)
        else:
            points = iter(lambda: None, 0)
        for block in strengths:
            features = next(points) if bins is None else block.strengths.histogram
            yield _Rows(
                block.indices, block.multiplicities, block.strengths, features, block.share_done
            )

    def _preflop_rows(self, street: StreetRecipe) -> _Rows:
        strengths = self._preflop_strengths(street.bins)
        points: NDArray[Any] | None = strengths.histogram
        if street.method == "potential-aware":
            points = preflop_next_buckets(self._next_groups("preflop", street))
        features = None if points is None else points.astype(np.float64)
        return _Rows(np.arange(CLASS_COUNT), _combos(), strengths, features, 1.0)

    def _preflop_strengths(self, bins: int) -> HandStrengths:
        """Return the strengths of the 169 hands, which opponents and preflop buckets share."""
        if bins not in self._preflop:
            self._preflop[bins] = hand_strengths(
                0,
                bins=bins,
                threads=self._threads,
                progress=lambda share: self._report("preflop", "adding up rivers", share),
            )
        return self._preflop[bins]

    def _next_groups(self, name: str, street: StreetRecipe) -> NDArray[np.uint16]:
        """Return the buckets of the next street in groups, which go from weak to strong."""
        following = STREET_NAMES[STREET_NAMES.index(name) + 1]
        count = self._counts[following]
        groups = (np.arange(count) * min(street.bins, count) // count).astype(np.uint16)
        grouped: NDArray[np.uint16] = groups[self._tables[following]]
        return grouped

    def _report(self, street: str, step: str, share: float) -> None:
        if self._progress is not None:
            self._progress(BuildProgress(street, step, share))


_BOARD_COUNTS = {"preflop": 1, "flop": 1_755, "turn": 16_432, "river": 134_459}
_HAND_COUNTS = {"preflop": 169, "flop": 1_286_792, "turn": 13_960_050, "river": 123_156_254}


def _combos() -> NDArray[np.uint8]:
    """Return the number of combos of each of the 169 hands."""
    return np.bincount(preflop_indices(), minlength=CLASS_COUNT).astype(np.uint8)


def _every(boards: range, step: int) -> slice:
    """Return a slice of every `step`-th board."""
    chosen = boards[step // 2 :: step] or boards
    return slice(chosen.start, chosen.stop, chosen.step)


def _drawn(indices: NDArray[np.int64], seed: int) -> NDArray[np.float64]:
    """Return a number from 0 up to 1 for each index, which looks random (SplitMix64)."""
    start = (seed + 1) * 0x9E3779B97F4A7C15 & (1 << 64) - 1
    mixed = indices.astype(np.uint64) + np.uint64(start)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return (mixed >> np.uint64(11)).astype(np.float64) * 2.0**-53
