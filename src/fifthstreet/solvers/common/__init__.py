"""Code that all solvers share: schedules, the run loop, named options."""

from fifthstreet.solvers.common.memory import available_bytes, bytes_text
from fifthstreet.solvers.common.named import Named, named, option_value
from fifthstreet.solvers.common.run import Curve, IterativeSolver, Progress, Reporter, expected_end
from fifthstreet.solvers.common.schedules import (
    DEFAULT_SCHEDULE,
    DEFAULT_SCHEDULE_NAME,
    SCHEDULES,
    STEADY,
    Discounted,
    Linear,
    Plus,
    Predictive,
    Schedule,
    Vanilla,
    schedule_from_dict,
    schedule_of,
    schedule_to_dict,
)
from fifthstreet.solvers.common.turns import Turns, in_turn
from fifthstreet.strategy import Exploitability

__all__ = [
    "DEFAULT_SCHEDULE",
    "DEFAULT_SCHEDULE_NAME",
    "SCHEDULES",
    "STEADY",
    "Curve",
    "Discounted",
    "Exploitability",
    "IterativeSolver",
    "Linear",
    "Named",
    "Plus",
    "Predictive",
    "Progress",
    "Reporter",
    "Schedule",
    "Turns",
    "Vanilla",
    "available_bytes",
    "bytes_text",
    "expected_end",
    "in_turn",
    "named",
    "option_value",
    "schedule_from_dict",
    "schedule_of",
    "schedule_to_dict",
]
