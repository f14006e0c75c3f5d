"""Hand histories: the hand as data, readers of many formats, and writers."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
