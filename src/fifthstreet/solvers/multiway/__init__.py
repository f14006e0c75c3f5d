"""The multiway solver: three ranges from the flop, turn or river on."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
