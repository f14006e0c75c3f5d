"""Code that all solvers share: schedules, the run loop, named options."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
