"""Things that decide: agents, what they see, and what they believe."""

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
from fifthstreet.agents.registry import AGENTS, create_agent
from fifthstreet.agents.seeded_random import SeededRandom
from fifthstreet.agents.simple import CallingStation, RandomAgent
from fifthstreet.agents.strategy_agent import StrategyAgent
from fifthstreet.agents.view import Discard, PublicHand, Terms, View, view_of

__all__ = [
    "AGENTS",
    "Action",
    "Agent",
    "BaseAgent",
    "CallingStation",
    "Discard",
    "FunctionAgent",
    "HandResult",
    "HoldemAgent",
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
