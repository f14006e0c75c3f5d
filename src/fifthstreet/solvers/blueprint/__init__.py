"""MCCFR for hold'em over sampled deals, and local best responses to strategies."""

from fifthstreet.solvers.blueprint.files import (
    BucketStrategy,
    current_strategy,
    open_blueprint,
    save_blueprint,
)
from fifthstreet.solvers.blueprint.local_response import LocalResponse, local_best_response
from fifthstreet.solvers.blueprint.response_menu import RESPONSE_MENUS, ResponseMenu
from fifthstreet.solvers.blueprint.solver import BlueprintSolver
from fifthstreet.solvers.blueprint.strategy import SampledStrategy

__all__ = [
    "RESPONSE_MENUS",
    "BlueprintSolver",
    "BucketStrategy",
    "LocalResponse",
    "ResponseMenu",
    "SampledStrategy",
    "current_strategy",
    "local_best_response",
    "open_blueprint",
    "save_blueprint",
]
