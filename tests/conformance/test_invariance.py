"""Solutions do not depend on the number of threads or on merging isomorphic suits."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from fifthstreet.cards import Range
from fifthstreet.solvers.common import SCHEDULES
from fifthstreet.solvers.postflop import Solution, Solver, Spot
from fifthstreet.solvers.postflop.backends import BACKENDS
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.tree import Rake
from fifthstreet.tree.strategy import Lock
from tests.solvers.postflop.example_spots import FLOP, TURN


@pytest.mark.parametrize("spot", [TURN, FLOP], ids=["turn", "flop"])
@pytest.mark.parametrize("precision", ["float32", "int16"])
@pytest.mark.parametrize("schedule", ["discounted", "predictive"])
def test_any_number_of_threads_gives_the_same_bits(
    spot: Spot, precision: str, schedule: str
) -> None:
    bits, values = [], []
    for threads in (1, 2, 3):
        solver = Solver(spot, precision=precision, schedule=SCHEDULES[schedule], threads=threads)
        solver.iterate(5)
        bits.append(
            [
                {name: array.tobytes() for name, array in tables.arrays.items()}
                for tables in solver.tables
            ]
        )
        values.append(
            [
                solver.backend.root_values(player, mode).tobytes()
                for player in (0, 1)
                for mode in ValueMode
            ]
        )
    assert bits[0] == bits[1] == bits[2]
    assert values[0] == values[1] == values[2]


def solved(spot: Spot, backend: str, *, isomorphism: bool) -> Solution:
    """Run few iterations: in later ones, rounding breaks ties between actions."""
    solver = Solver(spot, isomorphism=isomorphism, backend=backend)
    solver.iterate(2)
    return solver.solution()


SPOTS = {
    "plain": TURN,
    "rake": replace(TURN, rake=Rake(0.05, 2.0)),
    "lock": replace(TURN, locks=(Lock("r:k", {"k": 0.5, "a": 0.5}),)),
    "lock of hands": replace(TURN, locks=(Lock("r:k:k:n", {"k": 1.0}, Range.parse("88,AJs")),)),
    # Only one of two interchangeable suits is locked, so they cannot be merged.
    "lock of one hand": replace(TURN, locks=(Lock("r", {"k": 1.0}, Range.parse("KcQc")),)),
    "lock on one card": replace(TURN, locks=(Lock("r:k:k:n2c", {"a": 1.0}),)),
}


@pytest.mark.parametrize(
    ("backend", "name"),
    [*product(BACKENDS, ["plain"]), *product(["native"], [*SPOTS][1:])],
)
def test_isomorphism_changes_nothing(backend: str, name: str) -> None:
    merged = solved(SPOTS[name], backend, isomorphism=True)
    unmerged = solved(SPOTS[name], backend, isomorphism=False)
    assert merged.ev == pytest.approx(unmerged.ev, abs=1e-4)
    assert merged.record.exploitability.chips == pytest.approx(
        unmerged.record.exploitability.chips, abs=1e-3
    )
    for path in ("r", "r:k", "r:k:b12", "r:k:k:n2c", "r:k:k:n2d", "r:k:b12:c:nKs:k", "r:k:k:nTd"):
        first, second = merged.node(path), unmerged.node(path)
        for player in (0, 1):
            reach, other_reach = first.reach[player], second.reach[player]
            np.testing.assert_allclose(reach, other_reach, atol=1e-4)
            np.testing.assert_allclose(first.ev[player], second.ev[player], atol=1e-3)
        # A hand that does not reach the node, or meets no opposing hand, may do anything.
        is_relevant = first.reach[first.player] * first.opposing_reach[first.player] > 1e-3
        np.testing.assert_allclose(
            first.strategy[:, is_relevant], second.strategy[:, is_relevant], atol=1e-4
        )


def test_isomorphism_merges_runouts() -> None:
    """Clubs and diamonds merge on the turn, and three suits on the monotone flop."""
    counts = [
        [runouts.count for runouts in Solver(spot, isomorphism=merge).plan.runouts]
        for spot in (TURN, FLOP)
        for merge in (False, True)
    ]
    assert counts[0] == [1, 48]
    assert counts[1] == [1, 35]
    assert counts[2] == [1, 49, 49 * 48]
    assert counts[3][:2] == [1, 10 + 13]
