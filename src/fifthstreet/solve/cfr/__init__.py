"""CFR and Monte Carlo CFR for any game."""

from fifthstreet.solve.cfr.algorithms import (
    ALGORITHMS,
    SPOT_ALGORITHMS,
    make_solver,
    named_algorithm,
)
from fifthstreet.solve.cfr.best_response import (
    BestResponse,
    Exploitability,
    best_response,
    exploitability,
    game_value,
)
from fifthstreet.solve.cfr.deals import DealsSolver
from fifthstreet.solve.cfr.deals_strategy import judge
from fifthstreet.solve.cfr.flatten import flatten
from fifthstreet.solve.cfr.full import FullSolver
from fifthstreet.solve.cfr.game_tree import GameTree
from fifthstreet.solve.cfr.iterative import IterativeSolver, Progress
from fifthstreet.solve.cfr.local_response import LocalResponse, local_best_response
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
)
from fifthstreet.solve.cfr.strategy import Strategy
from fifthstreet.solve.cfr.tree_solver import TreeSolver

__all__ = [
    "ALGORITHMS",
    "SPOT_ALGORITHMS",
    "Baseline",
    "BestResponse",
    "ChanceSampling",
    "DealsSolver",
    "DiscountedWeights",
    "Exploitability",
    "ExternalSampling",
    "FullSolver",
    "GameTree",
    "IterativeSolver",
    "LinearWeights",
    "LocalResponse",
    "OutcomeSampling",
    "Progress",
    "Pruning",
    "PublicChanceSampling",
    "SampledSpot",
    "SamplingSolver",
    "Strategy",
    "TreeSolver",
    "Uniform",
    "best_response",
    "exploitability",
    "flatten",
    "game_value",
    "judge",
    "local_best_response",
    "make_solver",
    "named_algorithm",
]
