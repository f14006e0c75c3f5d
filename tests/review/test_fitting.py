"""Answers from several sources, and equity where none has an answer."""

from __future__ import annotations

import pytest

from fifthstreet.game.notation import parse_phh
from fifthstreet.review import (
    AnswersWithEquity,
    ChartAnswers,
    FittingAnswers,
    StrategyAnswers,
    play,
)
from fifthstreet.review.equity_notes import needed_equity
from fifthstreet.review.preflop import PreflopRanges
from tests.review.hand_texts import history
from tests.review.river import ON_THE_TREE, river_solution

THREE = "p3 cc, p1 cc, p2 cc, db QsJh2h, p1 cbr 40, p2 cbr 120, p3 cc, p1 f"


def test_each_hand_has_the_first_source_that_fits() -> None:
    river = StrategyAnswers(river_solution())
    charts = ChartAnswers(PreflopRanges())
    source = FittingAnswers([river, charts])
    on_river, folded = (
        play(parse_phh(history(actions, holes=("AcAd", "QdQc"))))
        for actions in (ON_THE_TREE, "p2 f")
    )
    assert source.refusal(on_river) == source.refusal(folded) == ""
    assert [*source.answers(on_river)] == [*river.answers(on_river)]
    assert [*source.answers(folded)] == [*charts.answers(folded)]
    assert "solutions is for this board" in FittingAnswers([river, river]).refusal(folded)
    assert FittingAnswers([river]).refusal(folded) == river.refusal(folded)


def test_equity_and_pot_odds_stand_where_there_is_no_answer() -> None:
    text = history(THREE, stacks=(1000, 1000, 1000), holes=("AcAd", "QdQc", "????"))
    hand = play(parse_phh(text))
    source = AnswersWithEquity(ChartAnswers(PreflopRanges()))
    answers = {each.number: answer for each, answer in source.answers(hand)}
    flop = [each for each in hand.decisions if each.street == 1]
    first, raised, unknown, last = (answers[each.number].note for each in flop)
    assert first.startswith("the hand held has ")
    assert raised.startswith("a call needs 36% equity, and")  # 40 for 70
    assert "against any hands of 2 opponents" in raised  # the charts have no limps
    assert unknown == ""  # the cards are unknown
    assert last.startswith("a call needs ")
    # Charts have no limps.
    assert all(
        "equity against any hands" in answers[each.number].note
        for each in hand.decisions[1:3]
        if each.hole
    )


def test_bets_that_a_player_cannot_match_are_not_counted() -> None:
    text = history("p2 cbr 1000, p1 cc", stacks=(50, 1000), holes=("AcAd", "QdQc"))
    call = play(parse_phh(text)).decisions[-1]
    assert needed_equity(call) == pytest.approx(40 / 100)
