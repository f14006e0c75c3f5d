"""Hand types, rankings, and evaluation of hands one by one or in batches."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
