"""Which reductions make a game fit into memory, and the effect of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from fifthstreet.abstraction import SUBSET_SIZES
from fifthstreet.errors import InputError
from fifthstreet.solvers.game_size.size import GameSize, HoldemGame, Reductions, game_size
from fifthstreet.solvers.postflop import Spot

_TEXTURES = "buckets by texture"
BUCKET_COUNTS = (9_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10)


@dataclass(frozen=True)
class ReductionAdvice:
    """Reductions with which the tables of a game fit into memory, if any do."""

    memory: int  # bytes
    reductions: Reductions | None
    size: GameSize | None

    def __str__(self) -> str:
        if self.reductions is None:
            return (
                "no reduction makes the tables fit: use fewer bet sizes, a lower max_raises, "
                "shorter stacks or more memory"
            )
        is_exact = self.reductions in (Reductions(), Reductions(isomorphism=True))
        return f"{self.reductions}: {'exact for this menu' if is_exact else 'an approximation'}"


def advise(game: HoldemGame, memory: int) -> ReductionAdvice:
    """Return the mildest reductions with which the tables of a game fit into memory.

    The menu is kept. Reductions are tried in this order:

    - Suits are merged, which is exact.
    - Flops are left out, if they are dealt.
    - Hands are put into fewer and fewer buckets, with imperfect recall.
    - Players forget the betting except for the pot.

    Args:
        game: A spot, or the rules of a tree that is played with all hands.
        memory: Available bytes.

    Raises:
        InputError: If `memory` is less than 1 byte.

    >>> spot = Spot.of("QsJh2h", 100, 500, oop="15%", ip="20%")
    >>> print(advise(spot, 8_000_000_000))
    action menu: exact for this menu
    >>> print(advise(spot, 20_000_000))
    action menu, suit isomorphism, 2000 buckets, imperfect recall: an approximation
    """
    if memory < 1:
        raise InputError(f"memory must be at least 1 byte, got {memory}")
    for reductions in _candidates(isinstance(game, Spot) or game.first_street > 0):
        try:
            size = game_size(game, reductions)
        except InputError:  # a tree that is too large to forget its betting
            continue
        if size.bytes <= memory:
            return ReductionAdvice(memory, reductions, size)
    return ReductionAdvice(memory, None, None)


def _candidates(has_board: bool) -> Iterator[Reductions]:
    """Yield reductions, the most exact ones first."""
    yield Reductions()
    yield Reductions(isomorphism=True)
    if not has_board:
        for flops in sorted(SUBSET_SIZES, reverse=True):
            yield Reductions(isomorphism=True, flops=flops)
    for pots in (False, True):
        for buckets in BUCKET_COUNTS:
            yield Reductions(isomorphism=True, buckets=buckets, recall=False, pots=pots)


@dataclass(frozen=True)
class ReductionStep:
    """A reduction and the size of the game with it."""

    name: str
    reductions: Reductions
    size: GameSize | None  # None if it cannot be counted
    problem: str = ""  # why it cannot be counted


def reduction_steps(
    game: HoldemGame, *, buckets: int = 200, flops: int = 49
) -> tuple[list[ReductionStep], list[ReductionStep]]:
    """Return the sizes with each reduction alone, and with one after the other.

    Alone, each is compared with the menu's game. The first step of both lists is the game with any
    bet.

    Args:
        game: A spot, or the rules of a tree that is played with all hands.
        buckets: Number of buckets of hands on each street.
        flops: Number of flops of a representative subset; used only where flops are dealt.

    Raises:
        InputError: If the menu's tree is too large to count.

    >>> spot = Spot.of("QsJs2s7h", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> for step in reduction_steps(spot, buckets=4)[1]:
    ...     print(step.name, step.size.information_sets)
    any bet 55178214131520886373010
    action menu 9720
    suit isomorphism 5598
    4 buckets 480
    buckets by texture 704
    imperfect recall 144
    pots instead of bets 80
    """
    changes: list[tuple[str, dict[str, Any]]] = [("suit isomorphism", {"isomorphism": True})]
    if not (isinstance(game, Spot) or game.first_street):
        changes.append((f"{flops} flops", {"flops": flops}))
    changes += [
        (f"{buckets} buckets", {"buckets": buckets}),
        (_TEXTURES, {"buckets": buckets, "recall": False, "textures": True}),
        ("imperfect recall", {"buckets": buckets, "recall": False, "textures": False}),
        ("pots instead of bets", {"pots": True}),
    ]
    menu = ReductionStep("action menu", Reductions(), game_size(game))
    first = [_step(game, "any bet", Reductions(menu=False)), menu]
    alone, together = list(first), list(first)
    reductions = Reductions()
    for name, fields in changes:
        alone_name = name
        if "recall" in fields:
            alone_name = f"{buckets} {name}" if name == _TEXTURES else f"{buckets} buckets, {name}"
        alone.append(_step(game, alone_name, Reductions(**fields)))
        reductions = replace(reductions, **fields)
        together.append(_step(game, name, reductions))
    return alone, together


def _step(game: HoldemGame, name: str, reductions: Reductions) -> ReductionStep:
    try:
        return ReductionStep(name, reductions, game_size(game, reductions))
    except InputError as error:
        return ReductionStep(name, reductions, None, str(error))
