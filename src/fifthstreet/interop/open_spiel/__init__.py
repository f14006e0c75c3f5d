"""Our games, strategies and agents in OpenSpiel (Lanctot et al. 2019), and its bots as agents.

`solvers.games` has the opposite direction: OpenSpiel's games in our solvers.
"""

from typing import TYPE_CHECKING

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.interop.open_spiel.bots import AgentBot as AgentBot
    from fifthstreet.interop.open_spiel.bots import BotAgent as BotAgent
    from fifthstreet.interop.open_spiel.poker_game import PokerGame as PokerGame
    from fifthstreet.interop.open_spiel.poker_game import open_spiel_poker as open_spiel_poker
    from fifthstreet.interop.open_spiel.policies import StrategyPolicy as StrategyPolicy
    from fifthstreet.interop.open_spiel.policies import policy_strategy as policy_strategy
    from fifthstreet.interop.open_spiel.solver_game import SolverGame as SolverGame
    from fifthstreet.interop.open_spiel.solver_game import as_open_spiel as as_open_spiel
else:
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "bots": ("AgentBot", "BotAgent"),
            "policies": ("StrategyPolicy", "policy_strategy"),
            "poker_game": ("PokerGame", "open_spiel_poker"),
            "solver_game": ("SolverGame", "as_open_spiel"),
        },
    )
