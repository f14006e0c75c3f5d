"""Lossless indices of hands and boards: equal exactly for deals that differ only in suits.

The algorithm is from Waugh 2013, "A Fast and Optimal Hand Isomorphism Algorithm"; it is
described in native/abstraction/hand_index.hpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet import _native
from fifthstreet.cards import HOLE_COUNT
from fifthstreet.cards.hands import as_integers
from fifthstreet.errors import InputError
from fifthstreet.support.threads import thread_count

MAX_CARDS = 10  # of all rounds together


class HandIndex:
    """Indices of cards dealt in rounds, up to suit relabelling.

    The cards of a round are a set: their order does not matter, the order of rounds does. Hold'em
    with every street remembered is `HandIndex((2, 3, 1, 1))`; with the board as a set it is
    `HandIndex((2, 3))` on the flop, `(2, 4)` on the turn and `(2, 5)` on the river. The indices of
    a round are the numbers from 0 to `size(round) - 1`; each represents at least one deal.

    >>> index = HandIndex((2, 3, 1, 1))
    >>> [index.size(round) for round in range(4)]
    [169, 1286792, 55190538, 2428287420]
    >>> from fifthstreet.cards import cards_text, parse_cards
    >>> hearts, spades = parse_cards("AhKh Qh7d2c"), parse_cards("AsKs 7h2cQs")
    >>> index.index([hearts, spades])
    array([750931, 750931])
    >>> cards_text(index.unindex(1, [750931])[0].tolist())
    'KcAc2h7dQc'
    """

    def __init__(self, rounds: Sequence[int]) -> None:
        """Prepare indices for numbers of cards per round.

        Each is at least 1. They add up to at most 10, and the product of (cards + 1) is at most
        256.
        """
        counts = as_integers(rounds, np.int64)
        if counts.ndim != 1 or not len(counts) or counts.min() < 1 or counts.sum() > MAX_CARDS:
            raise InputError(
                f"rounds must have 1 or more cards each and at most {MAX_CARDS} in all, "
                f"got {rounds!r}"
            )
        self.rounds: tuple[int, ...] = tuple(counts.tolist())  # number of cards of each
        self._ends = tuple(accumulate(self.rounds))
        self.native = _native.HandIndex(list(self.rounds))

    def __repr__(self) -> str:
        return f"HandIndex({self.rounds}): {self.size(len(self.rounds) - 1):,} indices"

    @property
    def table_bytes(self) -> int:
        """Memory of the tables in bytes."""
        return self.native.table_bytes

    def size(self, round: int) -> int:
        """Return the number of indices of a round: of different deals up to suits."""
        return self.native.size(self._check_round(round))

    def index(self, cards: ArrayLike, *, threads: int = 1) -> NDArray[np.int64]:
        """Return the index of each row of a [N, k] array of cards.

        Cards are in the order of the rounds. The width k defines the last round: with rounds of 2,
        3, 1 and 1 cards, 5 columns are a hand and a flop.
        """
        rows = as_integers(cards, np.uint8)
        if rows.ndim != 2 or rows.shape[1] not in self._ends:
            raise InputError(
                f"cards must have shape [N, k], with k {' or '.join(map(str, self._ends))}, "
                f"got {rows.shape}"
            )
        out = np.empty(len(rows), np.int64)
        round = self._ends.index(rows.shape[1])
        bad_row = self.native.index_cards(round, rows, out, thread_count(threads))
        if bad_row >= 0:
            raise InputError(
                f"row {bad_row} must be distinct cards from 0 to 51, got {rows[bad_row]}"
            )
        return out

    def index_masks(self, masks: ArrayLike, *, threads: int = 1) -> NDArray[np.int64]:
        """Return the index of each row of a [N, k] array of masks, one for each of k rounds."""
        rows = as_integers(masks, np.uint64)
        if rows.ndim != 2 or not 1 <= rows.shape[1] <= len(self.rounds):
            raise InputError(
                f"masks must have shape [N, k], with k from 1 to {len(self.rounds)}, "
                f"got {rows.shape}"
            )
        out = np.empty(len(rows), np.int64)
        bad_row = self.native.index_masks(rows.shape[1] - 1, rows, out, thread_count(threads))
        if bad_row >= 0:
            raise InputError(f"row {bad_row} must be {self._accepted(0, rows.shape[1])}")
        return out

    def index_holes(self, boards: ArrayLike, *, threads: int = 1) -> NDArray[np.int64]:
        """Return the indices of all 1,326 hands on each board.  [N, 1326]

        `boards` has shape [N, k]: a mask for each of k rounds after the first, which must have two
        cards; [N] means one round. Hands that share a card with the board have index -1. This is
        several times faster than `index`.
        """
        rows = as_integers(boards, np.uint64)
        if rows.ndim == 1:
            rows = rows[:, None]
        if self.rounds[0] != 2:
            raise InputError(f"the first round must have 2 cards, got {self.rounds[0]}")
        if rows.ndim != 2 or not 1 <= rows.shape[1] < len(self.rounds):
            raise InputError(
                f"boards must have shape [N, k], with k from 1 to {len(self.rounds) - 1}, "
                f"got {rows.shape}"
            )
        out = np.empty((len(rows), HOLE_COUNT), np.int64)
        bad_row = self.native.index_holes(rows.shape[1], rows, out, thread_count(threads))
        if bad_row >= 0:
            raise InputError(f"row {bad_row} must be {self._accepted(1, rows.shape[1] + 1)}")
        return out

    def unindex(self, round: int, indices: ArrayLike, *, threads: int = 1) -> NDArray[np.uint8]:
        """Return the cards of the deal that represents each index of a round.  [N, k]

        They are in the order of the rounds, and ascend within each.
        """
        wanted = as_integers(indices, np.int64)
        if wanted.ndim != 1:
            raise InputError(f"indices must have shape [N], got {wanted.shape}")
        out = np.empty((len(wanted), self._ends[self._check_round(round)]), np.uint8)
        bad = self.native.unindex(round, wanted, out, thread_count(threads))
        if bad >= 0:
            raise InputError(
                f"indices of round {round} must be 0 to {self.size(round) - 1}, got {wanted[bad]}"
            )
        return out

    def _check_round(self, round: int) -> int:
        if not 0 <= round < len(self.rounds):
            raise InputError(f"round must be from 0 to {len(self.rounds) - 1}, got {round}")
        return round

    def _accepted(self, first: int, last: int) -> str:
        counts = " + ".join(map(str, self.rounds[first:last]))
        return f"masks of {counts} distinct cards"


@lru_cache(maxsize=8)
def hold_em_index(board_cards: int) -> HandIndex:
    """Return the index of hold'em hands with a board, as a set of cards.

    Args:
        board_cards: 3, 4 or 5; 0 for the 169 hands without a board.

    >>> hold_em_index(5)
    HandIndex((2, 5)): 123,156,254 indices
    """
    if board_cards not in (0, 3, 4, 5):
        raise InputError(f"board_cards must be 0, 3, 4 or 5, got {board_cards}")
    return HandIndex((2, board_cards) if board_cards else (2,))
