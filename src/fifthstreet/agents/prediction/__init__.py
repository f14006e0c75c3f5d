"""Predict final hands from the current hand: by two factors, or by their exact joint.

The factors are straights and flushes (SF) and ranks that repeat (K); see
docs/reference/python/agents.md.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
