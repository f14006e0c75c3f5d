"""Preflop decisions answered from ranges of a user's file, and reviews that use charts."""

from __future__ import annotations

from pathlib import Path

import pytest

from fifthstreet.review import (
    Answer,
    ChartAnswers,
    PlayedHand,
    PreflopRanges,
    Session,
    SolveSettings,
    review_hands,
)
from fifthstreet.tree import POSITIONS
from fifthstreet.tree.translate import MatchQuality
from tests.review.hand_texts import TO_THE_RIVER, played
from tests.review.small_charts import small_charts

SIX = (1000,) * 6  # seats from the small blind: SB, BB, LJ, HJ, CO, BTN
PLAIN = {
    "open": "22+,A2s+",
    "limp": "KTs+",
    "raise_limp": "QQ+",
    "limp_call": "KJs+",
    "call_3bet": "TT-QQ",
    "four_bet": "KK+",
    "cold_call": "QQ",
    "cold_four_bet": "KK+",
}
AGAINST = {"call": "55-TT", "three_bet": "JJ+", "call_4bet": "JJ-QQ", "five_bet": "KK+"}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> PreflopRanges:
    """A file with every action of every position of six."""
    lines = ["players = 6", "stack = 100"]
    for action, hands in PLAIN.items():
        lines += [f"[{action}]", *(f"{position} = '{hands}'" for position in POSITIONS[6])]
    lines += ["[check]", "BB = '22-JJ'"]
    for action, hands in AGAINST.items():
        for raiser in POSITIONS[6][:-1]:
            lines += [f"[{action}.{raiser}]"]
            lines += [f"{position} = '{hands}'" for position in POSITIONS[6]]
    path = tmp_path_factory.mktemp("ranges") / "mine.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return PreflopRanges(path, charts=small_charts(6))


def answers(hand: PlayedHand, ranges: PreflopRanges) -> list[Answer]:
    source = ChartAnswers(ranges)
    assert source.refusal(hand) == ""
    return [answer for _, answer in source.answers(hand)]


def test_a_decision_has_the_frequencies_of_its_range(own: PreflopRanges) -> None:
    holes = ("????", "8d8c", "????", "????", "????", "AsQs")
    hand = played("p3 f, p4 f, p5 f, p6 cbr 25, p1 f, p2 cc, db QsJh2h", stacks=SIX, holes=holes)
    *_, opened, _, called = answers(hand, own)
    assert [choice.action for choice in opened.choices] == ["f", "c", "b"]
    assert opened.taken == 2
    assert opened.choices[2].frequency == 1
    assert opened.choices[2].range_frequency == pytest.approx((13 * 6 + 12 * 4) / 1326)
    assert opened.choices[2].ev is None
    assert opened.note.startswith("chart mine.toml: BTN first in; files of ranges have frequencies")
    assert "BB against BTN's raise" in called.note
    assert called.choices[called.taken or 0].action == "c"
    assert called.choices[1].range_frequency == pytest.approx(6 * 6 / 1326)


@pytest.mark.parametrize(
    ("actions", "title"),
    [
        ("p3 cbr 25", "LJ first in"),
        ("p3 cc, p4 cbr 40", "HJ after limps"),
        ("p3 cc, p4 cbr 40, p5 f, p6 f, p1 f, p2 f, p3 cc", "LJ limped, against a raise"),
        ("p3 f, p4 cbr 25, p5 f, p6 cbr 75", "BTN against HJ's raise"),
        ("p3 cbr 25, p4 cbr 75, p5 f, p6 f, p1 f, p2 f, p3 cc", "LJ raised, against a 3-bet"),
        ("p3 cbr 25, p4 cbr 75, p5 f, p6 cc", "BTN cold, against a 3-bet or more"),
        (
            "p3 cbr 25, p4 cbr 75, p5 f, p6 f, p1 f, p2 f, p3 cbr 200, p4 cc",
            "HJ 3-bet LJ's raise, against a 4-bet",
        ),
        ("p3 f, p4 f, p5 f, p6 f, p1 cc, p2 cc", "BB after limps"),
        ("p3 cc, p4 f, p5 f, p6 f, p1 f, p2 cbr 50", "BB after limps"),
    ],
)
def test_the_situation_of_a_decision(own: PreflopRanges, actions: str, title: str) -> None:
    last = answers(played(actions, stacks=SIX, holes=("????",) * 6), own)[-1]
    assert last.quality == MatchQuality.GOOD
    assert f": {title}; " in last.note


def test_limping_behind_is_an_action_with_folding(own: PreflopRanges) -> None:
    holes = ("????",) * 3 + ("3d2c", "????", "????")
    last = answers(played("p3 cc, p4 cc", stacks=SIX, holes=holes), own)
    assert last[-1].choices[0].action == "fold or limp"
    assert (last[-1].taken, last[-1].choices[0].frequency) == (0, 1)


def test_where_a_file_has_no_range_the_solved_chart_answers(own: PreflopRanges) -> None:
    actions = "p3 cbr 25, p4 cc, p5 cbr 100, p6 f, p1 f, p2 f, p3 f, p4 f"
    squeezed = answers(played(actions, stacks=(100,) * 6, holes=("????",) * 6), own)[-1]
    assert squeezed.note.startswith("chart 6max_10")
    assert squeezed.choices
    actions = "p3 cc, p4 cbr 40, p5 f, p6 f, p1 f, p2 f, p3 cbr 100, p4 f"
    holes = ("????", "????", "AsAh") + ("????",) * 3
    limped = answers(played(actions, stacks=SIX, holes=holes), own)
    assert limped[-2].taken is None
    assert "the chart does not have this action" in limped[-2].reason
    assert "does not have this hand: frequencies of the range only" in limped[-2].reason


def test_own_ranges_come_before_charts(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        'players = 2\nstack = 100\n[open]\nBTN = "AA"\n', encoding="utf-8"
    )
    hand = played("p2 cbr 30, p1 f", holes=("????", "7d2c"))
    opened, folded = answers(hand, PreflopRanges(tmp_path))
    assert opened.choices[-1].range_frequency == pytest.approx(6 / 1326)
    assert folded.path is not None  # of a solved chart
    solved = answers(hand, PreflopRanges("hu100"))
    assert [each.note for each in solved] == [
        "chart hu100",
        "chart hu100; the pot is 12% off the chart's",
    ]


def test_a_review_that_solves_answers_preflop_decisions_too() -> None:
    hands = (played("p2 f", holes=("????", "AsAh")), played(TO_THE_RIVER))
    report = review_hands(Session(hands), SolveSettings(first_street=3, target_pot_percent=5))
    assert report.left_out == ()
    folded = report.decisions[0]
    assert folded.frequency == pytest.approx(0, abs=1e-3)
    assert folded.loss is not None
    assert folded.loss.big_blinds > 1  # what AA would win
    assert {each.answer.quality.value for each in report.decisions[1:4]} <= {"good", "poor"}
    assert {each.answer.reason for each in report.decisions[4:]} == {
        "no decision on the river or later"
    }
