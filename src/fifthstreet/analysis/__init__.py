"""Numbers about hands and tournaments: ranges, equities, results of players, ICM."""

from fifthstreet.analysis.equities import calculate_equities, calculate_hand_strength
from fifthstreet.analysis.icm import calculate_icm
from fifthstreet.analysis.ranges import parse_range
from fifthstreet.analysis.statistics import Statistics

__all__ = [
    "Statistics",
    "calculate_equities",
    "calculate_hand_strength",
    "calculate_icm",
    "parse_range",
]
