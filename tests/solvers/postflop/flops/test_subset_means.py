"""The example's matchup, solved on all flops, and how close subsets come to it."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from shutil import copy

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.abstraction import SUBSET_SIZES, flop_subset
from fifthstreet.cards import parse_mask
from fifthstreet.solvers.postflop import FlopFile, FlopResult, deal_flops
from fifthstreet.solvers.postflop.flops.flops import Weighted, _mean
from fifthstreet.solvers.postflop.flops.subset_averages import _errors, _subset, subset_means
from fifthstreet.solvers.postflop.spot.spot_file import read_spot

EXAMPLES = Path(__file__).parents[4] / "examples"
SETTINGS = {
    "target": 0.5,
    "max_iterations": 1_000,
    "time_limit": None,
    "schedule": "Discounted(alpha=1.5, beta=0.5, gamma=3.0, warm_up=50)",
    "precision": "float32",
    "lines": ["r:k"],
}


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> list[Weighted]:
    saved = tmp_path_factory.mktemp("flops") / "flop.flops"
    copy(EXAMPLES / "flop.flops", saved)
    spot = read_spot(EXAMPLES / "flop.toml")
    results = FlopFile(saved, spot, SETTINGS).results
    return [(flop.count, results[flop.board]) for flop in deal_flops(spot)]


def test_saved_flops_are_all_solved(solved: list[Weighted]) -> None:
    assert len(solved) == 1_755
    assert sum(count for count, _ in solved) == 22_100
    for _, result in solved:
        assert result.exploitability_pot_percent <= 0.5
        assert sum(result.ev) == pytest.approx(180, abs=1e-3)
        assert sum(result.frequencies) == pytest.approx(1)


def test_saved_flop_agrees_with_the_solution_on_the_processor(solved: list[Weighted]) -> None:
    """Its EV at 0.1% of the pot stands in docs/lab_notes/gpu.md; this one was solved to 0.5%."""
    (flop,) = [result for _, result in solved if result.board == "QcJd2d"]
    assert flop.ev[0] == pytest.approx(105.14, abs=0.005 * 180)


def test_errors_shrink_with_the_size(solved: list[Weighted]) -> None:
    found = subset_means(solved)
    assert tuple(means.flops for means in found) == SUBSET_SIZES
    assert found[-1].ev < found[0].ev  # 184 flops against 10
    assert found[-1].frequency < found[0].frequency
    # These are in docs/lab_notes/abstraction.md.
    assert [means.text(180) for means in found][1:] == [
        "25 flops: EV 0.00% of the pot, frequencies 1.40 points",
        "49 flops: EV 0.13% of the pot, frequencies 0.46 points",
        "85 flops: EV 0.00% of the pot, frequencies 0.11 points",
        "184 flops: EV 0.02% of the pot, frequencies 0.20 points",
    ]


def test_errors_of_a_subset_are_those_of_its_weighted_means(solved: list[Weighted]) -> None:
    subset = flop_subset(10)
    results = {parse_mask(result.board): result for _, result in solved}
    chosen = [results[mask] for mask in subset.boards.tolist()]

    def mean(flops: Iterable[FlopResult], counts: Iterable[int]) -> NDArray[np.float64]:
        pairs = [*zip(flops, counts, strict=True)]
        dealt = [count * result.matchups for result, count in pairs]
        rows = [[*result.ev, *result.frequencies] for result, _ in pairs]
        return np.average(rows, axis=0, weights=dealt)

    every = mean((result for _, result in solved), (count for count, _ in solved))
    apart = abs(mean(chosen, subset.counts.tolist()) - every)
    weighted = _subset(10, {result.board: result for result in results.values()})
    found = _errors(10, *(_mean("all", "all", flops, 1.0) for flops in (weighted, solved)))
    assert found.ev == pytest.approx(apart[:2].max())
    assert found.frequency >= apart[2:].max() - 1e-12  # or at the line
    assert apart[2:].max() > 0


def test_constant_results_have_no_error(solved: list[Weighted]) -> None:
    first = solved[0][1]

    def same(result: FlopResult) -> FlopResult:
        return replace(first, board=result.board, matchups=result.matchups)

    for means in subset_means([(count, same(result)) for count, result in solved]):
        assert means.ev == pytest.approx(0, abs=1e-9)
        assert means.frequency == pytest.approx(0, abs=1e-9)


def test_nothing_is_said_unless_all_flops_are_solved(solved: list[Weighted]) -> None:
    assert subset_means(solved[1:]) == []
