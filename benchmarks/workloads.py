"""Work that several suites measure; nothing here needs a peer."""

import numpy as np

from fifthstreet.cards import Range
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.postflop import Spot


def random_hands(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return rows of seven different cards."""
    rng = np.random.default_rng(7)
    hands = np.empty((count, 7), np.uint8)
    filled = 0
    while filled < count:
        rows = rng.integers(0, 52, (count, 7), np.uint8)
        ordered = np.sort(rows, axis=1)
        good = rows[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)][: count - filled]
        hands[filled : filled + len(good)] = good
        filled += len(good)
    return hands


def sampled_flop(*, threads: int, lock_free: bool = False) -> BlueprintSolver:
    """Return a solver for all hands on a flop: five pots deep, two bet sizes, three raises."""
    every = Range.parse("random")
    spot = Spot.of(
        "QsJh2h",
        180,
        910,
        oop=every,
        ip=every,
        bets="50%, 100%",
        raises="100%",
        max_raises=3,
    )
    return BlueprintSolver(
        spot.tree,
        spot.ranges,
        BlueprintOptions(threads=threads, lock_free=lock_free),
        board=spot.board,
    )
