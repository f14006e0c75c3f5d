"""Solve spots, alone, in batches and again after a change; sizes and times in advance."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
