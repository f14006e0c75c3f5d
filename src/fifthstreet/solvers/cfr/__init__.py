"""CFR and Monte Carlo CFR for any game."""

from fifthstreet.solvers.cfr.algorithms import ALGORITHMS
from fifthstreet.solvers.cfr.best_response import (
    BestResponse,
    best_response,
    exploitability,
    game_value,
)
from fifthstreet.solvers.cfr.flatten import flatten
from fifthstreet.solvers.cfr.full import FullSolver
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.sampled_response import sampled_response
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
)
from fifthstreet.solvers.cfr.state_sampling import StateSamplingSolver, StateStrategy
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.cfr.tree_solver import TreeSolver
from fifthstreet.strategy import Exploitability

__all__ = [
    "ALGORITHMS",
    "Baseline",
    "BestResponse",
    "ChanceSampling",
    "DiscountedWeights",
    "Exploitability",
    "ExternalSampling",
    "FullSolver",
    "GameTree",
    "LinearWeights",
    "OutcomeSampling",
    "Pruning",
    "PublicChanceSampling",
    "SamplingSolver",
    "StateSamplingSolver",
    "StateStrategy",
    "Strategy",
    "TreeSolver",
    "Uniform",
    "best_response",
    "exploitability",
    "flatten",
    "game_value",
    "sampled_response",
]
