"""Re-solve subgames while they are played: safely, and with actions that the tree lacks."""

from fifthstreet.search.any_game import alternatives, margins, resolve_game, subgame_game
from fifthstreet.search.composed import as_solution, resolve_rivers
from fifthstreet.search.continual import Answer, ContinualSolver, SearchSettings, Solve
from fifthstreet.search.continuations import CONTINUATIONS, BiasedStrategy, Continuation
from fifthstreet.search.depth_limit import DepthLimit, train_blueprint
from fifthstreet.search.depth_limited import DepthLimitedSolver, solve_depth_limited
from fifthstreet.search.depth_solution import DepthLimitedResponses, DepthLimitedSolution
from fifthstreet.search.hand_search import HandSearch, SearchStart
from fifthstreet.search.methods import METHODS, SAFE_METHODS, Method
from fifthstreet.search.nested import nested_subgame, with_action
from fifthstreet.search.patched import PatchedStrategy, SplitStrategy
from fifthstreet.search.public_state import PublicState, public_states
from fifthstreet.search.response_values import ResponseValues
from fifthstreet.search.strategy import SearchStrategy
from fifthstreet.search.subgame import Resolved, ResolveTask, cut_subgame, solve_subgame

__all__ = [
    "CONTINUATIONS",
    "METHODS",
    "SAFE_METHODS",
    "Answer",
    "BiasedStrategy",
    "ContinualSolver",
    "Continuation",
    "DepthLimit",
    "DepthLimitedResponses",
    "DepthLimitedSolution",
    "DepthLimitedSolver",
    "HandSearch",
    "Method",
    "PatchedStrategy",
    "PublicState",
    "ResolveTask",
    "Resolved",
    "ResponseValues",
    "SearchSettings",
    "SearchStart",
    "SearchStrategy",
    "Solve",
    "SplitStrategy",
    "alternatives",
    "as_solution",
    "cut_subgame",
    "margins",
    "nested_subgame",
    "public_states",
    "resolve_game",
    "resolve_rivers",
    "solve_depth_limited",
    "solve_subgame",
    "subgame_game",
    "train_blueprint",
    "with_action",
]
