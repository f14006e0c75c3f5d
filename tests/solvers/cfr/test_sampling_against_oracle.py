"""Native traversals make the same draws as the oracle and end with the same bits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.solvers.cfr.flattening import flatten
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.sampling import SamplingSolver
from fifthstreet.solvers.cfr.schemes import (
    PRECISIONS,
    Baseline,
    ChanceSampling,
    DiscountedWeights,
    ExternalSampling,
    LinearWeights,
    OutcomeSampling,
    Pruning,
    PublicChanceSampling,
    Scheme,
    Uniform,
    Weighting,
)
from tests.oracles.mccfr import Oracle
from tests.solvers.cfr.sampling_games import RandomGame, kuhn, leduc
from tests.thoroughness import examples

SCHEMES: list[Scheme] = [
    OutcomeSampling(),
    OutcomeSampling(0.3, Baseline(0.25)),
    ExternalSampling(),
    ExternalSampling(Baseline()),
    ChanceSampling(),
    PublicChanceSampling(),
]
WEIGHTINGS: list[Weighting] = [
    Uniform(),
    LinearWeights(),
    DiscountedWeights(1.5, 0.5, 2.0, every=7),
]
NAMES = {
    OutcomeSampling: "outcome",
    ExternalSampling: "external",
    ChanceSampling: "chance",
    PublicChanceSampling: "public",
}


def run_oracle(solver: SamplingSolver, iterations: int) -> Oracle:
    """Run the oracle with the settings of a solver."""
    baseline = getattr(solver.scheme, "baseline", None)
    pruning = solver.pruning
    oracle = Oracle(
        solver.tree,
        NAMES[type(solver.scheme)],
        seed=solver.seed,
        precision=solver.precision,
        epsilon=getattr(solver.scheme, "epsilon", 0.0),
        decay=baseline.decay if baseline else None,
        is_linear=isinstance(solver.weighting, LinearWeights),
        below=pruning.below if pruning else 0.0,
        share=pruning.share if pruning else 0.0,
        prune_after=pruning.after if pruning else 0,
    )
    players = solver.tree.players
    for iteration in range(1, iterations + 1):
        for traversal in range((iteration - 1) * players, iteration * players):
            oracle.walk(traversal)
        weighting = solver.weighting
        if isinstance(weighting, DiscountedWeights) and iteration % weighting.every == 0:
            period = iteration // weighting.every
            oracle.discount((1 << 63) + period, *weighting.factors(period))
    return oracle


def check(
    tree: GameTree,
    scheme: Scheme,
    iterations: int,
    *,
    weighting: Weighting = WEIGHTINGS[0],
    pruning: Pruning | None = None,
    precision: str = "float64",
    seed: int = 3,
) -> Oracle:
    solver = SamplingSolver(
        tree, scheme, seed=seed, weighting=weighting, pruning=pruning, precision=precision
    )
    solver.iterate(iterations)
    oracle = run_oracle(solver, iterations)
    np.testing.assert_array_equal(solver.regrets, oracle.regrets)
    np.testing.assert_array_equal(solver.averages, oracle.averages)
    if getattr(scheme, "baseline", None):
        np.testing.assert_array_equal(solver.state()["baselines"], oracle.baselines)
    assert np.any(solver.regrets)
    return oracle


@pytest.mark.parametrize("scheme", SCHEMES, ids=repr)
@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("weighting", WEIGHTINGS, ids=lambda weighting: type(weighting).__name__)
def test_kuhn(scheme: Scheme, precision: str, weighting: Weighting) -> None:
    check(kuhn(), scheme, 60, weighting=weighting, precision=precision)


@pytest.mark.parametrize("scheme", SCHEMES, ids=repr)
@pytest.mark.parametrize("precision", PRECISIONS)
def test_leduc(scheme: Scheme, precision: str) -> None:
    iterations = 2 if isinstance(scheme, PublicChanceSampling) else 60
    check(leduc(), scheme, iterations, precision=precision, seed=2**64 - 1)


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("baseline", [None, Baseline()])
@pytest.mark.parametrize("weighting", WEIGHTINGS, ids=lambda weighting: type(weighting).__name__)
def test_pruning(precision: str, baseline: Baseline | None, weighting: Weighting) -> None:
    pruning = Pruning(below=-2.0, share=0.7, after=20)
    scheme = ExternalSampling(baseline)
    oracle = check(leduc(), scheme, 80, weighting=weighting, pruning=pruning, precision=precision)
    whole = run_oracle(SamplingSolver(leduc(), scheme, seed=3, precision=precision), 80)
    assert oracle.regrets != whole.regrets  # something was pruned


@pytest.mark.parametrize("scheme", SCHEMES, ids=repr)
def test_three_players(scheme: Scheme) -> None:
    check(kuhn(3), scheme, 10)


@settings(max_examples=examples(100))
@given(
    st.integers(0, 10**9),
    st.sampled_from((2, 3)),
    st.sampled_from(SCHEMES),
    st.sampled_from(WEIGHTINGS),
    st.sampled_from(PRECISIONS),
    st.sampled_from((None, Pruning(-1.0, 0.5), Pruning(-0.1, 0.9, after=5))),
)
def test_random_games(
    seed: int,
    players: int,
    scheme: Scheme,
    weighting: Weighting,
    precision: str,
    pruning: Pruning | None,
) -> None:
    tree = flatten(RandomGame(seed, players))
    if not len(tree.keys):
        return
    solver = SamplingSolver(
        tree,
        scheme,
        seed=seed,
        weighting=weighting,
        pruning=pruning if isinstance(scheme, ExternalSampling) else None,
        precision=precision,
    )
    solver.iterate(20)
    oracle = run_oracle(solver, 20)
    np.testing.assert_array_equal(solver.regrets, oracle.regrets)
    np.testing.assert_array_equal(solver.averages, oracle.averages)
