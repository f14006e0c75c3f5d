"""Equity, ICM and statistics with PokerKit's names."""

from fifthstreet.cards.equity import icm as calculate_icm
from fifthstreet.pokerkit.equities import calculate_equities, calculate_hand_strength
from fifthstreet.pokerkit.ranges import parse_range
from fifthstreet.pokerkit.statistics import Statistics

__all__ = [
    "Statistics",
    "calculate_equities",
    "calculate_hand_strength",
    "calculate_icm",
    "parse_range",
]
