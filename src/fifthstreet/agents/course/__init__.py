"""Agents written for the course engine, "Bayesian Texas Hold'em": its interface and its codes.

See docs/reference/python/agents.md.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
