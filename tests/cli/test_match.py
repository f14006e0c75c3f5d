"""`fifthstreet match`: real hands in betting trees, typed or read from files."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.cli import match as match_command
from fifthstreet.cli import run
from fifthstreet.review import read_hands_of

TREE = (
    '--stack 45 --blinds 0.5,1 --chip 0.5 --preflop "raise 50%" --flop "bet 50%" --turn "bet 50%"'
)
LINE = f"match r:n:b2.00:c:n:k:k:n:b15.00 {TREE} --max-raises 1"
SESSION = Path(__file__).parents[2] / "examples" / "session.phhs"
SPOT = SESSION.with_name("turn.toml")


def answer(command: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command and return its JSON."""
    return json.loads(text(f"{command} --json", capsys))


def text(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(shlex.split(command)) == 0
    return capsys.readouterr().out


def test_a_path_is_found_or_lost(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(LINE, capsys)["found"]
    assert (found["match"], found["node"], found["lost_at"]) == ("lost", None, 5)
    assert found["subgame"] == {"street": "turn", "pot": 4, "stacks": [43, 43], "path": "r:b15"}
    exact = answer(f"match r:b2:c:n:k {TREE} --max-raises 1", capsys)["found"]
    assert (exact["match"], exact["lost_at"]) == ("good", None)
    assert exact["node"].startswith("r:b2:c:n")


def test_the_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    shown = text(LINE, capsys)
    assert "lost match: effective stack 28 against 41 in the tree, more than 15% apart" in shown
    assert (
        "to solve instead: turn, pot 4 (4.0 bb), stacks 43 (43.0 bb), 43 (43.0 bb), r:b15" in shown
    )
    compared = text(f"{LINE} --compare", capsys)
    assert "pseudo-harmonic-nearest" in compared
    assert compared.count("lost") == 8


def test_a_lost_hand_is_solved_for_the_hole_cards(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{LINE} --board AhTs3d7c --hole QdQc --ranges TT+,AK,76s --seconds 1"
    advice = answer(command, capsys)["advice"]
    assert (advice["source"], advice["board"]) == ("solve", "AhTs3d7c")
    assert sum(each["probability"] for each in advice["actions"]) == pytest.approx(1)
    named = LINE.replace(":n:k:k:n:", ":nAhTs3d:k:k:n7c:").replace("r:n:", "r:")
    again = answer(f"{named} --hole QdQc --ranges TT+,AK,76s --seconds 1", capsys)
    assert again["advice"]["board"] == "AhTs3d7c"


def test_hands_of_files(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"match {SESSION} {SPOT} --hand 3 --decision 8"
    found = answer(command, capsys)["found"]
    assert (found["match"], found["node"]) == ("good", "r:b120")


def test_comparing_mappings_reads_the_file_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []

    def count(path: Path) -> Any:
        read.append(path)
        return read_hands_of(path)

    monkeypatch.setattr(match_command, "read_hands_of", count)
    compared = answer(f"match {SESSION} {SPOT} --hand 3 --decision 8 --compare", capsys)
    assert len(compared["mappings"]) == 8
    assert read == [SESSION]


def test_legal_actions_that_the_tree_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    line = f"match r:b2 {TREE} --max-raises 1"
    found = answer(f"{line}", capsys)["found"]
    assert (found["match"], found["unrepresented"]) == ("poor", ["raise"])
    strict = answer(f"{line} --verify", capsys)["found"]
    assert (strict["match"], strict["node"]) == ("lost", None)


def test_other_stakes(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"match r:b4:c:n {TREE} --table-stack 90 --table-blinds 1,2"
    found = answer(command, capsys)["found"]
    assert found["match"] == "good"
