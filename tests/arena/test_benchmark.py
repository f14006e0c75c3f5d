"""The row of the course game in the benchmarks is measured over sessions that exist."""

import pytest
from benchmarks import arena


def test_the_course_game_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "_HANDS", 20)
    monkeypatch.setattr(arena, "_REPEATS", 2)
    assert arena._course_rate() > 0
