"""`fifthstreet abstraction`: reports, files and errors."""

import json
from pathlib import Path

import pytest

from fifthstreet.abstraction import CardAbstraction, Recipe, StreetRecipe, report_data, report_text
from fifthstreet.abstraction.building import Builder
from fifthstreet.abstraction.library import cached_file, read_recipe
from fifthstreet.cli import run

Capture = pytest.CaptureFixture[str]
RECIPE = Recipe(turn=StreetRecipe("ehs", 10))
TOML = "[turn]\nmethod = 'ehs'\nbuckets = 10\n"


@pytest.fixture(scope="module")
def built() -> CardAbstraction:
    """Buckets of a few boards, which stand for those of all."""
    return Builder(RECIPE, boards={"turn": slice(0, None, 1_700)}).build()


@pytest.fixture
def recipe_file(tmp_path: Path, built: CardAbstraction, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A recipe that is built already."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "mine.toml"
    path.write_text(TOML)
    cached = cached_file(read_recipe(path))
    cached.parent.mkdir(parents=True)
    built.save(cached)
    return path


@pytest.mark.parametrize("action", ["build", "show"])
def test_report(capsys: Capture, recipe_file: Path, built: CardAbstraction, action: str) -> None:
    assert run(["abstraction", action, str(recipe_file), "--buckets", "4", "--hands", "2"]) == 0
    captured = capsys.readouterr()
    wanted = report_data(built, buckets=4, hands=2)
    assert captured.out == report_text(wanted) + "\n"
    assert captured.err == ""
    assert run(["abstraction", action, str(recipe_file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data == json.loads(json.dumps(report_data(built)))
    assert [sample["bucket"] for sample in data["streets"]["turn"]["samples"]] == [0, 2, 4, 7, 9]


def test_hands_are_in_their_bucket(built: CardAbstraction) -> None:
    samples = report_data(built, buckets=10, hands=4)["streets"]["turn"]["samples"]
    assert len(samples) == 10
    for sample in samples:
        for text in sample["hands"]:
            hole, board = text.split(" on ")
            assert built.bucket(hole, board) == sample["bucket"]


def test_saved_file(capsys: Capture, recipe_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.abstraction"
    assert run(["abstraction", "build", str(recipe_file), "--out", str(path)]) == 0
    output = capsys.readouterr().out
    assert f"saved to {path}" in output
    assert run(["abstraction", "show", str(path)]) == 0
    assert capsys.readouterr().out in output
    assert run(["check", str(path)]) == 0
    assert "abstraction" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["destroy", "tiny"], "action must be build or show, got 'destroy'"),
        (["show", "huge"], "recipe must be tiny, small, medium, phase-1"),
        (["show", "tiny"], "tiny is not built yet"),
        (["show", "broken.toml"], "broken.toml is not a recipe"),
        (["show", "mine.toml", "--hands", "-1"], "buckets and hands must be at least 0, got"),
        (["build", "mine.toml", "--out", "missing/file"], "must be in an existing folder"),
    ],
)
def test_bad_input(
    capsys: Capture,
    recipe_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    reason: str,
) -> None:
    monkeypatch.chdir(recipe_file.parent)
    Path("broken.toml").write_text("[turn]\nmethod = 5\n")
    assert run(["abstraction", *arguments]) == 2
    captured = capsys.readouterr()
    assert reason in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
