"""Memory: how much there is, and how it is written."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.solvers.common import available_bytes, bytes_text


def test_there_is_some_memory() -> None:
    found = available_bytes()
    if Path("/proc/meminfo").exists():
        assert found is not None
        assert 1 << 20 < found < 1 << 50


def test_memory_that_is_taken_is_no_longer_available() -> None:
    before = available_bytes()
    if before is None or before < 2 << 30:
        pytest.skip("not known, or too little to see a difference")
    taken = np.ones(1 << 30, np.uint8)
    after = available_bytes()
    assert after is not None
    # Other programs take and give back memory meanwhile.
    assert after < before - (1 << 29)
    assert taken[-1] == 1


def test_what_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", refuse)
    assert available_bytes() is None


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 MB"),
        (1_499_999, "1 MB"),
        (999_000_000, "999 MB"),
        (1_000_000_000, "1.0 GB"),
        (65_900_000_000, "65.9 GB"),
    ],
)
def test_bytes_text(size: int, text: str) -> None:
    assert bytes_text(size) == text
