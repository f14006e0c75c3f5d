"""Real play beside what trees say of it: reviews of hands."""

from fifthstreet.arena.answers import Answer, Answers, Choice, Distance, Standing
from fifthstreet.arena.blueprint import Blueprint, BlueprintLooks, load_blueprint
from fifthstreet.arena.hands import (
    Decision,
    LeftOut,
    PlayedHand,
    Session,
    play,
    read_session,
)
from fifthstreet.arena.report import DecisionReport, Loss, SessionReport, Total
from fifthstreet.arena.review import review, review_decision
from fifthstreet.arena.solving import SolveAnswers, SolveSettings, real_spot
from fifthstreet.arena.spot_answers import Look, Looks, SolutionLooks, SpotAnswers

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
    "Standing",
    "Total",
    "load_blueprint",
    "play",
    "read_session",
    "real_spot",
    "review",
    "review_decision",
]
