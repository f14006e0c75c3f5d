"""Learned strategies for any game: deep CFR, and magnetic mirror descent."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
