"""Poker AI in one package: from a real hand to a game-theoretic answer."""

from fifthstreet.cards import Range, combine, parse_cards, parse_mask
from fifthstreet.hands import EquityResult, Hand, HandCategory, equity, evaluate, hand_category

__version__ = "0.1.0"

__all__ = [
    "EquityResult",
    "Hand",
    "HandCategory",
    "Range",
    "__version__",
    "combine",
    "equity",
    "evaluate",
    "hand_category",
    "parse_cards",
    "parse_mask",
]
