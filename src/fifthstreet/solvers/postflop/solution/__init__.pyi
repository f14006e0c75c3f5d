from fifthstreet.solvers.postflop.solution import sections as sections
from fifthstreet.solvers.postflop.solution.basis import basis_data as basis_data
from fifthstreet.solvers.postflop.solution.basis import basis_lines as basis_lines
from fifthstreet.solvers.postflop.solution.basis import error_lines as error_lines
from fifthstreet.solvers.postflop.solution.basis import spot_lines as spot_lines
from fifthstreet.solvers.postflop.solution.basis import tree_line as tree_line
from fifthstreet.solvers.postflop.solution.breakdown import Breakdown as Breakdown
from fifthstreet.solvers.postflop.solution.breakdown import ClassShare as ClassShare
from fifthstreet.solvers.postflop.solution.breakdown import range_breakdown as range_breakdown
from fifthstreet.solvers.postflop.solution.card_reports import CardReport as CardReport
from fifthstreet.solvers.postflop.solution.card_reports import LineMean as LineMean
from fifthstreet.solvers.postflop.solution.card_reports import Report as Report
from fifthstreet.solvers.postflop.solution.card_reports import card_report as card_report
from fifthstreet.solvers.postflop.solution.card_reports import line_mean as line_mean
from fifthstreet.solvers.postflop.solution.comparison import Compared as Compared
from fifthstreet.solvers.postflop.solution.comparison import Comparison as Comparison
from fifthstreet.solvers.postflop.solution.comparison import compare_actions as compare_actions
from fifthstreet.solvers.postflop.solution.comparison import compare_nodes as compare_nodes
from fifthstreet.solvers.postflop.solution.distribution import KINDS as KINDS
from fifthstreet.solvers.postflop.solution.distribution import Distribution as Distribution
from fifthstreet.solvers.postflop.solution.distribution import (
    range_distribution as range_distribution,
)
from fifthstreet.solvers.postflop.solution.lock_draft import LockDraft as LockDraft
from fifthstreet.solvers.postflop.solution.node import MIN_OPPOSING_SHARE as MIN_OPPOSING_SHARE
from fifthstreet.solvers.postflop.solution.node import Children as Children
from fifthstreet.solvers.postflop.solution.node import Node as Node
from fifthstreet.solvers.postflop.solution.node import make_node as make_node
from fifthstreet.solvers.postflop.solution.node_hands import HandSummary as HandSummary
from fifthstreet.solvers.postflop.solution.node_hands import NodeHands as NodeHands
from fifthstreet.solvers.postflop.solution.sections import SOLUTION_FILE as SOLUTION_FILE
from fifthstreet.solvers.postflop.solution.sections import file_bytes as file_bytes
from fifthstreet.solvers.postflop.solution.solution import SavedSize as SavedSize
from fifthstreet.solvers.postflop.solution.solution import Solution as Solution
from fifthstreet.solvers.postflop.solution.solution import Verifier as Verifier
from fifthstreet.solvers.postflop.solution.solve_record import SolveRecord as SolveRecord
