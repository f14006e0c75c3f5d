"""The protocol of the Annual Computer Poker Competition (ACPC): a dealer and a client over TCP."""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
