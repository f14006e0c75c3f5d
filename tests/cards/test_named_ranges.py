"""Preflop ranges by name, wherever a range is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fifthstreet.cards import RANGE_CHARTS, Range, find_chart, parse_hands, range_of_name
from fifthstreet.cards.equity import equity
from fifthstreet.cards.hands import matching_hands
from fifthstreet.cli import run
from fifthstreet.errors import InputError
from fifthstreet.pokerkit import parse_range
from fifthstreet.review import bundled
from fifthstreet.solvers.postflop import Spot, parse_spot
from fifthstreet.tree import POSITIONS

OPEN = range_of_name("6max:BTN.open")
RAISED = range_of_name("6max:LJ.four_bet")
Capture = pytest.CaptureFixture[str]


def test_every_range_of_every_file_has_a_name() -> None:
    names = 0
    for players in POSITIONS:
        for file in bundled(players):
            for (action, position), range_ in file.ranges.items():
                assert Range(f"{players}max_{file.stack:g}:{position}.{action}") == range_
                names += 1
    assert names > 300


def test_names_of_charts() -> None:
    assert len(RANGE_CHARTS) == 9
    assert "9max_100" in RANGE_CHARTS
    assert find_chart("6MAX") == find_chart("6max_100") == "6max_100"
    assert find_chart("6max_50") is None
    assert Range("6max:BTN.open") == Range(OPEN)
    assert Range(OPEN).weight("AA") == 1
    assert Range("6max:btn.Open") == Range("6max_100:BTN.open") != Range("6max_40:BTN.open")
    assert 8 < Range("9max:UTG+1.open").percent < Range("6max:LJ.open").percent


def test_names_have_weights_and_mix_with_hands() -> None:
    half = Range("6max:BTN.open").scaled(0.5)
    for text in ("6max:BTN.open:0.5", "6max:BTN.open:50%", "6max:BTN.open@50"):
        assert Range(text).weights == pytest.approx(half.weights)
    assert Range("6max:BTN.open, 72o") == Range(f"{OPEN},72o")
    assert Range("6max:BTN.open, AA:0") == Range(OPEN) - "AA"  # the last one counts
    assert Range("AA:0.5, 6max:BTN.open").weight("AA") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6max:BTN.opn", "must be one of open, .*, got '6max:BTN.opn'. Did you mean 'open'"),
        ("6max:SB.limp", "an action of 6max:SB must be one of open, .*, got '6max:SB.limp'"),
        ("9max_40:SB.open", "a chart must be one of 2max, .*9max, got '9max_40'"),
        ("6max:BB.call", r"three_bet.LJ, .*got '6max:BB.call'. Did you mean 'call.SB'\?"),
        ("6max:UTG.open", "like 6max:BTN.open, for LJ, HJ, CO, BTN, SB, BB, got '6max:UTG.open'"),
        ("6max", "a range of 6max must be like 6max:BTN.open, for LJ"),
        ("5max:BTN.open", "a chart must be one of 2max, 2max_40, 2max_20, .*got '5max'"),
        ("hu:BTN.open", "a chart must be one of 2max, .*got 'hu'"),
        ("6max:BTN.open:2", "a weight must be from 0 to 1"),
        ("AA:BTN", "a weight must be from 0 to 1"),
        ("6max:BTN.open 50%", "has two meanings"),
    ],
)
def test_unknown_names_say_what_exists(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        Range(text)
    assert "\n" not in str(raised.value)


def test_hands_by_class_may_name_ranges() -> None:
    half = matching_hands("6max:BTN.open:0.5")
    assert half.weights == pytest.approx(Range(OPEN).scaled(0.5).weights)
    without = matching_hands("6max:BTN.open & not AA").weights > 0  # conditions have no weights
    assert (without == ((Range(OPEN) - "AA").weights > 0)).all()
    both = matching_hands("top pair & 6max:BB.call.BTN", "QsJh2h")
    assert "QdTc" in both
    assert "KdTc" not in both


def test_the_command_line_reads_names(capsys: Capture) -> None:
    assert run(["range", "6max:BB.call.BTN", "--json"]) == 0
    called = Range("6max:BB.call.BTN").combos
    assert json.loads(capsys.readouterr().out)["combos"] == pytest.approx(called)
    assert run(["range", "6max:BB.cll.BTN"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error.endswith("got '6max:BB.cll.BTN'. Did you mean 'call.BTN'?\n")
    solve = ["solve", "--board", "QsJh2h7c4d", "--pot", "5.5", "--stack", "20", "--bets", "a"]
    ranges = ["--oop", "6max:BB.call.BTN", "--ip", "6max:BTN.open"]
    assert run([*solve, *ranges, "--target", "5", "--json"]) == 0
    capsys.readouterr()
    assert run([*solve, "--oop", "6max:BB.cal.BTN", "--ip", "AA"]) == 2
    assert "Did you mean 'call.BTN'?" in capsys.readouterr().err


def test_equities_spots_and_other_readers_read_names() -> None:
    assert len(parse_hands("6max:LJ.four_bet", 2)) == len(Range(RAISED))
    named, listed = equity("6max:LJ.four_bet", "QQ"), equity(RAISED, "QQ")
    assert named.players[0].equity == listed.players[0].equity
    ranges = "ranges = { oop = '6max:BB.call.BTN', ip = '6max:BTN.open' }"
    spot = parse_spot(f"board = 'QsJh2h'\npot = 5.5\nstack = 97.5\n{ranges}")
    assert spot.ranges[1] == Range(OPEN)
    assert spot == Spot.of("QsJh2h", 5.5, 97.5, oop="6max:BB.call.BTN", ip="6max:BTN.open")
    assert len(parse_range("6max:LJ.four_bet")) == len(Range(RAISED))


def test_charts_are_shown_by_name(capsys: Capture, tmp_path: Path) -> None:
    html = tmp_path / "btn.html"
    assert run(["chart", "2max_100", "btn", "--html", str(html)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("BTN first in\n")
    assert "BTN raised, against a 3-bet" in shown
    assert "BB against" not in shown
    assert html.read_text(encoding="utf-8").count("<svg") > 2
    assert run(["chart", "2max", "--json"]) == 0
    charts = json.loads(capsys.readouterr().out)["charts"]
    assert {chart["position"] for chart in charts} == set(POSITIONS[2])
    assert run(["chart", "2max_100", "X"]) == 2
    assert "must be one of BTN, BB, got 'X'" in capsys.readouterr().err
