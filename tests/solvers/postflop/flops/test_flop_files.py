"""Files of solved flops: what a kill leaves, and what is refused."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Flop, FlopFile, FlopResult, Spot, export_flops
from fifthstreet.support.storage import LineFile
from fifthstreet.tree import Rake

SPOT = Spot.of("QsJh2h", 60, 60, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="")
SETTINGS: dict[str, Any] = {"target": 0.5, "seconds": None}
RESULTS = [
    FlopResult("AsKd2c", 12.5, (31.25, 28.75), (0.25, 0.75), 0.4, 30, 0.5),
    FlopResult("7h7d7c", 9.0, (1 / 3, 60 - 1 / 3), (1.0, 0.0), 0.0, 1, 0.125),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two flops."""
    file = FlopFile(tmp_path / "flops", SPOT, SETTINGS)
    for result in RESULTS:
        file.add(result)
    return tmp_path / "flops"


def test_results_read_back(path: Path) -> None:
    opened = FlopFile(path, SPOT, SETTINGS)
    assert list(opened.results.values()) == RESULTS


def test_the_board_of_the_spot_does_not_matter(path: Path) -> None:
    assert FlopFile(path, replace(SPOT, board=(0, 1, 2)), SETTINGS).results


def test_a_kill_at_any_byte_loses_only_the_incomplete_line(path: Path) -> None:
    whole = path.read_bytes()
    header, first, _ = whole.splitlines(keepends=True)
    for size in range(len(header), len(whole), 7):
        path.write_bytes(whole[:size])
        file = FlopFile(path, SPOT, SETTINGS)
        kept = RESULTS[: int(size >= len(header) + len(first))]
        assert list(file.results.values()) == kept
        file.add(RESULTS[1])  # after the complete lines
        assert list(FlopFile(path, SPOT, SETTINGS).results.values()) == [*kept, RESULTS[1]]


def test_a_changed_byte_loses_one_flop(path: Path) -> None:
    before = FlopFile(path, SPOT, SETTINGS).results
    whole = path.read_text()
    path.write_text(whole.replace("31.25", "31.75"))
    file = FlopFile(path, SPOT, SETTINGS)
    assert file.damaged == 1
    assert len(file.results) == len(before) - 1
    assert file.results.items() <= before.items()


@pytest.mark.parametrize(
    "changes",
    [
        {"ev": ["a", "b"]},
        {"ev": [1.0]},
        {"frequencies": []},
        {"matchups": 0},
        {"iterations": 1.5},
        {"lines": {"r": {}}},
        {"lines": None},
        {"seconds": True},
        {"extra": 1},
    ],
)
def test_records_that_lie_are_skipped(path: Path, changes: dict[str, Any]) -> None:
    """Their hashes are right, but their contents are not those of a flop."""
    lines = LineFile(path, "fifthstreet flops", 2, json.loads(facts_line(path)))
    lines.add({**lines.records[0], "board": "2c2d2h", **changes})
    file = FlopFile(path, SPOT, SETTINGS)
    assert file.damaged == 1
    assert "2c2d2h" not in file.results


def facts_line(path: Path) -> str:
    header = json.loads(path.read_text().splitlines()[0])
    return json.dumps({name: header[name] for name in ("matchup", "settings")})


@pytest.mark.parametrize(
    ("spot", "settings", "message"),
    [
        (replace(SPOT, rake=Rake(0.05)), SETTINGS, r"run \(different matchup\): use a new file"),
        (SPOT, {**SETTINGS, "target": 0.1}, r"run \(different settings\): use a new file"),
    ],
)
def test_files_of_other_runs_are_refused(
    path: Path, spot: Spot, settings: dict[str, Any], message: str
) -> None:
    before = path.read_bytes()
    with pytest.raises(InputError, match=message):
        FlopFile(path, spot, settings)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["", "board,ev\n", "[1, 2]\n", '{"kind": "x"}\n', "no line"])
def test_files_of_other_kinds_are_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other"
    path.write_text(content)
    with pytest.raises(InputError, match="use another path"):
        FlopFile(path, SPOT, SETTINGS)
    assert path.read_text() == content


def test_export(tmp_path: Path) -> None:
    flops = [
        Flop(replace(SPOT, board=board), count)
        for board, count in (((50, 45, 0), 12), ((1, 2, 3), 4))
    ]
    done = {flops[0].board: replace(RESULTS[0], board=flops[0].board)}
    export_flops(tmp_path / "flops.csv", flops, done, ("k", "a"))
    lines = (tmp_path / "flops.csv").read_text().splitlines()
    (row,) = csv.DictReader(line for line in lines if line[0] != "#")
    assert sum(line[0] == "#" for line in lines) == 3  # both ranges and the tree
    assert (row["board"], row["count"], float(row["ev_oop"])) == (flops[0].board, "12", 31.25)
    assert [float(row["k"]), float(row["a"])] == [0.25, 0.75]


def test_lines_are_plain_json(path: Path) -> None:
    header, first, _ = (json.loads(line) for line in path.read_text().splitlines())
    assert header["matchup"]["ranges"]["oop"] == SPOT.ranges[0].text()
    assert first["board"] == "AsKd2c"
