"""Games in which the native core and CUDA kernels are compared."""

from typing import Any

import numpy as np

from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr.schemes import PublicChanceSampling
from fifthstreet.tree import TreeRules
from tests.solvers.blueprint.small_buckets import every_preflop_hand, random_buckets
from tests.solvers.blueprint.small_spots import POT, SmallGame

ALL_HANDS = "100%"
PREFLOP = SmallGame.of(
    TreeRules.even(2, 12, blinds=(1, 2), first_street=0, last_street=0, sizes=POT),
    ALL_HANDS,
    ALL_HANDS,
)
TO_THE_FLOP = SmallGame.of(
    TreeRules.even(2, 12, blinds=(1, 2), first_street=0, last_street=1, sizes=POT, max_raises=1),
    ALL_HANDS,
    "22+,A2s+:0.5,KTo+",
)
ON_A_FLOP = SmallGame.of(
    TreeRules.even(2, 30, pot=10, last_street=2, sizes=POT),
    "KK,T9s,A5s,77,JTo:0.3",
    "QQ,A8s,J9s,22",
    board="Js7s2s",
)
# Games, and how many buckets each street has.
GAMES = {
    "preflop": (PREFLOP, every_preflop_hand()),
    "flop": (TO_THE_FLOP, random_buckets(40, "preflop", "flop")),
    "turn": (ON_A_FLOP, random_buckets(7, "flop", "turn")),
}


def solvers(name: str, **options: Any) -> tuple[BlueprintSolver, BlueprintSolver]:
    """The native core and the kernels, before their first board."""
    game, buckets = GAMES[name]
    options = {"scheme": PublicChanceSampling(), "key": buckets, "batch": 3, **options}
    return game.solver(**options), game.solver(**options, backend="cuda")


def compare(native: BlueprintSolver, cuda: BlueprintSolver) -> None:
    """Tables are equal up to the rounding of sums in float32."""
    one, other = native.state(), cuda.state()
    assert one["facts"] == other["facts"]
    for name in ("regrets", "averages"):
        scale = np.abs(one[name]).max()
        assert scale > 0
        np.testing.assert_allclose(other[name] / scale, one[name] / scale, atol=1e-4)
