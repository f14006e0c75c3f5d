"""Reviews as tables, in which totals carry the error of their decisions."""

from typing import Any

import pytest
from tests.support.drawing.markup_checks import all_text, parsed

from fifthstreet.review import SessionReport
from fifthstreet.views.pictures.reviews import (
    mean_exploitability,
    session_block,
    session_data,
    totals_table,
    worst_table,
)


def decision(player: str, street: str, error: float | None, loss: float | None) -> dict[str, Any]:
    return {
        "label": "hands.phhs, hand 1",
        "player": player,
        "street": street,
        "hole": "KhQh",
        "board": "QsJh2h" if street == "flop" else "",
        "pot": 12.5,
        "action": "c",
        "best": None if loss is None else "b30",
        "frequency": None if loss is None else 0.25,
        "ev_loss": None
        if loss is None
        else {
            "chips": 2 * loss,
            "big_blinds": loss,
            "interval_big_blinds": [max(loss - 0.5, 0), loss + 0.5],
            "within_error": loss <= 0.5,
        },
        "exploitability_pot_percent": error,
        "actions": [{"action": "c"}],
    }


def total(decisions: int, valued: int, lost: float, outside: int = 0) -> dict[str, Any]:
    return {
        "decisions": decisions,
        "good": decisions - outside,
        "poor": 0,
        "lost": 0,
        "outside": outside,
        "valued": valued,
        "within_error": min(valued, 1),
        "stopped_early": min(valued, 1),
        "ev_loss_interval_big_blinds": [lost - 0.5, lost + 0.5],
        "ev_loss_big_blinds": lost,
        "mean_ev_loss_big_blinds": lost / valued if valued else None,
    }


DATA: dict[str, Any] = {
    "hands": 1,
    "left_out": [{"hand": "x", "reason": "y"}],
    "players": {
        "<Ann>": total(3, 2, 1.5)
        | {"streets": {"preflop": total(1, 0, 0, outside=1), "flop": total(2, 2, 1.5)}},
        "Bob": total(1, 0, 0) | {"streets": {"flop": total(1, 0, 0)}},
    },
    "decisions": [
        decision("<Ann>", "flop", 0.2, 1.25),
        decision("<Ann>", "flop", 0.4, 0.25),
        decision("<Ann>", "preflop", 9.0, None),
        decision("Bob", "flop", None, None) | {"hole": None},
    ],
}


def test_the_error_is_the_mean_over_valued_decisions() -> None:
    assert mean_exploitability(DATA["decisions"], "<Ann>") == pytest.approx(0.3)
    assert mean_exploitability(DATA["decisions"], "<Ann>", "preflop") is None
    assert mean_exploitability(DATA["decisions"], "Bob") is None
    data = session_data(DATA)
    ann = data["players"]["<Ann>"]
    assert ann["exploitability_pot_percent"] == pytest.approx(0.3)
    assert ann["streets"]["flop"]["exploitability_pot_percent"] == pytest.approx(0.3)
    assert data["players"]["Bob"]["exploitability_pot_percent"] is None
    assert "exploitability_pot_percent" not in DATA["players"]["<Ann>"]


def test_tables() -> None:
    table = totals_table(session_data(DATA))
    assert [row[0] for row in table.rows] == ["<Ann>", "  flop", "Bob", "  flop"]
    assert table.rows[0][-5:] == ("1", "1.50", "0.50", "0.75", "0.30%")
    assert table.rows[2][-5:] == ("-", "-", "-", "-", "-")
    assert table.bold_rows == frozenset({0, 2})
    worst = worst_table(DATA["decisions"])
    assert worst.rows[0][4:] == ("12.5", "c", "b30", "25.0%", "1.25 ± 0.50", "0.20%")
    assert worst.rows[1][-2] == "within error: 0.25 ± 0.50"
    assert worst.rows[3][-3:] == ("-", "-", "-")


def test_html_is_escaped_and_complete() -> None:
    html = session_block(DATA)
    assert html == session_block(DATA)
    text = all_text(parsed(html))
    for part in (
        "1 hand, 4 decisions, 4 of them answered",
        "<Ann>",
        "K♥ Q♥",
        "Q♠ J♥ 2♥",
        "(cards unknown)",
        "1 hand left out",
        "within error: losses smaller than the error that the strategies' exploitability allows",
        "expl.: mean exploitability of the strategies",
        "1 decision valued by a solution that was stopped early",
    ):
        assert part in text


def test_an_empty_review() -> None:
    report = SessionReport({}, 0, (), ())
    assert "0 hands, 0 decisions, 0 of them answered" in all_text(parsed(report._repr_html_()))
