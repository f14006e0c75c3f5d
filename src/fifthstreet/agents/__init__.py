"""Things that decide: agents, what they see, and what they believe."""

from fifthstreet.agents.absolute import AbsoluteAgent
from fifthstreet.agents.agent import (
    Action,
    Agent,
    BaseAgent,
    FunctionAgent,
    HandResult,
    HoldemAgent,
    as_agent,
    check_plays,
    is_texas_holdem,
)
from fifthstreet.agents.answers import AgentError
from fifthstreet.agents.equity import EquityAgent
from fifthstreet.agents.opponent_model import OpponentModelAgent
from fifthstreet.agents.pot_odds import PotOddsAgent
from fifthstreet.agents.predictor import PredictorAgent
from fifthstreet.agents.process import ProcessAgent
from fifthstreet.agents.registry import AGENTS, create_agent
from fifthstreet.agents.seeded_random import SeededRandom
from fifthstreet.agents.simple import CallingStation, RandomAgent
from fifthstreet.agents.strategy_agent import StrategyAgent
from fifthstreet.agents.view import Discard, PublicHand, Terms, View, view_of

__all__ = [
    "AGENTS",
    "AbsoluteAgent",
    "Action",
    "Agent",
    "AgentError",
    "BaseAgent",
    "CallingStation",
    "Discard",
    "EquityAgent",
    "FunctionAgent",
    "HandResult",
    "HoldemAgent",
    "OpponentModelAgent",
    "PotOddsAgent",
    "PredictorAgent",
    "ProcessAgent",
    "PublicHand",
    "RandomAgent",
    "SeededRandom",
    "StrategyAgent",
    "Terms",
    "View",
    "as_agent",
    "check_plays",
    "create_agent",
    "is_texas_holdem",
    "view_of",
]
