from fifthstreet.solvers.search.any_game import alternatives as alternatives
from fifthstreet.solvers.search.any_game import margins as margins
from fifthstreet.solvers.search.any_game import resolve_game as resolve_game
from fifthstreet.solvers.search.any_game import subgame_game as subgame_game
from fifthstreet.solvers.search.composed import resolve_rivers as resolve_rivers
from fifthstreet.solvers.search.continual import ContinualSolver as ContinualSolver
from fifthstreet.solvers.search.continual import SearchAnswer as SearchAnswer
from fifthstreet.solvers.search.continual import SearchSettings as SearchSettings
from fifthstreet.solvers.search.continual import Solve as Solve
from fifthstreet.solvers.search.continuations import CONTINUATIONS as CONTINUATIONS
from fifthstreet.solvers.search.continuations import BiasedStrategy as BiasedStrategy
from fifthstreet.solvers.search.continuations import Continuation as Continuation
from fifthstreet.solvers.search.depth_limit import DepthLimit as DepthLimit
from fifthstreet.solvers.search.depth_limit import train_blueprint as train_blueprint
from fifthstreet.solvers.search.depth_limited import DepthLimitedSolver as DepthLimitedSolver
from fifthstreet.solvers.search.depth_limited import solve_depth_limited as solve_depth_limited
from fifthstreet.solvers.search.depth_solution import DepthLimitedSolution as DepthLimitedSolution
from fifthstreet.solvers.search.hand_search import HandSearch as HandSearch
from fifthstreet.solvers.search.hand_search import SearchStart as SearchStart
from fifthstreet.solvers.search.leaf_value_solution import LeafValueSolution as LeafValueSolution
from fifthstreet.solvers.search.leaf_value_solver import LeafValueSolver as LeafValueSolver
from fifthstreet.solvers.search.leaf_value_solver import (
    solve_with_leaf_values as solve_with_leaf_values,
)
from fifthstreet.solvers.search.methods import METHODS as METHODS
from fifthstreet.solvers.search.methods import SAFE_METHODS as SAFE_METHODS
from fifthstreet.solvers.search.methods import Method as Method
from fifthstreet.solvers.search.nested import nested_subgame as nested_subgame
from fifthstreet.solvers.search.nested import with_action as with_action
from fifthstreet.solvers.search.public_state import PublicState as PublicState
from fifthstreet.solvers.search.public_state import public_states as public_states
from fifthstreet.solvers.search.response_values import ResponseValues as ResponseValues
from fifthstreet.solvers.search.searched_hand import SearchedHand as SearchedHand
from fifthstreet.solvers.search.strategy import SearchStrategy as SearchStrategy
from fifthstreet.solvers.search.subgame import Resolved as Resolved
from fifthstreet.solvers.search.subgame import ResolveTask as ResolveTask
from fifthstreet.solvers.search.subgame import cut_subgame as cut_subgame
from fifthstreet.solvers.search.subgame import solve_subgame as solve_subgame
