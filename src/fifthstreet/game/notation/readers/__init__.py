"""Readers of hand histories: PHH, ACPC and Pluribus logs, and the logs of poker sites."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
