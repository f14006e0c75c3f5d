"""Real hands on a betting tree: action mappings, the node of a hand, and actions in real chips."""

from fifthstreet.translate.follow import Follower
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
from fifthstreet.translate.match import match, match_events, match_path, report
from fifthstreet.translate.play import Refusal, play_events, play_path
from fifthstreet.translate.policy import LIMITS, Limits, Policy
from fifthstreet.translate.quality import ActionStatus, MatchQuality
from fifthstreet.translate.real_actions import (
    legal_action,
    legal_actions,
    real_action,
    tree_actions,
)
from fifthstreet.translate.reports import (
    ActionReport,
    Candidate,
    Divergence,
    Match,
    Shadow,
    Subgame,
    TreeAction,
)

__all__ = [
    "LIMITS",
    "ActionReport",
    "ActionStatus",
    "Candidate",
    "Divergence",
    "Follower",
    "Limits",
    "Mapping",
    "Match",
    "MatchQuality",
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
    "Subgame",
    "Tolerance",
    "TreeAction",
    "legal_action",
    "legal_actions",
    "match",
    "match_events",
    "match_path",
    "play_events",
    "play_path",
    "real_action",
    "report",
    "tree_actions",
]
