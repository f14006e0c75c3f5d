"""Which reductions make a game fit into memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fifthstreet.abstraction import SUBSET_SIZES
from fifthstreet.solvers.game_size.size import GameSize, HoldemGame, Reductions, game_size
from fifthstreet.solvers.postflop.spot import Spot

BUCKET_COUNTS = (9_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10)


@dataclass(frozen=True)
class Advice:
    """Reductions with which the tables of a game fit into memory, if any do."""

    memory: int  # bytes
    reductions: Reductions | None
    size: GameSize | None

    def __str__(self) -> str:
        if self.reductions is None:
            return (
                "no reduction makes the tables fit; want fewer bet sizes, a lower max_raises, "
                "shorter stacks or more memory"
            )
        lossless = Reductions(isomorphism=True)
        cost = (
            "exact for this menu"
            if self.reductions in (Reductions(), lossless)
            else "an approximation"
        )
        return f"{self.reductions}: {cost}"


def advise(game: HoldemGame, memory: int) -> Advice:
    """Return the mildest reductions with which the tables of a game fit into bytes of memory.

    The menu is kept. First suits are merged, which is exact; then flops are left out, if they are
    dealt; then hands are put into ever fewer buckets, with imperfect recall; and at last the
    betting is forgotten but for the pot.

    >>> spot = Spot.of("QsJh2h", 100, 500, oop="15%", ip="20%")
    >>> print(advise(spot, 8_000_000_000))
    action menu: exact for this menu
    >>> print(advise(spot, 20_000_000))
    action menu, suit isomorphism, 2000 buckets, imperfect recall: an approximation
    """
    if memory < 1:
        raise ValueError(f"memory is {memory}; want 1 byte or more")
    for reductions in _candidates(isinstance(game, Spot) or game.first_street > 0):
        try:
            size = game_size(game, reductions)
        except ValueError:  # a tree that is too large to forget its betting
            continue
        if size.bytes <= memory:
            return Advice(memory, reductions, size)
    return Advice(memory, None, None)


def _candidates(has_board: bool) -> Iterator[Reductions]:
    """Yield reductions, from those that cost nothing to those that cost most."""
    yield Reductions()
    yield Reductions(isomorphism=True)
    if not has_board:
        for flops in sorted(SUBSET_SIZES, reverse=True):
            yield Reductions(isomorphism=True, flops=flops)
    for pots in (False, True):
        for buckets in BUCKET_COUNTS:
            yield Reductions(isomorphism=True, buckets=buckets, recall=False, pots=pots)
