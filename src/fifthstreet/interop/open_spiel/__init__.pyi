from fifthstreet.interop.open_spiel.bots import AgentBot as AgentBot
from fifthstreet.interop.open_spiel.bots import BotAgent as BotAgent
from fifthstreet.interop.open_spiel.poker_game import PokerGame as PokerGame
from fifthstreet.interop.open_spiel.poker_game import open_spiel_poker as open_spiel_poker
from fifthstreet.interop.open_spiel.policies import StrategyPolicy as StrategyPolicy
from fifthstreet.interop.open_spiel.policies import policy_strategy as policy_strategy
from fifthstreet.interop.open_spiel.solver_game import SolverGame as SolverGame
from fifthstreet.interop.open_spiel.solver_game import as_open_spiel as as_open_spiel
