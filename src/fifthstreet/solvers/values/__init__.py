"""Values of hands where a street ends: exact, from networks, or from a function of the user."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
