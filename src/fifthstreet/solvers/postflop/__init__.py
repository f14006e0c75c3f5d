"""The range solver: two ranges against each other from the flop on."""

from fifthstreet.solvers.postflop.batch import BatchResult, solve_batch
from fifthstreet.solvers.postflop.breakdown import Breakdown, ClassShare
from fifthstreet.solvers.postflop.distribution import Distribution
from fifthstreet.solvers.postflop.estimate import Estimate, estimate
from fifthstreet.solvers.postflop.evaluate import evaluate_strategy, strategy_spot
from fifthstreet.solvers.postflop.files import load_checkpoint, open_solution
from fifthstreet.solvers.postflop.flop_files import FlopFile, export_flops
from fifthstreet.solvers.postflop.flops import (
    Flop,
    FlopGroup,
    FlopGroups,
    FlopResult,
    deal_flops,
    group_flops,
    solve_flops,
)
from fifthstreet.solvers.postflop.holdem_game import Holdem
from fifthstreet.solvers.postflop.node import CardReport, Children, HandSummary, Node
from fifthstreet.solvers.postflop.rounding import ByteError
from fifthstreet.solvers.postflop.solution import SavedSize, Solution, SolveRecord
from fifthstreet.solvers.postflop.solver import Solver, solve
from fifthstreet.solvers.postflop.spot import SEATS, Spot
from fifthstreet.solvers.postflop.spot_file import parse_spot, read_spot, spot_toml
from fifthstreet.solvers.postflop.subgames import TruncatedSolution
from fifthstreet.solvers.postflop.time_estimate import TimeEstimate, estimate_time

__all__ = [
    "SEATS",
    "BatchResult",
    "Breakdown",
    "ByteError",
    "CardReport",
    "Children",
    "ClassShare",
    "Distribution",
    "Estimate",
    "Flop",
    "FlopFile",
    "FlopGroup",
    "FlopGroups",
    "FlopResult",
    "HandSummary",
    "Holdem",
    "Node",
    "SavedSize",
    "Solution",
    "SolveRecord",
    "Solver",
    "Spot",
    "TimeEstimate",
    "TruncatedSolution",
    "deal_flops",
    "estimate",
    "estimate_time",
    "evaluate_strategy",
    "export_flops",
    "group_flops",
    "load_checkpoint",
    "open_solution",
    "parse_spot",
    "read_spot",
    "solve",
    "solve_batch",
    "solve_flops",
    "spot_toml",
    "strategy_spot",
]
