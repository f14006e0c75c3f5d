"""Losses of a session by street, position, pot type, action and hand class; files of a report."""

import csv
import io
import re
from math import isclose
from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fifthstreet.review import Session, SessionReport, Total, read_session, review_hands
from fifthstreet.review.breakdown import (
    BREAKDOWNS,
    action_of,
    hand_class_of,
    position_of,
    pot_type_of,
    street_of,
)
from fifthstreet.solvers.postflop import read_spot
from fifthstreet.views import review_csv, review_html
from tests.review.hand_texts import TO_THE_RIVER, played
from tests.review.random_play import RandomValues
from tests.review.river import ON_THE_TREE, river_solution
from tests.support.drawing.markup_checks import all_text, parsed

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def report() -> SessionReport:
    hands = (
        played(ON_THE_TREE, holes=("AcAd", "QdQc"), players=("Ann", "Bob")),
        played(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 f", holes=("AcAd", "????")),
    )
    return review_hands(Session(hands), river_solution())


def test_what_decisions_are_about() -> None:
    hand = played(
        "p3 cc, p1 f, p2 cbr 40, p3 cbr 120, p2 cbr 300, p3 cc, db QsJh2h, p2 cbr 100, p3 cc",
        stacks=(1000,) * 3,
        holes=("????", "QdTd", "9h8h"),
    )
    assert [street_of(each) for each in hand.decisions] == ["preflop"] * 6 + ["flop"] * 2
    assert [position_of(each) for each in hand.decisions] == [
        *("BTN", "SB", "BB", "BTN", "BB", "BTN", "BB", "BTN")
    ]
    assert [pot_type_of(each) for each in hand.decisions] == [
        *("unopened", "limped", "limped", "raised", "3-bet", "4-bet", "4-bet", "4-bet")
    ]
    assert [action_of(each) for each in hand.decisions] == [
        *("call", "fold", "raise", "raise", "raise", "call", "bet", "call")
    ]
    assert [hand_class_of(each) for each in hand.decisions] == [
        *("98s", "unknown", "QTs", "98s", "QTs", "98s", "top pair", "high card")
    ]


@pytest.mark.parametrize("by", BREAKDOWNS)
@pytest.mark.parametrize("name", [None, "Ann", "p1"])
def test_groups_add_up_and_the_worst_is_first(
    report: SessionReport, by: str, name: str | None
) -> None:
    groups = report.breakdown(by, name)
    whole = Total.of(report.decisions) if name is None else report.players[name]
    assert sum(total.decisions for total in groups.values()) == whole.decisions
    assert sum(total.within_error for total in groups.values()) == whole.within_error
    lost = [total.ev_loss.big_blinds for total in groups.values() if total.valued]
    assert isclose(sum(lost), whole.ev_loss.big_blinds)
    assert lost == sorted(lost, reverse=True)
    valued = [total.valued > 0 for total in groups.values()]
    assert valued == sorted(valued, reverse=True)
    for total in groups.values():
        assert (total.ev_loss.interval is None) == (total.valued == total.within_error)


def test_an_unknown_breakdown(report: SessionReport) -> None:
    with pytest.raises(InputError, match="position, pot type, action, hand class, got 'luck'"):
        report.breakdown("luck")


def test_csv_has_a_row_for_each_decision(report: SessionReport) -> None:
    rows = list(csv.DictReader(io.StringIO(review_csv(report))))
    assert len(rows) == len(report.decisions)
    for row, each in zip(rows, report.worst(), strict=True):
        assert row["player"] == each.decision.name
        if each.loss is None:
            assert row["loss_chips"] == ""
            continue
        assert each.loss.interval is not None
        assert float(row["loss_big_blinds"]) == each.loss.big_blinds
        assert (float(row["loss_low"]), float(row["loss_high"])) == each.loss.interval
        assert row["within_error"] == str(each.loss.is_within_error)
        assert row["iterations"] == str(river_solution().record.iterations)
        assert row["range_oop"] == river_solution().ranges[0].text()


def test_html_is_one_file_with_pictures(report: SessionReport) -> None:
    text = review_html(report)
    shown = all_text(parsed(re.sub(r"<!DOCTYPE html>|<style>.*?</style>", "", text)))
    for by in BREAKDOWNS:
        assert f"Big blinds lost by {by}" in shown
    assert text.count("<svg ") == len(BREAKDOWNS)
    assert "within error" in shown
    assert "exploitability" in shown
    # Nothing is loaded from elsewhere.
    assert not re.search(r'(?:src|href)="|url\(|<script|<link', text)


def test_reports_without_values() -> None:
    session = read_session([EXAMPLES / "session.phhs"])
    unknown = review_hands(session, RandomValues(read_spot(EXAMPLES / "turn.toml")), budget=None)
    assert "<svg " in review_html(unknown)
    empty = SessionReport({}, 0, (), ())
    assert review_csv(empty).count("\n") == 1
    assert "0 hands, 0 decisions" in review_html(empty)
