"""Batches: many tables of a poker game, stepped with one call, for training and large matches."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
