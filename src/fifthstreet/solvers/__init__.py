"""Solvers: CFR for any game, postflop ranges, sampled hold'em; and trainings by name."""

from typing import TYPE_CHECKING

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.solvers.registry import FAMILIES as FAMILIES
    from fifthstreet.solvers.registry import GAMES as GAMES
    from fifthstreet.solvers.registry import SPOT_ALGORITHMS as SPOT_ALGORITHMS
    from fifthstreet.solvers.registry import STATE_ALGORITHMS as STATE_ALGORITHMS
    from fifthstreet.solvers.registry import make_solver as make_solver
    from fifthstreet.solvers.registry import named_algorithm as named_algorithm
    from fifthstreet.solvers.registry import named_game as named_game
    from fifthstreet.solvers.training import Training as Training
    from fifthstreet.solvers.training import load_strategy as load_strategy
    from fifthstreet.solvers.training import load_training as load_training
    from fifthstreet.solvers.training import save_strategy as save_strategy
    from fifthstreet.solvers.training import save_training as save_training
    from fifthstreet.solvers.training import train as train
else:
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "registry": (
                "FAMILIES",
                "GAMES",
                "SPOT_ALGORITHMS",
                "STATE_ALGORITHMS",
                "make_solver",
                "named_algorithm",
                "named_game",
            ),
            "training": (
                "Training",
                "load_strategy",
                "load_training",
                "save_strategy",
                "save_training",
                "train",
            ),
        },
    )
