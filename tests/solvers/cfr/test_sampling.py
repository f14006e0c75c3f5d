"""The sampling solver: runs, states and bad arguments."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
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
from fifthstreet.solvers.common.run import Progress
from tests.oracles.mccfr import stochastic_bfloat16
from tests.oracles.random_stream import Stream
from tests.solvers.cfr.sampling_games import kuhn, leduc
from tests.thoroughness import examples


def tables(solver: SamplingSolver) -> dict[str, Any]:
    return {k: v for k, v in solver.state().items() if isinstance(v, np.ndarray) and k != "curve"}


@settings(max_examples=examples(40))
@given(
    st.sampled_from(
        [
            OutcomeSampling(baseline=Baseline()),
            ExternalSampling(),
            ChanceSampling(),
            PublicChanceSampling(),
        ]
    ),
    st.sampled_from([Uniform(), LinearWeights(), DiscountedWeights(every=10)]),
    st.sampled_from(PRECISIONS),
    st.lists(st.integers(0, 40), max_size=5),
    st.integers(0, 2**64 - 1),
)
def test_resumed_runs_are_the_same_as_whole_runs(
    scheme: Scheme, weighting: Weighting, precision: str, cuts: list[int], seed: int
) -> None:
    def fresh() -> SamplingSolver:
        return SamplingSolver(kuhn(), scheme, seed=seed, weighting=weighting, precision=precision)

    whole = fresh()
    whole.iterate(sum(cuts))
    solver = fresh()
    for count in cuts:
        solver.run(iterations=count)
        state = solver.state()
        solver.iterate(7)  # must not change the state
        solver = fresh()
        solver.restore(state)
    assert solver.iteration == whole.iteration
    for name, table in tables(whole).items():
        np.testing.assert_array_equal(tables(solver)[name], table)


def test_an_earlier_state_is_restored() -> None:
    """Strategies cached by later traversals must not be used again."""
    solver = SamplingSolver(leduc(), ChanceSampling(), seed=2)
    solver.iterate(50)
    state = solver.state()
    solver.iterate(30)
    after = tables(solver)
    solver.restore(state)
    solver.iterate(30)
    for name, table in tables(solver).items():
        np.testing.assert_array_equal(after[name], table)


def test_seeds_differ() -> None:
    first, second = (SamplingSolver(kuhn(), ExternalSampling(), seed=seed) for seed in (1, 2))
    for solver in (first, second):
        solver.iterate(100)
    assert np.any(first.regrets != second.regrets)


def test_run_stops_and_reports_progress() -> None:
    reports: list[Progress] = []
    solver = SamplingSolver(kuhn(), ExternalSampling())
    solver.run(iterations=5_000, check_every=1_500, progress=reports.append)
    assert [report.iteration for report in reports] == [0, 1_500, 3_000, 4_500, 5_000]
    assert solver.curve == [(report.iteration, report.exploitability.chips) for report in reports]
    assert solver.run(seconds=0.05).iteration > 5_000
    before = solver.iteration
    assert solver.run(iterations=9_999, progress=lambda _: False).iteration == before
    assert solver.run(target=0.02, iterations=1_000_000).exploitability.chips <= 0.02


def test_average_and_current_strategies() -> None:
    solver = SamplingSolver(kuhn(), ExternalSampling(), seed=1)
    assert set(solver.average().probabilities) == {0.5}
    solver.iterate(20_000)
    assert solver.average()["K|b"]["c"] > 0.99
    assert solver.current()["J|b"]["f"] == 1
    np.testing.assert_array_equal(solver.current().probabilities, solver.current().probabilities)
    sums = np.add.reduceat(solver.average().probabilities, kuhn().first_action[:-1])
    np.testing.assert_allclose(sums, 1)


def test_three_players_run() -> None:
    solver = SamplingSolver(kuhn(3), OutcomeSampling(), seed=1)
    start = solver.exploitability().chips
    solver.iterate(100_000)
    assert solver.exploitability().chips < start / 5


@given(st.floats(-1e30, 1e30).filter(lambda x: abs(x) > 1e-30), st.integers(0, 2**32))
def test_stochastic_rounding_picks_a_neighbour(value: float, seed: int) -> None:
    rounded = stochastic_bfloat16(value, Stream(seed, 0))
    assert abs(rounded - value) <= abs(value) * 2**-7
    assert stochastic_bfloat16(rounded, Stream(seed, 1)) == rounded


def test_stochastic_rounding_is_unbiased() -> None:
    value = 300.7
    rounded = [stochastic_bfloat16(value, Stream(1, i)) for i in range(4_000)]
    assert set(rounded) == {300.0, 302.0}
    assert np.mean(rounded) == pytest.approx(value, abs=0.06)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Baseline(0), "decay must be above 0 and at most 1, got 0"),
        (lambda: OutcomeSampling(1.5), "epsilon must be above 0 and at most 1, got 1.5"),
        (lambda: DiscountedWeights(every=0), "every must be at least 1 iteration, got 0"),
        (lambda: DiscountedWeights(gamma=-1), "gamma must be at least 0, got -1"),
        (lambda: Pruning(below=1), "below must be a negative regret, got 1"),
        (lambda: Pruning(share=1), "share must be between 0 and 1, got 1"),
        (lambda: Pruning(after=-1), "after must be at least 0 iterations, got -1"),
        (
            lambda: SamplingSolver(kuhn(), OutcomeSampling(), pruning=Pruning()),
            "pruning requires ExternalSampling, got OutcomeSampling",
        ),
        (
            lambda: SamplingSolver(kuhn(), ChanceSampling(), precision="int8"),
            "precision must be one of float64, float32, bfloat16, got 'int8'",
        ),
        (
            lambda: SamplingSolver(kuhn(), ChanceSampling(), seed=-1),
            "seed must be from 0 to 2^64 - 1, got -1",
        ),
        (
            lambda: SamplingSolver(kuhn(), "external"),  # type: ignore[arg-type]
            "scheme must be one like ExternalSampling(), got 'external'",
        ),
        (
            lambda: SamplingSolver(
                kuhn(),
                ChanceSampling(),
                weighting=2,  # type: ignore[arg-type]
            ),
            "weighting must be one like LinearWeights(), got 2",
        ),
    ],
)
def test_bad_arguments_are_refused(make: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        make()


def test_states_of_other_solvers_are_refused() -> None:
    solver = SamplingSolver(kuhn(), ExternalSampling(), seed=1)
    state = solver.state()
    for other in (
        SamplingSolver(kuhn(), ExternalSampling(), seed=2),
        SamplingSolver(leduc(), ExternalSampling(), seed=1),
        SamplingSolver(kuhn(), ExternalSampling(Baseline()), seed=1),
        SamplingSolver(kuhn(), ExternalSampling(), seed=1, precision="float64"),
        SamplingSolver(kuhn(), ExternalSampling(), seed=1, pruning=Pruning()),
    ):
        with pytest.raises(InputError, match="the state does not fit this solver"):
            other.restore(state)
    with pytest.raises(InputError, match="regrets must be float32 of shape"):
        solver.restore({**state, "regrets": state["regrets"][:-1]})


@pytest.mark.parametrize(
    ("scheme", "per_iteration"),
    [
        # Kuhn: each traversal of either player visits the first information set of one card; with
        # public chance sampling, that of all three cards, each with two cards of the opponent.
        (ExternalSampling(), 2),
        (OutcomeSampling(), 2),
        (ChanceSampling(), 2),
        (PublicChanceSampling(), 12),
    ],
    ids=repr,
)
def test_visits(scheme: Scheme, per_iteration: int) -> None:
    solver = SamplingSolver(kuhn(), scheme, seed=2)
    solver.iterate(200)
    first = [solver.visit_counts()[f"{card}|"] for card in "JQK"]
    assert sum(first) == 200 * per_iteration
    restored = SamplingSolver(kuhn(), scheme, seed=2)
    restored.restore(solver.state())
    assert restored.visit_counts() == solver.visit_counts()
