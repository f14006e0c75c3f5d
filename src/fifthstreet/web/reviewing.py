"""Reviews of pasted hands, compared with the user's choice of a basis."""

from __future__ import annotations

import time
from typing import Any

from fifthstreet.game.notation import read_hands
from fifthstreet.review import (
    Answers,
    ReviewReporter,
    Session,
    SessionReport,
    Total,
    review_hands,
    session_of,
)
from fifthstreet.views import review_page_data

_LISTED_LEFT_OUT = 100


def hands_of(text: str) -> Session:
    """Return the hands of a text in any format; InputError if none can be reviewed."""
    # With a line break, a text is never the name of a file, which the server would read.
    return session_of(read_hands(f"{text}\n"))


def session_facts(session: Session) -> dict[str, Any]:
    """Return the number of hands, the players and the errors."""
    return {
        "hands": len(session.hands),
        "decisions": sum(len(hand.decisions) for hand in session.hands),
        "players": list(session.names),
        "left_out": [each.to_dict() for each in session.left_out[:_LISTED_LEFT_OUT]],
        "left_out_count": len(session.left_out),
    }


def make_review(
    session: Session,
    answers: Answers,
    *,
    basis: str,
    player: str | None,
    progress: ReviewReporter | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Review a session; return the facts about the review, and its contents.

    `basis` names the strategy that the hands are compared with.
    """
    report = review_hands(session, answers, player=player, progress=progress)
    return _facts(report, basis, player), review_page_data(report, session) | {
        "basis": basis,
        "player": player,
    }


def _facts(report: SessionReport, basis: str, player: str | None) -> dict[str, Any]:
    total = Total.of(report.decisions)
    loss = total.ev_loss
    return {
        "created": time.time(),
        "basis": basis,
        "player": player,
        "players": list(report.players),
        "hands": report.hands,
        "left_out": len(report.left_out),
        "decisions": total.decisions,
        "valued": total.valued,
        "within_error": total.within_error,
        "loss_big_blinds": loss.big_blinds,
        "loss_interval_big_blinds": None if loss.interval is None else list(loss.interval),
    }
