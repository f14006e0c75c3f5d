"""Files: written atomically, versioned, hashed, and verified as they are read."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
