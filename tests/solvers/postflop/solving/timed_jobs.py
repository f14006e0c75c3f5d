"""Solves whose time is estimated, for several tests."""

from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.postflop.backends.names import Precision
from fifthstreet.solvers.postflop.solving.time_measurement import TimedSolve
from fifthstreet.solvers.postflop.spot.plan import make_plan


def job_of(
    spot: Spot, target: float = 0.5, threads: int = 1, precision: Precision = "float32"
) -> TimedSolve:
    return TimedSolve(spot, make_plan(spot), DEFAULT_SCHEDULE, precision, threads, target)
