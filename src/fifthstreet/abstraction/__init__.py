"""Keys, indices, features and clusters of hands and boards: the deals that share a strategy."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
