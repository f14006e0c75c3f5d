"""Spots that are small enough for slow versions, and a look into the tables."""

import numpy as np
from fifthstreet.solvers.blueprint.deals import DealsSolver
from numpy.typing import NDArray

from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Rake

RIVER = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs:0.5,T9s", ip="QQ,AJs:0.25,99", bets="50%")
RAKED = Spot.of(
    "QsJh2h7c4d",
    10,
    30,
    oop="AA,KQs:0.5,T9s",
    ip="QQ,AJs:0.25,99",
    bets="50%, a",
    chip=0.5,
    rake=Rake(0.05, 1.5),
)
TURN = Spot.of(
    "AsTs4h7h", 20, 60, oop="AJs,KQs:0.5,88", ip="TT,KJs,QJs:0.75", bets="60%, a", raises="a"
)
FLOP = Spot.of("Js7s2s", 10, 30, oop="KK,T9s:0.5", ip="QQ:0.75,A8s", bets="100%", raises="a")

# A river with some choice, for what converges.
WIDE_RIVER = Spot.of(
    "QsJh2h7c4d",
    100,
    200,
    oop="AA,KQs,QJs,T9s,88,A5s,KJo",
    ip="QQ,AJs,KTs,99,JTs,AQo,98s",
    bets="50%, 100%",
    raises="100%",
    max_raises=3,
)


def table(solver: DealsSolver) -> dict[int, NDArray[np.float32]]:
    """Regrets and averages by key, [2, A], from the rows of a solver's state."""
    words = solver.state()["rows"]
    actions = solver.spot.tree.n_children
    found, at = {}, 0
    while at < len(words):
        key = int(words[at])
        count = int(actions[key >> 41])
        found[key] = words[at + 1 : at + 1 + count].view(np.float32).reshape(2, count)
        at += 1 + count
    return found
