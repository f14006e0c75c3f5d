"""Models of opponents: frequencies of actions, and hands inferred from bets."""

from fifthstreet.agents.opponents.bets import (
    BETS,
    POSITIONS,
    BetReader,
    SeenBet,
    position_of,
)
from fifthstreet.agents.opponents.learning import BetRecords, Prior, learn
from fifthstreet.agents.opponents.network import HAND_CLASSES, BetNetwork, typical_network
from fifthstreet.agents.opponents.profiles import Profile, Style
from fifthstreet.agents.opponents.ranges import NarrowedRange

__all__ = [
    "BETS",
    "HAND_CLASSES",
    "POSITIONS",
    "BetNetwork",
    "BetReader",
    "BetRecords",
    "NarrowedRange",
    "Prior",
    "Profile",
    "SeenBet",
    "Style",
    "learn",
    "position_of",
    "typical_network",
]
