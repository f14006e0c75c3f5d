from fifthstreet.solvers.neural.algorithms import NETWORK_ALGORITHMS as NETWORK_ALGORITHMS
from fifthstreet.solvers.neural.deep_cfr import DeepCfrOptions as DeepCfrOptions
from fifthstreet.solvers.neural.deep_cfr import DeepCfrSolver as DeepCfrSolver
from fifthstreet.solvers.neural.mirror_descent import MmdOptions as MmdOptions
from fifthstreet.solvers.neural.mirror_descent import MmdSolver as MmdSolver
from fifthstreet.solvers.neural.network_solver import NetworkOptions as NetworkOptions
from fifthstreet.solvers.neural.network_solver import NetworkSolver as NetworkSolver
from fifthstreet.solvers.neural.network_solver import NetworkStrategy as NetworkStrategy
