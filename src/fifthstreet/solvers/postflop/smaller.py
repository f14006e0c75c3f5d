"""Smaller trees for spots that do not fit into memory, with what is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from fifthstreet.solvers.postflop.estimate import Estimate, estimate
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.solvers.postflop.tables import PRECISIONS
from fifthstreet.tree import SEAT_NAMES, STREET_NAMES, Menu, Sizes
from fifthstreet.tree.words import when_words

_FORCE_ALLIN = 0.5  # of the pot that a call leaves behind, at the end
_COARSE_MERGE = 0.3


@dataclass(frozen=True)
class SmallerSpot:
    """A spot with a smaller tree, the precision to solve it with, and what was left out."""

    spot: Spot
    precision: str
    bytes: int  # of the tables and the tree
    left_out: tuple[str, ...]  # in words, in the order in which it was given up


def smaller_spot(spot: Spot, memory: int) -> SmallerSpot | None:
    """Return the least reduced spot that fits into bytes of memory; None if none does.

    In turn: numbers take 16 bits; changes of single lines go, because the actions they name may;
    then raises, then sizes, from the river to the flop. Cards and ranges stay as they are.

    >>> spot = Spot.of("QsJh2h", 100, 2000, oop="30%", ip="40%", bets="25%, 50%, 75%, 125%, a")
    >>> found = smaller_spot(spot, 2_000_000_000)
    >>> found.bytes <= 2_000_000_000
    True
    >>> found.left_out[0]
    'float32 tables: numbers take 16 bits'
    """
    left_out: list[str] = []
    for precision in PRECISIONS:
        if precision != PRECISIONS[0]:
            left_out.append(f"{PRECISIONS[0]} tables: numbers take 16 bits")
        if (needed := _bytes(estimate(spot), precision)) <= memory:
            return SmallerSpot(spot, precision, needed, tuple(left_out))
    precision = PRECISIONS[-1]
    for words, change in _steps(spot):
        changed = change(spot)
        if changed.rules == spot.rules and changed.locks == spot.locks:
            continue
        spot = changed
        left_out.append(words)
        if (needed := _bytes(estimate(spot), precision)) <= memory:
            return SmallerSpot(spot, precision, needed, tuple(left_out))
    return None


def _bytes(size: Estimate, precision: str) -> int:
    # A tree that could not be counted to its end fits nowhere.
    return size.bytes[precision] + size.tree_bytes if not size.is_lower_bound else 1 << 62


def _steps(spot: Spot) -> Iterator[tuple[str, Callable[[Spot], Spot]]]:
    """Yield what to give up, with words for it; each step builds on those before."""
    if spot.rules.added or spot.rules.removed or spot.locks:
        yield "lines added to the tree or removed, and locks", _without_lines
    streets = range(3, spot.street - 1, -1)
    most = spot.rules.max_raises
    start = 4 if most is None else max(most) if isinstance(most, tuple) else most
    for count in range(min(start, 4) - 1, 1, -1):
        yield f"more than {count} bets and raises on a street", _rules(max_raises=count)
    yield (
        f"sizes closer than {_COARSE_MERGE:.0%} to a higher one",
        lambda spot: spot.with_rules(merge=max(spot.rules.merge, _COARSE_MERGE)),
    )
    for keep in (2, 1):
        for street in streets:
            for player, seat in enumerate(SEAT_NAMES):
                menu = spot.rules.sizes.menu(player, street)
                kept = _middle(menu, keep)
                if kept == menu:
                    continue
                words = f"{seat} sizes {when_words(STREET_NAMES[street])}: {menu}; kept {kept}"
                yield words, _menu_change(player, street, kept)
    yield "raises: one bet on a street", _rules(max_raises=1)
    yield (
        f"bets that leave at most {_FORCE_ALLIN:.0%} of the pot behind a call: they are all-in",
        lambda spot: spot.with_rules(force_allin=max(spot.rules.force_allin, _FORCE_ALLIN)),
    )


def _without_lines(spot: Spot) -> Spot:
    return replace(spot.with_rules(added=(), removed=()), locks=())


def _rules(**changes: int) -> Callable[[Spot], Spot]:
    return lambda spot: spot.with_rules(**changes)


def _menu_change(player: int, street: int, menu: Menu) -> Callable[[Spot], Spot]:
    def change(spot: Spot) -> Spot:
        sizes: Sizes = spot.rules.sizes
        players = []
        for who in (0, 1):
            menus = {at: sizes.menu(who, at) for at in range(len(STREET_NAMES))}
            if who == player:
                menus[street] = menu
            players.append(Sizes.by_street(menus))
        return spot.with_rules(sizes=Sizes.by_player(players))

    return change


def _middle(menu: Menu, count: int) -> Menu:
    """Return a menu with at most `count` bets, the middle ones, one raise and one donk bet."""
    start = max((len(menu.bet) - count) // 2, 0)
    donk = None if menu.donk is None else menu.donk[:1]
    return Menu(menu.bet[start : start + count], menu.raise_[:1], donk)
