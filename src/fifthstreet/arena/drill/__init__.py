"""Drills: decisions of a solution to practise, graded by their cost."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
