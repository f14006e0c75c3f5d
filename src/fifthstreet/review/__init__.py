"""Real play beside what trees say of it: reviews of hands."""

from fifthstreet.callable_room import make_callable
from fifthstreet.review.answers import Answer, Answers, Choice, Distance
from fifthstreet.review.blueprint import Blueprint, BlueprintLooks, load_blueprint
from fifthstreet.review.compare import review, review_decision
from fifthstreet.review.hands import Decision, LeftOut, PlayedHand, Session, play, read_session
from fifthstreet.review.report import DecisionReport, Loss, SessionReport, Total
from fifthstreet.review.solving import SolveAnswers, SolveSettings, real_spot
from fifthstreet.review.spot_answers import Look, Looks, SolutionLooks, SpotAnswers

__all__ = [
    "Answer",
    "Answers",
    "Blueprint",
    "BlueprintLooks",
    "Choice",
    "Decision",
    "DecisionReport",
    "Distance",
    "LeftOut",
    "Look",
    "Looks",
    "Loss",
    "PlayedHand",
    "Session",
    "SessionReport",
    "SolutionLooks",
    "SolveAnswers",
    "SolveSettings",
    "SpotAnswers",
    "Total",
    "load_blueprint",
    "play",
    "read_session",
    "real_spot",
    "review",
    "review_decision",
]

make_callable(__name__, review)
