"""Agents, their views, and their models of opponents."""

from typing import TYPE_CHECKING

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.agents.absolute import AbsoluteAgent as AbsoluteAgent
    from fifthstreet.agents.agent import Action as Action
    from fifthstreet.agents.agent import Agent as Agent
    from fifthstreet.agents.agent import BaseAgent as BaseAgent
    from fifthstreet.agents.agent import FunctionAgent as FunctionAgent
    from fifthstreet.agents.agent import HandResult as HandResult
    from fifthstreet.agents.agent import HoldemAgent as HoldemAgent
    from fifthstreet.agents.agent import as_agent as as_agent
    from fifthstreet.agents.agent import check_plays as check_plays
    from fifthstreet.agents.agent import is_texas_holdem as is_texas_holdem
    from fifthstreet.agents.answers import AgentError as AgentError
    from fifthstreet.agents.batched import Decisions as Decisions
    from fifthstreet.agents.batched import batch_decider as batch_decider
    from fifthstreet.agents.equity import EquityAgent as EquityAgent
    from fifthstreet.agents.opponent_model import OpponentModelAgent as OpponentModelAgent
    from fifthstreet.agents.pot_odds import PotOddsAgent as PotOddsAgent
    from fifthstreet.agents.predictor import PredictorAgent as PredictorAgent
    from fifthstreet.agents.process import ProcessAgent as ProcessAgent
    from fifthstreet.agents.registry import AGENTS as AGENTS
    from fifthstreet.agents.registry import create_agent as create_agent
    from fifthstreet.agents.search_agent import SearchAgent as SearchAgent
    from fifthstreet.agents.search_agent import SearchDecision as SearchDecision
    from fifthstreet.agents.search_agent import search_settings as search_settings
    from fifthstreet.agents.simple import CallingStation as CallingStation
    from fifthstreet.agents.simple import RandomAgent as RandomAgent
    from fifthstreet.agents.strategy_agent import StrategyAgent as StrategyAgent
else:
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "absolute": ("AbsoluteAgent",),
            "agent": (
                "Action",
                "Agent",
                "BaseAgent",
                "FunctionAgent",
                "HandResult",
                "HoldemAgent",
                "as_agent",
                "check_plays",
                "is_texas_holdem",
            ),
            "answers": ("AgentError",),
            "batched": ("Decisions", "batch_decider"),
            "equity": ("EquityAgent",),
            "opponent_model": ("OpponentModelAgent",),
            "pot_odds": ("PotOddsAgent",),
            "predictor": ("PredictorAgent",),
            "process": ("ProcessAgent",),
            "registry": ("AGENTS", "create_agent"),
            "search_agent": ("SearchAgent", "SearchDecision", "search_settings"),
            "simple": ("CallingStation", "RandomAgent"),
            "strategy_agent": ("StrategyAgent",),
        },
    )
