"""Matches between agents, and their statistics."""

from fifthstreet.arena.all_in import all_in_payoffs
from fifthstreet.arena.course_record import HandRecordBlock, record_hand
from fifthstreet.arena.estimators import ESTIMATORS, HandEstimator, hand_estimator
from fifthstreet.arena.games import TableGame, table_game
from fifthstreet.arena.moments import Interval, Moments
from fifthstreet.arena.replay import replay_hand, replay_stored_hand, replay_stored_hands
from fifthstreet.arena.result import AgentResult, MatchResult
from fifthstreet.arena.run import run_match
from fifthstreet.arena.session import KeptHand, SessionResult, play_session
from fifthstreet.arena.settings import MatchSettings, match_settings
from fifthstreet.arena.store import MatchStore, StoredHand, load_hand, load_hands, load_match

__all__ = [
    "ESTIMATORS",
    "AgentResult",
    "HandEstimator",
    "HandRecordBlock",
    "Interval",
    "KeptHand",
    "MatchResult",
    "MatchSettings",
    "MatchStore",
    "Moments",
    "SessionResult",
    "StoredHand",
    "TableGame",
    "all_in_payoffs",
    "hand_estimator",
    "load_hand",
    "load_hands",
    "load_match",
    "match_settings",
    "play_session",
    "record_hand",
    "replay_hand",
    "replay_stored_hand",
    "replay_stored_hands",
    "run_match",
    "table_game",
]
