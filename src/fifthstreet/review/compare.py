"""Reviewing hands: every decision beside what a tree says of it."""

from __future__ import annotations

from collections.abc import Callable

from fifthstreet.review.answers import Answer, Answers
from fifthstreet.review.hands import Decision, LeftOut, PlayedHand, Session
from fifthstreet.review.report import DecisionReport, Loss, SessionReport, best_choice

Listener = Callable[[int, int], None]  # decisions done, and of how many


def review(
    session: Session,
    answers: Answers,
    *,
    player: str | None = None,
    progress: Listener | None = None,
) -> SessionReport:
    """Review all decisions of a session, or those of one player.

    Hands that the answers have nothing to say of are left out, with the reason.
    """
    if player is not None and player not in session.names:
        raise ValueError(f"nobody called {player!r} in the hands; want {', '.join(session.names)}")
    left_out = list(session.left_out)
    asked: list[tuple[PlayedHand, Decision]] = []
    hands = 0
    for hand in session.hands:
        if reason := answers.refusal(hand):
            left_out.append(LeftOut(hand.label, reason))
            continue
        hands += 1
        asked += [(hand, each) for each in hand.decisions if player in (None, each.name)]
    reports = []
    for done, (hand, decision) in enumerate(asked):
        if progress is not None:
            progress(done, len(asked))
        reports.append(review_decision(hand, decision, answers))
    return SessionReport(answers.describe(), hands, tuple(reports), tuple(left_out))


def review_decision(hand: PlayedHand, decision: Decision, answers: Answers) -> DecisionReport:
    """One decision beside its answer."""
    answer = answers.answer(hand, decision)
    return DecisionReport(decision, hand.label, answer, _loss(decision, answer))


def _loss(decision: Decision, answer: Answer) -> Loss | None:
    best = best_choice(answer)
    if best is None or answer.taken is None or answer.pot is None:
        return None
    most, got = answer.choices[best].ev, answer.choices[answer.taken].ev
    if most is None or got is None:
        return None
    chips = most - got
    return Loss(chips, chips / decision.big_blind, 100 * chips / answer.pot)
