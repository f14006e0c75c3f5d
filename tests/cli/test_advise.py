"""`fifthstreet advise`: the actions of a strategy in a hand in progress."""

import io
import json
import re
from pathlib import Path

import pytest

from fifthstreet.cli import run
from tests.review.hand_texts import TO_THE_RIVER, history
from tests.review.river import river_solution

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("advise")
    line = f"{TO_THE_RIVER}, p1 cc, p2 cbr 100"
    (folder / "live.phh").write_text(history(line, holes=("AcAd", "????")), encoding="utf-8")
    (folder / "over.phh").write_text(history(f"{line}, p1 f"), encoding="utf-8")
    (folder / "empty.phh").write_text("", encoding="utf-8")
    river_solution().save(folder / "river.solution")
    return folder


@pytest.fixture(autouse=True)
def _in_the_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("NO_COLOR", "1")


def test_the_end_of_an_unfinished_hand(capsys: Capture) -> None:
    command = ["advise", "live.phh", "--solution", "river.solution"]
    assert run(command) == 0
    output = capsys.readouterr().out
    assert output.startswith("player 1 with A♦ A♣ on the river  Q♠ J♥ 2♥ 7♣ 4♦")
    assert "good match at r:k:b100" in output
    assert f"{river_solution().record.iterations:,} iterations" in output
    assert re.search(r"^c +10\.0 .*\n", output, re.MULTILINE)  # 100 chips in big blinds
    assert run([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["node"], data["big_blind"]) == ("r:k:b100", 10)
    assert sum(each["probability"] for each in data["actions"]) == pytest.approx(1)


def test_a_chart_answers_before_the_flop(capsys: Capture) -> None:
    text = history("p2 cbr 25", holes=("AcAd", "????"))
    Path("early.phh").write_text(text, encoding="utf-8")
    assert run(["advise", "early.phh", "--solution", "river.solution"]) == 0
    output = capsys.readouterr().out
    assert "outside match, answered by a preflop chart" in output
    assert "in the chart" in output
    assert re.search(r"^b100 +10\.0 +\d.* b10\b", output, re.MULTILINE)
    assert "chart hu100" in output
    assert "exploitability 0.20% of the starting pot" in output  # of the chart


def test_a_hand_from_the_standard_input(
    capsys: Capture, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = (folder / "live.phh").read_bytes()
    command = ["advise", "-", "--solution", "river.solution", "--json"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(live)))
    assert run(command) == 0
    assert json.loads(capsys.readouterr().out)["node"] == "r:k:b100"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert run(command) == 2
    assert "standard input: it has no hands" in capsys.readouterr().err


def test_a_decision_of_a_hand(capsys: Capture) -> None:
    command = ["advise", "over.phh", "--solution", "river.solution", "--decision", "10"]
    assert run([*command, "--hole", "AcAd", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["node"] == "r:k:b100"


def test_players_are_shown_by_name(capsys: Capture, folder: Path) -> None:
    line = f"{TO_THE_RIVER}, p1 cc, p2 cbr 100"
    text = history(line, holes=("AcAd", "????"), players=("Ann", "Bob"))
    (folder / "named.phh").write_text(text, encoding="utf-8")
    command = ["advise", "named.phh", "--solution", "river.solution"]
    assert run(command) == 0
    assert capsys.readouterr().out.startswith("Ann with A♦ A♣ on the river")
    assert run([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Ann"
    assert run([*command, "--decision", "9"]) == 2
    assert "hole cards of Bob are unknown: give them as hand, or --hole" in capsys.readouterr().err


def test_without_a_file_charts_advise_before_the_flop(folder: Path, capsys: Capture) -> None:
    text = history("p2 cbr 25", holes=("AsKs", "????"))
    (folder / "early.phh").write_text(text, encoding="utf-8")
    assert run(["advise", "early.phh", "--json"]) == 0
    advice = json.loads(capsys.readouterr().out)
    assert (advice["source"], advice["notes"][0]) == ("chart", "chart hu100")
    assert all(each["ev"] is not None for each in advice["actions"])
    assert run(["advise", "early.phh"]) == 0
    assert "answered by a preflop chart" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["live.phh", "--solution", "river.solution", "--blueprint", "hu100"],
            "specify one of --solution FILE and --blueprint FILE, got both",
        ),
        (["over.phh", "--solution", "river.solution"], "must end before a player's action"),
        (["empty.phh", "--solution", "river.solution"], "empty.phh: it has no hands"),
        (["none.phh", "--solution", "river.solution"], "cannot read 'none.phh'"),
        (
            ["live.phh", "--solution", "river.solution", "--hand", "2"],
            "--hand must be from 1 to 1, got 2",
        ),
        (
            ["live.phh", "--solution", "river.solution", "--decision", "99"],
            "decision must be 1 to 9, got 99",
        ),
        (["live.phh", "--solution", "river.solution", "--hole", "Ax"], "'Ax'"),
    ],
)
def test_errors_are_one_line(capsys: Capture, arguments: list[str], message: str) -> None:
    assert run(["advise", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_help(capsys: Capture) -> None:
    assert run(["advise", "--help"]) == 0
    assert "legal actions with" in capsys.readouterr().out
