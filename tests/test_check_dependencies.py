"""The exit code of `python -m tools.check_dependencies`, with answers of pip from its cache."""

import json
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name
from tools import check_dependencies
from tools.check_dependencies import TARGETS, Status, make_report

PROJECT = """
[build-system]
requires = ["setuptools>=77"]
[project]
dependencies = []
[dependency-groups]
dev = ["build>=1.2", "auditwheel>=6.2; sys_platform == 'linux'"]
"""
REQUIREMENTS = {
    "setuptools==84.2.1": [],
    "build==1.6.1": ["pyproject_hooks", "colorama; os_name == 'nt'"],
    "pyproject-hooks==1.3.3": [],
    "auditwheel==6.8.2": ["pyelftools>=0.24"],
    "pyelftools==0.33": [],
    "pyelftools==0.23": [],
}
PINS = ["setuptools==84.2.1", "build==1.6.1", "pyproject_hooks==1.3.3", "auditwheel==6.8.2"]


def exit_code(folder: Path, monkeypatch: pytest.MonkeyPatch, *pins: str) -> int:
    """Return the exit code for these pins in the folder of a project."""
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "constraints.txt").write_text("\n".join(pins))
    answers = {
        f"{pin} on {target}": requires
        for pin, requires in REQUIREMENTS.items()
        for target in TARGETS
    }
    (folder / "answers.json").write_text(json.dumps(answers))
    monkeypatch.setattr(check_dependencies, "PROJECT", folder / "pyproject.toml")
    monkeypatch.setattr(check_dependencies, "CONSTRAINTS", folder / "constraints.txt")
    monkeypatch.setattr(check_dependencies, "CACHE", folder / "answers.json")
    monkeypatch.setattr("sys.argv", ["check_dependencies"])
    return check_dependencies.main()


def test_all_pinned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(tmp_path, monkeypatch, *PINS, "pyelftools==0.33") == 0
    printed = capsys.readouterr().out
    assert "pyelftools" in printed
    assert "not pinned" not in printed
    report = make_report(check_dependencies.Wheels(tmp_path / "answers.json"))
    name = canonicalize_name("pyelftools")
    statuses = {report.status(name, target) for target in TARGETS}
    assert statuses == {Status.OK, Status.LEFT_OUT}  # auditwheel is for Linux


@pytest.mark.parametrize(
    ("pins", "problem"),
    [
        (PINS, "pyelftools is required by auditwheel but not pinned (linux x86_64, Python 3.11;"),
        ([*PINS, "pyelftools==0.23"], "pyelftools 0.23 is pinned, but auditwheel requires"),
        (
            [PINS[0], *PINS[2:], "pyelftools==0.33"],
            "build is required by pyproject.toml but not pinned (all targets)",
        ),
    ],
    ids=["missing", "too old", "missing everywhere"],
)
def test_a_missing_or_old_pin(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    pins: list[str],
    problem: str,
) -> None:
    assert exit_code(tmp_path, monkeypatch, *pins) == 1
    assert problem in capsys.readouterr().out


def test_a_pin_that_nothing_requires_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(tmp_path, monkeypatch, *PINS, "pyelftools==0.33", "rich==15.0.0") == 0
    assert "not required anywhere: rich" in capsys.readouterr().out


def test_a_line_that_is_no_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(tmp_path, monkeypatch, *PINS, "rich>=13") == 2
    assert capsys.readouterr().err == (
        "constraints.txt: a pin must be name==version, got 'rich>=13'\n"
    )
