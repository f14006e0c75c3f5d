"""Real servers on free ports of this machine, in threads of the test's process."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from threading import Thread
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

from fifthstreet.web import WebSettings, create_app
from fifthstreet.web.connections import REQUEST_SECONDS
from fifthstreet.web.server import bind, server_config
from fifthstreet.web.services import Services

API = "/api/v1"
WAIT = 400.0  # seconds, for busy machines: jobs have a low priority


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    app: FastAPI
    port: int
    settings: WebSettings

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def services(self) -> Services:
        services = self.app.state.services
        assert isinstance(services, Services)
        return services

    @property
    def headers(self) -> dict[str, str]:
        token = self.settings.token
        return {} if token is None else {"authorization": f"Bearer {token}"}

    def client(self) -> httpx.Client:
        """Return a client whose addresses begin at the interface: `client.get("/machine")`."""
        return httpx.Client(base_url=self.address + API, headers=self.headers, timeout=WAIT)

    @contextmanager
    def socket(
        self, path: str, headers: Mapping[str, str] | None = None
    ) -> Iterator[ClientConnection]:
        """Open a WebSocket of the interface, with more headers."""
        address = f"ws://127.0.0.1:{self.port}{API}{path}"
        sent = self.headers | dict(headers or {})
        with connect(address, additional_headers=sent, open_timeout=WAIT) as socket:
            yield socket


@contextmanager
def serving(
    settings: WebSettings,
    app: FastAPI | None = None,
    *,
    port: int = 0,
    request_seconds: float = REQUEST_SECONDS,
) -> Iterator[Running]:
    """Serve an app, by default a new one with these settings, for as long as the context lasts.

    Port 0 means any that is free.
    """
    app = app or create_app(settings)
    listener = bind("127.0.0.1", [port])
    server = uvicorn.Server(server_config(app, request_seconds=request_seconds))
    thread = Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started or not thread.is_alive())
        assert server.started
        yield Running(app, _port(listener), settings)
    finally:
        server.should_exit = True
        thread.join(WAIT)
        listener.close()
    assert not thread.is_alive()


def wait_until(is_done: Callable[[], object], seconds: float = WAIT) -> None:
    """Wait for something to become true; asking takes time, so what takes long is asked less."""
    end = time.monotonic() + seconds
    pause = 0.005
    while not is_done():
        assert time.monotonic() < end, "waited too long"
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def wait_for_job(client: httpx.Client, number: str, *states: str) -> dict[str, Any]:
    """Wait until a job has one of these states, by default until it is finished; return it."""
    wanted = states or ("done", "failed", "cancelled")
    job: dict[str, Any] = {}

    def is_there() -> bool:
        nonlocal job
        job = client.get(f"/jobs/{number}").json()
        return job["state"] in wanted

    wait_until(is_there)
    return job


def _port(listener: socket.socket) -> int:
    return int(listener.getsockname()[1])


@dataclass(frozen=True)
class Answer:
    """What a server answers to a request that no client would send."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def detail(self) -> str:
        return str(json.loads(self.body)["detail"])


def raw_request(
    port: int,
    target: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes | Iterable[bytes] = b"",
) -> Answer:
    """Send a request as it is, with no header of its own but Host; parts of a body are chunks."""
    sent = {"host": f"127.0.0.1:{port}"} | dict(headers or {})
    connection = HTTPConnection("127.0.0.1", port, timeout=WAIT)
    connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
    if not isinstance(body, bytes):
        sent["transfer-encoding"] = "chunked"
    elif body:
        sent.setdefault("content-length", str(len(body)))
    for name, value in sent.items():
        connection.putheader(name, value)
    with contextlib.closing(connection):
        # A server that refuses may close before it has read everything.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.endheaders(body or None, encode_chunked=not isinstance(body, bytes))
        reply = connection.getresponse()
        return Answer(reply.status, {k.lower(): v for k, v in reply.getheaders()}, reply.read())
