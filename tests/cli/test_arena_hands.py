"""Files of hands that `fifthstreet arena` writes, and hands that it replays."""

import json
from pathlib import Path

import pytest

from fifthstreet.cli import run
from fifthstreet.game.notation import read_hands

MATCH = [
    *("arena", "random", "calling_station", "--game", "course", "--seats", "3"),
    *("--hands", "12", "--session-hands", "6", "--workers", "1"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_hands_are_written_in_three_forms(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--phh", "hands.phhs", "--record", "record.txt", "--record-json", "record.jsonl"]
    command = [*MATCH, "--out", "match.db", "--keep-hands", *files]
    assert run(command) == 0
    out = capsys.readouterr().out
    assert "written to hands.phhs" in out
    assert "written to record.txt" in out
    assert "written to record.jsonl" in out
    assert len(list(read_hands([folder / "hands.phhs"]))) == 12
    record = (folder / "record.txt").read_text()
    assert record.count("*** Game ") == 12
    assert "*** Match over: 12 games ***" in record
    lines = (folder / "record.jsonl").read_text().splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["hand"] * 12 + ["summary"]
    (folder / "record.txt").unlink()
    assert run(command) == 0  # the match is over: only the files are written
    assert (folder / "record.txt").read_text() == record


def test_a_hand_is_replayed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*MATCH, "--out", "match.db", "--keep-hands"]) == 0
    capsys.readouterr()
    assert run(["arena", "--replay", "match.db", "--hand", "1.2.0"]) == 0
    out = capsys.readouterr().out
    assert "course hold'em: session 1, table 2, hand 0" in out
    assert "preflop:" in out
    assert "replayed to the cards and payoffs on record" in out
    assert run(["arena", "--replay", "match.db", "--hand", "1.2.0", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["hand"] == "1.2.0"
    assert sum(data["payoffs"]) == 0
    assert len(data["hole_cards"]) == 3
    assert "variant = 'FT'" in data["phh"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            [*MATCH, "--record", "r.txt"],
            "--phh, --record and --record-json require --out and --keep-hands",
        ),
        (
            [*MATCH, "--game", "plo", "--record", "r.txt", "--out", "m.db", "--keep-hands"],
            "the course record requires Texas hold'em, got pot-limit Omaha",
        ),
        (
            [*MATCH, "--record", "r", "--phh", "r", "--out", "m.db", "--keep-hands"],
            "got r for two",
        ),
        (["arena", "--hand", "0.0.0"], "--hand requires --replay"),
        (["arena", "--replay", "m.db"], "no file 'm.db'"),
        (["arena", "--replay", "m.db", "--hand", "0.0.0"], "no file 'm.db'"),
        (
            ["arena", "random", "--replay", "m.db", "--hand", "0.0.0"],
            "--replay cannot be combined with agents",
        ),
    ],
)
def test_errors(
    arguments: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) != 0
    assert message in capsys.readouterr().err
    assert not list(folder.iterdir())


def test_hands_that_were_not_kept_are_missed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*MATCH, "--out", "match.db"]) == 0
    capsys.readouterr()
    assert run([*MATCH, "--out", "match.db", "--keep-hands", "--record", "record.txt"]) != 0
    assert "match.db has 0 of the 12 hands played" in capsys.readouterr().err
    assert [each.name for each in folder.iterdir()] == ["match.db"]
