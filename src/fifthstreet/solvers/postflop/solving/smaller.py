"""Smaller trees for spots that do not fit into memory, and what they leave out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from fifthstreet.solvers.postflop.backends import PRECISIONS
from fifthstreet.solvers.postflop.solving.estimates import estimate
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.tree import SEAT_NAMES, STREET_NAMES, Menu, Sizes, when_words

_FORCE_ALLIN = 0.5  # share of the pot behind after a call, in the last step
_COARSE_MERGE = 0.3
_MAX_RAISES = 4  # on a street; lower limits are tried
_UNCOUNTED = 1 << 62  # bytes of a tree that is too large to count


@dataclass(frozen=True)
class SmallerSpot:
    """A spot with a smaller tree, the precision to solve it with, and what was left out."""

    spot: Spot
    precision: str
    bytes: int  # of the tables and the tree
    left_out: tuple[str, ...]  # in words, in the order of the steps


# Returns a reduced spot, and words for what it leaves out.
Step = Callable[[Spot], tuple[Spot, str]]


def smaller_spot(
    spot: Spot, memory: int, *, isomorphism: bool = True, river_buckets: int | None = None
) -> SmallerSpot | None:
    """Return the least reduced spot that fits into memory; None if none does.

    Steps, as far as they save memory: numbers of 16 bits; no changes of single lines, because the
    actions they name may disappear; fewer raises; fewer sizes, from the river to the flop. Cards
    and ranges do not change.

    Args:
        spot: The spot to reduce.
        memory: Available bytes.
        isomorphism: Whether runouts that differ only in suits are merged.
        river_buckets: Maximum number of buckets of hands on a river; None if hands are not merged.

    >>> spot = Spot.of("QsJh2h", 100, 2000, oop="30%", ip="40%", bets="25%, 50%, 75%, 125%, a")
    >>> found = smaller_spot(spot, 2_000_000_000)
    >>> found.bytes <= 2_000_000_000
    True
    >>> found.left_out[0]
    'float32 tables: numbers take 16 bits'
    """
    bytes_of = partial(_bytes, isomorphism=isomorphism, river_buckets=river_buckets)
    left_out: list[str] = []
    for precision in PRECISIONS:
        if precision != PRECISIONS[0]:
            left_out.append(f"{PRECISIONS[0]} tables: numbers take 16 bits")
        if (needed := bytes_of(spot, precision)) <= memory:
            return SmallerSpot(spot, precision, needed, tuple(left_out))
    for step in _steps(spot):
        changed, words = step(spot)
        is_changed = (changed.rules, changed.locks) != (spot.rules, spot.locks)
        smaller = bytes_of(changed, precision) if is_changed else needed
        saves = smaller < needed or needed == _UNCOUNTED
        if not is_changed or not (saves or step is _without_lines):
            continue
        spot, needed = changed, smaller
        left_out.append(words)
        if needed <= memory:
            return SmallerSpot(spot, precision, needed, tuple(left_out))
    return None


def _bytes(spot: Spot, precision: str, *, isomorphism: bool, river_buckets: int | None) -> int:
    size = estimate(spot, isomorphism=isomorphism, river_buckets=river_buckets)
    return size.bytes[precision] + size.tree_bytes if not size.is_lower_bound else _UNCOUNTED


def _steps(spot: Spot) -> Iterator[Step]:
    """Yield the steps of the reduction; each builds on the earlier ones."""
    yield _without_lines
    limits = [_MAX_RAISES if most is None else most for most in spot.rules.raise_limits]
    for count in range(min(max(limits), _MAX_RAISES) - 1, 1, -1):
        yield partial(_fewer_raises, f"more than {count} bets and raises on a street", count)
    yield _coarser
    for keep in (2, 1):
        for street in range(3, spot.street - 1, -1):
            for player in (0, 1):
                yield partial(_fewer_sizes, player, street, keep)
    yield partial(_fewer_raises, "raises: one bet on a street", 1)
    yield _sooner_allin


def _without_lines(spot: Spot) -> tuple[Spot, str]:
    rules = spot.rules
    parts = (("added lines", rules.added), ("removed lines", rules.removed), ("locks", spot.locks))
    words = ", ".join(name for name, lines in parts if lines)
    return replace(_changed(spot, added=(), removed=()), locks=()), words


def _fewer_raises(words: str, count: int, spot: Spot) -> tuple[Spot, str]:
    limits = tuple(count if most is None else min(most, count) for most in spot.rules.raise_limits)
    is_same = len(set(limits)) == 1
    return _changed(spot, max_raises=limits[0] if is_same else limits), words


def _coarser(spot: Spot) -> tuple[Spot, str]:
    words = f"sizes closer than {_COARSE_MERGE:.0%} to a higher one"
    return _changed(spot, merge=max(spot.rules.merge, _COARSE_MERGE)), words


def _sooner_allin(spot: Spot) -> tuple[Spot, str]:
    words = f"bets that leave at most {_FORCE_ALLIN:.0%} of the pot behind a call: they are all-in"
    return _changed(spot, force_allin=max(spot.rules.force_allin, _FORCE_ALLIN)), words


def _fewer_sizes(player: int, street: int, count: int, spot: Spot) -> tuple[Spot, str]:
    sizes = spot.rules.sizes
    menu = sizes.menu(player, street)
    kept = _middle(menu, count)
    players = []
    for who in (0, 1):
        menus = {at: sizes.menu(who, at) for at in range(len(STREET_NAMES))}
        if who == player:
            menus[street] = kept
        players.append(Sizes.by_street(menus))
    when = when_words(STREET_NAMES[street])
    words = f"{SEAT_NAMES[player]} sizes {when}: {menu}; kept {kept}"
    return _changed(spot, sizes=Sizes.by_player(players)), words


def _changed(spot: Spot, **changes: Any) -> Spot:
    return spot.with_rules(**changes, chip=spot.rules.chip)


def _middle(menu: Menu, count: int) -> Menu:
    """Return a menu with at most `count` bets, the middle ones, one raise and one donk bet."""
    start = max((len(menu.bet) - count) // 2, 0)
    donk = None if menu.donk is None else menu.donk[:1]
    return Menu(menu.bet[start : start + count], menu.raise_[:1], donk)
