"""Features of hands against clusters of hands, and over the buckets of the next street.

OCHS, opponent cluster hand strength (Johanson, Burch, Valenzano & Bowling 2013), describes a river
hand by its equity against each of a few clusters of the opponent's hands. Potential-aware features
(Gilpin, Sandholm & Sørensen 2007; Ganzfried & Sandholm 2014) describe a hand by the buckets that it
falls into on the next street.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet import _native
from fifthstreet.abstraction.board_blocking import BoardBlock, Progress, board_blocks
from fifthstreet.abstraction.hand_index import hold_em_index
from fifthstreet.abstraction.strength import high_evaluator, preflop_indices
from fifthstreet.cards import CLASS_COUNT, HOLE_COUNT, canonical_boards
from fifthstreet.errors import InputError
from fifthstreet.support.threads import thread_count

MAX_CLUSTERS = 1024
MAX_BUCKETS = 1 << 16


@dataclass(frozen=True, repr=False)
class ClusterBlock(BoardBlock):
    """The hands on some complete boards and their equities against K clusters."""

    equities: NDArray[np.float32]  # [N, K]


@dataclass(frozen=True, repr=False)
class NextBucketBlock(BoardBlock):
    """The hands on some boards and their buckets after each of C cards to come."""

    next_buckets: NDArray[np.uint16]  # [N, C] ascending in each row

    def counts(self, buckets: int) -> NDArray[np.uint8]:
        """Return how many of the cards to come lead to each bucket.  [N, buckets]"""
        if len(self) and buckets <= int(self.next_buckets.max()):
            raise InputError(
                f"buckets must be at least {int(self.next_buckets.max()) + 1}, got {buckets}"
            )
        counts = np.zeros((len(self), buckets), np.uint8)
        rows = np.arange(len(self))
        for column in self.next_buckets.T:
            counts[rows, column] += 1
        return counts


def cluster_weights(clusters: ArrayLike) -> NDArray[np.float32]:
    """Return the weight of each of the 1,326 hands in each cluster.  [K, 1326]

    Args:
        clusters: Such weights, 0 or more, or the cluster of each of the 169 hands of
            `hold_em_index(0)`, from 0. At most 1,024 clusters.

    Raises:
        InputError: If a cluster has no hand.
    """
    array = np.asarray(clusters)
    weights: NDArray[np.float32]
    if array.shape == (CLASS_COUNT,) and array.dtype.kind in "iu":
        labels = array[preflop_indices()]
        count = int(array.max()) + 1
        if not 0 <= int(array.min()) <= count - 1 < MAX_CLUSTERS:
            raise InputError(f"clusters must be numbers from 0 to {MAX_CLUSTERS - 1}")
        weights = (labels == np.arange(count)[:, None]).astype(np.float32)
    elif array.ndim == 2 and array.shape[1] == HOLE_COUNT and array.dtype.kind in "iuf":
        if not 1 <= len(array) <= MAX_CLUSTERS:
            raise InputError(f"clusters must be 1 to {MAX_CLUSTERS}, got {len(array)}")
        weights = np.ascontiguousarray(array, np.float32)
        if not (np.isfinite(weights) & (weights >= 0)).all():
            raise InputError("the weights of clusters must be finite and 0 or more")
    else:
        raise InputError(
            f"clusters must be {CLASS_COUNT} integers or have shape [clusters, {HOLE_COUNT}], got "
            f"{array.dtype} of shape {array.shape}"
        )
    if empty := np.flatnonzero(weights.sum(axis=1) == 0).tolist():
        raise InputError(f"cluster {empty[0]} has no hand")
    return weights


def cluster_blocks(
    clusters: ArrayLike,
    *,
    boards: slice = slice(None),
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[ClusterBlock]:
    """Yield the equity of all river hands against each cluster, some boards at a time.

    Where the board and the hand leave no hand of a cluster, the equity is against all hands.

    Args:
        clusters: The opponent's hands, as in `cluster_weights`.
        boards: Which of `canonical_boards(5)` to visit; by default all.
        threads: Number of threads; by default one per core.
        progress: Called after each block with the share of the work that is done, 0 to 1.

    >>> labels = np.arange(169) % 8
    >>> block = next(cluster_blocks(labels, boards=slice(0, 1)))
    >>> block.equities.shape
    (331, 8)
    """
    weights = cluster_weights(clusters)
    for block in board_blocks(5, boards=boards, threads=threads, progress=progress):
        equities = np.empty((len(block), len(weights)), np.float32)
        _native.cluster_strengths(
            high_evaluator(), block.boards, block.starts, weights, thread_count(threads), equities
        )
        yield ClusterBlock(**vars(block), equities=equities)


def next_bucket_blocks(
    board_cards: int,
    buckets: ArrayLike,
    *,
    boards: slice = slice(None),
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[NextBucketBlock]:
    """Yield the buckets of flop or turn hands on the next street, some boards at a time.

    See `preflop_next_buckets` for hands without a board.

    Args:
        board_cards: 3 or 4.
        buckets: The bucket of each index of `hold_em_index(board_cards + 1)`, 0 to 65,535.
        boards: Which of `canonical_boards(board_cards)` to visit; by default all.
        threads: Number of threads; by default one per core.
        progress: Called after each block with the share of the work that is done, 0 to 1.
    """
    if board_cards not in (3, 4):
        raise InputError(f"board_cards must be 3 or 4, got {board_cards}")
    table = _bucket_table(board_cards + 1, buckets)
    next_index = hold_em_index(board_cards + 1)
    for block in board_blocks(board_cards, boards=boards, threads=threads, progress=progress):
        lists = np.empty((len(block), 50 - board_cards), np.uint16)
        _native.list_next_buckets(
            next_index.native, block.boards, block.starts, table, thread_count(threads), lists
        )
        yield NextBucketBlock(**vars(block), next_buckets=lists)


def preflop_next_buckets(buckets: ArrayLike, *, threads: int | None = None) -> NDArray[np.int64]:
    """Count the flops on which each of the 169 hands falls into each bucket.

    Args:
        buckets: The bucket of each index of `hold_em_index(3)`, 0 to 65,535.
        threads: Number of threads; by default one per core.

    Returns:
        A row for each index of `hold_em_index(0)`; each adds up to 19,600.  [169, buckets]
    """
    table = _bucket_table(3, buckets)
    count = int(table.max()) + 1
    flops, multiplicities = canonical_boards(3)
    indices = hold_em_index(3).index_holes(flops, threads=thread_count(threads))
    rows, hands = np.nonzero(indices >= 0)
    classes = preflop_indices()
    cells = classes[hands] * count + table[indices[rows, hands]]
    counts = np.bincount(cells, multiplicities[rows], CLASS_COUNT * count).astype(np.int64)
    sizes = np.bincount(classes, minlength=CLASS_COUNT)
    return counts.reshape(CLASS_COUNT, count) // sizes[:, None]


def _bucket_table(board_cards: int, buckets: ArrayLike) -> NDArray[np.uint16]:
    array = np.asarray(buckets)
    size = hold_em_index(board_cards).size(1)
    if array.shape != (size,) or array.dtype.kind not in "iu":
        raise InputError(
            f"buckets must be {size:,} integers, got {array.dtype} of shape {array.shape}"
        )
    if array.dtype != np.uint16 and not 0 <= int(array.min()) <= int(array.max()) < MAX_BUCKETS:
        raise InputError(f"buckets must be from 0 to {MAX_BUCKETS - 1}")
    return np.ascontiguousarray(array, np.uint16)
