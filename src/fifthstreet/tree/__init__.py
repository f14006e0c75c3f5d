"""Bet sizes, the betting tree as arrays, paths as text, and sizes of trees."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
