"""Matches of our agents against bots with an HTTP interface, such as Slumbot."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
