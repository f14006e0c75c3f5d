"""Drills: decisions of a solution to practise, graded by their cost."""

from fifthstreet.drill.decisions import GradedAnswer, LineStep, Question
from fifthstreet.drill.grades import (
    CORRECT_POT_PERCENT,
    INACCURACY_POT_PERCENT,
    MISTAKE_POT_PERCENT,
    Grade,
    grade_of,
)
from fifthstreet.drill.hand import Drill, DrillHand, HandEnd
from fifthstreet.drill.log import DrillAnswer, DrillLog, DrillRecords, DrillSession, read_drills
from fifthstreet.drill.modes import FullHand, OneSpot, OneStreet, Start, read_mode
from fifthstreet.drill.statistics import Summary, breakdown, curve, statistics_data

__all__ = [
    "CORRECT_POT_PERCENT",
    "INACCURACY_POT_PERCENT",
    "MISTAKE_POT_PERCENT",
    "Drill",
    "DrillAnswer",
    "DrillHand",
    "DrillLog",
    "DrillRecords",
    "DrillSession",
    "FullHand",
    "Grade",
    "GradedAnswer",
    "HandEnd",
    "LineStep",
    "OneSpot",
    "OneStreet",
    "Question",
    "Start",
    "Summary",
    "breakdown",
    "curve",
    "grade_of",
    "read_drills",
    "read_mode",
    "statistics_data",
]
