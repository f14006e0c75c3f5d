"""A plan in the form of the kernels, on the host: street work and lists by card.

Spots with the same tree, such as in a batch, share their street work.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import CARD_COUNT
from fifthstreet.solvers.postflop.backends.cuda.street_work import (
    StreetWork,
    entry_rows,
    make_street_work,
)
from fifthstreet.solvers.postflop.spot import Plan, SeatRows, StreetRunouts
from fifthstreet.support.threads import available_cores

WorkByStreet: TypeAlias = list[tuple[StreetWork, StreetWork]]  # for both players


@dataclass(frozen=True, eq=False)
class CardPlaces:
    """A player's hands listed by card, and the indices from which showdowns are computed."""

    by_card: NDArray[np.uint16]  # [R, 2 W] indices in the row, card by card, ascending
    card_start: NDArray[np.uint16]  # [R, 53] first index of each card
    # [R, W of the other player, 8] on the river, indices of prefix sums: along the row, of weaker
    # and of not better hands; along the list, the same for the first and for the second card; then
    # the two cards in one number, and the same hand.
    showdown: NDArray[np.uint16]


def card_places(listed: SeatRows, other: SeatRows) -> CardPlaces:
    """Return one player's lists and the other's showdown indices for all runouts of a street."""
    runouts, width = listed.holes.shape
    is_river = len(other.weaker) > 0
    places = CardPlaces(
        np.empty((runouts, 2 * width), np.uint16),
        np.empty((runouts, CARD_COUNT + 1), np.uint16),
        np.zeros((runouts if is_river else 0, other.holes.shape[1], 8), np.uint16),
    )
    _native.list_by_card(
        listed.count,
        listed.holes,
        other.count,
        other.holes,
        other.same,
        other.weaker,
        other.not_better,
        places.by_card,
        places.card_start,
        places.showdown,
        available_cores(),
    )
    return places


def bundle_entries(rows: NDArray[np.int64], width: int) -> list[list[int]]:
    """Group entries into bundles, one per block: small entries share a runout's loads."""
    bundles: list[list[int]] = []
    used = 0
    for entry in np.argsort(rows, kind="stable").tolist():
        need = int(rows[entry]) * width
        if not bundles or used + need > _BUNDLE_FLOATS:
            bundles.append([])
            used = 0
        bundles[-1].append(entry)
        used += need
    return bundles


def block_threads(width: int) -> int:
    """Return the threads of a block: one for four hands.

    There are few different numbers, so that kernels are compiled only a few times.
    """
    return next(threads for threads in _THREADS if 4 * threads >= width)


def row_width(plan: Plan, street: int) -> int:
    """Return the number of floats of a street's rows, for the player with more hands."""
    return max(int(seat.holes.shape[1]) for seat in plan.runouts[street].seats)


@dataclass(frozen=True, eq=False)
class DeviceLayout:
    """The work on every street, and the lists of hands by card."""

    work: WorkByStreet
    lists: list[tuple[CardPlaces, CardPlaces]]  # by street, of both players
    threads: list[int]  # by street


def layout_of(plan: Plan) -> DeviceLayout:
    """Return the layout of a plan, which is built at the first call.

    Args:
        plan: The layout is kept as long as this object exists.
    """
    layout = _LAYOUTS.get(plan)
    if layout is None:
        lists = [_lists_of(runouts) for runouts in plan.runouts]
        threads = [block_threads(row_width(plan, street)) for street in range(len(plan.betting))]
        layout = _LAYOUTS[plan] = DeviceLayout(_shared_work(plan), lists, threads)
    return layout


def _lists_of(runouts: StreetRunouts) -> tuple[CardPlaces, CardPlaces]:
    """Return the lists of both players; plans that differ only in betting share them."""
    lists = _LISTS.get(runouts)
    if lists is None:
        first, second = runouts.seats
        lists = _LISTS[runouts] = card_places(first, second), card_places(second, first)
    return lists


def _shared_work(plan: Plan) -> WorkByStreet:
    """Return the work of a plan, shared with plans of the same tree and row width."""
    river_width = row_width(plan, len(plan.betting) - 1)
    key = plan.betting_key, river_width, _BUNDLE_FLOATS
    work = _WORK.pop(key, None) or _make_work(plan, river_width)
    _WORK[key] = work  # now the most recently used
    while len(_WORK) > _MAX_WORK:
        _WORK.popitem(last=False)
    return work


def _make_work(plan: Plan, river_width: int) -> WorkByStreet:
    work: WorkByStreet = []
    for street, betting in enumerate(plan.betting):
        is_river = street == len(plan.betting) - 1
        both = []
        for player in (0, 1):
            bundles = [[entry] for entry in range(len(betting.entry_start) - 1)]
            if is_river:
                bundles = bundle_entries(entry_rows(betting, player), river_width)
            lead, total = plan.payoffs[street]
            before = work[-1][player].exit_reach if street else np.zeros(1, np.int32)
            both.append(
                make_street_work(
                    betting, player, lead[player], total[player], bundles, before, is_river=is_river
                )
            )
        work.append((both[0], both[1]))
    return work


_LISTS: WeakKeyDictionary[StreetRunouts, tuple[CardPlaces, CardPlaces]] = WeakKeyDictionary()
_LAYOUTS: WeakKeyDictionary[Plan, DeviceLayout] = WeakKeyDictionary()
_WORK: OrderedDict[tuple[bytes, int, int], WorkByStreet] = OrderedDict()
_MAX_WORK = 4
_THREADS = (32, 64, 128, 256, 384)  # the last number is enough for all 1,326 hands
_BUNDLE_FLOATS = 5_000  # maximum in the rows of a bundle of small entries
