"""Solvers: ranges against ranges after the flop."""

from fifthstreet.solve.batch import BatchResult, solve_batch
from fifthstreet.solve.estimate import Estimate, estimate
from fifthstreet.solve.exploitability import Exploitability
from fifthstreet.solve.flops import (
    Flop,
    FlopGroup,
    FlopResult,
    deal_flops,
    group_flops,
    solve_flops,
)
from fifthstreet.solve.node import CardReport, Node
from fifthstreet.solve.schedules import (
    DEFAULT_SCHEDULE,
    SCHEDULES,
    Discounted,
    Linear,
    Plus,
    Predictive,
    Schedule,
    Vanilla,
    named_schedule,
)
from fifthstreet.solve.solution import Solution, SolveRecord
from fifthstreet.solve.solver import Progress, Solver, solve
from fifthstreet.solve.spot import Lock, Rake, Spot

__all__ = [
    "DEFAULT_SCHEDULE",
    "SCHEDULES",
    "BatchResult",
    "CardReport",
    "Discounted",
    "Estimate",
    "Exploitability",
    "Flop",
    "FlopGroup",
    "FlopResult",
    "Linear",
    "Lock",
    "Node",
    "Plus",
    "Predictive",
    "Progress",
    "Rake",
    "Schedule",
    "Solution",
    "SolveRecord",
    "Solver",
    "Spot",
    "Vanilla",
    "deal_flops",
    "estimate",
    "group_flops",
    "named_schedule",
    "solve",
    "solve_batch",
    "solve_flops",
]
