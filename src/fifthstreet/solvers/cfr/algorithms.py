"""Algorithms by name, each with a function that creates its solver."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import schemes
from fifthstreet.solvers.cfr.full import FullSolver
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.sampling import SamplingSolver
from fifthstreet.solvers.cfr.tree_solver import TreeSolver
from fifthstreet.solvers.common import (
    STEADY,
    Discounted,
    IterativeSolver,
    Linear,
    Named,
    Plus,
    Predictive,
    Schedule,
    Vanilla,
)

NamedAlgorithm: TypeAlias = Named[IterativeSolver]

WEIGHTINGS: dict[str, schemes.Weighting] = {
    "uniform": schemes.Uniform(),
    "linear": schemes.LinearWeights(),
    "discounted": schemes.DiscountedWeights(),
}


def _full(schedule: Callable[..., Schedule], summary: str) -> NamedAlgorithm:
    """Return the algorithm with a schedule; it also has the options of the schedule."""

    def make(tree: GameTree, /, *, simultaneous: bool = False, **own: Any) -> TreeSolver:
        updates = "simultaneous" if simultaneous else "alternating"
        return FullSolver(tree, schedule=schedule(**own), updates=updates)

    return Named(make, summary, schedule)


def _sampled(
    scheme: schemes.Scheme,
    tree: GameTree,
    pruning: schemes.Pruning | None = None,
    /,
    *,
    seed: int = 0,
    weighting: str = "uniform",
    precision: str = "float32",
) -> TreeSolver:
    chosen = weighting_of(weighting)
    return SamplingSolver(
        tree, scheme, seed=seed, weighting=chosen, pruning=pruning, precision=precision
    )


def _outcome(
    tree: GameTree, /, *, epsilon: float = 0.6, baseline: float | None = None, **options: Any
) -> TreeSolver:
    return _sampled(schemes.OutcomeSampling(epsilon, _baseline(baseline)), tree, **options)


def _external(
    tree: GameTree,
    /,
    *,
    baseline: float | None = None,
    pruning: float | None = None,
    **options: Any,
) -> TreeSolver:
    scheme = schemes.ExternalSampling(_baseline(baseline))
    return _sampled(scheme, tree, pruning_below(pruning), **options)


def _baseline(decay: float | None) -> schemes.Baseline | None:
    return None if decay is None else schemes.Baseline(decay)


def pruning_below(regret: float | None) -> schemes.Pruning | None:
    """Return the usual pruning of actions below a regret, or none."""
    return None if regret is None else schemes.Pruning(regret)


ALGORITHMS: dict[str, NamedAlgorithm] = {
    "cfr": _full(Vanilla, "every history at every iteration (Zinkevich et al. 2007)"),
    "cfr+": _full(Plus, "negative regrets forgotten, later play counts more (Tammelin 2014)"),
    "linear": _full(Linear, "iteration t has weight t (Brown & Sandholm 2019)"),
    "discounted": _full(Discounted, "DCFR: older regrets fade (Brown & Sandholm 2019)"),
    "steady": _full(
        lambda: STEADY, "DCFR whose negative regrets fade slowly, the default of solve"
    ),
    "predictive": _full(
        Predictive, "PCFR+: the last regret predicts the next (Farina et al. 2021)"
    ),
    "outcome": Named(_outcome, "a single line of play at a time (Lanctot et al. 2009)", _sampled),
    "external": Named(
        _external, "one player's actions against samples (Lanctot et al. 2009)", _sampled
    ),
    "chance": Named(
        partial(_sampled, schemes.ChanceSampling()),
        "all actions in a sampled deal (Zinkevich et al. 2007)",
    ),
    "public-chance": Named(
        partial(_sampled, schemes.PublicChanceSampling()),
        "all hands on a sampled board (Johanson et al. 2012)",
    ),
}


def weighting_of(name: str) -> schemes.Weighting:
    """Return the weighting with this name; InputError that lists the names if unknown."""
    if name not in WEIGHTINGS:
        raise InputError(f"weighting must be one of {', '.join(WEIGHTINGS)}, got {name!r}")
    return WEIGHTINGS[name]
