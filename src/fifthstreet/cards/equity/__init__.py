"""Equity of hands and ranges in any game, exact or sampled; hand strength; tournament equity."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
