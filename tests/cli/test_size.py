"""`fifthstreet size`: exact counts, reductions, advice and errors."""

from pathlib import Path

import pytest

from fifthstreet.cli import run
from fifthstreet.solvers.game_size import Reductions, game_size, limit_rules
from fifthstreet.solvers.postflop import spot_toml
from tests.cli.small_spot import Capture, shown, shown_json, spot_on
from tests.thoroughness import slow

TURN = spot_on("QsJh2h7c")


@pytest.fixture
def spot_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("NO_COLOR", "1")
    path = tmp_path / "spot.toml"
    path.write_text(spot_toml(TURN), encoding="utf-8")
    return str(path)


def test_a_spot(capsys: Capture, spot_file: str) -> None:
    data = shown_json(capsys, ["size", spot_file, "--memory", "1GB", "--buckets", "5"])
    sizes = {step["name"]: step["size"] for step in data["alone"]}
    assert sizes["action menu"]["nodes"] == game_size(TURN).nodes
    assert sizes["5 buckets"]["information_sets"] == (
        game_size(TURN, Reductions(buckets=5)).information_sets
    )
    assert data["advice"] is None
    assert data["choice"]["memory"] == 10**9
    assert data["choice"]["command"] == f"fifthstreet solve {spot_file}"
    memory = str(int(0.6 * data["choice"]["bytes"]))
    smaller = shown_json(capsys, ["size", spot_file, "--memory", memory])
    assert smaller["choice"]["command"] == f"fifthstreet solve {spot_file} --precision int16"
    assert data["solve"]["time"]["target_pot_percent"] == 0.5
    assert data["solve"]["bytes"]["int16"] < data["solve"]["bytes"]["float32"]
    text = shown(capsys, ["size", f"holdem:{spot_file}", "--memory", "1 GB"])
    assert "for 1.0 GB of memory: all hands, float32 tables" in text
    assert f"fifthstreet solve {spot_file}" in text.replace("\n", "")
    assert "one after the other" in text
    assert "to 0.5% of the pot" in text


def test_options_replace_the_menu(capsys: Capture, spot_file: str) -> None:
    options = ["--bets", "50%", "--raises", "", "--max-raises", "1"]
    smaller = shown_json(capsys, ["size", spot_file, *options])
    larger = shown_json(capsys, ["size", spot_file, "--bets", "25%, 50%, 75%"])
    nodes = [data["alone"][1]["size"]["nodes"] for data in (smaller, larger)]
    assert nodes[0] < nodes[1]


def test_games_from_the_blinds(capsys: Capture) -> None:
    options = ["--max-raises", "2", "--stack", "20", "--memory", "100MB", "--flops", "25"]
    data = shown_json(capsys, ["size", "nlhe", *options])
    assert [step["name"] for step in data["together"]][:4] == [
        *("any bet", "action menu", "suit isomorphism", "25 flops"),
    ]
    assert data["together"][0]["size"]["nodes"] > 10**20
    assert data["advice"]["reductions"]["recall"] is False
    assert data["solve"] is None
    data = shown_json(capsys, ["size", "lhe"])
    merged = game_size(limit_rules(), Reductions(isomorphism=True))
    assert data["together"][2]["size"]["information_sets"] == merged.information_sets
    three = shown_json(capsys, ["size", "nlhe", "--players", "3", "--stack", "5"])
    assert three["alone"][0]["size"] is None
    assert "counting all bets needs two equal stacks" in three["alone"][0]["problem"]


def test_other_games(capsys: Capture) -> None:
    assert shown_json(capsys, ["size", "kuhn"])["information_sets"] == 12
    assert "936" in shown(capsys, ["size", "leduc"])


def test_examples(capsys: Capture) -> None:
    data = shown_json(capsys, ["size", "--examples"])
    assert [row["name"] for row in data["phases"]] == ["phase-1", "phase-2", "phase-3"]
    assert data["phases"][0]["nodes"] == 8_476_461
    assert [f"{row['product']:.1e}" for row in data["examples"]] == [
        *("1.1e+10", "1.8e+11", "1.1e+12", "6.2e+10"),
    ]
    text = shown(capsys, ["size", "--examples"])
    for words in ("100 billion", "10+ trillion", "100 million", "4.79e+09", "8.51e+10"):
        assert words in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "specify a game: a spot file, nlhe, lhe, kuhn"),
        (["chess"], "game must be one of kuhn"),
        (["missing.toml"], "missing.toml"),
        (["kuhn", "--stack", "5"], "--stack does not apply to kuhn"),
        (["lhe", "--max-raises", "5"], "--max-raises does not apply to lhe"),
        (
            ["nlhe", "--memory", "lots"],
            "--memory must be bytes, like 8GB, 500MB or 1e9, got 'lots'",
        ),
        (["nlhe", "--memory", "0"], "--memory must be bytes, like 8GB, 500MB or 1e9, got '0'"),
        (["nlhe", "--memory", "1e999"], "--memory must be bytes, like 8GB, 500MB or 1e9, got"),
        (["nlhe", "--flops", "50"], "a subset must have 10, 25, 49, 85 or 184 flops"),
        (["nlhe", "--buckets", "0"], "buckets must be at least 1, got 0"),
        (["nlhe", "--players", "11"], "stacks must be 2 to 10, one per player, got 11"),
        (["nlhe", "--stack", "x"], "--stack must be numbers like '1, 2', got 'x'"),
        *slow((["nlhe", "--players", "6"], "the tree has more than 50,000,000 nodes")),
    ],
)
def test_bad_input(capsys: Capture, arguments: list[str], message: str) -> None:
    assert run(["size", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert message in output.err
