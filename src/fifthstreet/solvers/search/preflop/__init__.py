"""Hold'em from the blinds: preflop and a subset of the flops, solved as one game."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
