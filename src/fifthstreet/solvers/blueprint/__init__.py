"""Sampled hold'em, and what local best responses win against a strategy."""

from fifthstreet.solvers.blueprint.deals import DealsSolver
from fifthstreet.solvers.blueprint.local_response import LocalResponse, local_best_response
from fifthstreet.solvers.blueprint.sampled_spot import SampledSpot

__all__ = ["DealsSolver", "LocalResponse", "SampledSpot", "local_best_response"]
