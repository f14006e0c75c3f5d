"""RLCard (Zha et al. 2019): its agents at our tables, and our agents in its environments.

Its environments are no-limit and limit hold'em and Leduc hold'em.
"""

from fifthstreet.interop.rlcard.agents import RLCardAgent
from fifthstreet.interop.rlcard.players import RLCardPlayer

__all__ = ["RLCardAgent", "RLCardPlayer"]
