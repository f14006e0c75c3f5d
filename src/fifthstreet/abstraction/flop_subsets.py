"""Weighted subsets of the 1,755 flops, for matchups that are too costly on all of them.

Flops are described by how strong every hand is on them, that is for each of the 169 hand classes,
the distribution of hand strength on the river, and by their suits and pairs. The main components of
the former (principal component analysis) and the latter are clustered by k-means, and each cluster
is represented by one of its flops, with the cluster's number of flops as its weight. The flop
nearest to the centre would be a natural choice, but the errors of all clusters add up. So
representatives are exchanged, within the nearer half of each cluster, until no exchange lowers the
error of the means over all flops: of the strength of hand classes, of how often they are dealt, and
of the share of each texture.

`flop_subset` returns one of the subsets that come with the package; `make_flop_subset` makes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction.board_blocks import Progress
from fifthstreet.abstraction.board_texture import board_textures
from fifthstreet.abstraction.clustering import cluster
from fifthstreet.abstraction.strength import (
    MOST_POINTS,
    preflop_indices,
    runout_count,
    strength_blocks,
)
from fifthstreet.cards import (
    CLASS_COUNT,
    RANKS,
    MaskArray,
    Range,
    canonical_boards,
    count_matchups,
    mask_text,
    parse_mask,
)
from fifthstreet.equity.calculate import equity

FLOP_CARDS = 3
SUBSET_SIZES = (25, 49, 85, 184)  # of the subsets that come with the package
_ALL_FLOPS = 22_100
_SUIT_COLUMNS = 6  # of `_textures`
_BINS = 10
_COMPONENTS = 48  # which have 93% of the variance
_SUIT_DISTANCE = 1.0  # of flops with different suits or pairs, in standard deviations
_RESTARTS = 20
_NEARER_HALF = 0.5
# Of errors, against that of the strength of all combos: how often a class is dealt, and the share
# of flops with a texture.
_DEALT_WEIGHT, _TEXTURE_WEIGHT = 0.3, 30.0
_FILE = "data/flop_subsets.txt"


@dataclass(frozen=True)
class SubsetError:
    """How far means over a subset are from those over all flops.

    The expected hand strength (EHS) and the expected square of the hand strength (EHS²) are those
    of the 169 hand classes, which count by their combos. Textures are suits, pairs, high cards and
    how many cards one straight can have. All errors are shares of 1.
    """

    ehs_rms: float
    ehs_max: float
    ehs_squared_rms: float
    ehs_squared_max: float
    texture_max: float

    def __str__(self) -> str:
        """Return the errors of EHS in words."""
        return (
            f"the mean strength of a hand class is off by {100 * self.ehs_rms:.2f} percentage "
            f"points (RMS), at most {100 * self.ehs_max:.2f}, and the share of flops with a "
            f"texture by at most {100 * self.texture_max:.2f}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class FlopSubset:
    """K flops, and how many of the 22,100 each represents."""

    boards: MaskArray  # [K]  of `canonical_boards(3)`
    counts: NDArray[np.int64]  # [K]
    error: SubsetError

    def __len__(self) -> int:
        """Return the number of flops."""
        return len(self.boards)

    def __repr__(self) -> str:
        """Return the number of flops and the error."""
        return f"<FlopSubset: {len(self)} flops; {self.error}>"


@dataclass(frozen=True, eq=False)
class FlopStrengths:
    """The strength of hand classes on every flop: F flops, C classes, whole numbers.

    Sums are over the hands of the class that the flop leaves, and their runouts.
    """

    boards: MaskArray  # [F]
    counts: NDArray[np.int64]  # [F]  number of flops that each represents
    hands: NDArray[np.int64]  # [F, C]  hands that the flop leaves
    points: NDArray[np.int64]  # [F, C]
    square_points: NDArray[np.int64]  # [F, C]
    histogram: NDArray[np.int64]  # [F, C, bins]  number of runouts

    @property
    def shares(self) -> NDArray[np.float64]:
        """The share of each flop in all deals of a class.  [F, C]"""
        deals = self.counts[:, None] * self.hands
        shares: NDArray[np.float64] = self.hands / deals.sum(axis=0)
        return shares

    def features(self) -> NDArray[np.float64]:
        """Return EHS, EHS² and the cumulative histogram of each class.  [F, C, 1 + bins]

        They are 0 where the flop leaves no hand.
        """
        runouts = runout_count(FLOP_CARDS) * np.maximum(self.hands, 1)
        bins = np.cumsum(self.histogram, axis=2)[:, :, :-1] / runouts[:, :, None]
        ehs = self.points / (runouts * MOST_POINTS)
        ehs_squared = self.square_points / (runouts * MOST_POINTS**2)
        return np.concatenate([ehs[:, :, None], ehs_squared[:, :, None], bins], axis=2)


def flop_strengths(
    *, threads: int | None = None, progress: Progress | None = None
) -> FlopStrengths:
    """Calculate the strength of all hand classes on all flops; it takes about a minute."""
    boards, counts = canonical_boards(FLOP_CARDS)
    classes = preflop_indices()
    shape = (len(boards), CLASS_COUNT)
    hands, points, square_points = (np.zeros(shape, np.int64) for _ in range(3))
    histogram = np.zeros((*shape, _BINS), np.int64)
    first = 0
    for block in strength_blocks(FLOP_CARDS, bins=_BINS, threads=threads, progress=progress):
        flops = first + np.repeat(np.arange(len(block.boards)), np.diff(block.starts))
        cells = (flops, classes[block.hands])
        deals = block.multiplicities.astype(np.int64)
        found = block.strengths
        assert found.square_points is not None
        assert found.histogram is not None
        np.add.at(hands, cells, deals)
        np.add.at(points, cells, deals * found.points)
        np.add.at(square_points, cells, deals * found.square_points)
        np.add.at(histogram, cells, deals[:, None] * found.histogram)
        first += len(block.boards)
    # A row of a block stands for all deals up to suits: those of every flop that is represented.
    for table in (hands, points, square_points):
        table //= counts[:, None]
    histogram //= counts[:, None, None]
    return FlopStrengths(boards, counts, hands, points, square_points, histogram)


def make_flop_subset(
    count: int,
    strengths: FlopStrengths | None = None,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> FlopSubset:
    """Choose about `count` flops that represent all; `strengths` are calculated if not given."""
    if strengths is None:
        strengths = flop_strengths(threads=threads, progress=progress)
    if not 1 <= count <= len(strengths.boards):
        raise ValueError(f"a subset of {count} flops; want 1 to {len(strengths.boards):,}")
    points = _points(strengths)
    clusters = cluster(
        points,
        count,
        metric="l2",
        weights=strengths.counts,
        seed=seed,
        restarts=_RESTARTS,
        max_iterations=300,
        tolerance=0,
        threads=threads,
    )
    distances = np.square(points - clusters.centres[clusters.labels]).sum(axis=1)
    candidates = []
    for label in range(len(clusters)):
        members = np.flatnonzero(clusters.labels == label)
        nearest = members[np.argsort(distances[members], kind="stable")]
        candidates.append(nearest[: int(np.ceil(_NEARER_HALF * len(nearest)))])
    flops = _exchange(strengths, candidates, clusters.weights)
    order = np.argsort(flops)
    flops, counts = flops[order], clusters.weights[order]
    return FlopSubset(strengths.boards[flops], counts, subset_error(strengths, flops, counts))


def subset_error(
    strengths: FlopStrengths, flops: NDArray[np.int64], counts: NDArray[np.int64]
) -> SubsetError:
    """Return the error of weighted flops, given as rows of `strengths`."""
    features = strengths.features()[:, :, :2]
    sizes = strengths.hands.max(axis=0)  # of the classes
    everywhere = np.einsum("f,fc,fcx->cx", strengths.counts, strengths.shares, features)
    deals = counts[:, None] * strengths.hands[flops]
    chosen = np.einsum("fc,fcx->cx", deals, features[flops])
    errors = chosen / np.maximum(deals.sum(axis=0), 1)[:, None] - everywhere
    errors[deals.sum(axis=0) == 0] = 0.0  # classes that the subset never deals have no mean
    rms = np.sqrt(sizes @ np.square(errors) / sizes.sum())
    most = np.abs(errors).max(axis=0)
    kinds = _textures(strengths.boards)
    shares = counts @ kinds[flops] - strengths.counts @ kinds
    return SubsetError(
        ehs_rms=float(rms[0]),
        ehs_max=float(most[0]),
        ehs_squared_rms=float(rms[1]),
        ehs_squared_max=float(most[1]),
        texture_max=float(np.abs(shares).max() / strengths.counts.sum()),
    )


def range_equity_error(
    subset: FlopSubset, oop: Range, ip: Range, *, threads: int | None = None
) -> tuple[float, float]:
    """Return the equity of the first range on the subset, and on all flops."""
    total = share = 0.0
    for board, count in zip(subset.boards.tolist(), subset.counts.tolist(), strict=True):
        first, second = oop.without(board), ip.without(board)
        weight = count * count_matchups(first.weights, second.weights)
        if weight > 0:
            result = equity(first, second, board=board, method="exact", threads=threads)
            share += weight * result.players[0].equity
            total += weight
    if not total:
        raise ValueError("the flops of the subset leave no hands, or only hands that share a card")
    everywhere = equity(oop, ip, method="exact", threads=threads).players[0].equity
    return share / total, everywhere


def flop_subset(count: int) -> FlopSubset:
    """Return a subset that comes with the package: 25, 49, 85 or 184 flops.

    >>> subset = flop_subset(49)
    >>> len(subset), int(subset.counts.sum())
    (49, 22100)
    """
    stored = _stored()
    if count not in stored:
        *most, last = map(str, stored)
        raise ValueError(
            f"no subset of {count} flops; want {', '.join(most)} or {last}, or make_flop_subset"
        )
    return stored[count]


def subset_text(subset: FlopSubset) -> str:
    """Return a subset as lines of a file: its error, then its flops and their counts."""
    head = " ".join([str(len(subset)), *(f"{number:.6f}" for number in astuple(subset.error))])
    flops = [
        f"{mask_text(board)}:{count}"
        for board, count in zip(subset.boards.tolist(), subset.counts.tolist(), strict=True)
    ]
    rows = [" ".join(flops[first : first + 8]) for first in range(0, len(flops), 8)]
    return "\n".join([f"subset {head}", *rows]) + "\n"


@lru_cache(maxsize=1)
def _stored() -> dict[int, FlopSubset]:
    text = files("fifthstreet.abstraction").joinpath(_FILE).read_text("utf-8")
    subsets = {}
    for part in text.split("subset ")[1:]:
        head, _, rows = part.partition("\n")
        flops = [flop.split(":") for flop in rows.split()]
        boards = np.array([parse_mask(board) for board, _ in flops], np.uint64)
        counts = np.array([int(count) for _, count in flops], np.int64)
        error = SubsetError(*map(float, head.split()[1:]))
        subsets[len(boards)] = FlopSubset(boards, counts, error)
    return subsets


def _textures(boards: MaskArray) -> NDArray[np.float64]:
    """Return which kinds of suits, pairs, straights and high cards flops have, as 0 and 1.  [F, 22]

    The first columns, of suits and pairs, are those of `_SUIT_COLUMNS`.
    """
    textures = board_textures(boards)
    columns = [
        textures.num_suits[:, None] == np.arange(1, 4),
        textures.most_of_a_rank[:, None] == np.arange(1, 4),
        textures.straightness[:, None] == np.arange(1, 4),
        textures.high_card_rank[:, None] == np.arange(len(RANKS)),
    ]
    return np.concatenate(columns, axis=1).astype(np.float64)


def _points(strengths: FlopStrengths) -> NDArray[np.float64]:
    """Return the main components of hand strengths, and suits and pairs, to be clustered."""
    components = _components(strengths)
    deviation = np.sqrt(strengths.counts @ np.square(components).sum(axis=1) / _ALL_FLOPS)
    # Two flops that differ in suits differ in two columns.
    suits = _textures(strengths.boards)[:, :_SUIT_COLUMNS] * deviation * _SUIT_DISTANCE / np.sqrt(2)
    return np.concatenate([components, suits], axis=1)


def _components(strengths: FlopStrengths) -> NDArray[np.float64]:
    """Return the main components of the distributions of hand strength.  [F, components]"""
    counts = strengths.counts.astype(np.float64)
    bins = strengths.features()[:, :, 2:]
    means = np.einsum("f,fc,fcx->cx", counts, strengths.shares, bins)
    # A hand that the flop does not leave has no strength that could differ.
    weights = strengths.hands / np.sqrt(strengths.hands.max(axis=0))
    rows = (weights[:, :, None] * (bins - means)).reshape(len(counts), -1)
    rows -= counts @ rows / counts.sum()
    _, axes = np.linalg.eigh((counts[:, None] * rows).T @ rows)
    main = axes[:, ::-1][:, :_COMPONENTS]
    components: NDArray[np.float64] = rows @ main
    return components


def _exchange(
    strengths: FlopStrengths, candidates: Sequence[NDArray[np.int64]], counts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Choose a flop of each cluster so that the means of all classes are as exact as possible."""
    counts = counts.astype(np.float64)
    shares, features = strengths.shares, strengths.features()[:, :, :2]
    means = np.einsum("f,fc,fcx->cx", strengths.counts, shares, features)
    weights = np.sqrt(strengths.hands.max(axis=0))
    parts = shares[:, :, None] * np.concatenate(
        [features - means, np.full((*shares.shape, 1), _DEALT_WEIGHT)], axis=2
    )
    kinds = _textures(strengths.boards) * _TEXTURE_WEIGHT / _ALL_FLOPS
    rows = np.concatenate([(weights[:, None] * parts).reshape(len(shares), -1), kinds], axis=1)
    flops = np.array([nearest[0] for nearest in candidates])
    error = counts @ rows[flops] - strengths.counts @ rows
    while True:
        is_changed = False
        for label, choice in enumerate(candidates):
            errors = error + counts[label] * (rows[choice] - rows[flops[label]])
            costs = np.square(errors).sum(axis=1)
            best = int(np.argmin(costs))
            if costs[best] < np.square(error).sum() * (1 - 1e-9):
                error, flops[label], is_changed = errors[best], choice[best], True
        if not is_changed:
            return flops
