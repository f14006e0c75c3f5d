"""Heads-up push or fold with ten big blinds, against the exact equilibrium of its matrix game."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog

from fifthstreet.cards import Range, compatible_weight, count_matchups
from fifthstreet.cards.equity import equity
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver, SampledStrategy
from fifthstreet.tree import TreeRules, build_tree
from tests.solvers.blueprint.small_spots import ALL_IN
from tests.thoroughness import slow

STACK, SMALL, BIG = 20, 1, 2
# Seat 1 has the button and the small blind and acts first; limping is removed.
RULES = TreeRules.even(
    2,
    STACK,
    blinds=(SMALL, BIG),
    first_street=0,
    last_street=0,
    sizes=ALL_IN,
    removed=("r:c",),
)
# A hand of each class. Equities of classes with twelve hands take longest.
HANDS = {"AA": "AsAh", "77": "7s7h", "22": "2s2h", "AKs": "AsKs", "QJs": "QsJs", "72o": "7s2h"}
MORE_HANDS = HANDS | {"A5o": "As5h", "KQo": "KsQh", "T8o": "Ts8h"}

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class PushOrFold:
    """The game by hand classes; pushes and calls are vectors of probabilities."""

    classes: tuple[str, ...]

    @cached_property
    def _pairs(self) -> tuple[Matrix, Matrix]:
        """How often classes meet, and the equity of the first over all boards.  [C, C] each"""
        ranges = [Range.parse(name) for name in self.classes]
        chances, equities = np.zeros((2, len(ranges), len(ranges)))
        for a, b in combinations_with_replacement(range(len(ranges)), 2):
            weight = count_matchups(ranges[a].weights, ranges[b].weights)
            share = equity(ranges[a], ranges[b], method="exact", threads=1).players[0].equity
            chances[a, b] = chances[b, a] = weight
            equities[a, b], equities[b, a] = share, 1 - share
        return chances / chances.sum(), equities

    def small_blind_ev(self, push: Matrix, call: Matrix) -> float:
        """EV of the small blind in chips."""
        chances, equities = self._pairs
        showdowns = STACK * (2 * equities - 1)
        pushed = call[None, :] * showdowns + (1 - call[None, :]) * BIG
        return float((chances * (push[:, None] * pushed - (1 - push[:, None]) * SMALL)).sum())

    def best_responses(self, push: Matrix, call: Matrix) -> tuple[float, float]:
        """EV of the small blind's best response, and of the big blind's."""
        chances, equities = self._pairs
        showdowns = STACK * (2 * equities - 1)
        pushed = (chances * (call[None, :] * showdowns + (1 - call[None, :]) * BIG)).sum(axis=1)
        best_push = (pushed > -SMALL * chances.sum(axis=1)).astype(np.float64)
        reach = chances * push[:, None]
        best_call = ((reach * -showdowns).sum(axis=0) > -BIG * reach.sum(axis=0)).astype(np.float64)
        return self.small_blind_ev(best_push, call), -self.small_blind_ev(push, best_call)

    def value(self) -> float:
        """EV of the small blind at the equilibrium, by linear programming.

        With each class the big blind either folds or calls, whichever leaves the small blind less:
        the program maximises the sum of these EVs, each bounded by both.
        """
        chances, equities = self._pairs
        count = len(self.classes)
        showdowns = chances * STACK * (2 * equities - 1)
        # Unknowns: the push of each class, then the small blind's EV against each class.
        gains = np.concatenate([SMALL * chances.sum(axis=1), np.ones(count)])
        folds = np.hstack([-(chances * BIG).T, np.eye(count)])
        calls = np.hstack([-showdowns.T, np.eye(count)])
        solution = linprog(
            -gains,
            A_ub=np.vstack([folds, calls]),
            b_ub=np.zeros(2 * count),
            bounds=[(0, 1)] * count + [(None, None)] * count,
        )
        assert solution.success
        return float(-solution.fun - SMALL)


def push_and_call(strategy: SampledStrategy, hands: Iterable[str]) -> tuple[Matrix, Matrix]:
    push = [strategy.hand("r", hand)["a"] for hand in hands]
    call = [strategy.hand("r:a", hand)["c"] for hand in hands]
    return np.array(push), np.array(call)


@pytest.mark.parametrize("hands", [HANDS, *slow(MORE_HANDS)], ids=len)
def test_push_or_fold_reaches_the_exact_equilibrium(hands: dict[str, str]) -> None:
    classes = (*hands,)
    game = PushOrFold(classes)
    solver = BlueprintSolver(
        build_tree(RULES), [",".join(classes)] * 2, BlueprintOptions(batch=256)
    )
    solver.iterate(1_500_000)
    assert solver.information_sets == 2 * len(classes)
    push, call = push_and_call(solver.average(), [*hands.values()])
    value = game.value()
    # Within a hundredth of a big blind.
    assert game.small_blind_ev(push, call) == pytest.approx(value, abs=0.01 * BIG)
    small, big = game.best_responses(push, call)
    assert small >= value - 1e-9
    assert -big <= value + 1e-9
    assert (small + big) / 2 < 0.01 * BIG
    assert push[classes.index("AA")] > 0.99
    assert call[classes.index("72o")] < 0.01


@pytest.mark.slow
def test_all_hands_are_close_to_an_equilibrium_by_exact_best_responses() -> None:
    solver = BlueprintSolver(build_tree(RULES), ["random", "random"], BlueprintOptions(batch=256))
    solver.iterate(2_000_000)
    assert solver.information_sets == 2 * 169
    strategy = solver.average()
    push, call = Range(strategy.node("r")[1]), Range(strategy.node("r:a")[1])
    every = Range.full()
    # Equities of every hand against the range that pushes, or that calls, on all boards.
    called = equity(every, call, method="exact").hands
    pushed = equity(push, every, method="exact").hands
    assert called is not None
    assert pushed is not None
    pairs = compatible_weight(every.weights)
    calls, pushes = compatible_weight(call.weights), compatible_weight(push.weights)
    showdown = calls * STACK * (2 * called[0] - 1) + (pairs - calls) * BIG
    small = np.maximum(showdown, -SMALL * pairs).sum() / pairs.sum()
    answer = np.maximum(STACK * (2 * pushed[1] - 1), -BIG)
    big = (pushes * answer + (pairs - pushes) * SMALL).sum() / pairs.sum()
    assert (small + big) / 2 < 0.01 * BIG
    # The button loses much less than the chip that a fold costs.
    assert -0.12 < small < -0.06
    assert push.percent == pytest.approx(57, abs=3)
    assert call.percent == pytest.approx(38, abs=3)
