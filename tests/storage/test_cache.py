"""Facts in the user's cache folder: kept, dropped when old, and harmless when lost or damaged."""

import json
from pathlib import Path

import pytest

from fifthstreet.storage import FactCache, cache_folder


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
