"""Matches between agents, and their statistics."""

from typing import TYPE_CHECKING

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.arena.all_in import all_in_payoffs as all_in_payoffs
    from fifthstreet.arena.course_record import HandRecordBlock as HandRecordBlock
    from fifthstreet.arena.course_record import record_hand as record_hand
    from fifthstreet.arena.estimators import ESTIMATORS as ESTIMATORS
    from fifthstreet.arena.estimators import HandEstimator as HandEstimator
    from fifthstreet.arena.estimators import hand_estimator as hand_estimator
    from fifthstreet.arena.games import TableGame as TableGame
    from fifthstreet.arena.games import table_game as table_game
    from fifthstreet.arena.moments import Interval as Interval
    from fifthstreet.arena.moments import Moments as Moments
    from fifthstreet.arena.replay import replay_hand as replay_hand
    from fifthstreet.arena.replay import replay_stored_hand as replay_stored_hand
    from fifthstreet.arena.replay import replay_stored_hands as replay_stored_hands
    from fifthstreet.arena.result import AgentResult as AgentResult
    from fifthstreet.arena.result import MatchResult as MatchResult
    from fifthstreet.arena.run import run_match as run_match
    from fifthstreet.arena.session import KeptHand as KeptHand
    from fifthstreet.arena.session import SessionResult as SessionResult
    from fifthstreet.arena.session import play_session as play_session
    from fifthstreet.arena.settings import MatchSettings as MatchSettings
    from fifthstreet.arena.settings import match_settings as match_settings
    from fifthstreet.arena.store import MatchStore as MatchStore
    from fifthstreet.arena.store import StoredHand as StoredHand
    from fifthstreet.arena.store import load_hand as load_hand
    from fifthstreet.arena.store import load_hands as load_hands
    from fifthstreet.arena.store import load_match as load_match
else:
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "all_in": ("all_in_payoffs",),
            "course_record": ("HandRecordBlock", "record_hand"),
            "estimators": ("ESTIMATORS", "HandEstimator", "hand_estimator"),
            "games": ("TableGame", "table_game"),
            "moments": ("Interval", "Moments"),
            "replay": ("replay_hand", "replay_stored_hand", "replay_stored_hands"),
            "result": ("AgentResult", "MatchResult"),
            "run": ("run_match",),
            "session": ("KeptHand", "SessionResult", "play_session"),
            "settings": ("MatchSettings", "match_settings"),
            "store": ("MatchStore", "StoredHand", "load_hand", "load_hands", "load_match"),
        },
    )
