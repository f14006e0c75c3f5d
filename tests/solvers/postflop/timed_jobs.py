"""Solves whose time is estimated, for several tests."""

from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.postflop.plan import make_plan
from fifthstreet.solvers.postflop.tables import Precision
from fifthstreet.solvers.postflop.time_measurement import Job


def job_of(
    spot: Spot, target: float = 0.5, threads: int = 1, precision: Precision = "float32"
) -> Job:
    return Job(spot, make_plan(spot), DEFAULT_SCHEDULE, precision, threads, target)
