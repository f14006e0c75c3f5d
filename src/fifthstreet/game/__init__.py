"""The rules engine, which plays any poker game, and the model of a hand: events, ledger, views."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
