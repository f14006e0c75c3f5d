"""Spots and games in which hands share rows: the exact cost of card abstractions."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
