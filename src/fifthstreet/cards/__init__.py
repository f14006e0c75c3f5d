"""Cards, decks, two-card hands, ranges and suit isomorphism."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
