"""Facts and arrays in the user's cache folder: kept, dropped when old, harmless when damaged."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.support.storage import FactCache, cache_folder, cached_arrays


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "facts.json"


def cache_of(path: Path, clock: Clock, max_count: int = 10) -> FactCache:
    return FactCache(path, max_age=100.0, max_count=max_count, clock=clock)


def test_facts_are_kept_between_runs(path: Path, clock: Clock) -> None:
    assert cache_of(path, clock).get("a") is None
    cache_of(path, clock).put("a", {"seconds": 1.5})
    cache_of(path, clock).put("b", {"seconds": 2})
    cache = cache_of(path, clock)
    assert (cache.get("a"), cache.get("b")) == ({"seconds": 1.5}, {"seconds": 2})
    cache.put("a", {"seconds": 3})
    assert cache.get("a") == {"seconds": 3}
    assert list(path.parent.iterdir()) == [path]
    assert repr(cache) == f"<FactCache in {path}>"


@pytest.mark.parametrize(("seconds", "is_kept"), [(99, True), (101, False), (-1, False)])
def test_facts_that_are_old_or_from_the_future_are_dropped(
    path: Path, clock: Clock, seconds: float, is_kept: bool
) -> None:
    cache_of(path, clock).put("a", {})
    clock.now += seconds
    assert (cache_of(path, clock).get("a") is not None) == is_kept
    cache_of(path, clock).put("b", {})
    assert ("a" in json.loads(path.read_text())) == is_kept


def test_the_oldest_facts_make_room(path: Path, clock: Clock) -> None:
    cache = cache_of(path, clock, max_count=3)
    for number in range(5):
        clock.now += 1
        cache.put(str(number), {"number": number})
    assert [cache.get(str(number)) is not None for number in range(5)] == [False] * 2 + [True] * 3


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[1, 2]",
        b'{"a": 1}',
        b'{"a": {"time": "now", "fact": {}}}',
        b'{"a": {"time": 1000000, "fact": 7}}',
        b'{"a": {"fact": {}}}',
    ],
)
def test_a_damaged_file_is_an_empty_cache(path: Path, clock: Clock, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    cache = cache_of(path, clock)
    assert cache.get("a") is None
    cache.put("b", {"seconds": 1})
    assert cache.get("b") == {"seconds": 1}
    assert cache.get("a") is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "file").write_text("not a folder")
    blocked = cache_of(tmp_path / "file" / "facts.json", clock)
    blocked.put("a", {})
    assert blocked.get("a") is None
    (tmp_path / "facts.json").mkdir()
    is_folder = cache_of(tmp_path / "facts.json", clock)
    is_folder.put("a", {})
    assert is_folder.get("a") is None


def test_the_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "fifthstreet"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path in cache_folder().parents


class Computation:
    """A computation of arrays that counts how often it is run."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self) -> dict[str, NDArray[Any]]:
        self.runs += 1
        return {"counts": np.arange(6).reshape(2, 3), "shares": np.array([0.5, 0.25])}


def read_or_compute(path: Path, compute: Computation, version: int = 1) -> dict[str, NDArray[Any]]:
    return cached_arrays(path, "numbers", {"version": version, "names": ["a", "b"]}, compute)


def test_arrays_are_computed_once(path: Path) -> None:
    compute = Computation()
    for _ in range(3):
        arrays = read_or_compute(path, compute)
        assert arrays["counts"].tolist() == [[0, 1, 2], [3, 4, 5]]
        assert arrays["shares"].tolist() == [0.5, 0.25]
        assert not any(array.flags.writeable for array in arrays.values())
    assert compute.runs == 1
    assert list(path.parent.iterdir()) == [path]


def test_arrays_of_other_facts_or_another_kind_are_computed_again(path: Path) -> None:
    compute = Computation()
    read_or_compute(path, compute)
    read_or_compute(path, compute, version=2)
    read_or_compute(path, compute, version=2)
    assert compute.runs == 2
    cached_arrays(path, "other numbers", {"version": 2, "names": ["a", "b"]}, compute)
    assert compute.runs == 3


@pytest.mark.parametrize("place", [0, 20, 200, -1])
def test_damaged_arrays_are_computed_again(path: Path, place: int) -> None:
    compute = Computation()
    read_or_compute(path, compute)
    good = path.read_bytes()
    damaged = bytearray(good)
    damaged[place] ^= 1
    path.write_bytes(damaged)
    assert read_or_compute(path, compute)["shares"].tolist() == [0.5, 0.25]
    assert compute.runs == 2
    assert path.read_bytes() == good
    path.write_bytes(good[:-1])
    read_or_compute(path, compute)
    assert compute.runs == 3


def test_arrays_that_cannot_be_written_are_no_error(tmp_path: Path) -> None:
    compute = Computation()
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "arrays", tmp_path / "folder"):
        assert list(read_or_compute(path, compute)) == ["counts", "shares"]
    assert compute.runs == 2
