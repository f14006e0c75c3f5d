"""The range solver: two ranges against each other from the flop on."""

from fifthstreet.solvers.postflop.batch import BatchResult, solve_batch
from fifthstreet.solvers.postflop.breakdown import Breakdown, ClassShare
from fifthstreet.solvers.postflop.card_report import CardReport, LineMean, Report
from fifthstreet.solvers.postflop.comparison import (
    Compared,
    Comparison,
    compare_actions,
    compare_nodes,
)
from fifthstreet.solvers.postflop.distribution import Distribution
from fifthstreet.solvers.postflop.estimate import Estimate, estimate
from fifthstreet.solvers.postflop.evaluate import evaluate_strategy, strategy_spot
from fifthstreet.solvers.postflop.files import load_checkpoint, open_solution
from fifthstreet.solvers.postflop.flop_files import FlopFile, StoredFlops, export_flops, load_flops
from fifthstreet.solvers.postflop.flops import (
    Flop,
    FlopGroup,
    FlopGroups,
    FlopResult,
    deal_flops,
    group_flops,
    sampling_error,
    solve_flops,
)
from fifthstreet.solvers.postflop.holdem_game import Holdem
from fifthstreet.solvers.postflop.node import Children, HandSummary, Node
from fifthstreet.solvers.postflop.resolve import resolve, start_resolve, with_lock
from fifthstreet.solvers.postflop.solution import SavedSize, Solution
from fifthstreet.solvers.postflop.solve_record import SolveRecord
from fifthstreet.solvers.postflop.solver import Solver, solve
from fifthstreet.solvers.postflop.spot import SEATS, Spot
from fifthstreet.solvers.postflop.spot_file import parse_spot, read_spot, spot_toml
from fifthstreet.solvers.postflop.subgames import TruncatedSolution
from fifthstreet.solvers.postflop.tables import ByteError
from fifthstreet.solvers.postflop.time_estimate import TimeEstimate, estimate_time
from fifthstreet.solvers.postflop.unreached import is_unreached, resolve_unreached

__all__ = [
    "SEATS",
    "BatchResult",
    "Breakdown",
    "ByteError",
    "CardReport",
    "Children",
    "ClassShare",
    "Compared",
    "Comparison",
    "Distribution",
    "Estimate",
    "Flop",
    "FlopFile",
    "FlopGroup",
    "FlopGroups",
    "FlopResult",
    "HandSummary",
    "Holdem",
    "LineMean",
    "Node",
    "Report",
    "SavedSize",
    "Solution",
    "SolveRecord",
    "Solver",
    "Spot",
    "StoredFlops",
    "TimeEstimate",
    "TruncatedSolution",
    "compare_actions",
    "compare_nodes",
    "deal_flops",
    "estimate",
    "estimate_time",
    "evaluate_strategy",
    "export_flops",
    "group_flops",
    "is_unreached",
    "load_checkpoint",
    "load_flops",
    "open_solution",
    "parse_spot",
    "read_spot",
    "resolve",
    "resolve_unreached",
    "sampling_error",
    "solve",
    "solve_batch",
    "solve_flops",
    "spot_toml",
    "start_resolve",
    "strategy_spot",
    "with_lock",
]
