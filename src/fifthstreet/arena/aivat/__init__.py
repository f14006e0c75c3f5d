"""AIVAT: estimates of winnings that are corrected for luck.

Burch, Schmid, Moravcik, Morrill & Bowling (2018), "AIVAT: a new variance reduction technique for
agent evaluation in imperfect information games". Wherever chance or a player with an exactly known
strategy chose, the estimate is corrected by the mean value of all choices less the value of the
actual choice. The mean correction is zero for any values, so the estimate is unbiased. A player's
choices are corrected only if their strategy is exactly known, never with a guess.
"""

from fifthstreet.arena.aivat.game_tree import corrected_payoffs, history_values
from fifthstreet.arena.aivat.hand_values import HandValues, SampledValues, SolutionValues
from fifthstreet.arena.aivat.holdem import HoldemAivat
from fifthstreet.arena.aivat.tree_hand import TreeHand, TreeTable

__all__ = [
    "HandValues",
    "HoldemAivat",
    "SampledValues",
    "SolutionValues",
    "TreeHand",
    "TreeTable",
    "corrected_payoffs",
    "history_values",
]
