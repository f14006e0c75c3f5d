"""Subgames solved again while they are played: safely, and with actions that no tree foresaw."""

from fifthstreet.search.any_game import alternatives, margins, resolve_game, subgame_game
from fifthstreet.search.composed import as_solution, resolve_rivers
from fifthstreet.search.continual import Answer, ContinualSolver, SearchSettings, Solve
from fifthstreet.search.hand_search import HandSearch, SearchStart
from fifthstreet.search.methods import METHODS, SAFE_METHODS, Method
from fifthstreet.search.nested import nested_subgame, with_action
from fifthstreet.search.patched import PatchedStrategy
from fifthstreet.search.public_state import PublicState, public_states
from fifthstreet.search.response_values import ResponseValues
from fifthstreet.search.strategy import SearchStrategy
from fifthstreet.search.subgame import Resolved, ResolveTask, cut_subgame, solve_subgame

__all__ = [
    "METHODS",
    "SAFE_METHODS",
    "Answer",
    "ContinualSolver",
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
    "alternatives",
    "as_solution",
    "cut_subgame",
    "margins",
    "nested_subgame",
    "public_states",
    "resolve_game",
    "resolve_rivers",
    "solve_subgame",
    "subgame_game",
    "with_action",
]
