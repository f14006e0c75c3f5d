"""The size of a game with each reduction alone, and with one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fifthstreet.solvers.game_size.size import GameSize, HoldemGame, Reductions, game_size
from fifthstreet.solvers.postflop.spot import Spot

_TEXTURES = "buckets by texture"


@dataclass(frozen=True)
class Step:
    """A reduction and the size of the game with it."""

    name: str
    reductions: Reductions
    size: GameSize | None  # None if it cannot be counted
    problem: str = ""  # why it cannot


def reduction_steps(
    game: HoldemGame, *, buckets: int = 200, flops: int = 49
) -> tuple[list[Step], list[Step]]:
    """Return the sizes with each reduction alone, and with one after the other.

    Alone, each is compared with the menu's game. Flops are left out only where they are dealt. The
    first step of both lists is the game with any bet. ValueError if the menu's tree is too large.

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
    menu = Step("action menu", Reductions(), game_size(game))
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


def _step(game: HoldemGame, name: str, reductions: Reductions) -> Step:
    try:
        return Step(name, reductions, game_size(game, reductions))
    except ValueError as error:
        return Step(name, reductions, None, str(error))
