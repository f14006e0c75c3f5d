"""Real hands on a betting tree: action mappings, the node of a hand, and actions in real chips."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
