"""The library as a whole over HTTP: imported files, tags, and the trash."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from fifthstreet.web.library import KEPT_DAYS
from tests.web.serving import Running

PIECE = 1_000


def send(client: httpx.Client, name: str, content: bytes, piece: int = PIECE) -> httpx.Response:
    """Import a file in pieces; return the last reply."""
    begun = client.post("/library/uploads", json={"name": name, "bytes": len(content)})
    if begun.status_code != 201:
        return begun
    address = f"/library/uploads/{begun.json()['id']}"
    headers = {"content-type": "application/octet-stream"}
    for offset in range(0, len(content), piece):
        sent = client.put(
            address,
            params={"offset": offset},
            content=content[offset : offset + piece],
            headers=headers,
        )
        assert sent.json()["received"] == min(offset + piece, len(content)), sent.text
    return client.post(f"{address}/finish")


def names(client: httpx.Client) -> list[str]:
    return sorted(each["name"] for each in client.get("/solutions").json())


def trash(client: httpx.Client) -> list[dict[str, Any]]:
    return list(client.get("/library/trash").json()["files"])


def test_a_solution_is_imported_in_pieces(client: httpx.Client, solved: Path) -> None:
    content = (solved / "river.solution").read_bytes()
    assert len(content) > PIECE
    reply = send(client, "my river (1).solution", content)
    assert reply.status_code == 201, reply.text
    assert (reply.json()["kind"], reply.json()["name"]) == ("solution", "my river 1")
    assert names(client) == ["my river 1", "river", "turn"]
    assert client.get("/solutions/my river 1/node").status_code == 200
    assert send(client, "river.solution", content).json()["name"] == "river 2"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("notes.txt", b"x", "the file must end in .solution, .flops, .match"),
        ("a.solution", b"nothing of this kind", "a.solution must be a solution"),
        ("a.match", b"nothing of this kind", "a.match"),
        ("a.flops", b"nothing of this kind", "a.flops"),
        ("a.preflop", b"nothing of this kind", "a.preflop"),
        ("a.blueprint", b"nothing of this kind", "a.blueprint"),
    ],
)
def test_other_files_are_refused(
    server: Running, client: httpx.Client, name: str, content: bytes, words: str
) -> None:
    reply = send(client, name, content)
    assert reply.status_code == 400
    assert words in reply.json()["detail"]
    assert str(server.settings.library) not in reply.text
    assert names(client) == ["river", "turn"]
    assert not list((server.settings.library / "uploads").glob("*"))


def test_a_damaged_file_is_refused(client: httpx.Client, solved: Path) -> None:
    content = bytearray((solved / "river.solution").read_bytes())
    content[len(content) // 2] ^= 1
    reply = send(client, "river.solution", bytes(content))
    assert reply.status_code == 400
    assert "river.solution is damaged" in reply.json()["detail"]
    assert names(client) == ["river", "turn"]


def test_pieces_come_in_order_and_are_not_too_many(client: httpx.Client) -> None:
    begun = client.post("/library/uploads", json={"name": "a.solution", "bytes": 4}).json()
    address = f"/library/uploads/{begun['id']}"
    headers = {"content-type": "application/octet-stream"}
    wrong = client.put(address, params={"offset": 2}, content=b"xx", headers=headers)
    assert (wrong.status_code, wrong.json()["detail"]) == (409, "offset must be 0, got 2")
    long = client.put(address, params={"offset": 0}, content=b"xxxxx", headers=headers)
    assert (long.status_code, long.json()["detail"]) == (
        400,
        "the file must have 4 bytes, got more",
    )
    early = client.post(f"{address}/finish")
    assert (early.status_code, early.json()["detail"]) == (409, "4 bytes are still missing")
    assert client.delete(address).status_code == 204
    assert client.delete(address).status_code == 404


def test_a_deleted_file_is_restored_with_its_tags(server: Running, client: httpx.Client) -> None:
    client.put("/library/tags/solution/river", json={"tags": ["study", " 3-bet  pot "]})
    assert client.get("/library/tags").json() == {"solution": {"river": ["3-bet pot", "study"]}}
    before = (server.settings.library / "solutions/river.solution").read_bytes()
    assert client.delete("/solutions/river").status_code == 204
    assert names(client) == ["turn"]
    assert client.get("/library/tags").json() == {"solution": {}}
    (item,) = trash(client)
    assert (item["kind"], item["name"], item["bytes"]) == ("solution", "river", len(before))
    restored = client.post(f"/library/trash/{item['id']}/restore")
    assert restored.json() == {"kind": "solution", "name": "river"}
    assert (server.settings.library / "solutions/river.solution").read_bytes() == before
    assert client.get("/library/tags").json()["solution"]["river"] == ["3-bet pot", "study"]
    assert trash(client) == []


def test_a_restored_file_does_not_replace_another(client: httpx.Client) -> None:
    client.delete("/solutions/river")
    client.post("/solutions/turn/rename", json={"name": "river"})
    (item,) = trash(client)
    assert client.post(f"/library/trash/{item['id']}/restore").json()["name"] == "river 2"
    assert names(client) == ["river", "river 2"]


def test_the_trash_is_emptied(server: Running, client: httpx.Client) -> None:
    client.delete("/solutions/river")
    client.delete("/solutions/turn")
    first, second = trash(client)
    assert (first["name"], second["name"]) == ("turn", "river")
    assert client.delete(f"/library/trash/{first['id']}").status_code == 204
    assert client.delete(f"/library/trash/{first['id']}").status_code == 404
    assert client.delete("/library/trash").status_code == 204
    assert trash(client) == []
    assert not list(server.settings.library.rglob("*.solution"))


def test_old_files_of_the_trash_are_removed(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.delete("/solutions/river")
    assert len(trash(client)) == 1
    later = time.time() + (KEPT_DAYS + 1) * 24 * 3600
    monkeypatch.setattr("fifthstreet.web.library.trash.time.time", lambda: later)
    assert trash(client) == []


def test_tags_follow_a_new_name(client: httpx.Client) -> None:
    client.put("/library/tags/solution/river", json={"tags": ["a"]})
    client.post("/solutions/river/rename", json={"name": "brook"})
    assert client.get("/library/tags").json() == {"solution": {"brook": ["a"]}}
    assert client.put("/library/tags/solution/river", json={"tags": ["a"]}).status_code == 404
    for tags, words in ((["a,b"], "no comma"), ([str(at) for at in range(21)], "at most 20")):
        reply = client.put("/library/tags/solution/brook", json={"tags": tags})
        assert reply.status_code == 400
        assert words in reply.json()["detail"]
    client.put("/library/tags/solution/brook", json={"tags": []})
    assert client.get("/library/tags").json() == {"solution": {}}
