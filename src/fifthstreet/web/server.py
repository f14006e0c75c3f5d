"""Serve the app with uvicorn."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Callable, Sequence

import uvicorn
from starlette.types import ASGIApp

from fifthstreet.errors import InputError
from fifthstreet.web.connections import REQUEST_SECONDS, StrictWebSocket, connection_class

_HOST_NAMES = {"::": "[::1]", "0.0.0.0": "127.0.0.1"}


def bind(host: str, ports: Sequence[int]) -> socket.socket:
    """Return a socket that listens on the first free port; InputError if there is none.

    Port 0 means any that is free.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem = "no port is given"
    for port in ports:
        # With the protocol named, asyncio turns Nagle's algorithm off; otherwise the second part of
        # an answer waits 40 ms for the client's delayed acknowledgement of the first.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except (OSError, OverflowError, TypeError) as error:
            listener.close()
            reason = "no such port" if isinstance(error, OverflowError) else "not a host name"
            if isinstance(error, OSError):
                reason = str(error.strerror)
            problem = f"cannot listen on {host} port {port}: {reason}"
        else:
            return listener
    raise InputError(problem)


def page_address(host: str, port: int, token: str | None) -> str:
    """Return the address of the page for a browser on this machine."""
    name = _HOST_NAMES.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")


def server_config(app: ASGIApp, *, request_seconds: float = REQUEST_SECONDS) -> uvicorn.Config:
    """Return how an app is served; unfinished requests are dropped after `request_seconds`."""
    return uvicorn.Config(
        app,
        http=connection_class(request_seconds),
        ws=StrictWebSocket,
        # Its own configuration would close the handlers of other libraries in this process.
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        lifespan="on",
        ws_max_size=1 << 20,
        timeout_graceful_shutdown=3,
        server_header=False,
    )


def serve(app: ASGIApp, listener: socket.socket, *, started: Callable[[], None]) -> None:
    """Serve an app until the process is interrupted; `started` is called once it answers."""

    problems: list[Exception | SystemExit] = []

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            try:
                started()
            except (Exception, SystemExit) as error:  # such as closed output
                problems.append(error)
                # Not at once, so that what has been started is ended as usual.
                asyncio.get_running_loop().call_soon(setattr, self, "should_exit", True)

    Server(server_config(app)).run([listener])
    for problem in problems:
        raise problem
