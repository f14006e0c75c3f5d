"""The checks of `make lint` that are our own."""

import os
from pathlib import Path

import pytest
from tools import biome, check_words


@pytest.mark.parametrize(
    "line",
    [
        'raise InputError(f"pot is {pot}; want more")',
        "# nobody reads this",
        "# The values are those of the last run.",
        "MOST_PLAYERS = 10",
        "# save a checkpoint now and then",
    ],
)
def test_habits_are_found(line: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(f"x = 1\n{line}\n", encoding="utf-8")
    ((number, _, _),) = check_words.findings(path)
    assert number == 2
    path.write_text(f"{line}  # words: ok\n", encoding="utf-8")
    assert list(check_words.findings(path)) == []


def test_plain_words_pass(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text('raise InputError(f"pot must be positive, got {pot}")\n', encoding="utf-8")
    assert list(check_words.findings(path)) == []


def test_without_npm_javascript_is_skipped_visibly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(biome, "FOLDER", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert biome.main(["1.0.0", "ci"]) == 0
    assert capsys.readouterr().out == "JavaScript is not checked: npm is not installed\n"


def test_an_installation_that_hangs_is_given_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\nexec sleep 60\n")
    npm.chmod(0o755)
    monkeypatch.setattr(biome, "FOLDER", tmp_path)
    monkeypatch.setattr(biome, "MAX_SECONDS", 0.2)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert biome.main(["1.0.0", "ci"]) == 0
    assert capsys.readouterr().out == "JavaScript is not checked: npm cannot install Biome\n"
