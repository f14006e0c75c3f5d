"""`fifthstreet histories`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from fifthstreet.cli import run
from fifthstreet.game.notation import read_hands
from tests.game.notation.samples import ROOT, sample
from tests.game.notation.texts import POKERSTARS

Capture = pytest.CaptureFixture[str]
BAD = POKERSTARS.replace("raises $4 to $6", "raises $1 to $3")
CASH = str(ROOT / "pokerstars" / "cash.txt")


def shown(capsys: Capture, *arguments: str) -> str:
    assert run(["histories", *arguments]) == 0
    return capsys.readouterr().out


def test_summary(capsys: Capture) -> None:
    output = shown(capsys, str(ROOT / "pokerstars"))
    assert "PokerStars" in output
    assert "fixed-limit badugi" in output
    assert "30 hands of" in output
    assert "1 unfinished" in output
    assert "played from 2020-04-10 to 2022-01-09" in output


def test_json(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_text(f"{POKERSTARS}\n{BAD}", encoding="utf-8")
    data = json.loads(shown(capsys, str(tmp_path), "--json"))
    assert data["hands"] == 1
    assert data["games"][0]["site"] == "PokerStars"
    assert data["players"] == {"ann": 1, "bob": 1, "big cat": 1}
    (error,) = data["errors"]
    assert (error["source"], error["line"]) == ("hands.txt", 30)


@pytest.mark.parametrize("form", ["phh", "ohh", "pokerstars"])
def test_conversion(capsys: Capture, tmp_path: Path, form: str) -> None:
    expected = [hand.finishing_stacks for hand in read_hands(Path(CASH))]
    output = shown(capsys, CASH, "--to", form)
    assert [hand.finishing_stacks for hand in read_hands(output)] == expected
    path = tmp_path / "converted.txt"
    assert shown(capsys, CASH, "--to", form, "--output", str(path)) == ""
    assert [hand.finishing_stacks for hand in read_hands(path)] == expected


def test_open_hand_histories_hold_every_game_of_pokerstars(capsys: Capture) -> None:
    assert run(["histories", str(ROOT / "pokerstars"), "--to", "ohh"]) == 0
    captured = capsys.readouterr()
    assert len(list(read_hands(captured.out))) == 30
    assert captured.err == ""


def test_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    text = sample("winamax/cash.txt").encode("utf-16")  # decoded like a file
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert json.loads(shown(capsys, "-", CASH, "--json"))["hands"] == 4


def test_one_hand_is_not_called_hands(capsys: Capture) -> None:
    assert "1 hand of 3 players" in shown(capsys, str(ROOT / "pokerstars" / "unfinished.txt"))


def test_words_are_not_cut_on_narrow_terminals(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    output = shown(capsys, str(ROOT))
    table = output.partition(" hands of ")[0].splitlines()
    assert max(map(len, table)) <= 60
    assert "high/low-split" in output
    assert "deuce-to-seven" in output


def test_player(capsys: Capture) -> None:
    assert json.loads(shown(capsys, CASH, "--player", "marla", "--json"))["hands"] == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument"),
        (["missing.txt"], "missing.txt"),
        ([sys.executable], "it is not a text file"),
        ([CASH, "--to", "xml"], "--to must be one of phh, ohh, pokerstars, got 'xml'"),
        ([CASH, "--output", "x.txt"], "--output requires --to"),
        ([CASH, "--to", "phh", "--json"], "--to cannot be combined with --json"),
        ([CASH, "--player", "nobody"], "no hands found"),
    ],
)
def test_bad_input(capsys: Capture, arguments: list[str], message: str) -> None:
    assert run(["histories", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_only_bad_hands(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(BAD, encoding="utf-8")
    assert run(["histories", str(path)]) == 2
    assert "line 10: action 4 of 6, 'p3 cbr 3' of big cat" in capsys.readouterr().err


def test_hands_are_compared_with_the_rules(capsys: Capture, tmp_path: Path) -> None:
    published = (ROOT / "published/hands.phhs").read_text()
    path = tmp_path / "hands.phhs"
    path.write_text(published.replace("[572100, 1997500, 1109500]", "[572101, 1997500, 1109499]"))
    data = json.loads(shown(capsys, str(path), "--audit", "--json"))["audit"]
    assert data["results"] == {"same": 3, "raked": 0, "different": 1, "undecided": 0, "refused": 0}
    assert data["findings"] == ["hand 1: different: the stacks differ from the rules by 1, 0, -1"]
    output = shown(capsys, str(path), "--audit")
    assert "stacks as stated, with the stated rake" in output
    assert "the stacks differ from the rules by 1, 0, -1" in output
