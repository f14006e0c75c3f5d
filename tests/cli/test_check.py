"""`fifthstreet check`: what files are, and which parts of them are damaged."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.arena import MatchSettings, MatchStore, load_match, run_match
from fifthstreet.cli import run
from fifthstreet.interop.online.journal import Journal
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.support.storage import open_container
from tests.faults.files import KINDS, LINE_FILES

Capture = pytest.CaptureFixture[str]
RANGES = Path("src/fifthstreet/cards/data/preflop")


def checked(capsys: Capture, *paths: Path) -> tuple[int, dict[str, Any]]:
    code = run(["check", *map(str, paths), "--json"])
    captured = capsys.readouterr()
    assert captured.err == ""
    facts: dict[str, Any] = json.loads(captured.out)
    return code, facts


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of every kind."""
    folder = tmp_path_factory.mktemp("files")
    for kind, (write, _) in KINDS.items():
        write(folder / kind)
    (folder / "hands.phh").write_text(HAND)
    (folder / "ranges").mkdir()
    shutil.copy(next(RANGES.glob("*.toml")), folder / "ranges")
    return folder


HAND = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 7h2d', 'p2 f']
"""

EXPECTED = {
    "solution": "solution",
    "checkpoint": "checkpoint",
    "training of a tree": "training",
    "sampled training": "training",
    "blueprint": "training",
    "strategy": "strategy",
    "flops": "flops",
    "drills": "drills",
    "spot.toml": "spot",
    "hands.phh": "hand histories",
    "ranges": "preflop ranges",
}


def test_files_that_are_good(capsys: Capture, folder: Path) -> None:
    code, facts = checked(capsys, *(folder / name for name in EXPECTED))
    assert code == 0
    assert facts["ok"]
    assert [each["kind"] for each in facts["files"]] == list(EXPECTED.values())
    assert all(each["ok"] and not each["problems"] for each in facts["files"])
    assert facts["files"][0]["version"].startswith("format 3, fifthstreet ")


def test_solutions_say_how_far_they_were_solved(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a good file of a solve that was stopped early does not look like a good solution."""
    monkeypatch.setenv("COLUMNS", "300")
    spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    early, whole = tmp_path / "early.solution", tmp_path / "whole.solution"
    solve(spot, max_iterations=2).save(early)
    solve(spot).save(whole)
    code, facts = checked(capsys, early, whole)
    assert code == 0
    first, second = (each["basis"] for each in facts["files"])
    assert first[0].endswith("2 iterations")
    assert first[1].startswith("stopped early, before the target of 0.3% of the pot")
    assert len(second) == 1
    assert run(["check", str(early)]) == 0
    assert f"{early}: stopped early" in capsys.readouterr().out


def test_one_hand_is_not_called_hands(capsys: Capture, folder: Path) -> None:
    _, facts = checked(capsys, folder / "hands.phh")
    assert facts["files"][0]["content"] == "1 hand"


@pytest.mark.parametrize("name", EXPECTED)
def test_files_that_are_damaged(capsys: Capture, folder: Path, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "ranges":
        path.mkdir()
        (path / "six.toml").write_text("players = 6\nstack = 100\nopen = { UTG = 'nonsense' }")
    elif name == "hands.phh":
        path.write_text(HAND.replace("p2 f", "p2 cbr 99999"))
    else:
        content = bytearray((folder / name).read_bytes())
        content[len(content) - 40 if name in (*LINE_FILES, "spot.toml") else -1] ^= 1
        path.write_bytes(content)
    code, facts = checked(capsys, path, folder / "solution")
    assert code == 1
    assert not facts["ok"]
    assert [each["ok"] for each in facts["files"]] == [False, True]
    assert facts["files"][0]["problems"]
    assert run(["check", str(path)]) == 1
    output = " ".join(capsys.readouterr().out.split())
    assert "damaged" in output


def test_the_damaged_part_is_named(capsys: Capture, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "solution"
    content = bytearray((folder / "solution").read_bytes())
    container = open_container(folder / "solution", None)
    at = container.start + container.sections["ip/averages"].offset
    content[at + 3] ^= 8
    path.write_bytes(content)
    _, facts = checked(capsys, path)
    (problem,) = facts["files"][0]["problems"]
    assert problem.startswith(f"ip/averages (bytes {at:,} to ")
    assert problem.endswith("does not match its hash")


def test_cut_off_files(capsys: Capture, folder: Path, tmp_path: Path) -> None:
    for name in ("solution", *LINE_FILES):
        path = tmp_path / name
        path.write_bytes((folder / name).read_bytes()[:-10])
        code, facts = checked(capsys, path)
        assert code == 1
        assert facts["files"][0]["kind"] in (name, "fifthstreet file")


def test_files_that_cannot_be_read(capsys: Capture, folder: Path) -> None:
    code, facts = checked(capsys, folder / "none", folder / "solution")
    assert code == 2
    assert facts["files"][0]["problems"] == ["cannot be read: No such file or directory"]
    assert facts["files"][1]["ok"]


def matches(folder: Path) -> dict[str, Path]:
    """Play matches of several kinds, and leave some as an interrupted run would."""
    paths = {name: folder / f"{name}.match" for name in ("plain", "kept", "course", "carried")}
    common: dict[str, Any] = {"agents": ("random", "calling_station"), "seats": 2}
    run_match(MatchSettings("nlhe", hands=8, session_hands=4, **common), path=paths["plain"])
    kept = MatchSettings("nlhe", hands=4, session_hands=4, **common)
    run_match(kept, path=paths["kept"], keep_hands=True)
    course = MatchSettings("course", hands=4, session_hands=4, **common)
    run_match(course, path=paths["course"], keep_hands=True)
    carried = MatchSettings("nlhe", hands=4, session_hands=4, carry_stacks=True, **common)
    run_match(carried, path=paths["carried"])
    paths["begun"] = folder / "begun.match"
    MatchStore(paths["begun"], kept).close()
    paths["interrupted"] = folder / "interrupted.match"
    longer = MatchSettings("nlhe", hands=12, session_hands=4, **common)
    store = MatchStore(paths["interrupted"], longer)
    store.add(next(iter(load_match(paths["plain"])[1].values())))
    store.close()
    paths["online"] = folder / "online.match"
    journal = Journal(paths["online"], {"agent": "random"})
    journal.add({"number": 1, "won": 5})
    return paths


def test_matches_are_not_damaged_hand_histories(capsys: Capture, tmp_path: Path) -> None:
    paths = matches(tmp_path)
    code, facts = checked(capsys, *paths.values())
    assert [each["problems"] for each in facts["files"]] == [[]] * len(paths)
    assert code == 0
    found = dict(zip(paths, facts["files"], strict=True))
    assert {name: each["kind"] for name, each in found.items()} == {
        **dict.fromkeys(paths, "match"),
        "online": "online match",
    }
    assert found["plain"]["content"] == "2 sessions of nlhe, 8 of 8 hands"
    assert found["kept"]["content"] == "1 session of nlhe, 4 of 4 hands, 4 kept"
    assert found["begun"]["content"] == "0 sessions of nlhe, 0 of 4 hands"
    assert found["interrupted"]["content"] == "1 session of nlhe, 4 of 12 hands"
    assert found["online"]["content"] == "1 hand"


def test_damaged_matches(capsys: Capture, tmp_path: Path) -> None:
    paths = matches(tmp_path)
    with closing(sqlite3.connect(paths["plain"])) as connection, connection:
        connection.execute("UPDATE sessions SET result = replace(result, '4', '5')")
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE a (b)")
    online = paths["online"].read_bytes()
    paths["online"].write_bytes(online.replace(b'"won": 5', b'"won": 6'))
    code, facts = checked(capsys, paths["plain"], other, paths["online"])
    assert code == 1
    assert [each["problems"] for each in facts["files"]] == [
        ["damaged: session 0 does not match its hash"],
        ["not a match of the arena"],
        ["line 2 does not match its hash"],
    ]
