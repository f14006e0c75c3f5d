"""`fifthstreet preflop`."""

import json
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.cli import run
from fifthstreet.solvers.search.preflop import open_preflop
from fifthstreet.solvers.values import ValueNetwork
from tests.cli.push_or_fold import PUSH_OR_FOLD
from tests.solvers.values.networks import preflop_network


@pytest.fixture
def recipe(tmp_path: Path) -> str:
    path = tmp_path / "push.toml"
    path.write_text(PUSH_OR_FOLD)
    return str(path)


def data(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["preflop", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_recipe_is_solved_saved_and_drawn(
    recipe: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, html = tmp_path / "push.preflop", tmp_path / "push.html"
    files = ["--save", str(saved), "--html", str(html)]
    assert run(["preflop", recipe, "--target", "0.1", *files]) == 0
    shown = capsys.readouterr().out
    assert "after each of 0 lines" in shown
    assert "% of the pot" in shown
    assert open_preflop(saved).exploitability.pot_percent <= 0.1
    assert "AKs" in html.read_text(encoding="utf-8")
    assert run(["chart", str(saved), "--json"]) == 0
    charts = json.loads(capsys.readouterr().out)["charts"]
    assert [chart["path"] for chart in charts] == ["r", "r:a"]


def test_plain_data(recipe: str, capsys: pytest.CaptureFixture[str]) -> None:
    facts = data(capsys, recipe, "--target", "0.1")
    assert facts["exploitability"]["pot_percent"] <= 0.1
    assert facts["ev"]["BB"] == pytest.approx(-facts["ev"]["BTN"], abs=1e-6)
    aces = facts["charts"][0]["classes"]["AA"]
    assert aces["strategy"][1] > 0.99
    assert aces["ev"][1] > aces["ev"][0] == pytest.approx(0, abs=1e-9)
    assert facts["flop_lines"] == []


def test_options_replace_fields_of_a_recipe(
    recipe: str, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = data(capsys, recipe, "--stack", "3.3", "--ante", "0", "--max-iterations", "5")
    assert (facts["stack"], facts["antes"], facts["iterations"]) == (3.3, [], 5)


def test_a_solve_goes_on(recipe: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = str(tmp_path / "push.preflop")
    data(capsys, recipe, "--max-iterations", "20", "--target", "1e-9", "--save", saved)
    facts = data(capsys, "--resume", saved, "--max-iterations", "80", "--target", "1e-9")
    assert facts["iterations"] == 80
    assert open_preflop(saved).record.iteration == 80


def test_other_flops_are_measured(recipe: str, capsys: pytest.CaptureFixture[str]) -> None:
    facts = data(capsys, recipe, "--target", "0.1", "--held-out", "40")
    assert facts["held_out"]["flops"] == 40
    assert facts["held_out"]["exploitability"]["chips"] > facts["exploitability"]["chips"]


def network_file(folder: Path) -> str:
    """Save a network of zeros, with which hands are worth their equity all-in."""
    path = folder / "my.values"
    model = preflop_network(0, scale=0).model
    ValueNetwork("preflop", model, {"error_pot_percent": 12.5}).save(path)
    return str(path)


def test_only_the_betting_before_the_flop(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fifthstreet.solvers.values.preflop_leaves._FLOPS", 10)
    saved, network = tmp_path / "street.preflop", network_file(tmp_path)
    street = ["preflop", "--stack", "50", "--depth", "street", "--network", network]
    assert run([*street, "--save", str(saved)]) == 0
    shown = capsys.readouterr().out
    assert "50 chips, network for preflop (error 12.5% of the pot) after each of 3 lines" in shown
    assert "approximate: only the betting before the flop was solved" in shown
    facts = data(capsys, *street[1:], "--target", "0.2")
    assert (facts["leaf_values"], facts["leaf_error_pot_percent"]) == ("network for preflop", 12.5)
    assert facts["exploitability"]["pot_percent"] <= 0.2
    assert facts["flops"] == []
    assert [line["pot"] for line in facts["flop_lines"]] == [2, 4, 4]
    assert run(["chart", str(saved), "--json"]) == 0
    charts = json.loads(capsys.readouterr().out)["charts"]
    assert charts[0]["path"] == "r"
    assert run(["preflop", "--resume", str(saved)]) == 2
    assert "--resume requires a strategy with flops" in capsys.readouterr().err


def test_jam_or_fold_needs_no_network(recipe: str, capsys: pytest.CaptureFixture[str]) -> None:
    facts, known = (
        data(capsys, recipe, "--target", "0.02", *depth) for depth in (["--depth", "street"], [])
    )
    assert facts["charts"][0]["frequencies"] == pytest.approx(
        known["charts"][0]["frequencies"], abs=0.02
    )
    assert "leaf_values" not in facts


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--flops", "30"], "a subset must have 10, 25, 49, 85 or 184 flops"),
        (["--precision", "float32"], "--precision requires --depth hand"),
        (["--cluster", "auto"], "--cluster requires --depth hand"),
        (["--resume", "x.preflop"], "--resume requires --depth hand"),
        (["--bets", "50%"], "--bets requires --depth hand or --held-out"),
        (["--network", "x.values"], "x.values cannot be read"),
        (["--depth", "flop"], "--depth must be hand or street, got 'flop'"),
        (["--depth", "hand", "--network", "x.values"], "--network requires --depth street"),
        (["{jam}", "--flops", "25"], "--flops requires a game that gets to a flop"),
        (["{jam}", "--network", "x.values"], "--network requires a game that gets to a flop"),
    ],
)
def test_options_of_a_street(
    arguments: list[str], message: str, recipe: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [argument.format(jam=recipe) for argument in arguments]
    assert run(["preflop", "--depth", "street", *given]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--flops", "26"], "a subset must have 10, 25, 49, 85 or 184 flops"),
        (["--target", "0"], "--target must be above 0 percent, got 0"),
        (["--save-every", "0"], "--save-every must be above 0 seconds, got 0"),
        (["--blinds", "x"], "--blinds must be numbers like '1, 2', got 'x'"),
        (["--held-out", "5000"], "count must be 1 to 1,755 other flops, got 5000"),
        (
            ["--preflop", "9z"],
            "60%, 2.5x, 120c, 2.5bb, 20c3r, e, 2e, 3e200%, 33%*1.5:4, 3x r2 or a, got '9z'",
        ),
        (["--max-raises", "1, 1"], "max_raises must be one number, or four, got 2"),
        (["--time-limit", "-1"], "--time-limit must be at least 0 seconds, got -1"),
        (["--backend", "gpu"], "reference, cuda, got 'gpu'"),
        (["--resume", "push.preflop"], "--resume cannot be combined with a recipe"),
        (["--stack", "0.3"], "removed path 'r:c': the hand is over at 'r'"),
    ],
)
def test_bad_input(
    recipe: str, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["preflop", recipe, *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
