"""`fifthstreet flops`: tables, JSON, saved results and interrupts."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.cli import run
from fifthstreet.solvers.postflop import Flop, FlopResult, deal_flops, group_flops, solve_flops
from fifthstreet.solvers.postflop.spot.spot_file import parse_spot
from tests.cli.small_spot import Capture, shown, shown_json

TEXT = """
board = "QsJh2h"
pot = 60
stack = 60
[ranges]
oop = "AA,KQs"
ip = "QQ,AJs"
[sizes]
flop = { bet = "a", raise = "" }
turn = { bet = "", raise = "" }
river = { bet = "", raise = "" }
"""
SPOT = parse_spot(TEXT)


@pytest.fixture
def spot_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write the spot to a file and set a wide terminal."""
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("NO_COLOR", "1")
    path = tmp_path / "spot.toml"
    path.write_text(TEXT)
    return str(path)


def test_json_matches_the_python_api(capsys: Capture, spot_file: str) -> None:
    data = shown_json(capsys, ["flops", spot_file, "--sample", "4", "--seed", "2"])
    flops = deal_flops(SPOT, sample=4, seed=2)
    solved = list(solve_flops(flops))
    assert data["actions"] == ["k", "a"]
    assert [each["board"] for each in data["flops"]] == [flop.board for flop in flops]
    assert [each["ev"] for each in data["flops"]] == [list(each.ev) for each in solved]
    groups = group_flops(list(zip([flop.count for flop in flops], solved, strict=True)))
    assert [each["name"] for each in data["groups"]] == [group.name for group in groups]
    assert data["groups"][0]["ev"] == pytest.approx(groups[0].ev)
    errors = [each["exploitability_pot_percent"] for each in data["flops"]]
    assert min(errors) <= data["groups"][0]["exploitability_pot_percent"] <= max(errors)
    assert data["missing"] == 0


def test_other_decisions(capsys: Capture, spot_file: str, tmp_path: Path) -> None:
    saved, table = tmp_path / "flops.jsonl", tmp_path / "flops.csv"
    command = ["flops", spot_file, "--sample", "3", "--save", str(saved), "--export", str(table)]
    command += ["--at", "x", "--at", "x/x/n"]
    data = shown_json(capsys, command)
    assert set(data["groups"][0]["lines"]) == {"r:k", "r:k:k:n"}
    decision = data["groups"][0]["lines"]["r:k"]
    assert (decision["player"], decision["actions"]) == ("ip", ["k", "a"])
    assert sum(decision["frequencies"]) == pytest.approx(1)
    assert 0 < decision["reach"] <= 1
    again = shown_json(capsys, command)  # from the file
    assert again["groups"] == data["groups"]
    assert "r:k a,r:k ev_oop,r:k ev_ip,r:k reach,r:k:k:n k," in table.read_text()
    output = shown(capsys, command)
    assert "r:k: what IP does" in output
    assert "r:k:k:n: what OOP does" in output


def test_lines_that_nobody_takes_are_said_to_mean_little(capsys: Capture, spot_file: str) -> None:
    lock = '[[lock]]\npath = "r"\nstrategy = { k = 1 }\n'
    Path(spot_file).write_text(TEXT + lock, encoding="utf-8")
    output = shown(capsys, ["flops", spot_file, "--sample", "3", "--at", "a", "--at", "x"])
    note = "{} is almost never reached on 3 of 3 flops: their "
    assert note.format("r:a") in output
    assert note.format("r:k") not in output


def test_table(capsys: Capture, spot_file: str) -> None:
    output = shown(capsys, ["flops", spot_file, "--sample", "3"])
    for word in (
        "EV OOP",
        "check",
        "all-in 60",
        "100.0%",
        "high",
        "flops in",
        "per minute",
        "error: mean",
    ):
        assert word in output


def test_saved_flops_are_not_solved_again(
    capsys: Capture, spot_file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = str(tmp_path / "flops.jsonl")
    arguments = ["flops", spot_file, "--sample", "4", "--save", saved]
    first = shown_json(capsys, arguments)
    solved_boards: list[str] = []

    def recorded(flops: list[Flop], **options: Any) -> Iterator[FlopResult]:
        solved_boards.extend(flop.board for flop in flops)
        return solve_flops(flops, **options)

    monkeypatch.setattr("fifthstreet.solvers.postflop.solve_flops", recorded)
    again = shown_json(capsys, arguments)
    assert solved_boards == []
    assert again["flops"] == first["flops"]
    # A larger sample with the same seed adds flops.
    more = shown_json(capsys, ["flops", spot_file, "--sample", "6", "--save", saved])
    boards = {each["board"] for each in first["flops"]}
    assert solved_boards == [each["board"] for each in more["flops"] if each["board"] not in boards]


def test_interrupts_keep_the_solved_flops(
    capsys: Capture, spot_file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "flops.jsonl"

    def interrupted(flops: list[Flop], **options: Any) -> Iterator[FlopResult]:
        yield from solve_flops(flops[:2], **options)
        raise KeyboardInterrupt

    monkeypatch.setattr("fifthstreet.solvers.postflop.solve_flops", interrupted)
    arguments = ["flops", spot_file, "--sample", "4", "--save", str(saved)]
    data = shown_json(capsys, arguments, code=130)
    assert (len(data["flops"]), data["missing"]) == (2, 2)
    assert len(saved.read_text().splitlines()) == 3
    monkeypatch.undo()
    assert shown_json(capsys, arguments)["missing"] == 0


def test_export(capsys: Capture, spot_file: str, tmp_path: Path) -> None:
    path = tmp_path / "flops.csv"
    data = shown_json(capsys, ["flops", spot_file, "--sample", "3", "--export", str(path)])
    text = path.read_text()
    rows = list(csv.DictReader(line for line in text.splitlines() if line[0] != "#"))
    assert text.startswith("# OOP ")
    assert "# tree: pot " in text
    assert [row["board"] for row in rows] == [each["board"] for each in data["flops"]]
    assert [float(row["k"]) for row in rows] == [each["frequencies"][0] for each in data["flops"]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at", "x/x/2c"], "--at must have n in place of dealt cards, got 'x/x/2c'"),
        (["--at", "x/x"], "--at must be a line to a decision, got 'x/x'"),
        (["--sample", "0"], "sample must be from 1 to 22,100 flops, got 0"),
        (["--precision", "int8"], "precision must be float32 or int16, got 'int8'"),
        (["--backend", "tpu"], "backend must be one of auto, native, reference, cuda, got 'tpu'"),
        (["--schedule", "fast"], "discounted, steady, predictive, got 'fast'"),
        (["--time-limit", "-1"], "--time-limit must be at least 0 seconds"),
        (["--save", "."], " must be a file to write, got a folder"),
        (["--export", "./none/flops.csv"], "must be in an existing folder"),
    ],
)
def test_bad_input(
    capsys: Capture, spot_file: str, tmp_path: Path, arguments: list[str], message: str
) -> None:
    options = [
        each.replace(".", str(tmp_path), 1) if each.startswith(".") else each for each in arguments
    ]
    assert run(["flops", spot_file, "--sample", "2", *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err
    assert [each.name for each in tmp_path.iterdir()] == ["spot.toml"]


def test_a_subset_of_flops(capsys: Capture, spot_file: str) -> None:
    options = ["--subset", "25", "--max-iterations", "2", "--target", "100"]
    data = shown_json(capsys, ["flops", spot_file, *options])
    assert sum(flop["count"] for flop in data["flops"]) == 22_100
    assert len(data["flops"]) == data["subset"]["flops"] == 25
    error = data["subset"]["oop_equity"] - data["subset"]["oop_equity_on_all_flops"]
    assert 0 < abs(error) < 0.1
    text = shown(capsys, ["flops", spot_file, *options])
    assert "25 flops represent all 22,100: OOP's equity is " in text
    assert "in a three-bet pot, the EV of a hand class by 2.00% of the pot (RMS)" in " ".join(
        text.split()
    )
    assert [each["name"] for each in data["subset"]["matchups"]] == ["raised", "three_bet"]
    assert shown_json(capsys, ["flops", spot_file, "--sample", "1"])["subset"] is None
    assert run(["flops", spot_file, "--subset", "26"]) == 2
    assert "a subset must have 10, 25, 49, 85 or 184 flops" in capsys.readouterr().err
