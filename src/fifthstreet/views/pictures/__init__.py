"""Pictures and tables of objects, for notebooks, files and the terminal."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
