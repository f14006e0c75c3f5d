"""A page whose solver is elsewhere: two servers, the second of which passes requests on."""

from __future__ import annotations

import json
import logging
import shutil
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import parse_fields, spot_toml
from fifthstreet.web import WebSettings
from fifthstreet.web.server import bind
from fifthstreet.web.upstream import create_proxy
from tests.cli.small_spot import spot_on
from tests.web.serving import API, WAIT, Running, raw_request, serving, wait_for_job

TOKEN = "token-of-the-gpu-box"


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory, solved: Path) -> Iterator[Running]:
    """Serve a library to those who have the token."""
    library = tmp_path_factory.mktemp("far") / "library"
    shutil.copytree(solved, library / "solutions")
    shutil.copy(solved / "river.solution", library / "solutions/BTN v BB +1.solution")
    with serving(WebSettings(library=library, token=TOKEN, threads=1)) as running:
        yield running


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory, far: Running) -> Iterator[Running]:
    """Serve the page here, connected to the other server."""
    settings = WebSettings(library=tmp_path_factory.mktemp("near"), upload_bytes=1 << 20)
    with serving(settings, create_proxy(far.address, TOKEN, settings)) as running:
        yield running


def test_machine_is_remote(near: Running, far: Running) -> None:
    with near.client() as here, far.client() as there:
        facts, expected = here.get("/machine").json(), there.get("/machine").json()
    assert facts.pop("is_remote") is True
    assert expected.pop("is_remote") is False
    for each in (facts, expected):
        del each["memory_available"]
    assert facts == expected


@pytest.mark.parametrize(
    "address",
    [
        "/solutions",
        "/solutions/turn/node?path=x/b50%25/c/8d",
        "/solutions/BTN%20v%20BB%20+1/node",
        "/solutions/turn/node.csv?path=r:k",
        "/solutions/river/export.solution",
        "/solutions/nothing",
        "/solutions/%2e%2e%2fx",
        "/solutions/a%3Fb%23c%00",
        "/solutions/turn/node?path=%00%ff",
        "/nothing",
    ],
)
def test_answers_are_those_of_the_other_server(near: Running, far: Running, address: str) -> None:
    here = raw_request(near.port, API + address)
    there = raw_request(far.port, API + address, headers=far.headers)
    assert (here.status, here.body) == (there.status, there.body)
    for name in ("content-type", "content-disposition", "content-security-policy"):
        assert here.headers.get(name) == there.headers.get(name)


def test_whole_solve_through_the_other_server(near: Running, far: Running) -> None:
    spot = parse_fields(spot_toml(spot_on("QsJh2h7c4d")))
    with near.client() as client, near.socket("/jobs/changes") as socket:
        question = {"spot": spot, "name": "far away", "target": 1, "max_iterations": 100}
        job = client.post("/jobs/solve", json=question).json()
        told: dict[str, Any] = {}
        while told.get("state") != "done":
            told = json.loads(socket.recv(WAIT))
            assert told["id"] == job["id"]
        assert wait_for_job(client, job["id"])["result"] == told["result"]
        assert client.get("/solutions/far away/node").status_code == 200
        client.put("/ranges/mine", json={"text": "AA"})
        assert client.get("/ranges").json() == [{"name": "mine", "text": "AA"}]
        assert client.delete("/ranges/mine").status_code == 204
    assert (far.settings.library / "solutions/far away.solution").exists()
    assert list(near.settings.library.iterdir()) == []


def test_own_checks_come_first(near: Running) -> None:
    machine = f"{API}/machine"
    for headers, status in (
        ({"host": "evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
    ):
        answer = raw_request(near.port, machine, headers=headers)
        assert answer.status == status
        assert "content-security-policy" in answer.headers
    large = raw_request(
        near.port, f"{API}/spots/size", method="POST", body=iter([b"x" * (1 << 20), b"x"])
    )
    assert large.status == 413
    assert raw_request(near.port, "/").status == 200
    assert TOKEN.encode() not in raw_request(near.port, machine).body


@pytest.mark.slow
def test_other_server_that_ends(
    tmp_path: Path, solved: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = WebSettings(library=tmp_path / "near")
    with serving(WebSettings(library=tmp_path / "far", threads=1)) as there:
        proxy = create_proxy(there.address, None, settings)
        here = serving(settings, proxy)
        running = here.__enter__()
        socket = running.socket("/jobs/changes")
        opened = socket.__enter__()
    try:
        with pytest.raises(ConnectionClosed):
            opened.recv(WAIT)
        with running.client() as client:
            for address in ("/machine", "/solutions"):
                reply = client.get(address)
                assert reply.status_code == 409
                assert reply.json()["detail"] == (
                    "the other server cannot be reached: ConnectError"
                )
        with running.socket("/jobs/changes") as again, pytest.raises(ConnectionClosed) as closed:
            again.recv(WAIT)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == "the other server cannot be reached"
    finally:
        socket.__exit__(None, None, None)
        here.__exit__(None, None, None)
    assert [each.message for each in caplog.records if each.levelno > logging.WARNING] == []


# What cannot be connected to.


def refusal(address: str, token: str | None = None) -> str:
    with pytest.raises(InputError, match=r"must be like|not a server|refuses|reached") as error:
        create_proxy(address, token, WebSettings(library=Path("unused")))
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("token", [None, "another-token"])
def test_wrong_token(far: Running, token: str | None) -> None:
    assert refusal(far.address, token) == (
        f"{far.address} refuses the token: use the token that it printed, as --token"
    )


@pytest.mark.parametrize(
    "address",
    ["", "http://", "ftp://x", "http://x:port", "http://a:b@x", "http://\0", "http://[::1"],
)
def test_wrong_addresses(address: str) -> None:
    assert refusal(address) == f"address must be like http://gpu-box:8055, got {address!r}"


def test_nobody_listens() -> None:
    with bind("127.0.0.1", [0]) as unused:
        address = f"http://127.0.0.1:{unused.getsockname()[1]}"
    for each in (address, "http://127.0.0.1:99999"):
        assert refusal(each).startswith(f"{each} cannot be reached: ")


def test_host_name_that_the_other_server_does_not_know(tmp_path: Path) -> None:
    with serving(WebSettings(library=tmp_path, hosts=("gpu-box",))) as other:
        assert refusal(other.address) == (
            f"{other.address} refuses: this server does not answer to that host name"
        )


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"hello": 1}', b"\xff"])
def test_something_else_listens(body: bytes) -> None:
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        thread = Thread(target=other.serve_forever, args=(0.01,))
        thread.start()
        address = f"http://127.0.0.1:{other.server_port}"
        assert refusal(address) == f"{address} is not a server of fifthstreet (status 200)"
        other.shutdown()
        thread.join()


def test_addresses_without_a_scheme(far: Running, tmp_path: Path) -> None:
    start = time.monotonic()
    create_proxy(f"127.0.0.1:{far.port}", TOKEN, WebSettings(library=tmp_path))
    assert time.monotonic() - start < 180
