"""AIVAT: estimates of winnings that are corrected for luck.

Burch, Schmid, Moravcik, Morrill & Bowling (2018), "AIVAT: a new variance reduction technique for
agent evaluation in imperfect information games". Wherever chance or a player with an exactly known
strategy chose, the estimate is corrected by the mean value of all choices less the value of the
actual choice. The mean correction is zero for any values, so the estimate is unbiased. A player's
choices are corrected only if their strategy is exactly known, never with a guess.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
