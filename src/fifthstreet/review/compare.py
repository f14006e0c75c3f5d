"""Compare the decisions of real hands with a strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.game.notation import HandHistory, HandReader
from fifthstreet.review.answers import Answer, Answers, best_of
from fifthstreet.review.beyond_tree import AnswersBeyondTree
from fifthstreet.review.hands import Decision, LeftOut, Session, read_session, session_of
from fifthstreet.review.off_tree import SolveBudget
from fifthstreet.review.report import DecisionReport, Loss, SessionReport
from fifthstreet.review.solving import SolveAnswers, SolveSettings
from fifthstreet.review.strategy_answers import StrategyAnswers
from fifthstreet.review.whole_hand import ChartAndSolveAnswers
from fifthstreet.tree.strategy import TreeStrategy

_BUDGET = SolveBudget()
_INTERRUPTED = "interrupted before all its decisions were answered"
# Called with the number of decisions done and the total.
ReviewReporter: TypeAlias = Callable[[int, int], object]
HandsLike: TypeAlias = (
    Session | str | Path | HandHistory | Iterable[str | Path] | Iterable[HandHistory]
)


def review_hands(
    hands: HandsLike,
    source: TreeStrategy | SolveSettings | Answers,
    *,
    player: str | None = None,
    budget: SolveBudget | None = _BUDGET,
    progress: ReviewReporter | None = None,
    keep_partial: bool = False,
) -> SessionReport:
    """Compare all decisions of hands, or of one player, with a strategy.

    Args:
        hands: Paths of files, hand histories, or a session.
        source: A strategy such as a solution, settings to solve each hand with, or any other source
            of answers.
        player: Name of the player whose decisions are compared; by default of all players.
        budget: If the source is a strategy, time and accuracy for each hand that leaves its tree,
            whose rest is then solved; None to leave these decisions without an answer.
        progress: Called with the number of decisions done and the total, before each hand and after
            each decision.
        keep_partial: Whether Ctrl-C returns the report of the decisions so far, if there are any,
            instead of raising KeyboardInterrupt. The other hands are listed as left out.

    Returns:
        The report; hands that the source has no answer for are left out, with the reason.

    Raises:
        InputError: If a file cannot be opened, no hand can be read, or no hand has the player.
    """
    session = _session(hands)
    answers = _answers(source, budget)
    session.check_player(player)
    left_out = list(session.left_out)
    reviewed = []
    for hand in session.hands:
        if reason := answers.refusal(hand):
            left_out.append(LeftOut(hand.label, reason))
        else:
            reviewed.append(hand)
    total = sum(player in (None, each.name) for hand in reviewed for each in hand.decisions)
    reports: list[DecisionReport] = []
    done = 0
    try:
        for hand in reviewed:
            if progress is not None:
                progress(len(reports), total)
            for decision, answer in answers.answers(hand, player):
                loss = _loss(decision, answer)
                reports.append(DecisionReport(decision, hand.label, answer, loss))
                if progress is not None:
                    progress(len(reports), total)
            done += 1
    except KeyboardInterrupt:
        if not (keep_partial and reports):
            raise
        left_out += [LeftOut(hand.label, _INTERRUPTED) for hand in reviewed[done:]]
    is_partial = done < len(reviewed)
    return SessionReport(answers.describe(), done, tuple(reports), tuple(left_out), is_partial)


def _session(hands: HandsLike) -> Session:
    if isinstance(hands, Session):
        return hands
    if isinstance(hands, str | Path):
        return read_session([hands])
    if isinstance(hands, HandHistory):
        return session_of([hands])
    if isinstance(hands, HandReader):  # knows what it could not read
        return session_of(hands)
    items = list(hands)
    histories = [item for item in items if isinstance(item, HandHistory)]
    if histories and len(histories) == len(items):
        return session_of(histories)
    if histories:
        raise InputError("hands must be hand histories or paths, got both")
    return read_session([item for item in items if not isinstance(item, HandHistory)])


def _answers(source: TreeStrategy | SolveSettings | Answers, budget: SolveBudget | None) -> Answers:
    if isinstance(source, TreeStrategy):
        answers = StrategyAnswers(source)
        return answers if budget is None else AnswersBeyondTree(answers, budget)
    if isinstance(source, SolveSettings):
        return ChartAndSolveAnswers(SolveAnswers(source))
    return source


def _loss(decision: Decision, answer: Answer) -> Loss | None:
    best = best_of(answer.choices, answer.taken)
    if best is None or answer.taken is None or answer.pot is None:
        return None
    best_ev, taken_ev = answer.choices[best].ev, answer.choices[answer.taken].ev
    if best_ev is None or taken_ev is None:
        return None
    chips = best_ev - taken_ev
    return Loss(
        chips,
        chips / decision.big_blind,
        100 * chips / answer.pot,
        None if answer.error is None else answer.error / decision.big_blind,
    )
