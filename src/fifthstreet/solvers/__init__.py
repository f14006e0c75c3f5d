"""Solvers: CFR for any game, postflop ranges, sampled hold'em; and trainings by name."""

from fifthstreet.solvers.registry import (
    FAMILIES,
    GAMES,
    SPOT_ALGORITHMS,
    STATE_ALGORITHMS,
    make_solver,
    named_algorithm,
    named_game,
)
from fifthstreet.solvers.training import (
    Training,
    load_strategy,
    load_training,
    save_strategy,
    save_training,
    train,
)

__all__ = [
    "FAMILIES",
    "GAMES",
    "SPOT_ALGORITHMS",
    "STATE_ALGORITHMS",
    "Training",
    "load_strategy",
    "load_training",
    "make_solver",
    "named_algorithm",
    "named_game",
    "save_strategy",
    "save_training",
    "train",
]
