"""Bayesian networks from tables, with exact inference.

See docs/reference/python/agents.md.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
