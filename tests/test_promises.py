"""Every test that docs/reference/promises.md names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reference" / "promises.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if "`tests/" in line]


def named_tests(text: str) -> list[tuple[Path, str]]:
    """Return the files and functions that a text names; short names are in the folder before."""
    found: list[tuple[Path, str]] = []
    path = ROOT / "tests"
    for name in re.findall(r"`((?:tests/|test_)[^`]*)`", text):
        file, _, function = name.partition("::")
        if file.startswith("tests/"):
            path = ROOT / file
        elif file.endswith(".py"):
            path = path.parent / file
        else:
            function = file
        found.append((path, function))
    return found


@pytest.mark.parametrize("row", ROWS)
def test_the_tests_of_a_promise_exist(row: str) -> None:
    names = named_tests(row)
    assert names
    for path, function in names:
        assert path.is_file(), path
        assert not function or f"def {function}(" in path.read_text(encoding="utf-8"), function


def test_all_promises_are_checked() -> None:
    assert len(ROWS) > 70
