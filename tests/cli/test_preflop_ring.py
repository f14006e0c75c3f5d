"""`fifthstreet preflop --seats`."""

import json
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.cli import run

OPTIONS = ("preflop", "--after", "checked-down", "--target", "2")


def output(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run([str(each) for each in arguments]) == 0
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output(capsys, *arguments, "--json"))
    return found


def test_charts_files_and_resuming(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "three.ring", tmp_path / "three.html"
    options = ("--seats", 3, "--stack", 20, "--save", file, "--html", page)
    shown = output(capsys, *OPTIONS, *options)
    for text in ("BTN first to act", "gain of a best response", "no guarantee"):
        assert text in shown
    assert "<svg" in page.read_text()
    answer = data(capsys, "preflop", "--resume", file, "--target", 1)
    assert answer["exploitability"]["pot_percent"] <= 1
    assert answer["after"] == "checked down"
    assert set(answer["positions"]) == {"SB", "BB", "BTN"}
    assert answer["charts"][0]["classes"]["AA"]["ev"][1] > 0
    assert "BB against BTN's raise" in output(capsys, "chart", file)


def test_recipes_and_options_of_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = tmp_path / "table.toml"
    recipe.write_text('stacks = [9, 8, 7]\nsizes = { preflop = { raise = "a" } }\n')
    answer = data(capsys, *OPTIONS, recipe, "--rake-rate", 0.05, "--rake-cap", 1)
    assert answer["stacks"] == [9, 8, 7]
    assert answer["rake"] == {"rate": 0.05, "cap": 1}
    assert data(capsys, *OPTIONS, recipe, "--payouts", "50,30,20")["payouts"] == [50, 30, 20]
