"""The range solver on a GPU, imported only when it is used; it requires CuPy."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
