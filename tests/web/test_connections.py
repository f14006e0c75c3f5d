"""Clients that send half a request, nothing at all, or invalid text."""

import asyncio
import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fastapi import FastAPI, Request
from starlette.responses import PlainTextResponse

from fifthstreet.web import WebSettings
from fifthstreet.web.connections import MIN_UPLOAD_SPEED
from tests.web.serving import API, WAIT, Running, raw_request, serving

SECONDS = 0.5  # that a server of this file waits for the rest of a request
PATIENCE = 20.0  # seconds for busy machines, less than servers wait without this limit
MASK = bytes(4)  # of frames of clients; it changes nothing
NOT_UTF8 = b"\xff\xfe"


@pytest.fixture
def impatient(settings: WebSettings) -> Iterator[Running]:
    with serving(settings, request_seconds=SECONDS) as running:
        yield running


@contextmanager
def connected(server: Running) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        yield connection


def request(server: Running, *headers: str, method: str = "POST", path: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{server.port}", *headers, "", ""]
    return "\r\n".join(lines).encode()


def read_all(connection: socket.socket) -> bytes:
    """Read until the other side closes."""
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def unfinished(server: Running) -> dict[str, bytes]:
    path = f"{API}/ranges/parse"
    kind = "content-type: application/json"
    whole = request(server, method="GET", path=f"{API}/machine")
    return {
        "nothing": b"",
        "half a line": b"POST /api",
        "half of the headers": request(server, kind, path=path)[:-10],
        "half of a body": request(server, kind, "content-length: 100", path=path) + b'{"text":',
        "half of a chunk": request(server, kind, "transfer-encoding: chunked", path=path)
        + b"9\r\n{",
        "half of a second request": whole + whole[:20],
    }


@pytest.mark.parametrize(
    "name",
    [
        "nothing",
        "half a line",
        "half of the headers",
        "half of a body",
        "half of a chunk",
        "half of a second request",
    ],
)
def test_unfinished_requests_are_dropped(
    impatient: Running, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    start = time.monotonic()  # before the connection, whose time the server counts
    with connected(impatient) as connection:
        connection.sendall(unfinished(impatient)[name])
        assert raw_request(impatient.port, f"{API}/machine").status == 200  # others are served
        read_all(connection)
        assert time.monotonic() - start >= SECONDS
    assert not caplog.records


def send_bytes(connection: socket.socket) -> None:
    """Send a byte from time to time."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        connection.sendall(b"x")
        time.sleep(SECONDS / 5)


@pytest.mark.parametrize("name", ["half of the headers", "half of a body"])
def test_bytes_from_time_to_time_do_not_keep_a_connection(impatient: Running, name: str) -> None:
    with connected(impatient) as connection:
        connection.sendall(unfinished(impatient)[name])
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            send_bytes(connection)


def test_a_slow_and_steady_upload_is_read(settings: WebSettings) -> None:
    seconds, parts = 2.0, 20
    part = b" " * MIN_UPLOAD_SPEED
    body = json.dumps({"text": "AA"}).encode()

    def slowly() -> Iterator[bytes]:
        yield body
        for _ in range(parts):
            time.sleep(3 * seconds / parts)
            yield part

    with serving(settings, request_seconds=seconds) as running:
        start = time.monotonic()
        answer = raw_request(
            running.port,
            f"{API}/ranges/parse",
            method="POST",
            headers={"content-type": "application/json"},
            body=slowly(),
        )
        assert answer.status == 200
        assert time.monotonic() - start > 2 * seconds


def test_only_the_client_runs_out_of_time(settings: WebSettings) -> None:
    """The server may take its time to answer and to read; and the client, to read the answer."""
    app = FastAPI()
    size = 8 << 20

    @app.post("/slow")
    async def slow(request: Request) -> PlainTextResponse:
        await asyncio.sleep(3 * SECONDS)
        body = await request.body()
        await asyncio.sleep(3 * SECONDS)
        return PlainTextResponse(body)

    with serving(settings, app, request_seconds=SECONDS) as running, connected(running) as client:
        client.settimeout(WAIT)
        head = request(running, f"content-length: {size}", "connection: close", path="/slow")
        client.sendall(head + b"x" * size)
        time.sleep(10 * SECONDS)
        assert read_all(client).endswith(b"\r\n\r\n" + b"x" * size)


def opened_websocket(server: Running, connection: socket.socket) -> None:
    connection.sendall(
        request(
            server,
            "upgrade: websocket",
            "connection: upgrade",
            "sec-websocket-version: 13",
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
            method="GET",
            path=f"{API}/jobs/changes",
        )
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += connection.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 ")


def frame(kind: int, data: bytes) -> bytes:
    return bytes([kind, 0x80 | len(data)]) + MASK + data


def test_websockets_stay_open(impatient: Running) -> None:
    with connected(impatient) as connection:
        opened_websocket(impatient, connection)
        time.sleep(4 * SECONDS)
        connection.sendall(frame(0x89, b"hello"))
        assert connection.recv(7) == b"\x8a\x05hello"  # the answer to a ping


@pytest.mark.parametrize(
    "frames",
    [
        frame(0x81, NOT_UTF8),
        frame(0x81, "€".encode()[:2]),
        frame(0x01, "€".encode()[:2]) + frame(0x80, b"("),
        frame(0x81, b"fine") + frame(0x81, NOT_UTF8) + frame(0x81, b"too late"),
    ],
    ids=["invalid", "incomplete", "in two frames", "between others"],
)
def test_text_that_is_not_utf8_closes_a_websocket(
    reading_server: Running, frames: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with connected(reading_server) as connection:
        opened_websocket(reading_server, connection)
        connection.sendall(frames)
        closing = read_all(connection)
    kind, length, code = struct.unpack("!BBH", closing[:4])
    assert (kind, length, code) == (0x88, len(closing) - 2, 1007)
    assert not caplog.records
    assert raw_request(reading_server.port, f"{API}/machine").status == 200


def test_a_letter_may_be_split_between_frames(reading_server: Running) -> None:
    with connected(reading_server) as connection:
        opened_websocket(reading_server, connection)
        euro = "€".encode()
        connection.sendall(frame(0x01, euro[:1]) + frame(0x80, euro[1:]) + frame(0x89, b""))
        assert connection.recv(2) == b"\x8a\x00"
