"""Which deals a strategy tells apart: keys of information sets, and lossless indices."""

from fifthstreet.abstraction.hand_index import HandIndex, hold_em_index
from fifthstreet.abstraction.keys import CardKey, ExactCards

__all__ = ["CardKey", "ExactCards", "HandIndex", "hold_em_index"]
