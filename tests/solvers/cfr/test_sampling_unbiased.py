"""On average a sampled iteration adds to regrets and averages what a full one would."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.solvers.cfr.game_tree import GameTree
from tests.oracles.mccfr import Oracle
from tests.solvers.cfr.sampling_games import kuhn, leduc
from tests.solvers.cfr.whole_tree import WholeTree, matched
from tests.solvers.cfr.wrong import TwoSidedPruning, WithoutImportanceWeights
from tests.thoroughness import examples

SCHEMES = ("outcome", "external", "chance", "public")
_LEAST_HITS = 60  # nonzero samples needed for a mean to be close to normal
_BLOCK = 250  # iterations whose steps are added at once


@dataclass
class Moments:
    """Sums over independent samples of the step that is added to a table."""

    count: int
    total: NDArray[Any]
    squares: NDArray[Any]
    hits: NDArray[Any]

    @classmethod
    def empty(cls, cells: int) -> Moments:
        return cls(0, np.zeros(cells), np.zeros(cells), np.zeros(cells, int))

    def add(self, steps: NDArray[Any]) -> None:
        """Add samples, one in each row."""
        self.count += len(steps)
        self.total += steps.sum(axis=0)
        self.squares += (steps * steps).sum(axis=0)
        self.hits += (steps != 0).sum(axis=0)

    @property
    def variance(self) -> NDArray[Any]:
        variance = self.squares / self.count - (self.total / self.count) ** 2
        return np.clip(variance, 0, None)

    def looks_like(self, expected: NDArray[Any]) -> bool:
        """Whether all means agree with the expected ones, given their standard errors."""
        mean = self.total / self.count
        error = np.sqrt(self.variance / self.count)
        scale = np.abs(expected).max()
        is_fixed = error < 1e-8 * scale  # the same in every sample, or never visited
        is_wrong = is_fixed & (self.hits > 0) & ~np.isclose(mean, expected, rtol=0, atol=1e-9)
        is_hit_often = ~is_fixed & (self.hits >= _LEAST_HITS)
        assert np.mean(is_hit_often | is_fixed) > 0.4
        z = (mean - expected)[is_hit_often] / error[is_hit_often]
        # Neighbours are correlated, so the sum of squares varies more than a chi-square.
        limit = len(z) + 6 * np.sqrt(6 * len(z))
        return bool(not is_wrong.any() and np.all(np.abs(z) < 4.5) and z @ z <= limit)


@cache
def example(name: str) -> tuple[GameTree, NDArray[Any], NDArray[Any]]:
    """A tree, regrets that give mixed and pure strategies, and arbitrary baselines."""
    tree = {"kuhn": kuhn(), "leduc": leduc(), "kuhn3": kuhn(3)}[name]
    random = np.random.default_rng(5)
    cells = int(tree.first_action[-1])
    return tree, random.normal(1.0, 1.0, cells), random.normal(0.0, 1.0, (tree.players, cells))


def walk_options(scheme: str, **pruning: float) -> dict[str, Any]:
    """Return the options of a native traversal."""
    return {
        "scheme": SCHEMES.index(scheme),
        "seed": 11,
        "epsilon": 0.6,
        "decay": 0.5,
        "is_linear": False,
        "prune_after": 0,
        "below": 0.0,
        "share": 0.0,
        **pruning,
    }


def sample(
    name: str,
    scheme: str,
    iterations: int,
    *,
    baseline: NDArray[Any] | None = None,
    **pruning: float,
) -> tuple[Moments, Moments]:
    """Steps of regrets and averages over many native iterations from the same table."""
    tree, fixed, _ = example(name)
    regrets, averages = fixed.copy(), np.zeros_like(fixed)
    learned = None if baseline is None else baseline.copy()
    visits = np.zeros(len(tree.keys), np.uint64)
    sampler = _native.TreeSampler(tree, regrets, averages, learned, visits)
    both = Moments.empty(len(fixed)), Moments.empty(len(fixed))
    options = walk_options(scheme, **pruning)
    traversals = range(iterations * tree.players)
    block = _BLOCK * tree.players
    after = np.empty((block, len(fixed))), np.empty((block, len(fixed)))  # regrets and averages
    for first in traversals[::block]:
        walked = traversals[first : first + block]
        for row, traversal in enumerate(walked):
            sampler.walk(traversal, 1, **options)
            after[0][row] = regrets
            after[1][row] = averages
            regrets[:] = fixed
            averages[:] = 0
            if learned is not None and baseline is not None:
                learned[:] = baseline
        # Each player's traversal starts from the same table: the sum is one iteration's step.
        for moments, tables, before in zip(both, after, (fixed, np.zeros_like(fixed)), strict=True):
            steps = tables[: len(walked)] - before
            moments.add(steps.reshape(-1, tree.players, len(fixed)).sum(axis=1))
    return both


def sample_oracle(oracle: Oracle, iterations: int) -> Moments:
    """Steps of an oracle's regrets."""
    fixed = list(oracle.regrets)
    moments = Moments.empty(len(fixed))
    players = oracle.tree.players
    for i in range(iterations):
        step = np.zeros(len(fixed))
        for traversal in range(i * players, (i + 1) * players):
            oracle.walk(traversal)
            step += np.subtract(oracle.regrets, fixed)
            oracle.regrets[:] = fixed
        moments.add(step[None])
    return moments


def iterations_for(name: str, scheme: str) -> int:
    if name != "leduc":
        return examples(10_000)
    return {"outcome": 60_000, "external": 20_000, "chance": 20_000, "public": 1_000}[scheme]


# A baseline adds to what a scheme does without one.
@pytest.mark.parametrize(
    ("name", "scheme", "with_baseline"),
    [
        *product(("kuhn", "kuhn3"), SCHEMES, (False,)),
        *product(("kuhn", "kuhn3"), ("outcome", "external"), (True,)),
        *product(("leduc",), ("chance", "public"), (False,)),
        *(
            pytest.param("leduc", *case, marks=pytest.mark.slow)
            for case in product(("outcome", "external"), (False, True))
        ),
    ],
)
def test_expected_step(name: str, scheme: str, with_baseline: bool) -> None:
    tree, fixed, baseline = example(name)
    whole = WholeTree(tree, matched(tree, fixed))
    regrets, averages = sample(
        name, scheme, iterations_for(name, scheme), baseline=baseline if with_baseline else None
    )
    assert regrets.looks_like(whole.regrets())
    assert averages.looks_like(whole.averages(scheme))


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_pruning_is_unbiased(name: str) -> None:
    tree, fixed, _ = example(name)
    whole = WholeTree(tree, matched(tree, fixed))
    plain, _ = sample(name, "external", 5_000)
    regrets, averages = sample(name, "external", 20_000, share=0.6, below=-0.2)
    assert regrets.looks_like(whole.regrets())
    assert averages.looks_like(whole.averages("external"))
    assert np.any(regrets.hits / regrets.count < 0.8 * plain.hits / plain.count)  # it does prune


def test_the_oracle_passes_and_oracles_with_mistakes_fail() -> None:
    tree, fixed, _ = example("kuhn")
    expected = WholeTree(tree, matched(tree, fixed)).regrets()
    table = fixed.tolist()
    assert sample_oracle(Oracle(tree, "outcome", regrets=table), 2_000).looks_like(expected)
    assert sample_oracle(Oracle(tree, "chance", regrets=table), 2_000).looks_like(expected)
    unweighted = WithoutImportanceWeights(tree, "outcome", regrets=table)
    assert not sample_oracle(unweighted, 2_000).looks_like(expected)
    two_sided = TwoSidedPruning(tree, "chance", regrets=table, least_reach=0.2)
    assert not sample_oracle(two_sided, 2_000).looks_like(expected)


@pytest.mark.parametrize(
    ("name", "scheme", "max_ratio"),
    [
        ("kuhn", "outcome", 0.45),
        ("kuhn", "external", 0.9),
        ("leduc", "outcome", 0.75),
        ("leduc", "external", 0.95),
    ],
)
def test_baselines_cut_the_variance(name: str, scheme: str, max_ratio: float) -> None:
    """Sums the variance over all regrets, once baselines have learned the fixed strategy."""
    tree, fixed, _ = example(name)
    regrets, averages = fixed.copy(), np.zeros_like(fixed)
    learned = np.zeros((2, len(fixed)))
    visits = np.zeros(len(tree.keys), np.uint64)
    sampler = _native.TreeSampler(tree, regrets, averages, learned, visits)
    options = walk_options(scheme)
    for traversal in range(15_000 if name == "kuhn" else 60_000):
        sampler.walk(traversal, 1, **options)
        regrets[:] = fixed
    plain, _ = sample(name, scheme, 5_000)
    reduced, _ = sample(name, scheme, 5_000, baseline=learned)
    assert reduced.variance.sum() < max_ratio * plain.variance.sum()
