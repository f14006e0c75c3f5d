"""RLCard (Zha et al. 2019): its agents at our tables, and our agents in its environments.

Its environments are no-limit and limit hold'em and Leduc hold'em.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
