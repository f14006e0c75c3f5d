"""Reviews of real hands: what decisions cost, compared with a strategy."""

from fifthstreet.callable_room import make_callable
from fifthstreet.review.advice import Advice, AdvisedAction, advise
from fifthstreet.review.answers import Answer, Answers, Choice, Distance
from fifthstreet.review.basis import Basis, ReachingRange
from fifthstreet.review.blueprint import load_blueprint
from fifthstreet.review.compare import review
from fifthstreet.review.hands import (
    Decision,
    LeftOut,
    PlayedHand,
    Session,
    play,
    read_hands_of,
    read_session,
    session_of,
)
from fifthstreet.review.preflop import PreflopRange, PreflopRanges, position_names
from fifthstreet.review.report import DecisionReport, Loss, SessionReport, Total
from fifthstreet.review.solving import SolveAnswers, SolveSettings, real_spot
from fifthstreet.review.strategy_answers import StrategyAnswers
from fifthstreet.review.whole_hand import StreetAnswers, whole_hand_answers

__all__ = [
    "Advice",
    "AdvisedAction",
    "Answer",
    "Answers",
    "Basis",
    "Choice",
    "Decision",
    "DecisionReport",
    "Distance",
    "LeftOut",
    "Loss",
    "PlayedHand",
    "PreflopRange",
    "PreflopRanges",
    "ReachingRange",
    "Session",
    "SessionReport",
    "SolveAnswers",
    "SolveSettings",
    "StrategyAnswers",
    "StreetAnswers",
    "Total",
    "advise",
    "load_blueprint",
    "play",
    "position_names",
    "read_hands_of",
    "read_session",
    "real_spot",
    "review",
    "session_of",
    "whole_hand_answers",
]

make_callable(__name__, review)
