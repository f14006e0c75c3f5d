"""Runouts of a board up to suits, and each player's hands on every one of them.

A street has one runout for each way to deal it that suits do not make the same as another. A runout
stands for the members of its orbit: a member is a card that a suit permutation makes of the
runout's own. On a runout, a player's row lists the hands that the board leaves; before the river
in hole order, on the river from the weakest to the strongest, so that a showdown reads straight
through memory.

R runouts of a street, W places to a row (the widest of the street).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import (
    CARD_COUNT,
    HOLE_CARDS,
    HOLE_COUNT,
    HOLE_MASKS,
    MaskArray,
    SuitPermutation,
)
from fifthstreet.hands import STANDARD_HIGH
from fifthstreet.threads import available_cores

LANES = 16  # floats that the native core works on at a time
_RIVER_CARDS = 5


def row_stride(count: NDArray[np.int32]) -> NDArray[np.int64]:
    """Room for a row: whole lanes, with at least one zero behind the last hand."""
    return count.astype(np.int64) // LANES * LANES + LANES


@dataclass(frozen=True, eq=False)
class SeatRows:
    """One player's rows on all runouts of a street."""

    count: NDArray[np.int32]  # [R] hands in a row
    holes: NDArray[np.int16]  # [R, W] hole hands, -1 behind the last
    order: NDArray[np.uint16]  # [R, W] place of the hand in the row of the runout before
    same: NDArray[np.uint16]  # [R, W] place of the same cards in the opponent's row, or its count
    place: NDArray[np.uint16]  # [R, 1326] place of each hole hand in the row, or the count
    weaker: NDArray[np.uint16]  # [R, W] on the river: hands of the opponent that are weaker
    not_better: NDArray[np.uint16]  # [R, W] on the river: ... weaker or as strong
    inverse: NDArray[np.uint16]  # [M, W before] place of the hands before, for each member


@dataclass(frozen=True, eq=False)
class StreetRunouts:
    """All runouts of a street."""

    boards: MaskArray  # [R]
    parent: NDArray[np.int32]  # [R] runout of the street before
    card: NDArray[np.int8]  # [R] the card dealt; -1 at the root
    member_start: NDArray[np.int32]  # [R + 1]
    member_card: NDArray[np.int8]  # [M] cards that the runouts stand for
    member_perm: tuple[SuitPermutation, ...]  # [M] what makes them of the runout's own card
    groups: tuple[tuple[SuitPermutation, ...], ...]  # [R] permutations that leave the runout as is
    seats: tuple[SeatRows, SeatRows]

    @property
    def count(self) -> int:
        """How many runouts there are."""
        return len(self.boards)


def deal_runouts(
    board: int, weights: Sequence[NDArray[np.float32]], symmetry: Sequence[SuitPermutation]
) -> list[StreetRunouts]:
    """Runouts of each street from the board's own to the river.

    `weights` are the two ranges, without hands that the board blocks; `symmetry` is a group of
    suit permutations that leaves board and ranges as they are.
    """
    root = np.array([board], np.uint64)
    rows = [np.flatnonzero(weight)[None, :].astype(np.int16) for weight in weights]
    nothing = np.zeros(1, np.uint64)
    deal = _Deal(root, nothing, np.zeros(1, np.int32), np.empty(0, np.int32), ())
    streets = [
        StreetRunouts(
            boards=root,
            parent=deal.parent,
            card=np.full(1, -1, np.int8),
            member_start=np.array([0, 0], np.int32),
            member_card=np.empty(0, np.int8),
            member_perm=(),
            groups=(tuple(symmetry),),
            seats=_seats(rows, deal),
        )
    ]
    while int(streets[-1].boards[0]).bit_count() < _RIVER_CARDS:
        streets.append(_deal(streets[-1]))
    return streets


def _deal(before: StreetRunouts) -> StreetRunouts:
    """The next street's runouts: one card more for each orbit of cards."""
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
    bits = np.uint64(1) << np.array(card, np.uint64)
    boards = before.boards[parents] | bits
    of_runout = np.repeat(np.arange(len(card), dtype=np.int32), np.diff(member_start))
    deal = _Deal(boards, bits, parents, of_runout, member_perm)
    return StreetRunouts(
        boards=boards,
        parent=parents,
        card=np.array(card, np.int8),
        member_start=np.array(member_start, np.int32),
        member_card=np.array(member_card, np.int8),
        member_perm=tuple(member_perm),
        groups=tuple(groups),
        seats=_seats([seat.holes for seat in before.seats], deal),
    )


@dataclass(frozen=True, eq=False)
class _Deal:
    """What makes a street's rows out of those of the street before."""

    boards: MaskArray  # [R]
    dealt: MaskArray  # [R] the new card; 0 at the root
    parent: NDArray[np.int32]  # [R]
    member_runout: NDArray[np.int32]  # [M]
    member_perm: Sequence[SuitPermutation]  # [M]


def _seats(before: Sequence[NDArray[np.int16]], deal: _Deal) -> tuple[SeatRows, SeatRows]:
    is_river = int(deal.boards[0]).bit_count() == _RIVER_CARDS
    arrays = [_empty_rows(rows, deal, is_river) for rows in before]
    perms = np.array(deal.member_perm, np.uint8).reshape(-1, 4)
    back = np.argsort(perms, axis=1).astype(np.uint8)
    _native.deal_rows(
        STANDARD_HIGH.evaluator if is_river else None,
        deal.parent,
        deal.dealt,
        deal.boards,
        deal.member_runout,
        back,
        arrays[0],
        arrays[1],
        available_cores(),
    )
    first, second = (
        SeatRows(**{name: array for name, array in each.items() if name != "before"})
        for each in arrays
    )
    return first, second


def _empty_rows(before: NDArray[np.int16], deal: _Deal, is_river: bool) -> dict[str, NDArray[Any]]:
    """Arrays for a player's rows on all runouts, as wide as the longest of them needs."""
    runouts, members = len(deal.boards), len(deal.member_perm)
    masks = np.where(before >= 0, HOLE_MASKS[np.maximum(before, 0)], ~np.uint64(0))[deal.parent]
    # A place behind the last hand has all bits, so that it counts as blocked; so does it at the
    # root, where nothing is dealt.
    blocked = (masks & (deal.dealt | np.uint64(1 << 63))[:, None]) != 0
    longest = int((~blocked).sum(axis=1).max())
    width = int(row_stride(np.array([longest], np.int32))[0])
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


def row_cards(holes: NDArray[np.int16]) -> NDArray[np.uint8]:
    """The two cards of each hand of each row.  [R, W, 2]"""
    return np.ascontiguousarray(HOLE_CARDS[np.maximum(holes, 0)])
