"""Parsers of the logs of poker sites, one module per family of formats."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
