"""Buckets of the hands of a spot: which hands of a player share a row, street by street."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, cards_text, mask_of
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import SEATS, Spot
from fifthstreet.tree import STREET_NAMES

Labels: TypeAlias = NDArray[np.int32]
NO_BUCKET = -1  # of hands that are blocked or not in the range


@dataclass(frozen=True, eq=False)
class SpotBuckets:
    """The bucket of every hand of both players, on every board of a spot.

    Runouts are in the order of `spot_boards`: on a flop, a turn and a river card in either order
    are two runouts. Buckets of a street are numbered from 0 for each player. Runouts may share
    buckets or have their own; a bucket contains nothing about earlier streets (imperfect recall).
    """

    boards: tuple[NDArray[np.uint64], ...]  # by street, from the spot's street on: [R] masks
    labels: tuple[tuple[Labels, Labels], ...]  # by street and player: [R, 1326]
    counts: tuple[tuple[int, int], ...]  # by street and player: number of buckets

    @classmethod
    def of(cls, spot: Spot, labels: Sequence[tuple[Labels, Labels]]) -> SpotBuckets:
        """Build from the labels of each street and player, [R, 1326]; checked against the spot."""
        boards = tuple(spot_boards(spot))
        if len(labels) != len(boards):
            raise InputError(f"labels must have {len(boards)} streets, got {len(labels)}")
        kept, counts = [], []
        for street, (masks, pair) in enumerate(zip(boards, labels, strict=True)):
            name = STREET_NAMES[spot.street + street]
            checked = [
                _checked(array, spot_hands(spot, player, masks), f"{name}, {SEATS[player]}")
                for player, array in enumerate(pair)
            ]
            kept.append((checked[0], checked[1]))
            counts.append((int(checked[0].max()) + 1, int(checked[1].max()) + 1))
        return cls(boards, tuple(kept), tuple(counts))

    def __repr__(self) -> str:
        parts = ", ".join(f"{oop:,} and {ip:,}" for oop, ip in self.counts)
        return f"<SpotBuckets: {parts} buckets>"

    @property
    def hash(self) -> str:
        """SHA-256 of the buckets, in hexadecimal: equal for the same buckets of the same boards."""
        content = sha256()
        for masks, pair in zip(self.boards, self.labels, strict=True):
            for array in (masks, *pair):
                content.update(np.ascontiguousarray(array).data)
        return content.hexdigest()

    def place(self, board: Sequence[int]) -> tuple[int, int] | None:
        """Return the street and the runout of a board, None if it is not a board of the spot."""
        first = int(self.boards[0][0])
        start, dealt = board[: first.bit_count()], board[first.bit_count() :]
        if mask_of(start) != first or len(dealt) >= len(self.boards):
            return None
        runout, mask = 0, first
        for street, card in enumerate(dealt, start=1):
            mask |= 1 << card
            cards = len(self.boards[street]) // len(self.boards[street - 1])
            children = self.boards[street][runout * cards : (runout + 1) * cards]
            found = np.flatnonzero(children == np.uint64(mask))
            if not len(found):
                return None
            runout = runout * cards + int(found[0])
        return len(dealt), runout

    def bucket(self, player: int, hole: int, board: Sequence[int]) -> int:
        """Return the bucket of a hand, an index from 0 to 1325, on a board; InputError if none.

        The spot's board comes first, then the cards in the order in which they are dealt.
        """
        place = self.place(board)
        if place is not None:
            street, runout = place
            if (label := int(self.labels[street][player][runout, hole])) != NO_BUCKET:
                return label
        raise InputError(
            f"hand {hole} of {SEATS[player]} has no bucket on {cards_text(board)}: it must be a "
            "hand of the range on a board of the spot"
        )


def spot_boards(spot: Spot) -> list[NDArray[np.uint64]]:
    """Return all boards of each street of a spot, as masks: [1], then a board for each card dealt.

    Runout r of a street with C cards to deal comes from runout r // C of the street before.

    Args:
        spot: A spot on any street; boards that differ only in suits are not merged.

    >>> spot = Spot.of("QsJh2h7c", 100, 200, oop="AA", ip="KK")
    >>> [len(boards) for boards in spot_boards(spot)]
    [1, 48]
    >>> [len(boards) for boards in spot_boards(Spot.of("QsJh2h", 100, 200, oop="AA", ip="KK"))]
    [1, 49, 2352]
    """
    streets = [np.array([spot.board_mask], np.uint64)]
    cards = np.uint64(1) << np.arange(52, dtype=np.uint64)
    for _ in range(5 - len(spot.board)):
        before = streets[-1][:, None]
        runouts, dealt = np.nonzero(before & cards == 0)
        streets.append(streets[-1][runouts] | cards[dealt])
    return streets


def spot_hands(spot: Spot, player: int, boards: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return which hands of a player's range are possible on each board.  [R, 1326]

    Args:
        spot: The spot with the ranges.
        player: 0 for OOP, 1 for IP.
        boards: Masks of the boards, such as from `spot_boards`.  [R]
    """
    is_free: NDArray[np.bool_] = boards[:, None] & HOLE_MASKS == 0
    return is_free & (spot.ranges[player].weights > 0)


def _checked(labels: Labels, is_held: NDArray[np.bool_], where: str) -> Labels:
    if labels.shape != is_held.shape or labels.dtype.kind not in "iu":
        raise InputError(
            f"{where}: labels must be whole numbers of shape {is_held.shape}, got {labels.dtype} "
            f"of shape {labels.shape}"
        )
    if is_held.any() and labels[is_held].min() < 0:
        raise InputError(f"{where}: labels of hands of the range must be at least 0")
    return np.where(is_held, labels, NO_BUCKET).astype(np.int32)
