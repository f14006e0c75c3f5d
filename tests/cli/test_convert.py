"""`fifthstreet convert`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fifthstreet.cards import Range
from fifthstreet.cli import run
from fifthstreet.formats import (
    parse_texas_parameters,
    read_pio_report,
    read_pio_script,
    read_texas_result,
)
from fifthstreet.formats.convert import READ, recognise
from fifthstreet.solvers.postflop import (
    FlopFile,
    FlopResult,
    evaluate_strategy,
    read_spot,
    solve,
    spot_toml,
)
from tests.cli.small_spot import SPOT, Capture, shown, shown_json, spot_on
from tests.formats.same_trees import assert_same_betting
from tests.formats.test_pio_report import REPORT
from tests.formats.test_ranges import NODE

DATA = Path(__file__).parent.parent / "formats" / "data"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "spot.toml").write_text(spot_toml(SPOT), encoding="utf-8")
    (tmp_path / "node.json").write_text(json.dumps(NODE), encoding="utf-8")
    (tmp_path / "hands.txt").write_text("TT+,AKs:0.5\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_spot_to_piosolver_and_back(folder: Path, capsys: Capture) -> None:
    output = shown(capsys, ["convert", "spot.toml", "spot.txt", "--to", "pio"])
    assert output.splitlines() == ["toml to pio", "written to spot.txt"]
    assert_same_betting(read_pio_script("spot.txt").spot.tree, SPOT.tree)
    assert shown_json(capsys, ["convert", "spot.txt", "back.toml"]) == {
        "source": "spot.txt",
        "target": "back.toml",
        "from": "pio",
        "to": "toml",
        "losses": [],
    }
    back = read_spot("back.toml")
    assert back.ranges == SPOT.ranges
    assert_same_betting(back.tree, SPOT.tree)


def test_what_is_lost_is_shown(folder: Path, capsys: Capture) -> None:
    output = shown(capsys, ["convert", "spot.toml", "spot.txt", "--to", "texas"])
    assert "lost: 4 of 10 decisions have other bets in TexasSolver" in output
    assert parse_texas_parameters(Path("spot.txt").read_text(encoding="utf-8")).spot.pot == 100


def test_a_solution_to_texassolver(folder: Path, capsys: Capture) -> None:
    solution = solve(SPOT, target_pot_percent=1)
    solution.save("river.solution")
    data = shown_json(capsys, ["convert", "river.solution", "river.json"])
    assert data["losses"][0] == "the spot: board, pot, stacks, ranges and rake"
    measured = evaluate_strategy(read_texas_result("river.json", SPOT))
    assert measured.chips == pytest.approx(solution.exploitability.chips, rel=1e-4)
    shown(capsys, ["convert", "river.json", "again.json", "--spot", "spot.toml"])
    first, second = (json.loads(Path(name).read_text()) for name in ("river.json", "again.json"))
    assert first["actions"] == second["actions"]
    shown(capsys, ["convert", "river.solution", "river.toml"])
    assert read_spot("river.toml") == SPOT


def test_a_result_to_a_spot(folder: Path, capsys: Capture) -> None:
    spot = str(DATA / "texas_turn.txt")
    arguments = ["convert", str(DATA / "texas_turn.json"), "turn.toml"]
    assert shown_json(capsys, [*arguments, "--spot", spot])["losses"] == ["the strategy"]
    assert read_spot("turn.toml").tree.actions(0) == ("k", "b5")
    assert run(arguments) == 2
    assert "does not contain its spot: specify" in capsys.readouterr().err


def test_settings_are_kept_or_lost(folder: Path, capsys: Capture) -> None:
    source = str(DATA / "texas_turn.txt")
    data = shown_json(capsys, ["convert", source, "turn.txt", "--to", "pio"])
    assert data["losses"] == [
        "the number of iterations: 100",
        "the number of threads: 2",
        "the file to save: texas_turn.json",
    ]
    assert "set_accuracy 0.003 fraction" in Path("turn.txt").read_text(encoding="utf-8")


def test_solved_flops(folder: Path, capsys: Capture) -> None:
    file = FlopFile("solved.flops", spot_on("QsJh2h"), {})
    file.add(FlopResult("QsJh2h", 50.0, (60.0, 40.0), (0.5, 0.25, 0.25), 0.31, 90, 1.0))
    data = shown_json(capsys, ["convert", "solved.flops", "report.csv"])
    assert data["from"] == "flops"
    (row,) = read_pio_report("report.csv")
    assert row.values["BET 50 freq"] == 25


def test_ranges(folder: Path, capsys: Capture) -> None:
    shown(capsys, ["convert", "hands.txt", "weights.txt", "--to", "weights"])
    text = Path("weights.txt").read_text(encoding="utf-8")
    assert len(text.split()) == 1326
    shown(capsys, ["convert", "weights.txt", "blocks.txt", "--to", "block-range"])
    assert Path("blocks.txt").read_text(encoding="utf-8") == "TT+,[50]AKs[/50]\n"
    shown(capsys, ["convert", "node.json", "call.txt", "--to", "range", "--action", "c"])
    assert Range(Path("call.txt").read_text(encoding="utf-8")) == Range("AA:0.25,A5s:0.25")


def test_recognised_formats(folder: Path) -> None:
    assert recognise("spot.toml") == "toml"
    assert recognise("hands.txt") == "range"
    assert recognise("node.json") == "hrc"
    assert recognise(DATA / "pio_config.txt") == "pio-config"
    assert recognise(DATA / "texas_turn.txt") == "texas"
    assert recognise(DATA / "texas_turn.json") == "texas-result"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.txt", "a.toml"], "cannot read 'nothing.txt'"),
        (
            ["spot.toml", "a.txt"],
            "format of a.txt is unknown: specify --to with one of toml, pio, texas",
        ),
        (["spot.toml", "a.txt", "--to", "word"], "format must be one of toml, pio"),
        (["spot.toml", "a.txt", "--from", "word"], f"format must be one of {READ[0]}"),
        (
            ["spot.toml", "a.txt", "--to", "weights"],
            "'toml' can be converted to toml, pio, texas, got 'weights'",
        ),
        (["spot.toml", "a.json"], "'toml' has no strategy: convert a solution or texas-result"),
        (["hands.txt", "a.toml"], "'range' can be converted to range"),
        (
            ["hands.txt", "a.txt", "--to", "range", "--action", "c"],
            "--action requires a file of hrc, got 'range'",
        ),
        (["spot.toml", "a.toml", "--action", "c"], "--action requires a file of hrc, got 'toml'"),
        (["node.json", "a.txt", "--to", "range", "--action", "k"], "action must be one of f, c"),
        (["report.csv", "a.toml"], "report.csv: unknown format: specify --from with one of"),
        (["other.json", "a.toml"], "other.json: neither a result of TexasSolver nor"),
        (["broken.json", "a.toml"], "broken.json: line 1: not JSON"),
        (["bad.txt", "a.toml"], "bad.txt: line 2: the pot must be a number, got 'x'"),
        (
            ["result.json", "a.toml", "--spot", "bad.txt"],
            "bad.txt: line 2: the pot must be a number",
        ),
        (["result.json", "a.toml", "--spot", "spot.toml"], "result.json: not a result of"),
    ],
)
def test_bad_input(folder: Path, capsys: Capture, arguments: list[str], message: str) -> None:
    (folder / "report.csv").write_text(REPORT, encoding="utf-8")
    (folder / "other.json").write_text("{}", encoding="utf-8")
    (folder / "broken.json").write_text("{", encoding="utf-8")
    (folder / "result.json").write_text('{"node_type": "chance_node"}', encoding="utf-8")
    (folder / "bad.txt").write_text("set_range OOP AA\nset_pot 0 0 x\n", encoding="utf-8")
    assert run(["convert", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert message in error
    assert not list(folder.glob("a.*"))
