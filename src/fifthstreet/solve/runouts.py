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

from fifthstreet.cards import (
    CARD_COUNT,
    HOLE_CARDS,
    HOLE_COUNT,
    HOLE_MASKS,
    MaskArray,
    SuitPermutation,
    hole_permutation,
)
from fifthstreet.hands import evaluate_masks

LANES = 16  # floats that the native core works on at a time
_RIVER_CARDS = 5
_NO_STRENGTH = 65535  # sorts behind every hand


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
    groups: NDArray[np.uint16]  # [G, 3] on the river: weaker, weaker or equal, end; see the core
    group_start: NDArray[np.int64]  # [R] on the river
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
    is_river = board.bit_count() == _RIVER_CARDS
    rows = [np.flatnonzero(weight)[None, :].astype(np.int16) for weight in weights]
    streets = [
        StreetRunouts(
            boards=root,
            parent=np.zeros(1, np.int32),
            card=np.full(1, -1, np.int8),
            member_start=np.array([0, 0], np.int32),
            member_card=np.empty(0, np.int8),
            member_perm=(),
            groups=(tuple(symmetry),),
            seats=_seats(rows, root, np.zeros(1, np.uint64), np.zeros(1, np.int32), is_river, None),
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
    members = _Members(np.repeat(np.arange(len(card)), np.diff(member_start)), member_perm)
    rows = [seat.holes for seat in before.seats]
    is_river = int(boards[0]).bit_count() == _RIVER_CARDS
    return StreetRunouts(
        boards=boards,
        parent=parents,
        card=np.array(card, np.int8),
        member_start=np.array(member_start, np.int32),
        member_card=np.array(member_card, np.int8),
        member_perm=tuple(member_perm),
        groups=tuple(groups),
        seats=_seats(rows, boards, bits, parents, is_river, members),
    )


@dataclass(frozen=True, eq=False)
class _Members:
    """Members of the orbits of a street's runouts."""

    runout: NDArray[np.int64]  # [M]
    perms: list[SuitPermutation]  # [M]


def _seats(
    rows_before: list[NDArray[np.int16]],
    boards: MaskArray,
    dealt: MaskArray,
    parent: NDArray[np.int32],
    is_river: bool,
    members: _Members | None,
) -> tuple[SeatRows, SeatRows]:
    dealt_rows = [_order(rows, boards, dealt, parent, is_river) for rows in rows_before]
    places = [_places(rows.holes, rows.count) for rows in dealt_rows]
    seats = []
    for player, (rows, opponent) in enumerate(
        [(dealt_rows[0], dealt_rows[1]), (dealt_rows[1], dealt_rows[0])]
    ):
        runouts = np.arange(len(boards))[:, None]
        same = places[1 - player][runouts, np.maximum(rows.holes, 0)]
        groups, group_start = _groups(rows, opponent) if is_river else _NO_GROUPS
        seats.append(
            SeatRows(
                count=rows.count,
                holes=rows.holes,
                order=rows.order,
                same=np.ascontiguousarray(same),
                place=places[player],
                groups=groups,
                group_start=group_start,
                inverse=_inverse(rows_before[player], parent, places[player], rows.count, members),
            )
        )
    return seats[0], seats[1]


@dataclass(frozen=True, eq=False)
class _Rows:
    holes: NDArray[np.int16]  # [R, W]
    order: NDArray[np.uint16]  # [R, W]
    count: NDArray[np.int32]  # [R]
    strength: NDArray[np.uint16]  # [R, W]


_NO_GROUPS = (np.empty((0, 3), np.uint16), np.empty(0, np.int64))


def _order(
    rows_before: NDArray[np.int16],
    boards: MaskArray,
    dealt: MaskArray,
    parent: NDArray[np.int32],
    is_river: bool,
) -> _Rows:
    """Rows of a street from those of the street before."""
    before = rows_before[parent]  # [R, W before]
    masks = HOLE_MASKS[np.maximum(before, 0)]
    blocked = (before < 0) | (masks & dealt[:, None] != 0)
    strength = np.zeros(before.shape, np.uint16)
    if is_river:
        held = ~blocked
        boards_of_hands = np.broadcast_to(boards[:, None], before.shape)[held]
        strength[held] = evaluate_masks(masks[held], boards_of_hands)
    strength[blocked] = _NO_STRENGTH
    # Stable, so that hands of one strength stay in hole order.
    order = np.argsort(strength, axis=1, kind="stable")
    count = (~blocked).sum(axis=1).astype(np.int32)
    width = int(row_stride(count).max())
    rows = _Rows(
        holes=_padded(np.take_along_axis(before, order, 1), width, -1),
        order=_padded(order.astype(np.uint16), width, 0),
        count=count,
        strength=_padded(np.take_along_axis(strength, order, 1), width, _NO_STRENGTH),
    )
    rows.holes[np.arange(width) >= count[:, None]] = -1
    return rows


def _padded(array: NDArray[np.generic], width: int, fill: int) -> NDArray[Any]:
    """Rows cut or filled up to a width."""
    out = np.full((len(array), width), fill, array.dtype)
    kept = min(width, array.shape[1])
    out[:, :kept] = array[:, :kept]
    return out


def _places(holes: NDArray[np.int16], count: NDArray[np.int32]) -> NDArray[np.uint16]:
    """Place of each of the 1,326 hands in each row; the row's count where it is not there."""
    places = np.empty((len(holes), HOLE_COUNT), np.uint16)
    places[:] = count[:, None]
    runout, place = np.nonzero(holes >= 0)
    places[runout, holes[runout, place]] = place
    return places


def _groups(rows: _Rows, opponent: _Rows) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """Runs of hands that beat, and tie, the same hands of the opponent."""
    runouts, width = opponent.strength.shape
    # One sorted list of all rows: the runout counts more than any strength.
    runout = np.arange(runouts, dtype=np.int64)[:, None]
    theirs = (runout << 16 | opponent.strength).ravel()
    mine = runout << 16 | rows.strength
    weaker = np.searchsorted(theirs, mine.ravel(), "left").reshape(mine.shape) - runout * width
    not_better = np.searchsorted(theirs, mine.ravel(), "right").reshape(mine.shape) - runout * width
    held = rows.holes >= 0
    is_last = np.ones(held.shape, np.bool_)
    is_last[:, :-1] = (
        (weaker[:, 1:] != weaker[:, :-1]) | (not_better[:, 1:] != not_better[:, :-1]) | ~held[:, 1:]
    )
    at, last = np.nonzero(is_last & held)
    groups = np.stack([weaker[at, last], not_better[at, last], last + 1], axis=1)
    start = np.searchsorted(at, np.arange(runouts)).astype(np.int64)
    return groups.astype(np.uint16), start


def _inverse(
    rows_before: NDArray[np.int16],
    parent: NDArray[np.int32],
    places: NDArray[np.uint16],
    count: NDArray[np.int32],
    members: _Members | None,
) -> NDArray[np.uint16]:
    """For each member, the place in the runout's row of what each hand before looks like there."""
    if members is None:
        return np.empty((0, 0), np.uint16)
    inverse = np.empty((len(members.perms), rows_before.shape[1]), np.uint16)
    for perm in set(members.perms):
        chosen = np.array([other == perm for other in members.perms])
        runouts = members.runout[chosen]
        holes = rows_before[parent[runouts]]
        back = tuple(int(suit) for suit in np.argsort(perm))
        images = hole_permutation((back[0], back[1], back[2], back[3]))[np.maximum(holes, 0)]
        found = places[runouts[:, None], images]
        inverse[chosen] = np.where(holes >= 0, found, count[runouts][:, None])
    return inverse


def row_cards(holes: NDArray[np.int16]) -> NDArray[np.uint8]:
    """The two cards of each hand of each row.  [R, W, 2]"""
    return np.ascontiguousarray(HOLE_CARDS[np.maximum(holes, 0)])
