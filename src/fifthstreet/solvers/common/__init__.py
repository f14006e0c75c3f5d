"""What all solvers share: schedules, the run loop, named options."""

from fifthstreet.solvers.common.named import Named, named, option_value
from fifthstreet.solvers.common.run import IterativeSolver, Progress
from fifthstreet.solvers.common.schedules import (
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

__all__ = [
    "DEFAULT_SCHEDULE",
    "SCHEDULES",
    "Discounted",
    "IterativeSolver",
    "Linear",
    "Named",
    "Plus",
    "Predictive",
    "Progress",
    "Schedule",
    "Vanilla",
    "named",
    "named_schedule",
    "option_value",
]
