"""Available memory, and sizes as text."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.solvers.common import available_bytes, bytes_text


def test_available_bytes_is_plausible() -> None:
    available = available_bytes()
    if Path("/proc/meminfo").exists():
        assert available is not None
        assert 1 << 20 < available < 1 << 50


def test_allocated_memory_is_no_longer_available() -> None:
    before = available_bytes()
    if before is None or before < 2 << 30:
        pytest.skip("available memory is unknown or too small to measure a difference")
    allocated = np.ones(1 << 30, np.uint8)
    after = available_bytes()
    assert after is not None
    # Other programs allocate and free memory in the meantime.
    assert after < before - (1 << 29)
    assert allocated[-1] == 1


def test_unknown_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", fail)
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
