"""Our games, strategies and agents in OpenSpiel (Lanctot et al. 2019), and its bots as agents.

Importing this registers our games, for `pyspiel.load_game`. `solvers.games` has the opposite
direction: OpenSpiel's games in our solvers.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
