"""PokerKit's API on this engine: change the import, and a program for PokerKit runs.

    from pokerkit import Automation, NoLimitTexasHoldem
    from fifthstreet.pokerkit import Automation, NoLimitTexasHoldem

Modules, names and signatures are the same as in PokerKit 0.7.
"""

from typing import TYPE_CHECKING, Any

from fifthstreet.pokerkit import analysis, games, hands, lookups, notation, state, utilities
from fifthstreet.pokerkit.analysis import *  # noqa: F403
from fifthstreet.pokerkit.games import *  # noqa: F403
from fifthstreet.pokerkit.hands import *  # noqa: F403
from fifthstreet.pokerkit.lookups import *  # noqa: F403
from fifthstreet.pokerkit.notation import *  # noqa: F403
from fifthstreet.pokerkit.operations import *  # noqa: F403
from fifthstreet.pokerkit.state import *  # noqa: F403
from fifthstreet.pokerkit.utilities import *  # noqa: F403

_MODULES = (analysis, games, hands, lookups, notation, state, utilities)
__all__ = [name for module in _MODULES for name in module.__all__]

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
