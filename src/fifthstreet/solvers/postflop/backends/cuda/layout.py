"""A plan as the kernels want it, still on the host: decisions and ends, lists by card.

Of spots with the same tree, such as those of a batch, decisions and ends are made once.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import CARD_COUNT
from fifthstreet.solvers.postflop.backends.cuda.ways import Way, entry_rows, make_way
from fifthstreet.solvers.postflop.plan import Plan
from fifthstreet.solvers.postflop.runouts import SeatRows
from fifthstreet.threads import available_cores

Ways: TypeAlias = list[tuple[Way, Way]]  # by street, for both players


@dataclass(frozen=True, eq=False)
class CardPlaces:
    """A player's hands card by card, and what the other's showdowns are made of."""

    by_card: NDArray[np.uint16]  # [R, 2 W] places in the row, those of one card together, ascending
    card_start: NDArray[np.uint16]  # [R, 53]
    # [R, W of the other, 8] on the river, of sums over the row and over the list: weaker and not
    # better hands, the same in the list's parts of the first and of the second card, the two cards
    # in one number, the same hand.
    showdown: NDArray[np.uint16]


def card_places(listed: SeatRows, other: SeatRows) -> CardPlaces:
    """Lists of one player's hands and places of the other's sums, for every runout of a street."""
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
    """Entries that a block works on together: small ones share what is loaded once for a runout."""
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
    """Threads of a block: one for four hands; of few numbers, for few compilations."""
    return next(threads for threads in _THREADS if 4 * threads >= width)


def row_width(plan: Plan, street: int) -> int:
    """Floats to a row of a street: the wider of both players."""
    return max(int(seat.holes.shape[1]) for seat in plan.runouts[street].seats)


@dataclass(frozen=True, eq=False)
class Layout:
    """What there is to do on every street, and where hands are found."""

    ways: Ways
    lists: list[tuple[CardPlaces, CardPlaces]]  # by street, of both players
    threads: list[int]  # by street


def layout_of(plan: Plan) -> Layout:
    """The layout of a plan, made at the first call."""
    found = _LAYOUTS.get(plan)
    if found is None:
        lists = []
        for runouts in plan.runouts:
            first, second = runouts.seats
            lists.append((card_places(first, second), card_places(second, first)))
        threads = [block_threads(row_width(plan, street)) for street in range(len(plan.betting))]
        found = _LAYOUTS[plan] = Layout(_shared_ways(plan), lists, threads)
    return found


def _shared_ways(plan: Plan) -> Ways:
    """Ways of a plan, or those of another one that has the same tree and as wide rows."""
    river_width = row_width(plan, len(plan.betting) - 1)
    digest = blake2b(f"{river_width} {_BUNDLE_FLOATS}".encode())
    for betting, payoffs in zip(plan.betting, plan.payoffs, strict=True):
        for each in fields(betting):
            value = getattr(betting, each.name)
            digest.update(
                value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode()
            )
        for numbers in payoffs:
            digest.update(numbers.tobytes())
    key = digest.digest()
    ways = _WAYS.pop(key, None) or _make_ways(plan, river_width)
    _WAYS[key] = ways  # the last one that was used
    while len(_WAYS) > _MOST_WAYS:
        _WAYS.popitem(last=False)
    return ways


def _make_ways(plan: Plan, river_width: int) -> Ways:
    ways: Ways = []
    for street, betting in enumerate(plan.betting):
        is_river = street == len(plan.betting) - 1
        both = []
        for player in (0, 1):
            bundles = [[entry] for entry in range(len(betting.entry_start) - 1)]
            if is_river:
                bundles = bundle_entries(entry_rows(betting, player), river_width)
            lead, total = plan.payoffs[street]
            before = ways[-1][player].exit_reach if street else np.zeros(1, np.int32)
            both.append(
                make_way(
                    betting, player, lead[player], total[player], bundles, before, is_river=is_river
                )
            )
        ways.append((both[0], both[1]))
    return ways


_LAYOUTS: WeakKeyDictionary[Plan, Layout] = WeakKeyDictionary()
_WAYS: OrderedDict[bytes, Ways] = OrderedDict()
_MOST_WAYS = 4
_THREADS = (32, 64, 128, 256, 384)  # the last ones are enough for all 1,326 hands
_BUNDLE_FLOATS = 5_000  # of rows that a bundle of small entries may have
