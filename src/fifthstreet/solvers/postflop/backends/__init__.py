"""Backends: implementations of the same passes over a plan, on CPU and GPU."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
