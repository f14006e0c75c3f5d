"""The range solver: two ranges against each other after the flop."""

from fifthstreet.solvers.postflop.batch import BatchResult, solve_batch
from fifthstreet.solvers.postflop.estimate import Estimate, estimate
from fifthstreet.solvers.postflop.evaluate import judge
from fifthstreet.solvers.postflop.exploitability import Exploitability
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
from fifthstreet.solvers.postflop.node import CardReport, Node
from fifthstreet.solvers.postflop.rounding import ByteError
from fifthstreet.solvers.postflop.solution import Solution, SolveRecord
from fifthstreet.solvers.postflop.solver import Progress, Solver, solve
from fifthstreet.solvers.postflop.spot import Lock, Rake, Spot

__all__ = [
    "BatchResult",
    "ByteError",
    "CardReport",
    "Estimate",
    "Exploitability",
    "Flop",
    "FlopGroup",
    "FlopGroups",
    "FlopResult",
    "Holdem",
    "Lock",
    "Node",
    "Progress",
    "Rake",
    "Solution",
    "SolveRecord",
    "Solver",
    "Spot",
    "deal_flops",
    "estimate",
    "group_flops",
    "judge",
    "solve",
    "solve_batch",
    "solve_flops",
]
