"""Re-solve subgames while they are played: safely, and with actions that the tree lacks."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
