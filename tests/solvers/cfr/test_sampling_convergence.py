"""Sampling converges as it does in OpenSpiel; with common mistakes it does not."""

from __future__ import annotations

from statistics import median
from typing import Any

import numpy as np
import pytest

from fifthstreet.solvers.cfr.best_responses import exploitability
from fifthstreet.solvers.cfr.flattening import flatten
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.sampling import SamplingSolver
from fifthstreet.solvers.cfr.schemes import (
    Baseline,
    ChanceSampling,
    DiscountedWeights,
    ExternalSampling,
    LinearWeights,
    OutcomeSampling,
    Pruning,
    PublicChanceSampling,
    Scheme,
)
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.games.game import Game
from fifthstreet.solvers.games.kuhn import Kuhn
from tests.oracles.mccfr import Oracle
from tests.solvers.cfr.sampling_games import KuhnForOneChip, KuhnWithoutHand, kuhn, leduc
from tests.solvers.cfr.wrong import TwoSidedPruning

# Bounds on exploitability after 1,000, 10,000 and 100,000 iterations. The first two are the largest
# that OpenSpiel's solvers reach, the last is what to expect after them. Chance sampling has to do
# as well as external sampling.
EXTERNAL_KUHN = (0.030, 0.014, 0.005)
OUTCOME_KUHN = (0.115, 0.035, 0.010)
EXTERNAL_LEDUC = (1.4, 0.31, 0.09)
OUTCOME_LEDUC = (2.4, 1.22, 0.55)


@pytest.mark.parametrize(
    ("tree", "scheme", "bounds"),
    [
        (kuhn(), ExternalSampling(), EXTERNAL_KUHN),
        (kuhn(), ExternalSampling(Baseline()), EXTERNAL_KUHN),
        (kuhn(), OutcomeSampling(), OUTCOME_KUHN),
        (kuhn(), OutcomeSampling(baseline=Baseline()), OUTCOME_KUHN),
        (kuhn(), ChanceSampling(), EXTERNAL_KUHN),
        (kuhn(), PublicChanceSampling(), (9.6e-4, 1.2e-4, 2e-5)),  # CFR on Kuhn
        (leduc(), ExternalSampling(), EXTERNAL_LEDUC),
        (leduc(), ExternalSampling(Baseline()), EXTERNAL_LEDUC),
        (leduc(), OutcomeSampling(), OUTCOME_LEDUC),
        (leduc(), OutcomeSampling(baseline=Baseline()), OUTCOME_LEDUC),
        (leduc(), ChanceSampling(), (1.0, 0.22, 0.065)),
        (leduc(), PublicChanceSampling(), (0.20, 0.05)),
    ],
    ids=lambda value: value.name[:5] if isinstance(value, GameTree) else str(value),
)
def test_exploitability_falls(tree: GameTree, scheme: Scheme, bounds: tuple[float, ...]) -> None:
    solvers = [SamplingSolver(tree, scheme, seed=seed) for seed in range(3)]
    for iterations, bound in zip((1_000, 10_000, 100_000), bounds, strict=False):
        for solver in solvers:
            solver.iterate(iterations - solver.iteration)
        assert median(solver.exploitability().chips for solver in solvers) < bound


@pytest.mark.parametrize(
    ("options", "bound"),
    [
        ({"weighting": LinearWeights()}, 0.09),
        ({"weighting": DiscountedWeights()}, 0.1),
        ({"pruning": Pruning(share=0.8)}, 0.12),
        ({"weighting": LinearWeights(), "pruning": Pruning(share=0.8)}, 0.12),
        ({"precision": "float64"}, 0.09),
        ({"precision": "bfloat16"}, 0.11),
    ],
    ids=str,
)
def test_options_on_leduc(options: dict[str, Any], bound: float) -> None:
    solver = SamplingSolver(leduc(), ExternalSampling(), seed=1, **options)
    solver.iterate(100_000)
    assert solver.exploitability().chips < bound


def test_kuhn_is_solved() -> None:
    solver = SamplingSolver(Kuhn(), ExternalSampling(), seed=4)
    end = solver.run(iterations=3_000_000, target=0.002)
    assert end.exploitability.chips <= 0.002
    assert end.exploitability.values is not None
    assert end.exploitability.values[0] == pytest.approx(-1 / 18, abs=0.003)


# Mistakes on Kuhn, where public chance sampling is CFR, as no card is public.


def solved(game: Game[Any]) -> Strategy:
    solver = SamplingSolver(game, PublicChanceSampling())
    solver.iterate(2_000)
    return solver.average()


def on_kuhn(strategy: Strategy) -> float:
    """Exploitability in the real game; keys without a hand hold for every hand."""
    tree = kuhn()
    by_key = {}
    for key, player in zip(tree.keys, tree.info_player, strict=True):
        _, moves = key.split("|")
        by_key[key] = strategy[key if key in strategy else f"player {player}|{moves}"]
    return exploitability(tree, Strategy.from_dict(tree, by_key)).chips


def test_the_correct_game_is_solved() -> None:
    assert on_kuhn(solved(Kuhn())) < 0.0045


class ForOneChipWithoutHand(KuhnForOneChip, KuhnWithoutHand):
    """Both mistakes at once."""


def test_hand_left_out_of_the_key() -> None:
    assert on_kuhn(solved(KuhnWithoutHand())) == pytest.approx(1 / 3)
    assert on_kuhn(solved(ForOneChipWithoutHand())) == pytest.approx(1 / 3)


def test_one_chip_whatever_was_bet() -> None:
    assert on_kuhn(solved(KuhnForOneChip())) > 0.25


@pytest.mark.slow
def test_two_sided_pruning() -> None:
    exploitabilities = []
    for oracle in (
        Oracle(kuhn(), "public"),
        TwoSidedPruning(kuhn(), "public", least_reach=0.01),
    ):
        for traversal in range(4_000):
            oracle.walk(traversal)
        strategy = Strategy.from_weights(kuhn(), np.array(oracle.averages))
        exploitabilities.append(exploitability(kuhn(), strategy).chips)
    right, wrong = exploitabilities
    assert right < 0.0045
    assert wrong > 0.08


def test_a_game_and_its_tree_give_the_same_regrets() -> None:
    solvers = [
        SamplingSolver(game, ExternalSampling(), seed=9) for game in (Kuhn(), flatten(Kuhn()))
    ]
    for solver in solvers:
        solver.iterate(100)
    np.testing.assert_array_equal(solvers[0].regrets, solvers[1].regrets)
