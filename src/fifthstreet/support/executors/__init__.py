"""Run small jobs in this process, in a pool of processes or on a Ray cluster."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
