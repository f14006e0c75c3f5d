"""Equity, ICM and statistics under their PokerKit names."""

from fifthstreet.analysis import (
    Statistics,
    calculate_equities,
    calculate_hand_strength,
    calculate_icm,
    parse_range,
)

__all__ = [
    "Statistics",
    "calculate_equities",
    "calculate_hand_strength",
    "calculate_icm",
    "parse_range",
]
