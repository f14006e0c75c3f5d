"""Aggregation reports of PioSOLVER."""

from pathlib import Path

import pytest

from fifthstreet.cards import parse_cards
from fifthstreet.errors import InputError
from fifthstreet.formats import parse_pio_report, pio_report_text, read_pio_report
from fifthstreet.solvers.postflop import FlopFile, Spot, load_flops
from fifthstreet.solvers.postflop.flops.flops import FlopResult

# A header that PioSOLVER wrote, with other numbers.
REPORT = """\
Flop,Global %,OOP Equity,OOP EV,OOP EQR,IP Equity,IP EV,IP EQR,BET 152 freq,CHECK freq
2h 2d 2c,100,56,150,120,44,80,80,81.5,18.5
3c 2d 2c,100,50,115,100,50,115,100,55,45

ALL,,53,132.5,110,47,97.5,90,68,32
"""


def test_reading(tmp_path: Path) -> None:
    (tmp_path / "report.csv").write_text(REPORT, encoding="utf-8")
    rows = read_pio_report(tmp_path / "report.csv")
    assert [row.flop for row in rows] == [parse_cards("2h2d2c"), parse_cards("3c2d2c")]
    assert rows[0].values["BET 152 freq"] == 81.5
    assert rows[1].values["IP EV"] == 115


@pytest.mark.parametrize("equity", [None, 0.5])
def test_solved_flops_come_back(tmp_path: Path, equity: float | None) -> None:
    spot = Spot.of("2h2d2c", 230, 900, oop="AA,76s", ip="KK,QJs", bets="66%")
    file = FlopFile(tmp_path / "solved.flops", spot, {})
    file.add(FlopResult("2h2d2c", 50.0, (150.0, 80.0), (0.25, 0.75), 0.31, 90, 1.0, {}, equity))
    report = pio_report_text(load_flops(tmp_path / "solved.flops"))
    (row,) = parse_pio_report(report.text)
    assert row.flop == parse_cards("2h2d2c")
    assert row.values["OOP EV"] == 150
    assert (row.values["CHECK freq"], row.values["BET 152 freq"]) == (25, 75)
    assert "how exact the EVs are: up to 0.31% of the pot can be won from them" in report.losses
    if equity is None:
        assert "equities and EQR: the flops were solved without them" in report.losses
    else:
        assert row.values["OOP EQR"] == pytest.approx(100 * 150 / 115, rel=1e-5)
        assert row.values["IP EQR"] == pytest.approx(100 * 80 / 115, rel=1e-5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: an aggregation report must have a column 'Flop'"),
        ("a,b\n1,2", "line 1: an aggregation report must have a column 'Flop'"),
        ("Flop,EV\n2h2d2c,1,2", "line 2: cells must be 2, as in the first line, got 3"),
        ("Flop,EV\n2h2d2c,much", "line 2: EV must be a number, got 'much'"),
    ],
)
def test_bad_reports(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_pio_report(text)
