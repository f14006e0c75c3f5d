"""Amounts in big blinds beside chips, in commands whose spot or hand knows its big blind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.cli import run

Capture = pytest.CaptureFixture[str]
SPOT = """
board = "QsJh2h7c4d"
pot = 60
stack = 200

[ranges]
oop = "AA,KQs"
ip = "QQ,AJs"

[sizes]
river = { bet = "50%", raise = "60%" }

[tree]
max_raises = 1
"""
TREE = ["--stack", "200", "--blinds", "1,2", "--bets", "50%,a", "--raises", "3x"]


@pytest.fixture(params=[10, None])
def big_blind(request: pytest.FixtureRequest) -> Any:
    """The big blind of the spot, None if it does not name one."""
    return request.param


@pytest.fixture
def spot(tmp_path: Path, big_blind: float | None) -> Path:
    """A spot file with a big blind, or without."""
    path = tmp_path / "spot.toml"
    path.write_text(SPOT + ("" if big_blind is None else f"min_bet = {big_blind}\n"))
    return path


def shown(capsys: Capture, *arguments: str | Path) -> str:
    assert run([str(each) for each in arguments]) == 0
    return capsys.readouterr().out


def test_solve_and_show_have_big_blinds(
    capsys: Capture, spot: Path, big_blind: float | None, tmp_path: Path
) -> None:
    file = tmp_path / "spot.solution"
    root = [shown(capsys, "solve", spot, "--save", file), shown(capsys, "show", file)]
    answer = shown(capsys, "show", file, "b30")
    hand = shown(capsys, "show", file, "b30", "--hand", "QQ")
    if big_blind is None:
        assert "bb" not in "".join([*root, answer, hand])
        return
    for text in root:
        assert "pot 60 (6.0 bb), behind 200 (20.0 bb)" in text
        assert "bet 30 (3.0 bb, 50%)" in text
    assert "pot 90 (9.0 bb), behind 170 (17.0 bb) / 200 (20.0 bb)" in answer
    assert "call 30 (3.0 bb)" in answer
    assert "call 30 (3.0 bb)" in hand


def test_json_has_the_big_blind(
    capsys: Capture, spot: Path, big_blind: float | None, tmp_path: Path
) -> None:
    file = tmp_path / "spot.solution"
    solved = json.loads(shown(capsys, "solve", spot, "--save", file, "--json"))
    assert solved["big_blind"] == big_blind
    assert json.loads(shown(capsys, "show", file, "--json"))["big_blind"] == big_blind


def test_match_has_big_blinds_of_the_real_hand(capsys: Capture) -> None:
    table = ["match", "r:b30:c:n", *TREE, "--table-blinds", "5,10", "--table-stack", "1000"]
    text = shown(capsys, *table)
    assert "b30     3.0  100%" in text
    assert "b6 as b30 (3.0 bb), a as b970 (97.0 bb)" in text
    assert json.loads(shown(capsys, *table, "--json"))["found"]["big_blind"] == 10
    same = shown(capsys, "match", "r:b6:c:n", *TREE, "--json")
    assert json.loads(same)["found"]["big_blind"] == 2
