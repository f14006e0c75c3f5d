"""Small spots and games that recipes start from, and how calls are recorded."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

from fifthstreet import _native
from fifthstreet.solvers.cfr import flatten
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.games import Kuhn
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.postflop.spot.plan import Plan, make_plan
from fifthstreet.solvers.registry import named_game

RIVER = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs,JTs", ip="QQ,AJs,22", bets="50%")
TURN = Spot.of("QsJh2h7c", 100, 200, oop="AA,KQs,JTs", ip="QQ,AJs,22", bets="50%", raises="")
THREADS = 2


def recorded(module: Any, name: str, call: Callable[[], object]) -> list[tuple[Any, ...]]:
    """Return the arguments with which a function of a module is called."""
    original, calls = getattr(module, name), []

    def record(*args: Any) -> Any:
        calls.append(deepcopy([None if isinstance(a, _native.Evaluator) else a for a in args]))
        return original(*args)

    setattr(module, name, record)
    try:
        call()
    finally:
        setattr(module, name, original)
    return [tuple(arguments) for arguments in calls]


@cache
def plan_of(spot: Spot) -> Plan:
    return make_plan(spot)


@cache
def game_tree(name: str) -> GameTree:
    return flatten(Kuhn() if name == "kuhn" else named_game(name))
