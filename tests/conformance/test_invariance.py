"""What the answer may not depend on: threads, and whether suits that look the same are merged."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from fifthstreet.cards import Range
from fifthstreet.solvers.common import SCHEDULES
from fifthstreet.solvers.postflop import Solution, Solver, Spot
from fifthstreet.solvers.postflop.backends import BACKENDS
from fifthstreet.solvers.postflop.exploitability import Mode
from fifthstreet.strategy import Lock
from fifthstreet.tree import Rake
from tests.solvers.postflop.example_spots import FLOP, TURN


@pytest.mark.parametrize("spot", [TURN, FLOP], ids=["turn", "flop"])
@pytest.mark.parametrize("precision", ["float32", "int16"])
@pytest.mark.parametrize("schedule", ["discounted", "predictive"])
def test_threads_give_the_same_bits(spot: Spot, precision: str, schedule: str) -> None:
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
                for mode in Mode
            ]
        )
    assert bits[0] == bits[1] == bits[2]
    assert values[0] == values[1] == values[2]


def solved(spot: Spot, backend: str, *, isomorphism: bool) -> Solution:
    """After few iterations: later ones break ties between actions by rounding."""
    solver = Solver(spot, isomorphism=isomorphism, backend=backend)
    solver.iterate(3)
    return solver.solution()


SPOTS = {
    "plain": TURN,
    "rake": replace(TURN, rake=Rake(0.05, 2.0)),
    "lock": replace(TURN, locks=(Lock("r:k", {"k": 0.5, "a": 0.5}),)),
    "lock of hands": replace(TURN, locks=(Lock("r:k:k:n", {"k": 1.0}, Range.parse("88,AJs")),)),
    # One suit of two that could be swapped is locked, so that they no longer can.
    "lock of one hand": replace(TURN, locks=(Lock("r", {"k": 1.0}, Range.parse("KcQc")),)),
    "lock on one card": replace(TURN, locks=(Lock("r:k:k:n2c", {"a": 1.0}),)),
}


@pytest.mark.parametrize(
    ("backend", "name"),
    [*product(BACKENDS, ["plain"]), *product(["native"], [*SPOTS][1:])],
)
def test_isomorphism_changes_nothing(backend: str, name: str) -> None:
    merged = solved(SPOTS[name], backend, isomorphism=True)
    apart = solved(SPOTS[name], backend, isomorphism=False)
    assert merged.ev == pytest.approx(apart.ev, abs=1e-4)
    assert merged.record.exploitability.chips == pytest.approx(
        apart.record.exploitability.chips, abs=1e-3
    )
    for path in ("r", "r:k", "r:k:b12", "r:k:k:n2c", "r:k:k:n2d", "r:k:b12:c:nKs:k", "r:k:k:nTd"):
        first, second = merged.node(path), apart.node(path)
        for player in (0, 1):
            reach, other = first.reach[player], second.reach[player]
            np.testing.assert_allclose(reach, other, atol=1e-4)
            np.testing.assert_allclose(first.ev[player], second.ev[player], atol=1e-3)
        # A hand that does not get here, or meets nobody, may do anything.
        held = first.reach[first.player] * first.meeting[first.player] > 1e-3
        np.testing.assert_allclose(first.strategy[:, held], second.strategy[:, held], atol=1e-4)


def test_isomorphism_merges_runouts() -> None:
    """The clubs and diamonds of the turn, and the three suits that a monotone flop leaves."""
    counts = [
        [runouts.count for runouts in Solver(spot, isomorphism=merge).plan.runouts]
        for spot in (TURN, FLOP)
        for merge in (False, True)
    ]
    assert counts[0] == [1, 48]
    assert counts[1] == [1, 35]
    assert counts[2] == [1, 49, 49 * 48]
    assert counts[3][:2] == [1, 10 + 13]
