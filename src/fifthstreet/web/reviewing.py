"""Reviews of pasted hands, compared with the user's choice of a basis."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from fifthstreet.cards import parse_cards
from fifthstreet.errors import InputError
from fifthstreet.game.notation import read_hands
from fifthstreet.review import (
    Answers,
    AnswersWithEquity,
    ChartAnswers,
    FittingAnswers,
    PreflopRanges,
    ReviewReporter,
    Session,
    SessionReport,
    StrategyAnswers,
    StreetAnswers,
    Total,
    review_hands,
    session_of,
)
from fifthstreet.views import review_page_data
from fifthstreet.web.library import SolutionShelf

_LISTED_LEFT_OUT = 100


def hands_of(text: str) -> Session:
    """Return the hands of a text in any format; InputError if none can be reviewed."""
    # With a line break, a text is never the name of a file, which the server would read.
    return session_of(read_hands(f"{text}\n"))


def solution_answers(sources: Sequence[Answers]) -> Answers:
    """Return the answers of solutions, each for the hands that fit it.

    Preflop decisions are compared with the charts of the package. Decisions without
    an answer have equity and pot odds.
    """
    return AnswersWithEquity(StreetAnswers(ChartAnswers(PreflopRanges()), FittingAnswers(sources)))


def session_facts(session: Session) -> dict[str, Any]:
    """Return the number of hands, the players and the errors."""
    counts = [_player_facts(name, session) for name in session.names]
    return {
        "hero": _hero(counts),
        "player_hands": counts,
        "hands": len(session.hands),
        "decisions": sum(len(hand.decisions) for hand in session.hands),
        "players": list(session.names),
        "left_out": [each.to_dict() for each in session.left_out[:_LISTED_LEFT_OUT]],
        "left_out_count": len(session.left_out),
    }


def fitting_solutions(session: Session, shelf: SolutionShelf) -> list[dict[str, Any]]:
    """Return the solutions of the library for hands of a session.

    Each has its `name`, and the number of `hands` that fit it. Solutions of more hands are first,
    then solutions that begin on an earlier street.
    """
    boards = [hand.board for hand in session.hands]
    found = []
    for row in shelf.all():
        if row["error"] is not None:
            continue
        board = [int(card) for card in parse_cards(row["board"])]
        ranks = _ranks(board)
        if not any(_ranks(each[: len(board)]) == ranks for each in boards):
            continue
        try:
            source = StrategyAnswers(shelf.open(row["name"]))
        except InputError:  # it was deleted or damaged meanwhile
            continue
        if hands := sum(not source.refusal(hand) for hand in session.hands):
            found.append((-hands, len(board), str(row["name"])))
    return [{"name": name, "hands": -hands} for hands, _, name in sorted(found)]


def _ranks(board: Sequence[int]) -> list[int]:
    return sorted(card // 4 for card in board)


def _player_facts(name: str, session: Session) -> dict[str, Any]:
    """Return in how many hands a player sits, and in how many their cards are known."""
    seated = [hand for hand in session.hands if name in hand.names]
    known = sum(
        any(each.name == name and each.hole is not None for each in hand.decisions)
        for hand in seated
    )
    return {"name": name, "hands": len(seated), "known": known}


def _hero(players: Sequence[Mapping[str, Any]]) -> str | None:
    """Return the player whose hands these are: the one whose cards are known most often.

    If several are equal, the one who sits in more hands; None if that does not decide either.
    """
    order = [(each["known"], each["hands"]) for each in players]
    best = max(order, default=(0, 0))
    if order.count(best) != 1 or (best[0] == 0 and len(players) > 1 and best[1] < 2):
        return None
    return str(players[order.index(best)]["name"])


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
