"""Shares of the test modules that workers import first."""

from pathlib import Path

import pytest

from tests.importing import share_of_modules

ROOT = Path(__file__).parent.parent


def test_shares_are_all_modules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER_COUNT", "3")
    shares = []
    for number in range(3):
        monkeypatch.setenv("PYTEST_XDIST_WORKER", f"gw{number}")
        shares += share_of_modules(ROOT, ["tests", "tests/cards", "tests/test_face.py"])
    modules = [*(ROOT / "tests").rglob("test_*.py")]
    in_packages = [path for path in modules if (path.parent / "__init__.py").exists()]
    assert len(shares) == len(set(shares)) == len(in_packages)
    assert {__name__, "tests.cards.test_card"} <= set(shares)


def test_a_single_process_imports_nothing_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTEST_XDIST_WORKER_COUNT", raising=False)
    assert share_of_modules(ROOT, ["tests"]) == []
