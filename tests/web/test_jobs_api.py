"""Jobs over HTTP and over the WebSocket."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from fifthstreet.solvers.postflop import open_solution, parse_fields, solve, spot_toml
from fifthstreet.web import WebSettings
from tests.cli.small_spot import spot_on
from tests.web.serving import WAIT, Running, serving, wait_for_job, wait_until

RIVER = parse_fields(spot_toml(spot_on("QsJh2h7c4d")))
FLOP = parse_fields(spot_toml(spot_on("QsJh2h")))
TURN = parse_fields(spot_toml(spot_on("QsJh2h7c")))
QUICK: dict[str, Any] = {"spot": RIVER, "target": 0.5, "max_iterations": 100}
ENDLESS: dict[str, Any] = {"spot": TURN, "target": 1e-9, "max_iterations": 1_000_000}


def add(client: httpx.Client, question: dict[str, Any], kind: str = "solve") -> dict[str, Any]:
    reply = client.post(f"/jobs/{kind}", json=question)
    assert reply.status_code == 201, reply.text
    job = reply.json()
    assert isinstance(job, dict)
    return job


def test_solve_and_lock(client: httpx.Client, server: Running) -> None:
    job = wait_for_job(client, add(client, QUICK | {"name": "mine"})["id"])
    assert (job["state"], job["kind"], job["title"]) == ("done", "solve", "mine")
    expected = solve(
        spot_on("QsJh2h7c4d"), target_pot_percent=0.5, max_iterations=100, threads=1
    ).exploitability
    facts = client.get("/solutions/mine").json()
    assert facts["exploitability"] == job["result"]["exploitability"] == expected.chips
    lock = {"path": "r", "strategy": {"k": 1}, "hands": "AA"}
    question = {"solution": "mine", "locks": [lock], "target": 0.5}
    job = wait_for_job(client, add(client, question, "lock")["id"])
    assert (job["state"], job["title"], job["error"]) == ("done", "mine locked", None)
    locked = open_solution(server.settings.library / "solutions/mine locked.solution")
    assert locked.root["AA"].strategy == {"k": 1, "b50": 0, "a": 0}
    # Locks add up, unless they are not to be kept.
    more = question | {"solution": "mine locked", "locks": [lock | {"path": "r:k"}]}
    counts = []
    for keep in (True, False):
        job = wait_for_job(client, add(client, more | {"keep_locks": keep}, "lock")["id"])
        counts.append(client.get(f"/solutions/{job['title']}").json()["locks"])
    assert counts == [2, 1]
    assert [each["title"] for each in client.get("/jobs").json()] == [
        *("mine locked locked 2", "mine locked locked", "mine locked", "mine")
    ]


def test_hands_share_strategies_on_the_river(client: httpx.Client, server: Running) -> None:
    question = QUICK | {"spot": TURN, "name": "shared", "river_buckets": 3}
    job = wait_for_job(client, add(client, question)["id"])
    assert job["state"] == "done"
    solution = open_solution(server.settings.library / "solutions/shared.solution")
    assert solution.record.river_buckets == 3
    reply = client.post("/jobs/solve", json=QUICK | {"river_buckets": 3})
    assert (reply.status_code, "got a river" in reply.text) == (400, True)


def test_commands(client: httpx.Client) -> None:
    number = add(client, ENDLESS)["id"]
    wait_until(lambda: client.get(f"/jobs/{number}").json()["progress"].get("iteration"))
    for command, state in (("pause", "paused"), ("resume", "running"), ("cancel", "cancelled")):
        reply = client.post(f"/jobs/{number}/{command}")
        assert (reply.status_code, reply.json()["state"]) == (200, state)
    assert client.post(f"/jobs/{number}/stop").status_code == 409
    assert client.delete(f"/jobs/{number}").status_code == 204
    for reply in (client.get(f"/jobs/{number}"), client.delete(f"/jobs/{number}")):
        assert (reply.status_code, reply.json()["detail"]) == (404, f"there is no job {number!r}")
    assert client.get("/jobs").json() == []


@pytest.mark.parametrize(
    ("kind", "question", "status", "detail"),
    [
        ("solve", {"spot": RIVER | {"board": "QsQs2h"}}, 400, "board: the card Qs appears twice"),
        ("solve", {"spot": RIVER | {"pot": -1}}, 422, "spot.pot must be greater than 0, got -1"),
        ("solve", {"spot": RIVER | {"extra": 1}}, 422, "spot.extra is not a field of this request"),
        ("solve", {"spot": RIVER, "target": 0}, 422, "target must be greater than 0, got 0"),
        (
            "solve",
            {"spot": RIVER, "max_iterations": 10**9},
            422,
            "max_iterations must be less than or equal to 1000000, got",
        ),
        (
            "solve",
            {"spot": RIVER, "precision": "float8"},
            422,
            "precision must be 'float32' or 'int16'",
        ),
        ("solve", {"spot": RIVER, "name": "a/b"}, 400, "name must be up to 80 letters"),
        ("lock", {"solution": "nothing", "locks": [{"path": "r", "strategy": {}}]}, 404, "there"),
        (
            "lock",
            {"solution": "river", "locks": []},
            422,
            "locks must have at least 1 item, got []",
        ),
        ("lock", {"solution": "river", "locks": [{"path": "r:z", "strategy": {"k": 1}}]}, 400, ""),
        ("lock", {"solution": "river", "locks": [{"path": "r", "strategy": {"z": 1}}]}, 400, ""),
    ],
)
def test_wrong_jobs_are_refused(
    reader: httpx.Client, kind: str, question: dict[str, Any], status: int, detail: str
) -> None:
    reply = reader.post(f"/jobs/{kind}", json=question)
    assert reply.status_code == status
    assert reply.json()["detail"].startswith(detail)
    assert reader.get("/jobs").json() == []


def test_names_are_free_even_if_many_ask_at_once(client: httpx.Client, server: Running) -> None:
    with ThreadPoolExecutor() as pool:
        jobs = list(pool.map(lambda _: add(client, ENDLESS), range(5)))
    titles = {job["title"] for job in jobs}
    assert titles == {"QsJh2h7c", *(f"QsJh2h7c {number}" for number in range(2, 6))}
    assert client.post("/jobs/solve", json=ENDLESS).status_code == 409  # five are allowed
    # Nothing else may take these names before the jobs are finished.
    reply = client.post("/solutions/river/rename", json={"name": "qsjh2h7c 2"})
    assert reply.status_code == 409
    for job in jobs:
        client.post(f"/jobs/{job['id']}/cancel")


def test_long_names_can_be_locked(client: httpx.Client) -> None:
    name = "x" * 80
    client.post("/solutions/river/rename", json={"name": name})
    question = {"solution": name, "locks": [{"path": "r", "strategy": {"k": 1}}]}
    job = add(client, question, "lock")
    assert job["title"] == "x" * 70 + " locked"
    client.post(f"/jobs/{job['id']}/cancel")


def test_sizes_of_jobs_are_limited(settings: WebSettings) -> None:
    with (
        serving(replace(settings, job_bytes=1_000_000)) as server,
        server.client() as client,
    ):
        reply = client.post("/jobs/solve", json=ENDLESS | {"spot": FLOP})
        assert reply.status_code == 400
        assert reply.json()["detail"].startswith("the solve must take at most 1 MB, got ")
        assert client.get("/jobs").json() == []


# The WebSocket.


def messages(socket: ClientConnection) -> Iterator[dict[str, Any]]:
    while True:
        yield json.loads(socket.recv(WAIT))


def test_every_change_is_told(client: httpx.Client, server: Running) -> None:
    number = add(client, ENDLESS)["id"]
    with server.socket("/jobs/changes") as socket:
        told = messages(socket)
        first = next(told)
        assert first["id"] == number
        assert set(first) == set(client.get(f"/jobs/{number}").json())

        def wait_for(state: str) -> dict[str, Any]:
            return next(each for each in told if (each["id"], each["state"]) == (number, state))

        if first["state"] == "queued":
            wait_for("running")
        next(each for each in told if each["progress"].get("iteration"))
        next(each for each in told if each["curve"])
        client.post(f"/jobs/{number}/pause")
        wait_for("paused")
        client.post(f"/jobs/{number}/resume")
        wait_for("running")
        client.post(f"/jobs/{number}/stop")
        done = wait_for("done")
        assert done == client.get(f"/jobs/{number}").json()
        assert done["result"]["stopped_early"] is True
        client.delete(f"/jobs/{number}")
        wait_for("deleted")


def test_many_listen_and_leave(client: httpx.Client, server: Running) -> None:
    number = add(client, ENDLESS)["id"]
    listeners = server.services.jobs._listeners
    for _ in range(5):
        with server.socket("/jobs/changes") as socket:
            next(messages(socket))
    with server.socket("/jobs/changes") as one, server.socket("/jobs/changes") as two:
        one.socket.close()  # without a word, like a machine that falls asleep
        told = messages(two)
        for _ in range(3):
            assert next(told)["id"] == number
        wait_until(lambda: len(listeners) <= 1)
    client.post(f"/jobs/{number}/cancel")
    wait_until(lambda: not listeners)


def test_words_of_clients_are_ignored(server: Running) -> None:
    with server.socket("/jobs/changes") as socket:
        for word in ("", "pause", "{", "x" * 100_000):
            socket.send(word)
        socket.send(b"\xff\x00")
        time.sleep(0.1)
        with server.client() as client:
            number = add(client, ENDLESS)["id"]
            assert next(messages(socket))["id"] == number
            client.post(f"/jobs/{number}/cancel")


def test_server_that_ends_closes_its_sockets(
    settings: WebSettings, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        with serving(settings) as server, server.socket("/jobs/changes") as socket:
            start = time.monotonic()
        assert time.monotonic() - start < 45
        with pytest.raises(ConnectionClosed):
            socket.recv(1)
    assert [record.message for record in caplog.records if record.levelno > logging.INFO] == []
