"""Strategies saved by `fifthstreet train`, for reviews: frequencies without EVs."""

from __future__ import annotations

from pathlib import Path

from fifthstreet.solvers import load_training
from fifthstreet.solvers.blueprint import (
    BlueprintSolver,
    BucketStrategy,
    SampledStrategy,
    open_blueprint,
)
from fifthstreet.solvers.blueprint.files import KIND
from fifthstreet.solvers.registry import is_holdem
from fifthstreet.storage import open_container


def holds_holdem(path: str | Path) -> bool:
    """Return whether a file holds a hold'em strategy or training, as `load_blueprint` loads it."""
    container = open_container(path, None)
    name = container.facts.get("name")
    return container.kind == KIND or (isinstance(name, str) and is_holdem(name))


def load_blueprint(path: str | Path) -> SampledStrategy | BucketStrategy:
    """Load the average strategy of a hold'em training, or a strategy of `save_blueprint`."""
    if open_container(path, None).kind == KIND:
        return open_blueprint(path)
    training, solver = load_training(path)
    if not isinstance(solver, BlueprintSolver):
        raise ValueError(
            f"{str(path)!r} was trained on {training.game} by {training.algorithm}; "
            "want a strategy for holdem:SPOT.toml by external, without the option runout"
        )
    return solver.average()
