"""Our games, strategies and agents in OpenSpiel (Lanctot et al. 2019), and its bots as agents.

Importing this registers our games, for `pyspiel.load_game`. `solvers.games` has the opposite
direction: OpenSpiel's games in our solvers.
"""

from fifthstreet.interop.open_spiel.bots import AgentBot, BotAgent
from fifthstreet.interop.open_spiel.poker_game import PokerGame, open_spiel_poker
from fifthstreet.interop.open_spiel.policies import StrategyPolicy, policy_strategy
from fifthstreet.interop.open_spiel.solver_game import SolverGame, as_open_spiel

__all__ = [
    "AgentBot",
    "BotAgent",
    "PokerGame",
    "SolverGame",
    "StrategyPolicy",
    "as_open_spiel",
    "open_spiel_poker",
    "policy_strategy",
]
