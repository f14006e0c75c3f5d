"""Hold'em from the blinds: preflop and a subset of the flops, solved as one game."""

from fifthstreet.search.preflop.game import PreflopGame, class_matrices
from fifthstreet.search.preflop.solver import PreflopSolver
from fifthstreet.search.preflop.strategy import PreflopStrategy, open_preflop

__all__ = ["PreflopGame", "PreflopSolver", "PreflopStrategy", "class_matrices", "open_preflop"]
