from fifthstreet.solvers.search.preflop.game import PreflopGame as PreflopGame
from fifthstreet.solvers.search.preflop.game import class_matrices as class_matrices
from fifthstreet.solvers.search.preflop.held_out import measure_held_out as measure_held_out
from fifthstreet.solvers.search.preflop.held_out import other_flops as other_flops
from fifthstreet.solvers.search.preflop.library import CHART_NAMES as CHART_NAMES
from fifthstreet.solvers.search.preflop.library import PREFLOP_NAMES as PREFLOP_NAMES
from fifthstreet.solvers.search.preflop.library import strategy_path as strategy_path
from fifthstreet.solvers.search.preflop.recipe import DEFAULT_RECIPE as DEFAULT_RECIPE
from fifthstreet.solvers.search.preflop.recipe import PREFLOP_DEPTHS as PREFLOP_DEPTHS
from fifthstreet.solvers.search.preflop.recipe import game_of as game_of
from fifthstreet.solvers.search.preflop.recipe import read_recipe as read_recipe
from fifthstreet.solvers.search.preflop.solver import PreflopSolver as PreflopSolver
from fifthstreet.solvers.search.preflop.strategy import KIND as KIND
from fifthstreet.solvers.search.preflop.strategy import PreflopStrategy as PreflopStrategy
from fifthstreet.solvers.search.preflop.strategy import open_preflop as open_preflop
from fifthstreet.solvers.search.preflop.street_solver import (
    PreflopStreetSolver as PreflopStreetSolver,
)
