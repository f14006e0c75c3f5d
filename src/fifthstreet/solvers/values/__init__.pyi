from fifthstreet.solvers.values.leaf_values import FunctionLeaves as FunctionLeaves
from fifthstreet.solvers.values.leaf_values import LeafValues as LeafValues
from fifthstreet.solvers.values.leaf_values import Leaves as Leaves
from fifthstreet.solvers.values.situations import Situation as Situation
from fifthstreet.solvers.values.situations import draw_ranges as draw_ranges
from fifthstreet.solvers.values.situations import draw_situation as draw_situation
