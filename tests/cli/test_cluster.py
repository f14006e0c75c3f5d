"""`--cluster`: the same results as without, and errors in one line."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.cli import run
from tests.cli.small_spot import Capture, shown_json
from tests.support.executors.contract import PackingExecutor
from tests.thoroughness import slow

RECIPE = Path(__file__).parents[2] / "examples/recipes/preflop.toml"
SPOT = """
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
# Limps to one flop, which has no bets.
PREFLOP = """
stack = 4
flops = ["2c2d2h"]
sizes.preflop = { raise = "a" }
sizes.flop = { bet = "", raise = "" }
sizes.turn = { bet = "", raise = "" }
sizes.river = { bet = "", raise = "" }
tree = { max_raises = [1, 0, 0, 0] }
"""
TRAIN = ["train", "--game", "nlhe", "--stack", "10", "--sizes", "a", "--last-street", "preflop"]
TRAIN += ["--abstraction", str(RECIPE), "--iterations", "100000"]
PARTS = ["--parts", "1"]  # of which the tables are those of one process, up to rounding


@pytest.fixture
def commands(tmp_path: Path) -> dict[str, list[str]]:
    spot, preflop = tmp_path / "spot.toml", tmp_path / "preflop.toml"
    spot.write_text(SPOT)
    preflop.write_text(PREFLOP)
    return {
        "flops": ["flops", str(spot), "--sample", "3", "--backend", "native", "--threads", "1"],
        "arena": ["arena", "random", "calling_station", "--game", "leduc", "--hands", "60"],
        "preflop": ["preflop", str(preflop), "--max-iterations", "3", "--backend", "native"],
        "train": [*TRAIN, *PARTS],
    }


def without_times(data: Any) -> Any:
    """Return plain data without measured times and speeds."""
    if isinstance(data, list):
        return sorted(map(without_times, data), key=repr)
    if not isinstance(data, dict):
        return data
    return {name: without_times(value) for name, value in data.items() if "second" not in name}


@pytest.mark.parametrize("name", ["flops", "arena", *slow("preflop", "train")])
def test_results_are_those_without_a_cluster(
    name: str, commands: dict[str, list[str]], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def packing(cluster: str, **_: int) -> PackingExecutor:
        asked.append(cluster)
        return PackingExecutor(3)

    expected = shown_json(capsys, commands[name])
    module = importlib.import_module(f"fifthstreet.cli.{name}")
    monkeypatch.setattr(module, "open_executor", packing)
    found = shown_json(capsys, [*commands[name], "--cluster", "10.0.0.1:6379"])
    assert asked == ["10.0.0.1:6379"]
    if name == "train":  # changes of floats are added to them, which rounds
        assert found["iterations"] == expected["iterations"]
        found, expected = found["exploitability"], expected["exploitability"]
        assert found == pytest.approx(expected, rel=1e-3)
        return
    assert without_times(found) == without_times(expected)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["preflop", "train"])
def test_runs_are_resumed(
    name: str,
    commands: dict[str, list[str]],
    tmp_path: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = importlib.import_module(f"fifthstreet.cli.{name}")
    monkeypatch.setattr(module, "open_executor", lambda *_, **__: PackingExecutor(3))
    flag, more = {
        "preflop": ("--save", ["--max-iterations", "5", "--backend", "native"]),
        "train": ("--out", ["--iterations", "200000", "--abstraction", str(RECIPE), *PARTS]),
    }[name]
    results = []
    for where in ([], ["--cluster", "auto"]):
        path = str(tmp_path / f"file{len(where)}")
        shown_json(capsys, [*commands[name], flag, path, *where])
        results.append(shown_json(capsys, [name, "--resume", path, *more, *where]))
    assert results[0]["iterations"] == results[1]["iterations"]
    first, second = (result["exploitability"] for result in results)
    assert first == (second if name == "preflop" else pytest.approx(second, rel=1e-3))


@pytest.mark.parametrize("name", ["flops", "arena", "preflop", "train"])
def test_no_cluster_at_an_address(
    name: str, commands: dict[str, list[str]], capsys: Capture
) -> None:
    pytest.importorskip("ray")
    assert run([*commands[name], "--cluster", "127.0.0.1:1"]) == 2
    error = capsys.readouterr().err
    assert "no Ray cluster at '127.0.0.1:1' (" in error
    assert error.count("error: ") == 1


def test_what_does_not_go_together(commands: dict[str, list[str]], capsys: Capture) -> None:
    assert run([*commands["arena"], "--workers", "2", "--cluster", "auto"]) == 2
    assert "--workers cannot be combined with --cluster" in capsys.readouterr().err
    assert run(["train", "--game", "kuhn", "--iterations", "9", "--cluster", "auto"]) == 2
    assert "--cluster requires --game nlhe" in capsys.readouterr().err
