"""Tables at which a person plays against agents."""

from fifthstreet.arena.live.decision import ANSWERS, LiveDecision
from fifthstreet.arena.live.scene import Frame, Scene, SceneTracker
from fifthstreet.arena.live.settings import STACK_RULES, LiveSettings
from fifthstreet.arena.live.stakes import (
    Stakes,
    VariantInfo,
    parse_stakes,
    variant_info,
    variant_infos,
)
from fifthstreet.arena.live.statistics import SeatStatistics, Share
from fifthstreet.arena.live.table import LiveResult, LiveTable, hand_texts

__all__ = [
    "ANSWERS",
    "STACK_RULES",
    "Frame",
    "LiveDecision",
    "LiveResult",
    "LiveSettings",
    "LiveTable",
    "Scene",
    "SceneTracker",
    "SeatStatistics",
    "Share",
    "Stakes",
    "VariantInfo",
    "hand_texts",
    "parse_stakes",
    "variant_info",
    "variant_infos",
]
