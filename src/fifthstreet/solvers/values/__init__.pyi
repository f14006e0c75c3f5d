from fifthstreet.solvers.values.all_in import AllInShowdowns as AllInShowdowns
from fifthstreet.solvers.values.all_in import checked_down as checked_down
from fifthstreet.solvers.values.board_samples import FlopSamples as FlopSamples
from fifthstreet.solvers.values.board_samples import TurnSamples as TurnSamples
from fifthstreet.solvers.values.case_errors import MEASURES as MEASURES
from fifthstreet.solvers.values.case_errors import PUBLISHED_HUBER as PUBLISHED_HUBER
from fifthstreet.solvers.values.case_errors import MeanError as MeanError
from fifthstreet.solvers.values.case_errors import StackErrors as StackErrors
from fifthstreet.solvers.values.case_errors import judge as judge
from fifthstreet.solvers.values.case_errors import with_errors as with_errors
from fifthstreet.solvers.values.coordinate_training import (
    CoordinateTraining as CoordinateTraining,
)
from fifthstreet.solvers.values.coordinate_training import (
    CoordinateTrainingOptions as CoordinateTrainingOptions,
)
from fifthstreet.solvers.values.coordinates import CoordinateNetwork as CoordinateNetwork
from fifthstreet.solvers.values.exact_cases import CASE_FLOPS as CASE_FLOPS
from fifthstreet.solvers.values.exact_cases import CASE_STREETS as CASE_STREETS
from fifthstreet.solvers.values.exact_cases import CASES_FILE as CASES_FILE
from fifthstreet.solvers.values.exact_cases import ExactCase as ExactCase
from fifthstreet.solvers.values.exact_cases import draw_case_situation as draw_case_situation
from fifthstreet.solvers.values.exact_cases import load_cases as load_cases
from fifthstreet.solvers.values.exact_cases import save_cases as save_cases
from fifthstreet.solvers.values.exact_cases import solve_case as solve_case
from fifthstreet.solvers.values.exact_leaves import ExactLeaves as ExactLeaves
from fifthstreet.solvers.values.flop_leaves import FlopNetworkLeaves as FlopNetworkLeaves
from fifthstreet.solvers.values.flop_samples import FlopSampleSettings as FlopSampleSettings
from fifthstreet.solvers.values.gpu_flop_leaves import GpuFlopLeaves as GpuFlopLeaves
from fifthstreet.solvers.values.leaf_values import CardLeafValues as CardLeafValues
from fifthstreet.solvers.values.leaf_values import ClassLeafValues as ClassLeafValues
from fifthstreet.solvers.values.leaf_values import FunctionLeaves as FunctionLeaves
from fifthstreet.solvers.values.leaf_values import LeafValues as LeafValues
from fifthstreet.solvers.values.leaf_values import Leaves as Leaves
from fifthstreet.solvers.values.leaf_values import MeasuredLeafValues as MeasuredLeafValues
from fifthstreet.solvers.values.leaf_values import PartialLeafValues as PartialLeafValues
from fifthstreet.solvers.values.leaf_values import leaf_error as leaf_error
from fifthstreet.solvers.values.network_leaves import NetworkLeaves as NetworkLeaves
from fifthstreet.solvers.values.network_leaves import network_leaf_values as network_leaf_values
from fifthstreet.solvers.values.network_training import CURVE as CURVE
from fifthstreet.solvers.values.network_training import TRAINING_FILE as TRAINING_FILE
from fifthstreet.solvers.values.network_training import NetworkTraining as NetworkTraining
from fifthstreet.solvers.values.network_training import TrainingOptions as TrainingOptions
from fifthstreet.solvers.values.places import on_host as on_host
from fifthstreet.solvers.values.preflop_leaves import PreflopNetworkLeaves as PreflopNetworkLeaves
from fifthstreet.solvers.values.rest_solver import LaterBetting as LaterBetting
from fifthstreet.solvers.values.river_samples import RiverSamples as RiverSamples
from fifthstreet.solvers.values.river_samples import SampleSettings as SampleSettings
from fifthstreet.solvers.values.river_tables import Layer as Layer
from fifthstreet.solvers.values.river_tables import TableNetwork as TableNetwork
from fifthstreet.solvers.values.shards import SHARD_FILES as SHARD_FILES
from fifthstreet.solvers.values.shards import SHARD_KINDS as SHARD_KINDS
from fifthstreet.solvers.values.shards import ShardFolder as ShardFolder
from fifthstreet.solvers.values.shards import ShardSource as ShardSource
from fifthstreet.solvers.values.shards import WrittenShard as WrittenShard
from fifthstreet.solvers.values.shards import generate_shards as generate_shards
from fifthstreet.solvers.values.shards import open_shards as open_shards
from fifthstreet.solvers.values.situations import Situation as Situation
from fifthstreet.solvers.values.situations import draw_ranges as draw_ranges
from fifthstreet.solvers.values.situations import draw_situation as draw_situation
from fifthstreet.solvers.values.table_training import TableTraining as TableTraining
from fifthstreet.solvers.values.table_training import TableTrainingOptions as TableTrainingOptions
from fifthstreet.solvers.values.turn_samples import TurnSampleSettings as TurnSampleSettings
from fifthstreet.solvers.values.value_network import NETWORK_KINDS as NETWORK_KINDS
from fifthstreet.solvers.values.value_network import NETWORK_STREETS as NETWORK_STREETS
from fifthstreet.solvers.values.value_network import ValueNetwork as ValueNetwork
from fifthstreet.solvers.values.value_network import load_network as load_network
from fifthstreet.solvers.values.value_network import shipped_network as shipped_network
