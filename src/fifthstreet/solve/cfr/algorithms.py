"""Algorithms by name: what makes a solver for a game."""

from __future__ import annotations

from typing import Any, TypeAlias

from fifthstreet.solve.cfr.flatten import flatten
from fifthstreet.solve.cfr.full import FullSolver
from fifthstreet.solve.cfr.game_tree import GameTree
from fifthstreet.solve.cfr.iterative import IterativeSolver
from fifthstreet.solve.cfr.sampled_spot import SampledSpot
from fifthstreet.solve.cfr.sampling import SamplingSolver
from fifthstreet.solve.cfr.schemes import (
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
from fifthstreet.solve.cfr.tree_solver import TreeSolver
from fifthstreet.solve.games.game import Game
from fifthstreet.solve.games.holdem import Holdem
from fifthstreet.solve.named import Named, named
from fifthstreet.solve.schedules import (
    Discounted,
    Linear,
    Plus,
    Predictive,
    Schedule,
    Vanilla,
)

# A tree of this size takes 25 seconds and 1.7 GB to walk.
MOST_NODES = 5_000_000

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


# Small games are solved with the paper's numbers, not with those tuned for ranges.
def _discounted(
    tree: GameTree,
    /,
    *,
    alpha: float = 1.5,
    beta: float = 0.0,
    gamma: float = 2.0,
    warm_up: int = 0,
    simultaneous: bool = False,
) -> TreeSolver:
    return _full(tree, Discounted(alpha, beta, gamma, warm_up), simultaneous)


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
        tree, scheme, seed=seed, weighting=_weighting(weighting), precision=precision
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
        weighting=_weighting(weighting),
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
        tree, ChanceSampling(), seed=seed, weighting=_weighting(weighting), precision=precision
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
        tree, scheme, seed=seed, weighting=_weighting(weighting), precision=precision
    )


def _deals(
    game: Holdem,
    /,
    *,
    seed: int = 0,
    threads: int = 1,
    lock_free: bool = False,
    batch: int = 1024,
    pruning: float | None = None,
    weighting: str = "linear",
    precision: str = "float32",
    memory_limit: int | None = None,
    response_deals: int = 200,
) -> SampledSpot:
    chosen = _weighting(weighting)
    if isinstance(chosen, DiscountedWeights):
        raise ValueError("weighting 'discounted' of sampled deals; want uniform or linear")
    return SampledSpot(
        game,
        response_deals=response_deals,
        seed=seed,
        threads=threads,
        lock_free=lock_free,
        batch=batch,
        pruning=None if pruning is None else Pruning(pruning),
        weighting=chosen,
        precision=precision,
        memory_limit=memory_limit,
    )


NamedAlgorithm: TypeAlias = Named[IterativeSolver]

ALGORITHMS: dict[str, NamedAlgorithm] = {
    "cfr": Named(_cfr, "every history at every iteration (Zinkevich et al. 2007)"),
    "cfr+": Named(_plus, "negative regrets forgotten, later play weighs more (Tammelin 2014)"),
    "linear": Named(_linear, "iteration t weighs t (Brown & Sandholm 2019)"),
    "discounted": Named(_discounted, "DCFR: older regrets fade (Brown & Sandholm 2019)"),
    "predictive": Named(
        _predictive, "PCFR+: the last regret is expected again (Farina et al. 2021)"
    ),
    "outcome": Named(_outcome, "a single line of play at a time (Lanctot et al. 2009)"),
    "external": Named(_external, "one player's actions against samples (Lanctot et al. 2009)"),
    "chance": Named(_chance, "all play of a sampled deal (Zinkevich et al. 2007)"),
    "public-chance": Named(_public_chance, "all hands on a sampled board (Johanson et al. 2012)"),
}
# Algorithms that need no tree of a hold'em spot, and so can be run on any whose cards to come are
# not given.
SPOT_ALGORITHMS: dict[str, NamedAlgorithm] = {
    "external": Named(_deals, "on holdem:SPOT.toml deal by deal, without its tree"),
}


def named_algorithm(name: str, game: Game[Any] | GameTree) -> NamedAlgorithm:
    """The algorithm of a name as it runs on a game; ValueError that lists what there is."""
    if isinstance(game, Holdem) and not game.runout and name in SPOT_ALGORITHMS:
        return SPOT_ALGORITHMS[name]
    return named(ALGORITHMS, "algorithm", name)


def make_solver(game: Game[Any] | GameTree, algorithm: str, **options: Any) -> IterativeSolver:
    """A solver for a game by the name of its algorithm, with the algorithm's options.

    >>> from fifthstreet.solve.games import Kuhn
    >>> solver = make_solver(Kuhn(), "cfr+")
    >>> round(solver.run(iterations=1_000).exploitability.values[0], 4)
    -0.0556
    """
    found = named_algorithm(algorithm, game)
    if isinstance(game, GameTree) or found in SPOT_ALGORITHMS.values():
        return found.made(algorithm, game, **options)
    return found.made(algorithm, flatten(game, most_nodes=MOST_NODES), **options)


def _baseline(decay: float | None) -> Baseline | None:
    return None if decay is None else Baseline(decay)


def _weighting(name: str) -> Weighting:
    if name not in WEIGHTINGS:
        raise ValueError(f"no weighting {name!r}; want {', '.join(WEIGHTINGS)}")
    return WEIGHTINGS[name]
