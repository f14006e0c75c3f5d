"""Replies that are kept: computed once, up to a number of bytes, and never after a change."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from fifthstreet.errors import InputError
from fifthstreet.web.library import KeptReplies
from tests.web.serving import Running


def test_a_reply_is_computed_once() -> None:
    calls: list[int] = []

    def compute() -> bytes:
        calls.append(1)
        return b"reply"

    kept = KeptReplies()
    assert [kept.get("key", compute) for _ in range(3)] == [b"reply"] * 3
    assert len(calls) == 1


def test_the_oldest_replies_are_forgotten() -> None:
    kept = KeptReplies(max_bytes=10)
    for key in "ab":
        kept.get(key, lambda: b"12345")
    kept.get("a", lambda: b"xxxxx")  # now b is the oldest
    kept.get("c", lambda: b"12345")
    assert repr(kept) == "<KeptReplies: 2 replies, 10 bytes>"
    assert kept.get("a", lambda: b"new") == b"12345"
    assert kept.get("b", lambda: b"new") == b"new"


def test_replies_that_are_too_large_and_errors_are_not_kept() -> None:
    kept = KeptReplies(max_bytes=3)
    assert kept.get("key", lambda: b"long reply") == b"long reply"

    def fail() -> bytes:
        raise InputError("no such line")

    with pytest.raises(InputError):
        kept.get("key", fail)
    assert kept.get("key", lambda: b"new") == b"new"


def test_another_file_of_the_same_name_has_its_own_nodes(
    server: Running, client: httpx.Client, solved: Path
) -> None:
    before = client.get("/solutions/river/node").json()
    assert client.get("/solutions/river/node").json() == before
    path = server.settings.library / "solutions/river.solution"
    path.with_suffix(".new").write_bytes((solved / "turn.solution").read_bytes())
    path.with_suffix(".new").replace(path)
    assert len(before["board"]) == 10
    assert len(client.get("/solutions/river/node").json()["board"]) == 8
