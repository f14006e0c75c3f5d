"""Runouts of a board up to suit isomorphism, and each player's hands on every one of them.

A street has one runout for each orbit of deals under suit permutations. The runout represents all
members of its orbit: a member is a card that a suit permutation maps the runout's own card to. On a
runout, a player's row lists the hands that the board does not block: in hole order before the
river, and from weakest to strongest on the river, so that a showdown reads memory sequentially.

R runouts of a street, M members of all of its orbits, W entries of a row (the street's widest).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import CARD_COUNT, HOLE_CARDS, HOLE_COUNT, MaskArray, SuitPermutation
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.support.threads import available_cores

LANES = 16  # floats that the native core processes at a time
_RIVER_CARDS = 5


def row_stride(count: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the length of a row in memory: whole lanes, with at least one zero at the end.

    Args:
        count: Number of hands of each row.
    """
    return count.astype(np.int64) // LANES * LANES + LANES


@dataclass(frozen=True, eq=False)
class SeatRows:
    """One player's rows on all runouts of a street."""

    count: NDArray[np.int32]  # [R] hands in a row
    holes: NDArray[np.int16]  # [R, W] hole hands, -1 after the last
    order: NDArray[np.uint16]  # [R, W] index of the hand in the row of the parent runout
    same: NDArray[np.uint16]  # [R, W] index of the same cards in the opponent's row, or its count
    place: NDArray[np.uint16]  # [R, 1326] index of each hole hand in the row, or the count
    weaker: NDArray[np.uint16]  # [R, W] on the river: number of the opponent's weaker hands
    not_better: NDArray[np.uint16]  # [R, W] on the river: ... weaker or equal hands
    inverse: NDArray[np.uint16]  # [M, W of parent] index of the parent's hands, for each member

    def hands(self, runout: int) -> NDArray[np.int16]:
        """Return the hole hands of a row."""
        return self.holes[runout, : self.count[runout]]


@dataclass(frozen=True, eq=False)
class _Deal:
    """The deal of all runouts of a street."""

    boards: MaskArray  # [R]
    parent: NDArray[np.int32]  # [R] runout of the previous street
    card: NDArray[np.int8]  # [R] the card dealt; -1 at the root
    member_start: NDArray[np.int32]  # [R + 1] first member of each runout
    member_card: NDArray[np.int8]  # [M] cards that the runouts represent
    member_perm: tuple[SuitPermutation, ...]  # [M] maps the runout's own card to the member's
    groups: tuple[tuple[SuitPermutation, ...], ...]  # [R] permutations that keep the runout


@dataclass(frozen=True, eq=False)
class StreetRunouts(_Deal):
    """All runouts of a street."""

    seats: tuple[SeatRows, SeatRows]

    @property
    def count(self) -> int:
        """Number of runouts."""
        return len(self.boards)


def deal_runouts(
    board: int, weights: Sequence[NDArray[np.float32]], symmetry: Sequence[SuitPermutation]
) -> list[StreetRunouts]:
    """Return the runouts of each street, from the street of the board to the river.

    `weights` are the two ranges, without hands that the board blocks; `symmetry` is a group of
    suit permutations that leave board and ranges unchanged.
    """
    root = _Deal(
        boards=np.array([board], np.uint64),
        parent=np.zeros(1, np.int32),
        card=np.full(1, -1, np.int8),
        member_start=np.array([0, 0], np.int32),
        member_card=np.empty(0, np.int8),
        member_perm=(),
        groups=(tuple(symmetry),),
    )
    rows = [np.flatnonzero(weight)[None, :].astype(np.int16) for weight in weights]
    streets = [_with_seats(root, rows)]
    while int(streets[-1].boards[0]).bit_count() < _RIVER_CARDS:
        streets.append(_deal(streets[-1]))
    return streets


def _deal(before: StreetRunouts) -> StreetRunouts:
    """Return the next street's runouts: one for each orbit of cards after each runout."""
    parent: list[int] = []
    card: list[int] = []
    groups: list[tuple[SuitPermutation, ...]] = []
    member_start = [0]
    member_card: list[int] = []
    member_perm: list[SuitPermutation] = []
    for runout, group in enumerate(before.groups):
        seen = int(before.boards[runout])
        for dealt in range(CARD_COUNT):
            if seen >> dealt & 1:
                continue
            images: dict[int, SuitPermutation] = {}
            for perm in group:
                images.setdefault(dealt // 4 * 4 + perm[dealt % 4], perm)
            for image in images:
                seen |= 1 << image
            parent.append(runout)
            card.append(dealt)
            groups.append(tuple(perm for perm in group if perm[dealt % 4] == dealt % 4))
            member_card += images.keys()
            member_perm += images.values()
            member_start.append(len(member_card))
    parents = np.array(parent, np.int32)
    cards = np.array(card, np.int8)
    deal = _Deal(
        boards=before.boards[parents] | _card_masks(cards),
        parent=parents,
        card=cards,
        member_start=np.array(member_start, np.int32),
        member_card=np.array(member_card, np.int8),
        member_perm=tuple(member_perm),
        groups=tuple(groups),
    )
    return _with_seats(deal, [seat.holes for seat in before.seats])


def _with_seats(deal: _Deal, before: Sequence[NDArray[np.int16]]) -> StreetRunouts:
    """Add the rows of both players, from their rows of the previous street."""
    is_river = int(deal.boards[0]).bit_count() == _RIVER_CARDS
    arrays = [_empty_rows(rows, deal, is_river) for rows in before]
    perms = np.array(deal.member_perm, np.uint8).reshape(-1, 4)
    inverse_perms = np.argsort(perms, axis=1).astype(np.uint8)
    _native.deal_rows(
        STANDARD_HIGH.evaluator if is_river else None,
        deal.parent,
        _card_masks(deal.card),
        deal.boards,
        np.repeat(np.arange(len(deal.card), dtype=np.int32), np.diff(deal.member_start)),
        inverse_perms,
        arrays[0],
        arrays[1],
        available_cores(),
    )
    first, second = (
        SeatRows(**{name: array for name, array in seat_arrays.items() if name != "before"})
        for seat_arrays in arrays
    )
    return StreetRunouts(**vars(deal), seats=(first, second))


def _empty_rows(before: NDArray[np.int16], deal: _Deal, is_river: bool) -> dict[str, NDArray[Any]]:
    """Return arrays for a player's rows on all runouts, wide enough for the longest."""
    runouts, members = len(deal.boards), len(deal.member_perm)
    width = int(row_stride(np.array([_longest(before, deal)], np.int32))[0])
    strengths = (runouts, width) if is_river else (0, width)
    return {
        "before": before,
        "count": np.empty(runouts, np.int32),
        "holes": np.empty((runouts, width), np.int16),
        "order": np.empty((runouts, width), np.uint16),
        "same": np.empty((runouts, width), np.uint16),
        "place": np.empty((runouts, HOLE_COUNT), np.uint16),
        "weaker": np.empty(strengths, np.uint16),
        "not_better": np.empty(strengths, np.uint16),
        "inverse": np.empty((members, before.shape[1]), np.uint16),
    }


def _card_masks(cards: NDArray[np.int8]) -> MaskArray:
    """Return the masks of cards, 0 where there is none."""
    bits = np.uint64(1) << np.maximum(cards, 0).astype(np.uint64)
    return np.where(cards >= 0, bits, np.uint64(0))


def _longest(before: NDArray[np.int16], deal: _Deal) -> int:
    """Return the maximum number of hands left in a row on any runout."""
    parents = len(before)
    is_hand = before >= 0
    row = np.repeat(np.arange(parents), is_hand.sum(axis=1))
    # Number of hands of each parent's row that hold each card.
    held = np.bincount(
        (CARD_COUNT * row[:, None] + HOLE_CARDS[before[is_hand]]).ravel(),
        minlength=CARD_COUNT * parents,
    ).reshape(parents, CARD_COUNT)
    hands = is_hand.sum(axis=1)[deal.parent]
    blocked = np.where(deal.card >= 0, held[deal.parent, deal.card], 0)
    return int((hands - blocked).max())


def row_cards(holes: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Return the two cards of each hand of each row.  [R, W, 2]

    Args:
        holes: Hole hands of each row, -1 after the last.  [R, W]
    """
    return np.ascontiguousarray(HOLE_CARDS[np.maximum(holes, 0)])
