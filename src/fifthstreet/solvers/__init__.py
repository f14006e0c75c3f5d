"""Solvers: CFR for any game, postflop ranges, sampled hold'em; and trainings by name."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
