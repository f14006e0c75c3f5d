"""Real hands on a betting tree: action mappings, the node of a hand, and back to real chips."""

from fifthstreet.translate.back import legal_actions, real_action, tree_actions
from fifthstreet.translate.follow import Follower
from fifthstreet.translate.history import Refusal, play_operations, play_path
from fifthstreet.translate.mappings import (
    Mapping,
    Nearest,
    NearestGeometric,
    PseudoHarmonic,
    PseudoHarmonicNearest,
    RandomArithmetic,
    RandomGeometric1,
    RandomGeometric2,
    Tolerance,
)
from fifthstreet.translate.match import match, match_operations, match_path
from fifthstreet.translate.policy import LIMITS, Limits, Policy
from fifthstreet.translate.report import (
    ActionReport,
    ActionStatus,
    Divergence,
    Match,
    Shadow,
    Status,
    Subgame,
    TreeAction,
    Way,
)

__all__ = [
    "LIMITS",
    "ActionReport",
    "ActionStatus",
    "Divergence",
    "Follower",
    "Limits",
    "Mapping",
    "Match",
    "Nearest",
    "NearestGeometric",
    "Policy",
    "PseudoHarmonic",
    "PseudoHarmonicNearest",
    "RandomArithmetic",
    "RandomGeometric1",
    "RandomGeometric2",
    "Refusal",
    "Shadow",
    "Status",
    "Subgame",
    "Tolerance",
    "TreeAction",
    "Way",
    "legal_actions",
    "match",
    "match_operations",
    "match_path",
    "play_operations",
    "play_path",
    "real_action",
    "tree_actions",
]
