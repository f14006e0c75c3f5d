"""Algorithms for any game by name, with their options: on its tree, or by walking its states."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import schemes
from fifthstreet.solvers.cfr.full import FullSolver
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.sampling import SamplingSolver
from fifthstreet.solvers.cfr.state_sampling import StateSamplingSolver
from fifthstreet.solvers.cfr.tree_solver import TreeSolver
from fifthstreet.solvers.common import (
    STEADY,
    Discounted,
    IterativeSolver,
    Linear,
    Plus,
    Predictive,
    Schedule,
    Vanilla,
)
from fifthstreet.solvers.games import Game
from fifthstreet.support.options import Named, option

NamedAlgorithm: TypeAlias = Named[IterativeSolver]

SEED_HELP = "seed of the sampling"
MEMORY_HELP = "bytes of the tables; none for all available memory"
WEIGHTINGS: dict[str, schemes.Weighting] = {
    "uniform": schemes.Uniform(),
    "linear": schemes.LinearWeights(),
    "discounted": schemes.DiscountedWeights(),
}
_WEIGHTING_HELP = f"weights of the iterations: {', '.join(WEIGHTINGS)}"


@dataclass(frozen=True, kw_only=True)
class FullOptions:
    """Options of full passes with any schedule."""

    simultaneous: bool = option(False, "update all players at once instead of one after the other")


@dataclass(frozen=True, kw_only=True)
class SampledOptions:
    """Options of all sampling schemes."""

    seed: int = option(0, SEED_HELP)
    weighting: str = option("uniform", _WEIGHTING_HELP)
    precision: str = option("float32", f"numbers of the tables: {', '.join(schemes.PRECISIONS)}")


@dataclass(frozen=True, kw_only=True)
class StateOptions:
    """Options of all sampling schemes that walk over the states of a game."""

    seed: int = option(0, SEED_HELP)
    weighting: str = option("uniform", _WEIGHTING_HELP)
    memory_limit: int | None = option(None, MEMORY_HELP)
    response_traversals: int = option(
        3_000, "traversals in which a player learns to exploit the strategy, to measure it"
    )
    response_deals: int = option(3_000, "deals that measure what this player wins")


@dataclass(frozen=True, kw_only=True)
class BaselineOption:
    """The baseline of a sampling scheme."""

    baseline: float | None = option(None, "step of a baseline at each visit; none: no baseline")

    def chosen(self) -> schemes.Baseline | None:
        """Return the baseline, if there is one."""
        return None if self.baseline is None else schemes.Baseline(self.baseline)


@dataclass(frozen=True, kw_only=True)
class PruningOption:
    """The usual pruning of actions below a regret."""

    pruning: float | None = option(None, "regret below which actions are skipped; none: no pruning")

    def chosen(self) -> schemes.Pruning | None:
        """Return the pruning, if there is one."""
        return None if self.pruning is None else schemes.Pruning(self.pruning)


NO_PRUNING = PruningOption()


def _full(tree: GameTree, schedule: Schedule, options: FullOptions) -> TreeSolver:
    updates = "simultaneous" if options.simultaneous else "alternating"
    return FullSolver(tree, schedule=schedule, updates=updates)


def _sampled(
    tree: GameTree,
    options: SampledOptions,
    scheme: schemes.Scheme,
    baseline: BaselineOption | None = None,
    pruning: PruningOption = NO_PRUNING,
) -> TreeSolver:
    if isinstance(scheme, schemes.OutcomeSampling | schemes.ExternalSampling) and baseline:
        scheme = replace(scheme, baseline=baseline.chosen())
    return SamplingSolver(
        tree,
        scheme,
        seed=options.seed,
        weighting=weighting_of(options.weighting),
        pruning=pruning.chosen(),
        precision=options.precision,
    )


def _walked(game: Game[Any], options: StateOptions, scheme: schemes.Scheme) -> StateSamplingSolver:
    values = vars(options) | {"weighting": weighting_of(options.weighting)}
    return StateSamplingSolver(game, scheme, **values)


# On the whole tree of a game.
TREE_ALGORITHMS: dict[str, NamedAlgorithm] = {
    "cfr": Named(
        (Vanilla, FullOptions), "every history at every iteration (Zinkevich et al. 2007)", _full
    ),
    "cfr+": Named(
        (Plus, FullOptions),
        "negative regrets forgotten, later play counts more (Tammelin 2014)",
        _full,
    ),
    "linear": Named(
        (Linear, FullOptions), "iteration t has weight t (Brown & Sandholm 2019)", _full
    ),
    "discounted": Named(
        (Discounted, FullOptions), "DCFR: older regrets fade (Brown & Sandholm 2019)", _full
    ),
    "steady": Named(
        (FullOptions,),
        "DCFR whose negative regrets fade slowly, the default of solve",
        lambda tree, options: _full(tree, STEADY, options),
    ),
    "predictive": Named(
        (Predictive, FullOptions),
        "PCFR+: the last regret predicts the next (Farina et al. 2021)",
        _full,
    ),
    "outcome": Named(
        (SampledOptions, schemes.OutcomeSampling, BaselineOption),
        "a single line of play at a time (Lanctot et al. 2009)",
        _sampled,
    ),
    "external": Named(
        (SampledOptions, schemes.ExternalSampling, BaselineOption, PruningOption),
        "one player's actions against samples (Lanctot et al. 2009)",
        _sampled,
    ),
    "chance": Named(
        (SampledOptions, schemes.ChanceSampling),
        "all actions in a sampled deal (Zinkevich et al. 2007)",
        _sampled,
    ),
    "public-chance": Named(
        (SampledOptions, schemes.PublicChanceSampling),
        "all hands on a sampled board (Johanson et al. 2012)",
        _sampled,
    ),
}


# On the states of games whose trees are too large to flatten.
STATE_ALGORITHMS: dict[str, NamedAlgorithm] = {
    "outcome": Named(
        (StateOptions, schemes.OutcomeSampling),
        "games of any size: a single line at a time, by walking states",
        _walked,
    ),
    "external": Named(
        (StateOptions, schemes.ExternalSampling),
        "games of any size: samples of others, by walking states",
        _walked,
    ),
    "chance": Named(
        (StateOptions, schemes.ChanceSampling),
        "games of any size: all actions of a deal, by walking states",
        _walked,
    ),
}


def weighting_of(name: str) -> schemes.Weighting:
    """Return the weighting with this name.

    Args:
        name: `uniform`, `linear` or `discounted`.

    Raises:
        InputError: If the name is unknown; the message lists the names.
    """
    if name not in WEIGHTINGS:
        raise InputError(f"weighting must be one of {', '.join(WEIGHTINGS)}, got {name!r}")
    return WEIGHTINGS[name]
