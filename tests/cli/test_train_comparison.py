"""`fifthstreet train --compare`: a table, a picture and JSON of several algorithms on one game."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from fifthstreet import solvers
from fifthstreet.cli import run, train_comparison
from tests.cli.small_spot import Capture, shown, shown_json

COMPARE = ["train", "--game", "kuhn", "--compare", "cfr, cfr+,external", "--iterations", "500"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")


def test_the_table_has_a_row_for_each_algorithm(capsys: Capture) -> None:
    output = shown(capsys, COMPARE)
    lines = [line.split() for line in output.splitlines() if line.startswith("│")]
    assert [line[1] for line in lines] == ["cfr+", "cfr", "external"]  # the best one first
    assert "exploitability in chips per player" in output
    assert all(line[3] == "500" for line in lines)


def test_json_has_the_curves(capsys: Capture) -> None:
    data = shown_json(capsys, [*COMPARE, "--seed", "2"])
    assert data["game"] == "Kuhn poker: 2 players, 3 cards"
    assert [each["algorithm"] for each in data["runs"]] == ["cfr", "cfr+", "external"]
    for each in data["runs"]:
        points = each["points"]
        assert points[0] == {"iteration": 0, "seconds": 0.0, "exploitability": 11 / 24}
        assert [point["iteration"] for point in points] == sorted(
            {point["iteration"] for point in points}
        )
        assert each["iterations"] == points[-1]["iteration"] == 500
        assert each["seconds"] == points[-1]["seconds"] > 0
        assert each["exploitability"] == points[-1]["exploitability"] < 0.2
        assert each["exploitability_unit"] == "chips per player"


def test_the_picture_has_labelled_axes_and_a_legend(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "curves.svg"
    shown(capsys, [*COMPARE, "--svg", str(path)])
    picture = ElementTree.parse(path)
    texts = [each.text for each in picture.iter(f"{SVG}text")]
    assert {"cfr", "cfr+", "external"} <= set(texts)
    assert "exploitability in chips per player" in texts
    assert "seconds of iterations, Kuhn poker" in texts
    assert len(list(picture.iter(f"{SVG}polyline"))) == 3


def test_options_reach_the_game_and_the_algorithms(capsys: Capture) -> None:
    arguments = [*COMPARE, "--option", "cards=5", "--option", "simultaneous=true"]
    data = shown_json(capsys, arguments)
    assert data["game"] == "Kuhn poker: 2 players, 5 cards"
    alternating = shown_json(capsys, [*COMPARE, "--option", "cards=5"])
    changed = [
        one["exploitability"] != other["exploitability"]
        for one, other in zip(data["runs"], alternating["runs"], strict=True)
    ]
    assert changed == [True, True, False]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--algorithm", "cfr"], "--algorithm cannot be used with --compare"),
        (["--out", "x.training"], "--out cannot be used with --compare"),
        (["--table"], "--table cannot be used with --compare"),
        (["--option", "size=3"], "option must be one of"),
        (["--compare", "cfr,nothing"], "algorithm must be one of"),
        (["--compare", "cfr,cfr"], "algorithms must be different"),
        (["--compare", ","], "algorithms must be different, at least one"),
        (["--game", "nlhe"], "not on a tree of its cards"),
    ],
)
def test_mistakes(arguments: list[str], message: str, capsys: Capture) -> None:
    assert run([*COMPARE, *arguments]) == 2
    assert message in capsys.readouterr().err


def test_finished_runs_are_shown_after_an_interrupt(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(name: str, *arguments: object, **options: object) -> object:
        if name == "external":
            raise KeyboardInterrupt
        return solvers.run_algorithm(name, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(train_comparison, "run_algorithm", interrupted)
    assert run(COMPARE) == 130
    output = capsys.readouterr().out
    assert "cfr+" in output
    assert "external" not in output
    assert "interrupted: only finished runs are shown" in output
