"""Algorithms by name, each with a function that creates its solver."""

from __future__ import annotations

from typing import TypeAlias

from fifthstreet.solvers.cfr.full import FullSolver
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
    Uniform,
    Weighting,
)
from fifthstreet.solvers.cfr.tree_solver import TreeSolver
from fifthstreet.solvers.common.named import Named
from fifthstreet.solvers.common.run import IterativeSolver
from fifthstreet.solvers.common.schedules import (
    STEADY,
    Discounted,
    Linear,
    Plus,
    Predictive,
    Schedule,
    Vanilla,
)

WEIGHTINGS: dict[str, Weighting] = {
    "uniform": Uniform(),
    "linear": LinearWeights(),
    "discounted": DiscountedWeights(),
}


def _full(tree: GameTree, schedule: Schedule, simultaneous: bool) -> FullSolver:
    updates = "simultaneous" if simultaneous else "alternating"
    return FullSolver(tree, schedule=schedule, updates=updates)


def _cfr(tree: GameTree, /, *, simultaneous: bool = False) -> TreeSolver:
    return _full(tree, Vanilla(), simultaneous)


def _plus(tree: GameTree, /, *, gamma: float = 1.0, simultaneous: bool = False) -> TreeSolver:
    return _full(tree, Plus(gamma), simultaneous)


def _linear(tree: GameTree, /, *, simultaneous: bool = False) -> TreeSolver:
    return _full(tree, Linear(), simultaneous)


def _discounted(
    tree: GameTree,
    /,
    *,
    alpha: float = Discounted.alpha,
    beta: float = Discounted.beta,
    gamma: float = Discounted.gamma,
    warm_up: int = Discounted.warm_up,
    simultaneous: bool = False,
) -> TreeSolver:
    return _full(tree, Discounted(alpha, beta, gamma, warm_up), simultaneous)


def _steady(tree: GameTree, /, *, simultaneous: bool = False) -> TreeSolver:
    return _full(tree, STEADY, simultaneous)


def _predictive(tree: GameTree, /, *, gamma: float = 2.0, simultaneous: bool = False) -> TreeSolver:
    return _full(tree, Predictive(gamma), simultaneous)


def _outcome(
    tree: GameTree,
    /,
    *,
    seed: int = 0,
    epsilon: float = 0.6,
    baseline: float | None = None,
    weighting: str = "uniform",
    precision: str = "float32",
) -> TreeSolver:
    scheme = OutcomeSampling(epsilon, _baseline(baseline))
    return SamplingSolver(
        tree, scheme, seed=seed, weighting=weighting_of(weighting), precision=precision
    )


def _external(
    tree: GameTree,
    /,
    *,
    seed: int = 0,
    baseline: float | None = None,
    pruning: float | None = None,
    weighting: str = "uniform",
    precision: str = "float32",
) -> TreeSolver:
    return SamplingSolver(
        tree,
        ExternalSampling(_baseline(baseline)),
        seed=seed,
        weighting=weighting_of(weighting),
        pruning=None if pruning is None else Pruning(pruning),
        precision=precision,
    )


def _chance(
    tree: GameTree,
    /,
    *,
    seed: int = 0,
    weighting: str = "uniform",
    precision: str = "float32",
) -> TreeSolver:
    return SamplingSolver(
        tree, ChanceSampling(), seed=seed, weighting=weighting_of(weighting), precision=precision
    )


def _public_chance(
    tree: GameTree,
    /,
    *,
    seed: int = 0,
    weighting: str = "uniform",
    precision: str = "float32",
) -> TreeSolver:
    scheme = PublicChanceSampling()
    return SamplingSolver(
        tree, scheme, seed=seed, weighting=weighting_of(weighting), precision=precision
    )


NamedAlgorithm: TypeAlias = Named[IterativeSolver]

ALGORITHMS: dict[str, NamedAlgorithm] = {
    "cfr": Named(_cfr, "every history at every iteration (Zinkevich et al. 2007)"),
    "cfr+": Named(_plus, "negative regrets forgotten, later play counts more (Tammelin 2014)"),
    "linear": Named(_linear, "iteration t has weight t (Brown & Sandholm 2019)"),
    "discounted": Named(_discounted, "DCFR: older regrets fade (Brown & Sandholm 2019)"),
    "steady": Named(_steady, "DCFR whose negative regrets fade slowly, the default of solve"),
    "predictive": Named(
        _predictive, "PCFR+: the last regret predicts the next (Farina et al. 2021)"
    ),
    "outcome": Named(_outcome, "a single line of play at a time (Lanctot et al. 2009)"),
    "external": Named(_external, "one player's actions against samples (Lanctot et al. 2009)"),
    "chance": Named(_chance, "all actions in a sampled deal (Zinkevich et al. 2007)"),
    "public-chance": Named(_public_chance, "all hands on a sampled board (Johanson et al. 2012)"),
}


def _baseline(decay: float | None) -> Baseline | None:
    return None if decay is None else Baseline(decay)


def weighting_of(name: str) -> Weighting:
    """Return the weighting with this name; ValueError that lists the names if there is none."""
    if name not in WEIGHTINGS:
        raise ValueError(f"no weighting {name!r}; want {', '.join(WEIGHTINGS)}")
    return WEIGHTINGS[name]
