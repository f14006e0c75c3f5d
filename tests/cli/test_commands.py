"""`fifthstreet equity`, `range` and `evaluate`: output as pictures and as JSON."""

import json
import subprocess
import sys
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest

from fifthstreet import __version__, equity
from fifthstreet.cards import CLASS_NAMES, Range
from fifthstreet.cards.hands import HAND_TYPES
from fifthstreet.cli import run
from fifthstreet.cli.app import COMMANDS, load_command
from fifthstreet.views import range_svg

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")


def shown(capsys: Capture, *arguments: str) -> str:
    """Run a command and return its standard output; standard error must be empty."""
    assert run(list(arguments)) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def shown_json(capsys: Capture, *arguments: str) -> Any:
    output = shown(capsys, *arguments, "--json")
    assert output.count("\n") == 1
    return json.loads(output)


def percent(share: float) -> str:
    return f"{share:.3%}"


def test_version(capsys: Capture) -> None:
    assert shown(capsys, "--version") == f"fifthstreet {__version__}\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ([], ["equity", "range", "evaluate", "--version"]),
        (["equity"], ["--board", "--dead", "--game", "--method", "--samples", "--seed", "--json"]),
        (["range"], ["--dead", "--board", "--svg", "--json"]),
        (["solve"], ["--board", "--target", "--save", "--json"]),
        (
            ["show"],
            ["--hand", "--classes", "--distribution", "--report", "--svg", "--html", "--json"],
        ),
        (["compare"], ["--at", "--actions", "--player", "--json"]),
        (["lock"], ["--hands", "--target", "--save", "--json"]),
        (["flops"], ["--sample", "--save", "--export", "--json"]),
        (["histories"], ["--to", "--output", "--player", "--json"]),
        (["advise"], ["--solution", "--blueprint", "--hole", "--unit", "--json"]),
        (["review"], ["--solution", "--solve", "--worst", "--json"]),
        (["tree"], ["--stack", "--depth", "--svg", "--json"]),
        (["abstraction"], ["--out", "--buckets", "--hands", "--threads", "--json"]),
        (["train"], ["--game", "--resume", "--svg", "--list", "--json"]),
        (
            ["values"],
            ["--shards", "--workers", "--checkpoint", "--situations", "--cases", "--json"],
        ),
        (["doctor"], ["--backend", "--threads", "--json"]),
        (["evaluate"], ["--board", "--type", "--json"]),
    ],
)
def test_help(capsys: Capture, command: list[str], words: list[str]) -> None:
    output = shown(capsys, *command, "--help")
    assert all(word in output for word in words)


def test_paragraphs_of_help_are_single_lines() -> None:
    """Typer keeps the line breaks of all but the first, whatever the width of the terminal."""
    for name in COMMANDS:
        _, *paragraphs = cleandoc(load_command(name).callback.__doc__ or "").split("\n\n")
        assert not any("\n" in paragraph.strip() for paragraph in paragraphs), name


def test_no_command_shows_the_help(capsys: Capture) -> None:
    assert run([]) == 2
    captured = capsys.readouterr()
    assert "Usage:" in captured.out + captured.err
    assert "Traceback" not in captured.err


def test_equity_table(capsys: Capture) -> None:
    output = shown(capsys, "equity", "AA", "KK,76s", "--board", "2c7d9h")
    result = equity("AA", "KK,76s", board="2c7d9h")
    assert "holdem equity on 2c7d9h" in output
    for text, player in zip(("AA", "KK,76s"), result.players, strict=True):
        (row,) = [line for line in output.splitlines() if f" {text} " in line]
        assert percent(player.equity) in row
        assert percent(player.win) in row
        assert percent(player.tie) in row
        assert " exact " in row
        assert row.count("█") == int(player.equity * 14)
    assert f"exact: {result.deals:,} deals in " in output
    assert "±" not in output
    assert "by low" not in output


def test_equity_table_of_samples(capsys: Capture) -> None:
    arguments = ["AA", "KK", "--method", "sample", "--samples", "20000", "--seed", "5"]
    output = shown(capsys, "equity", *arguments, "--threads", "2")
    result = equity("AA", "KK", method="sample", samples=20_000, seed=5)
    for player in result.players:
        assert percent(player.equity) in output
        assert f"± {percent(player.error)}" in output
    assert f"sampled: {result.deals:,} deals in " in output
    assert "± is a 95% interval" in output


def test_equity_table_of_split_pots(capsys: Capture) -> None:
    hands = ("As2hKsQh", "KdKcJdTc")
    output = shown(capsys, "equity", *hands, "--game", "omaha-8", "--board", "3c4d8h")
    assert "by low" in output
    for player in equity(*hands, game="omaha-8", board="3c4d8h").players:
        assert percent(player.low) in output


def test_equity_grid(capsys: Capture) -> None:
    output = shown(capsys, "equity", "AA,KQs", "random", "--board", "2c7d9h", "--grid")
    assert "equity of each hand of AA,KQs, percent" in output
    assert "equity of each hand of random, percent" in output
    result = equity("AA,KQs", "random", board="2c7d9h")
    assert result.hands is not None
    aces_equity = result.hands[0][Range.parse("AA").hands()].mean()
    lines = output.splitlines()
    (row, _) = [index for index, line in enumerate(lines) if line.startswith("AA ")]
    assert lines[row + 1].split()[0] == f"{100 * float(aces_equity):.1f}"
    assert output.count("72o") == 1  # only a random hand has it


def test_hands_are_shown_as_written(capsys: Capture) -> None:
    """Brackets are range notation, not terminal markup."""
    output = shown(capsys, "equity", "[50]AA[/50]", "KK", "--board", "[2c 7d 9h]")
    assert "[50]AA[/50]" in output
    assert "[2c 7d 9h]" in output


def test_equity_json(capsys: Capture) -> None:
    facts = shown_json(capsys, "equity", "AA", "KK", "--board", "2c7d9h", "--dead", "Ks")
    result = equity("AA", "KK", board="2c7d9h", dead="Ks")
    assert set(facts) == {
        "game",
        "method",
        "exact",
        "deals",
        "seconds",
        "players",
        "hands",
        "board",
        "dead",
    }
    assert (facts["hands"], facts["board"], facts["dead"]) == (["AA", "KK"], "2c7d9h", "Ks")
    assert (facts["game"], facts["method"], facts["exact"]) == ("holdem", result.method, True)
    assert facts["deals"] == result.deals
    for row, player in zip(facts["players"], result.players, strict=True):
        assert set(row) == {"equity", "win", "tie", "low", "error"}
        assert row["equity"] == player.equity


def test_equity_json_of_samples(capsys: Capture) -> None:
    arguments = ["equity", "AA", "KK", "--method", "sample", "--samples", "1", "--seed"]
    first, same_seed, other_seed = (
        shown_json(capsys, *arguments, seed)["players"] for seed in ("3", "3", "4")
    )
    assert first == same_seed != other_seed
    assert first[0]["error"] > 0


def test_range_picture(capsys: Capture) -> None:
    output = shown(capsys, "range", "TT+,AKs:0.5", "--dead", "As")
    held = Range.parse("TT+,AKs:0.5").without(1 << 51)
    names = [name for name in CLASS_NAMES if held.weight(name) > 0]
    assert [word for word in output.split() if word in CLASS_NAMES] == names
    assert f"{held.combos:g} combos, {held.percent:.2f}% of hands" in output
    assert held.text() in output


def test_range_svg_file(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "range.svg"
    output = shown(capsys, "range", "TT+,AKs:0.5", "--svg", str(path))
    assert output.endswith(f"written to {path}\n")
    assert path.read_text(encoding="utf-8") == range_svg(Range.parse("TT+,AKs:0.5"))


def test_range_json(capsys: Capture) -> None:
    facts = shown_json(capsys, "range", "TT+,AKs:0.5", "--dead", "As Kh")
    held = Range.parse("TT+,AKs:0.5").without(1 << 51 | 1 << 46)
    assert set(facts) == {"text", "combos", "percent", "dead", "grid", "hands"}
    assert facts["combos"] == held.combos
    assert facts["percent"] == held.percent
    assert facts["dead"] == "AsKh"
    assert facts["grid"] == held.grid().tolist()
    assert Range.parse(facts["text"]) == held
    assert facts["hands"] == dict(held)


def test_range_on_a_board(capsys: Capture) -> None:
    facts = shown_json(capsys, "range", "AA, top pair & A♥x♥", "--board", "QsJh2h")
    assert facts["board"] == "QsJh2h"
    assert facts["made"] == {"overpair": 6, "top pair": 1}
    assert facts["draws"] == {"flush draw": 1, "backdoor flush draw": 3, "no draw": 3}
    output = shown(capsys, "range", "AA:0.5", "--board", "QsJh2h")
    assert "3 combos" in output
    assert "overpair" in output


def test_evaluate_picture(capsys: Capture) -> None:
    output = shown(capsys, "evaluate", "AsKs", "--board", "QsJsTs2h3d")
    assert "straight flush  A♠ K♠ Q♠ J♠ T♠" in output
    assert "strength 7462 of 7462" in output


@pytest.mark.parametrize("name", HAND_TYPES)
def test_evaluate_json(capsys: Capture, name: str) -> None:
    hole, board = {
        "eight-or-better low": ("As5h4d3c2s", ""),
        "Omaha high": ("AsKh9d9c", "QdJcTs"),
        "Omaha eight-or-better low": ("As5hKdKc", "4d3c2s"),
        "Greek high": ("AsKh", "QdJcTs"),
        "Leduc high": ("KsQh", ""),
        "2-1-1 high": ("AsTh9d", ""),
    }.get(name, ("AsKhQdJcTs", ""))
    facts = shown_json(capsys, "evaluate", hole, "--board", board, "--type", name)
    hand = HAND_TYPES[name].hand(hole, board)
    assert facts == {
        "type": name,
        "cards": str(hand),
        "category": str(hand.label),
        "strength": hand.strength,
        "strongest": HAND_TYPES[name].strongest,
    }


def test_the_program_runs_as_a_module() -> None:
    def run_module(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "fifthstreet", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    result = run_module("equity", "AA", "KK", "--board", "2c7d9h", "--json")
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["players"][0]["equity"] == pytest.approx(0.91616, abs=5e-6)
    failed = run_module("equity", "AA", "KK", "--board", "2c2c")
    assert (failed.returncode, failed.stdout) == (2, "")
    assert failed.stderr == "error: the card 2c appears twice in '2c2c'\n"
