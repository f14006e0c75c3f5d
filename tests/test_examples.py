"""Every example in the documentation and in docstrings does what it says."""

import doctest
import importlib
import pkgutil
import re
import shlex
import shutil
from pathlib import Path

import pytest

import fifthstreet
from fifthstreet.cli import run

ROOT = Path(__file__).parent.parent
MODULES = [
    info.name
    for info in pkgutil.walk_packages(fifthstreet.__path__, "fifthstreet.")
    if info.name != "fifthstreet.__main__"
]
DOCUMENTS = [path.name for path in sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_document_examples(name: str) -> None:
    path = ROOT / "docs" / name
    failed = doctest.testfile(
        str(path), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    ).failed
    assert failed == 0


def test_readme_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```\n\nprints\n\n```\n(.*?)```", text, re.DOTALL)
    assert found is not None
    example, output = found.groups()
    assert len(example.strip().splitlines()) <= 12
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out == output


def test_readme_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(examples) >= 2
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
        assert capsys.readouterr().out


def test_readme_commands_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)  # for files that commands write
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^fifthstreet (.*)$", text, re.MULTILINE)
    assert len(commands) >= 3
    for command in commands:
        assert run(shlex.split(command, comments=True)) == 0
        assert capsys.readouterr().out
