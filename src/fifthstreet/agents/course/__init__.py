"""Agents written for the course engine, "Bayesian Texas Hold'em": its interface and its codes.

See docs/course.md.
"""

from fifthstreet.agents.course.agent import CourseAgent, CourseInfo, agent_of_module
from fifthstreet.agents.course.bet_rows import (
    CALL,
    FOLD,
    NO_ACTION,
    RAISE,
    BetRows,
    HandBets,
    decision_code,
)
from fifthstreet.agents.course.card_codes import HIDDEN, cards_of_codes, codes_of_cards
from fifthstreet.agents.course.history import CourseHistory

__all__ = [
    "CALL",
    "FOLD",
    "HIDDEN",
    "NO_ACTION",
    "RAISE",
    "BetRows",
    "CourseAgent",
    "CourseHistory",
    "CourseInfo",
    "HandBets",
    "agent_of_module",
    "cards_of_codes",
    "codes_of_cards",
    "decision_code",
]
