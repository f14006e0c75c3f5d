"""Solving with buckets: exact without any, lossless up to suits, and costly with few."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.abstraction import StreetRecipe
from fifthstreet.cards import Range
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.abstracted import (
    BucketSolver,
    SpotBuckets,
    spot_boards,
    spot_buckets,
    spot_hands,
)
from fifthstreet.solvers.abstracted import solver as bucket_solver
from fifthstreet.solvers.postflop import Solver, Spot, evaluate_strategy
from fifthstreet.tree import Kind, Rake
from tests.thoroughness import slow

MENU: dict[str, Any] = {"bets": "50%, 100%", "raises": "100%", "max_raises": 2}


def uneven_range(seed: int, hands: int = 25) -> Range:
    """Return some hands with different weights, so that no two actions have equal values."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(1326, np.float32)
    weights[rng.choice(1326, hands, replace=False)] = rng.uniform(0.2, 1, hands)
    return Range(weights)


UNEVEN = Spot.of("QsJh2h7c", 100, 250, oop=uneven_range(1), ip=uneven_range(2), **MENU)
# Spades and the other three suits, which are alike.
SUITED = Spot.of(
    "QsJs2s7s",
    100,
    250,
    oop="AA:0.7,KQs:0.93,T9:0.81,55:0.62,A5s:0.77",
    ip="QQ:0.9,AJ:0.73,98s:0.66,66:0.84,A4s:0.59",
    **MENU,
)


def each_hand(spot: Spot) -> SpotBuckets:
    """Return a bucket for each hand on each board."""
    labels = []
    for boards in spot_boards(spot):
        pair = []
        for player in (0, 1):
            is_held = spot_hands(spot, player, boards)
            numbers = np.full(is_held.shape, -1, np.int32)
            numbers[is_held] = np.arange(is_held.sum())
            pair.append(numbers)
        labels.append((pair[0], pair[1]))
    return SpotBuckets.of(spot, labels)


@pytest.mark.parametrize("rake", [*slow(Rake()), Rake(0.05, 10)])
def test_with_a_bucket_for_each_hand_it_is_the_range_solver(rake: Rake) -> None:
    spot = Spot.of("QsJh2h7c", 100, 250, oop=UNEVEN.ranges[0], ip=UNEVEN.ranges[1], **MENU)
    spot = Spot(spot.board, spot.ranges, spot.rules, rake)
    ours = BucketSolver(spot, each_hand(spot), precision="float64")
    theirs = Solver(spot, backend="reference", isomorphism=False)
    for solver in (ours, theirs):
        solver.iterate(4)
    strategy, solution = ours.average(), theirs.solution()
    tree = spot.tree
    for node in np.flatnonzero(tree.kind == Kind.ACTION).tolist():
        board = spot.board if tree.street[node] == 2 else (*spot.board, 30)
        hands = spot.ranges[int(tree.player[node])].without(sum(1 << card for card in board))
        held = hands.hands()
        np.testing.assert_allclose(
            strategy.probabilities(node, board)[:, held],
            solution.probabilities(node, board)[:, held],
            atol=1e-3,  # the tables there are float32
        )
    assert ours.exploitability().pot_percent == pytest.approx(
        theirs.exploitability().pot_percent, abs=0.01
    )


@pytest.mark.slow
def test_lossless_buckets_lose_nothing() -> None:
    """Hands and boards up to suits: the same strategy as without buckets, to rounding."""
    lossless = spot_buckets(SUITED, StreetRecipe("lossless", 1))
    merged, exact = (
        BucketSolver(SUITED, buckets, precision="float64")
        for buckets in (lossless, each_hand(SUITED))
    )
    assert merged.information_sets < exact.information_sets / 3
    for solver in (merged, exact):
        solver.iterate(8)
    strategies = merged.average(), exact.average()
    tree = SUITED.tree
    for node in np.flatnonzero(tree.kind == Kind.ACTION).tolist():
        board = SUITED.board if tree.street[node] == 2 else (*SUITED.board, 30)
        hands = SUITED.ranges[int(tree.player[node])].without(sum(1 << card for card in board))
        first, second = (
            strategy.probabilities(node, board)[:, hands.hands()] for strategy in strategies
        )
        np.testing.assert_allclose(first, second, atol=1e-9)
    assert merged.exploitability().chips == pytest.approx(exact.exploitability().chips, abs=1e-4)
    # Where actions are worth the same, rounding decides: later only the values agree.
    merged.iterate(192)
    range_solver = Solver(SUITED)
    range_solver.iterate(200)
    assert merged.exploitability().pot_percent < 0.15
    assert range_solver.exploitability().pot_percent < 0.15
    ours, theirs = (evaluate_strategy(solver.average()).values for solver in (merged, range_solver))
    assert ours is not None
    assert theirs is not None
    assert ours == pytest.approx(theirs, abs=0.15)


def test_from_a_flop_it_is_the_range_solver_too() -> None:
    spot = Spot.of(
        "QsJh2h", 100, 100, oop=uneven_range(1, 9), ip=uneven_range(2, 9), bets="100%", max_raises=1
    )
    ours = BucketSolver(spot, each_hand(spot), precision="float64")
    theirs = Solver(spot, isomorphism=False)
    for solver in (ours, theirs):
        solver.iterate(3)  # later, rounding decides where actions are worth the same
    strategy, solution = ours.average(), theirs.solution()
    tree = spot.tree
    for node in np.flatnonzero(tree.kind == Kind.ACTION).tolist():
        cards = int(tree.street[node]) - 1
        for runout in ((30, 7), (7, 30)):
            board = (*spot.board, *runout[:cards])
            hands = spot.ranges[int(tree.player[node])].without(sum(1 << card for card in board))
            np.testing.assert_allclose(
                strategy.probabilities(node, board)[:, hands.hands()],
                solution.probabilities(node, board)[:, hands.hands()],
                atol=1e-3,  # the tables there are float32
            )
    assert ours.exploitability().pot_percent == pytest.approx(
        theirs.exploitability().pot_percent, abs=0.01
    )


def test_passes_must_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    buckets = spot_buckets(UNEVEN, StreetRecipe("ehs", 5))
    monkeypatch.setattr(bucket_solver, "available_bytes", lambda: 100_000)
    with pytest.raises(NotEnoughMemoryError, match="a pass with buckets needs"):
        BucketSolver(UNEVEN, buckets)


@pytest.mark.slow
def test_fewer_buckets_cost_more() -> None:
    spot = Spot.of("Ts6d3c8h", 100, 250, oop="5%", ip="6%", **MENU)
    costs = []
    for count in (1, 4, 40):
        solver = BucketSolver(spot, spot_buckets(spot, StreetRecipe("ehs-percentile", count)))
        solver.iterate(60)
        costs.append(solver.exploitability().pot_percent)
        assert solver.information_sets <= 44 * count
    assert costs[0] > 2 * costs[1] > 2 * costs[2] > 0


def test_states_resume_bit_for_bit() -> None:
    buckets = spot_buckets(UNEVEN, StreetRecipe("ehs", 5))
    whole, half = BucketSolver(UNEVEN, buckets), BucketSolver(UNEVEN, buckets)
    whole.iterate(20)
    half.iterate(10)
    resumed = BucketSolver(UNEVEN, buckets)
    resumed.restore(half.state())
    resumed.iterate(10)
    for name, value in whole.state().items():
        assert np.array_equal(resumed.state()[name], value)
    others = spot_buckets(UNEVEN, StreetRecipe("ehs-percentile", 5))
    with pytest.raises(InputError, match="different buckets"):
        BucketSolver(UNEVEN, others).restore(half.state())
    with pytest.raises(InputError, match="different schedule"):
        BucketSolver(UNEVEN, buckets, schedule="cfr+").restore(half.state())


def test_what_cannot_be_solved_is_refused() -> None:
    buckets = spot_buckets(UNEVEN, StreetRecipe("ehs", 5))
    with pytest.raises(InputError, match="the buckets were made for a different spot"):
        BucketSolver(SUITED, buckets)
    with pytest.raises(InputError, match="schedule must not be predictive"):
        BucketSolver(UNEVEN, buckets, schedule="predictive")
    with pytest.raises(
        ValueError, match="decisions with the same number must have the same player"
    ):
        BucketSolver(UNEVEN, buckets, decisions=np.zeros(len(UNEVEN.tree), np.int64))
    with pytest.raises(InputError, match="decisions must have one number for each of"):
        BucketSolver(UNEVEN, buckets, decisions=np.zeros(3, np.int64))
    with pytest.raises(InputError, match="precision must be float32 or float64, got 'half'"):
        BucketSolver(UNEVEN, buckets, precision="half")
    with pytest.raises(InputError, match="labels must have 2 streets, got 1"):
        SpotBuckets.of(UNEVEN, buckets.labels[:1])
    with pytest.raises(
        InputError, match="turn, oop: labels of hands of the range must be at least 0"
    ):
        SpotBuckets.of(UNEVEN, [(first - 1, second) for first, second in buckets.labels])
    with pytest.raises(InputError, match="turn, oop: labels must be whole numbers of shape"):
        SpotBuckets.of(UNEVEN, buckets.labels[::-1])
