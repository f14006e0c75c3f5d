"""Cases of long tests that `make test` leaves to `make test-slow`."""

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests import thoroughness
from tests.thoroughness import LONG_TESTS, TESTS_OF_MAKE_TEST, left_for_later

ROOT = Path(__file__).parent.parent
TABLE = tomllib.loads(LONG_TESTS.read_text(encoding="utf-8"))
LISTED = [TABLE, tomllib.loads(TESTS_OF_MAKE_TEST.read_text(encoding="utf-8"))]


@cache
def functions_of(path: str) -> set[str]:
    module = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    classes = [each for each in module.body if isinstance(each, ast.ClassDef)]
    parents: list[ast.Module | ast.ClassDef] = [module, *classes]
    return {
        f"{parent.name}::{each.name}" if isinstance(parent, ast.ClassDef) else each.name
        for parent in parents
        for each in parent.body
        if isinstance(each, ast.FunctionDef)
    }


@pytest.mark.parametrize("table", LISTED, ids=["long", "of make test"])
def test_listed_tests_exist(table: dict[str, Any]) -> None:
    missing = {path: set(names) - functions_of(path) for path, names in table.items()}
    assert not {path: names for path, names in missing.items() if names}


def test_some_cases_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = {"a.py::test_few": 2, "a.py::test_none": 0, "a.py::test_named": ["x", "big-1"]}
    monkeypatch.setattr(thoroughness, "long_tests", lambda: rules)
    cases = [f"a.py::test_few[{each}]" for each in range(6)]
    named = [f"a.py::test_named[{each}]" for each in ("x", "big-1", "big-2")]
    left = left_for_later([*cases, "a.py::test_none", *named, "a.py::test_other"])
    assert set(cases) - left == {"a.py::test_few[0]", "a.py::test_few[3]"}
    assert "a.py::test_none" in left
    assert set(named) - left == {"a.py::test_named[big-2]"}
    assert "a.py::test_other" not in left


def test_a_test_with_fewer_cases_than_remain_is_not_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thoroughness, "long_tests", lambda: {"a.py::test_few": 5})
    assert not left_for_later(["a.py::test_few[1]", "a.py::test_few[2]"])
