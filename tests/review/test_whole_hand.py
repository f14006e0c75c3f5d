"""Whole hands: a preflop strategy and a solve answer the decisions of one hand."""

from typing import Any

import pytest

from fifthstreet.game.notation import HandHistory, parse_phh
from fifthstreet.review import (
    Answers,
    AnswersWithEquity,
    ChartAnswers,
    PlayedHand,
    SolveAnswers,
    SolveSettings,
    StrategyAnswers,
    StreetAnswers,
    load_blueprint,
    play,
    review_hands,
    whole_hand_answers,
)
from fifthstreet.tree.translate import MatchQuality
from tests.review import hand_texts
from tests.review.hand_texts import TO_THE_RIVER

ON_THE_RIVER = f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 cc"
FOLD = "p2 cbr 25, p1 f"
RIVER_ONLY = SolveSettings(first_street=3, max_iterations=20, threads=1)


def history(actions: str, **fields: Any) -> HandHistory:
    return parse_phh(hand_texts.history(actions, **fields))


def test_each_street_is_answered_by_its_source() -> None:
    hand = history(ON_THE_RIVER, holes=("AsKs", "QhQd"))
    answers = whole_hand_answers(RIVER_ONLY)
    report = review_hands(hand, answers)
    assert isinstance(answers, AnswersWithEquity)
    answers = answers.source
    assert isinstance(answers, StreetAnswers)
    assert isinstance(answers.preflop, ChartAnswers)
    preflop = review_hands(hand, answers.preflop)
    assert isinstance(answers.postflop, SolveAnswers)
    solved = review_hands(hand, answers.postflop)
    assert [each.decision.number for each in report.decisions] == [
        each.decision.number for each in solved.decisions
    ]
    for each, first, second in zip(
        report.decisions, preflop.decisions, solved.decisions, strict=True
    ):
        expected = second if each.decision.street else first
        assert each.loss == expected.loss
        assert each.answer.choices == expected.answer.choices
    river = [each for each in report.decisions if each.decision.street == 3]
    assert river
    assert all(each.loss is not None for each in river)


def test_hands_that_end_before_the_flop_need_no_solve() -> None:
    hand = history(FOLD, holes=("AsKs", "????"))
    answers = whole_hand_answers(SolveSettings())
    report = review_hands(hand, answers, player="p1")
    assert [each.answer.quality for each in report.decisions] == [MatchQuality.GOOD]
    assert report.decisions[0].loss is not None
    assert report.decisions[0].loss.big_blinds > 0.1  # folding AKs


@pytest.mark.parametrize(
    ("stack", "note"),
    [
        (500, "the nearest chart, hu20, for 20 big blinds instead of 5"),
        (2000, "chart hu20"),
        (20_000, "chart hu200"),
    ],
)
def test_the_chart_for_the_depth_is_chosen(stack: int, note: str) -> None:
    hand = history("p2 f", stacks=(stack, 2 * stack), blinds=(50, 100), holes=("????", "AsAh"))
    (report,) = review_hands(hand, whole_hand_answers(SolveSettings())).decisions
    assert report.answer.note.startswith(note)
    assert report.loss is not None


def test_a_file_of_a_strategy_replaces_the_charts_of_its_table() -> None:
    hand = history("p2 f", stacks=(500, 500), holes=("????", "AsKs"))
    answers = whole_hand_answers(SolveSettings(preflop="hu100"))
    (report,) = review_hands(hand, answers).decisions
    assert report.answer.note.startswith(
        "the nearest chart, hu100, for 100 big blinds instead of 50"
    )


class _Silent:
    """A source without answers."""

    def refusal(self, hand: PlayedHand) -> str:
        return "no answers"

    def describe(self) -> dict[str, str]:
        return {"kind": "silent"}

    def answers(self, hand: PlayedHand, player: str | None = None):  # type: ignore[no-untyped-def]
        raise AssertionError("it was refused")


def test_decisions_that_a_source_refuses_say_why() -> None:
    hand = history(ON_THE_RIVER)
    silent: Answers = _Silent()
    preflop = StrategyAnswers(load_blueprint("hu100"))
    report = review_hands(hand, StreetAnswers(preflop, silent))
    for each in report.decisions:
        assert (each.answer.reason == "no answers") is (each.decision.street > 0)
    assert StreetAnswers(silent, silent).refusal(play(hand)) == "no answers"
    assert StreetAnswers(silent, silent).describe()["preflop"] == {"kind": "silent"}
