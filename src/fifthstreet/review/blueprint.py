"""Strategies saved by `fifthstreet train` and `fifthstreet preflop`."""

from __future__ import annotations

from pathlib import Path

from fifthstreet.errors import InputError
from fifthstreet.solvers import blueprint, is_holdem, load_training
from fifthstreet.solvers.blueprint import KIND
from fifthstreet.solvers.ring import RING_FILE, RingStrategy, open_ring
from fifthstreet.solvers.search.preflop import KIND as PREFLOP
from fifthstreet.solvers.search.preflop import PreflopStrategy, open_preflop, strategy_path
from fifthstreet.support.storage import open_container


def holds_holdem(path: str | Path) -> bool:
    """Return whether a file holds a hold'em strategy or training, as `load_blueprint` loads it.

    Args:
        path: A file, or the name of a strategy of the package, like `hu100`.

    Raises:
        InputError: If the file cannot be read, or another program wrote it.
    """
    container = open_container(strategy_path(path), None)
    name = container.facts.get("name")
    return container.kind in (KIND, PREFLOP, RING_FILE) or (
        isinstance(name, str) and is_holdem(name)
    )


def load_blueprint(
    path: str | Path,
) -> blueprint.SampledStrategy | blueprint.BucketStrategy | PreflopStrategy | RingStrategy:
    """Load the strategy of a hold'em training, of `save_blueprint`, or of a preflop solve.

    Args:
        path: A file, or `hu20`, `hu100` or `hu200`: preflop strategies that come with the package.

    Returns:
        The strategy; of a training, the average so far.

    Raises:
        InputError: If the file cannot be read or holds something else.
    """
    path = strategy_path(path)
    kind = open_container(path, None).kind
    if kind == KIND:
        return blueprint.open_blueprint(path)
    if kind == PREFLOP:
        return open_preflop(path)
    if kind == RING_FILE:
        return open_ring(path)
    training, solver = load_training(path)
    if not isinstance(solver, blueprint.BlueprintSolver):
        raise InputError(
            f"{str(path)!r} must be trained on holdem:SPOT.toml by external, without the option "
            f"runout, got {training.game} by {training.algorithm}"
        )
    return solver.average()
