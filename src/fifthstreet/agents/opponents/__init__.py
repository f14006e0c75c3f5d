"""Models of opponents: frequencies of actions, and hands inferred from bets."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
