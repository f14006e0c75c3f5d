from fifthstreet.solvers.postflop.solving.batch import BatchResult as BatchResult
from fifthstreet.solvers.postflop.solving.batch import solve_batch as solve_batch
from fifthstreet.solvers.postflop.solving.budget import SolveChoice as SolveChoice
from fifthstreet.solvers.postflop.solving.budget import choose_solve as choose_solve
from fifthstreet.solvers.postflop.solving.checkpoints import (
    run_with_checkpoints as run_with_checkpoints,
)
from fifthstreet.solvers.postflop.solving.estimates import Estimate as Estimate
from fifthstreet.solvers.postflop.solving.estimates import check_spot as check_spot
from fifthstreet.solvers.postflop.solving.estimates import estimate as estimate
from fifthstreet.solvers.postflop.solving.estimates import estimate_plan as estimate_plan
from fifthstreet.solvers.postflop.solving.estimates import plan_solve as plan_solve
from fifthstreet.solvers.postflop.solving.evaluate import evaluate_strategy as evaluate_strategy
from fifthstreet.solvers.postflop.solving.evaluate import strategy_spot as strategy_spot
from fifthstreet.solvers.postflop.solving.evaluate import to_tables as to_tables
from fifthstreet.solvers.postflop.solving.files import load_checkpoint as load_checkpoint
from fifthstreet.solvers.postflop.solving.files import open_solution as open_solution
from fifthstreet.solvers.postflop.solving.resolving import resolve as resolve
from fifthstreet.solvers.postflop.solving.resolving import start_resolve as start_resolve
from fifthstreet.solvers.postflop.solving.resolving import with_lock as with_lock
from fifthstreet.solvers.postflop.solving.river_buckets import check_buckets as check_buckets
from fifthstreet.solvers.postflop.solving.river_buckets import (
    parse_abstraction as parse_abstraction,
)
from fifthstreet.solvers.postflop.solving.side_by_side import SideBySide as SideBySide
from fifthstreet.solvers.postflop.solving.smaller import smaller_spot as smaller_spot
from fifthstreet.solvers.postflop.solving.solver import CHECKPOINT_FILE as CHECKPOINT_FILE
from fifthstreet.solvers.postflop.solving.solver import Solver as Solver
from fifthstreet.solvers.postflop.solving.solver import solve as solve
from fifthstreet.solvers.postflop.solving.speed import Speed as Speed
from fifthstreet.solvers.postflop.solving.speed import measure_speed as measure_speed
from fifthstreet.solvers.postflop.solving.subgames import TruncatedSolution as TruncatedSolution
from fifthstreet.solvers.postflop.solving.time_estimate import TimeEstimate as TimeEstimate
from fifthstreet.solvers.postflop.solving.time_estimate import estimate_time as estimate_time
from fifthstreet.solvers.postflop.solving.time_estimate import expected_run as expected_run
from fifthstreet.solvers.postflop.solving.time_estimate import seconds_text as seconds_text
from fifthstreet.solvers.postflop.solving.unreached import UNREACHED as UNREACHED
from fifthstreet.solvers.postflop.solving.unreached import is_unreached as is_unreached
from fifthstreet.solvers.postflop.solving.unreached import reached_shares as reached_shares
from fifthstreet.solvers.postflop.solving.unreached import resolve_unreached as resolve_unreached
