"""Writers of hand histories: PHH, Open Hand History, PokerStars, and the ACPC's and Pluribus's."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
