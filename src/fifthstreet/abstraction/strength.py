"""Exact hand strength of every hold'em hand up to suits, by enumeration.

Hand strength (HS) is defined on the river: the equity against a uniformly random hand, P(win) +
P(tie) / 2 over the 990 hands that the opponent can hold. It is counted in points, two for each hand
beaten and one for each tied, so that all sums are whole numbers. Before the river:

- EHS, the expected hand strength, is the mean of HS over all runouts, and EHS² the mean of HS².
- A histogram counts the runouts by HS in bins of equal width; an HS of 1 is in the last bin.
- Potentials (Papp 1998; Billings, Papp, Schaeffer & Szafron 1998) compare a hand with every
  opposing hand now and after every runout, as ahead, tied or behind:

      positive = (behind→ahead + behind→tied / 2 + tied→ahead / 2) / (behind + tied / 2)
      negative = (ahead→behind + ahead→tied / 2 + tied→behind / 2) / (ahead + tied / 2)

  A hand that is never behind or tied has a positive potential of 0. If it is never ahead or tied,
  it has a negative potential of 0.

Hands are numbered by `hold_em_index(board_cards)`. Each board up to suits is swept once for all of
its hands. `hand_strengths` returns arrays of a whole street; `strength_blocks` yields the same in
blocks of boards, for features that do not fit in memory all at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction.board_blocking import BoardBlock, Progress, board_blocks
from fifthstreet.abstraction.hand_index import hold_em_index
from fifthstreet.cards import CLASS_COUNT, HOLE_CARDS
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.errors import InputError
from fifthstreet.support.threads import thread_count

MAX_POINTS = 1980  # of a hand that beats all 990 opposing hands
MIN_BINS, MAX_BINS = 2, 255


@dataclass(frozen=True, repr=False)
class HandStrengths:
    """Strengths of N hands of a street, as sums over the runouts of each."""

    board_cards: int
    points: NDArray[Any]  # [N] whole numbers
    square_points: NDArray[Any] | None  # [N] sums of squares; may be left out on the river
    histogram: NDArray[Any] | None  # [N, bins] number of runouts
    potentials: NDArray[np.float32] | None  # [N, 2] positive and negative

    def __repr__(self) -> str:
        bins = "no histograms" if self.histogram is None else f"{self.histogram.shape[1]} bins"
        return f"<HandStrengths: {len(self):,} hands, {self.board_cards} board cards, {bins}>"

    def __len__(self) -> int:
        """Return the number of hands."""
        return len(self.points)

    @property
    def runouts(self) -> int:
        """Number of runouts of each hand."""
        return runout_count(self.board_cards)

    @property
    def ehs(self) -> NDArray[np.float32]:
        """Expected hand strength, from 0 to 1.  [N]"""
        return _means(self.points, self.runouts * MAX_POINTS)

    @property
    def ehs_squared(self) -> NDArray[np.float32]:
        """Expected square of the hand strength on the river.  [N]"""
        if self.square_points is None:
            return np.square(self.ehs)
        return _means(self.square_points, self.runouts * MAX_POINTS**2)

    @property
    def positive_potential(self) -> NDArray[np.float32]:
        """How often the hand is ahead on the river where it is behind now.  [N]"""
        return self._potentials()[:, 0]

    @property
    def negative_potential(self) -> NDArray[np.float32]:
        """How often the hand is behind on the river where it is ahead now.  [N]"""
        return self._potentials()[:, 1]

    def features(self) -> NDArray[np.float32]:
        """Return EHS, EHS², positive and negative potential as points for `cluster`.  [N, 4]"""
        pair = self._potentials()
        return np.column_stack([self.ehs, self.ehs_squared, pair[:, 0], pair[:, 1]])

    def _potentials(self) -> NDArray[np.float32]:
        if self.potentials is None:
            raise InputError("potentials were not calculated: use potentials=True")
        return self.potentials


@dataclass(frozen=True, repr=False)
class StrengthBlock(BoardBlock):
    """The hands on some boards and their strengths, row by row."""

    strengths: HandStrengths


def runout_count(board_cards: int) -> int:
    """Return the number of runouts of a hand on a board.

    Args:
        board_cards: Cards of the board, 0 to 5.

    >>> [runout_count(cards) for cards in (0, 3, 4, 5)]
    [2118760, 1081, 46, 1]
    """
    return comb(50 - board_cards, 5 - board_cards)


def strength_blocks(
    board_cards: int,
    *,
    bins: int | None = None,
    potentials: bool = False,
    boards: slice = slice(None),
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[StrengthBlock]:
    """Yield the strengths of all hands with a board of 3, 4 or 5 cards, some boards at a time.

    Over all blocks, each index of `hold_em_index(board_cards)` appears once. Sums are uint32 and
    histograms uint16.

    Args:
        board_cards: 3, 4 or 5.
        bins: Bins of each hand's histogram, 2 to 255; by default there are no histograms.
            Not on the river.
        potentials: Whether to calculate potentials; not on the river.
        boards: Which of `canonical_boards(board_cards)` to visit; by default all.
        threads: Number of threads; by default one per core.
        progress: Called after each block with the share of the work that is done, 0 to 1.

    >>> block = next(strength_blocks(4, bins=10, boards=slice(0, 1)))
    >>> block, block.strengths
    (<StrengthBlock: 1 boards, 144 hands>, <HandStrengths: 144 hands, 4 board cards, 10 bins>)
    """
    _check_options(board_cards, bins, potentials)
    for block in board_blocks(board_cards, boards=boards, threads=threads, progress=progress):
        rows = len(block)
        points, square_points = np.empty(rows, np.uint32), np.empty(rows, np.uint32)
        histogram = None if bins is None else np.empty((rows, bins), np.uint16)
        pair = np.empty((rows, 2), np.float32) if potentials else None
        _native.sum_strengths(
            high_evaluator(),
            block.boards,
            block.starts,
            thread_count(threads),
            points,
            square_points,
            histogram,
            pair,
        )
        strengths = HandStrengths(board_cards, points, square_points, histogram, pair)
        yield StrengthBlock(**vars(block), strengths=strengths)


def hand_strengths(
    board_cards: int,
    *,
    bins: int | None = None,
    potentials: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> HandStrengths:
    """Return the strengths of all hands of a street, by index of `hold_em_index(board_cards)`.

    Histograms are uint8 with 4 board cards, uint16 with 3 and int64 with none. On the river, the
    points take 250 MB.

    Args:
        board_cards: 0, 3, 4 or 5.
        bins: Bins of each hand's histogram, 2 to 255; by default there are no histograms.
            Not on the river.
        potentials: Whether to calculate potentials; only with 3 or 4 board cards.
        threads: Number of threads; by default one per core.
        progress: Called with the share of the work that is done, 0 to 1.
    """
    _check_options(board_cards, bins, potentials)
    if board_cards == 0:
        return _preflop_strengths(bins, threads, progress)
    size = hold_em_index(board_cards).size(1)
    runouts = runout_count(board_cards)
    is_river = board_cards == 5
    points = np.empty(size, np.uint16 if is_river else np.uint32)
    square_points = None if is_river else np.empty(size, np.uint32)
    small = np.min_scalar_type(runouts)
    histogram = None if bins is None else np.empty((size, bins), small)
    pair = np.empty((size, 2), np.float32) if potentials else None
    for block in strength_blocks(
        board_cards, bins=bins, potentials=potentials, threads=threads, progress=progress
    ):
        found = block.strengths
        for whole, part in (
            (points, found.points),
            (square_points, found.square_points),
            (histogram, found.histogram),
            (pair, found.potentials),
        ):
            if whole is not None and part is not None:
                whole[block.indices] = part
    return HandStrengths(board_cards, points, square_points, histogram, pair)


def preflop_indices() -> NDArray[np.int64]:
    """Return the index of each of the 1,326 hands among the 169 of `hold_em_index(0)`.  [1326]"""
    return hold_em_index(0).index(HOLE_CARDS)


def high_evaluator() -> _native.FreeEvaluator:
    """Return the evaluator of standard high hands."""
    evaluator = STANDARD_HIGH.evaluator
    assert isinstance(evaluator, _native.FreeEvaluator)
    return evaluator


def _preflop_strengths(
    bins: int | None, threads: int | None, progress: Progress | None
) -> HandStrengths:
    """Add up the points of all rivers by hand class; all hands of a class have the same sums."""
    classes = preflop_indices()
    sizes = np.bincount(classes, minlength=CLASS_COUNT)
    points = np.zeros(CLASS_COUNT, np.int64)
    square_points = np.zeros(CLASS_COUNT, np.int64)
    histogram = None if bins is None else np.zeros((CLASS_COUNT, bins), np.int64)
    for block in strength_blocks(5, threads=threads, progress=progress):
        found = block.strengths.points.astype(np.int64)
        weights = block.multiplicities.astype(np.int64)
        row_classes = classes[block.hands]
        # Sums of a block stay far below 2^53, up to which float64 is exact.
        for sums, values in ((points, found * weights), (square_points, found**2 * weights)):
            sums += np.bincount(row_classes, values, CLASS_COUNT).astype(np.int64)
        if histogram is not None and bins is not None:
            cells = row_classes * bins + np.minimum(found * bins // MAX_POINTS, bins - 1)
            counts = np.bincount(cells, weights, CLASS_COUNT * bins)
            histogram += counts.astype(np.int64).reshape(CLASS_COUNT, bins)
    if histogram is not None:
        histogram //= sizes[:, None]
    return HandStrengths(0, points // sizes, square_points // sizes, histogram, None)


def _check_options(board_cards: int, bins: int | None, potentials: bool) -> None:
    if board_cards not in (0, 3, 4, 5):
        raise InputError(f"board_cards must be 0, 3, 4 or 5, got {board_cards}")
    if bins is not None and not MIN_BINS <= bins <= MAX_BINS:
        raise InputError(f"bins must be from {MIN_BINS} to {MAX_BINS}, got {bins}")
    if bins is not None and board_cards == 5:
        raise InputError("bins must be None on the river, where no card is to come")
    if potentials and board_cards not in (3, 4):
        raise InputError(f"potentials require 3 or 4 board_cards, got {board_cards}")


def _means(sums: NDArray[Any], total: int) -> NDArray[np.float32]:
    means: NDArray[np.float32] = np.true_divide(sums, total).astype(np.float32)
    return means
