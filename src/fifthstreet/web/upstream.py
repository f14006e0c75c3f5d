"""A proxy: requests are forwarded to another server, with its token.

The browser connects to this machine only. Files, jobs and solutions are on the other server.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import quote

import httpx
import orjson
import websockets
from fastapi import FastAPI, Request, WebSocket
from starlette.background import BackgroundTask
from starlette.requests import HTTPConnection
from starlette.responses import Response, StreamingResponse

from fifthstreet.errors import InputError
from fifthstreet.web.app import add_page
from fifthstreet.web.error_replies import add_error_handlers, error_reply
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.security import Guard
from fifthstreet.web.settings import API, WebSettings

_METHODS = ["GET", "POST", "PUT", "DELETE"]
_TIMEOUT = httpx.Timeout(600.0, connect=10.0)
_PASSED_ON = ("content-type", "content-disposition", "content-length")


def create_proxy(address: str, token: str | None, settings: WebSettings) -> FastAPI:
    """Return an app that serves the page and passes its requests on to another server.

    InputError if the server cannot be reached, refuses the token, or is something else.
    """
    base = _checked_address(address)
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    _check_server(base, headers)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # Answers are passed on as they come, so they must not be compressed on the way.
        sent = headers | {"accept-encoding": "identity"}
        async with httpx.AsyncClient(base_url=base, headers=sent, timeout=_TIMEOUT) as client:
            app.state.client = client
            yield

    app = FastAPI(lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None)

    @app.get(f"{API}/machine")
    async def machine(request: Request) -> Response:
        reply = await _passed_on(request, app.state.client)
        if reply.status_code != 200:
            return reply
        return JsonReply(orjson.loads(reply.body) | {"is_remote": True})

    @app.websocket(API + "/{path:path}")
    async def pass_socket_on(socket: WebSocket, path: str) -> None:
        await socket.accept()
        target = f"ws{base.removeprefix('http')}{_target(socket)}"
        try:
            async with websockets.connect(target, additional_headers=headers) as upstream:
                await _piped(socket, upstream)
        except (OSError, websockets.WebSocketException):
            with contextlib.suppress(RuntimeError):
                await socket.close(1011, "the other server cannot be reached")

    @app.api_route(API + "/{path:path}", methods=_METHODS)
    async def pass_on(request: Request, path: str) -> Response:
        return await _passed_on(request, app.state.client, is_streamed=True)

    add_error_handlers(app, settings.library)
    add_page(app)
    app.add_middleware(Guard, settings=settings)
    return app


def _checked_address(address: str) -> str:
    try:
        url = httpx.URL(address if "://" in address else f"http://{address}")
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in ("http", "https") or not url.host or url.userinfo:
        raise InputError(f"address must be like http://gpu-box:8055, got {address!r}")
    return f"{url.scheme}://{url.netloc.decode()}"


def _check_server(base: str, headers: dict[str, str]) -> None:
    try:
        reply = httpx.get(f"{base}{API}/machine", headers=headers, timeout=10.0)
    except httpx.HTTPError as error:
        reason = str(error) or type(error).__name__
        raise InputError(f"{base} cannot be reached: {reason}") from None
    if reply.status_code == 401:
        raise InputError(f"{base} refuses the token: use the token that it printed, as --token")
    try:
        facts = reply.json()
    except ValueError:
        facts = None
    if not isinstance(facts, dict) or not {"processor", "detail"} & facts.keys():
        raise InputError(f"{base} is not a server of fifthstreet (status {reply.status_code})")
    if "detail" in facts:
        raise InputError(f"{base} refuses: {facts['detail']}")


def _target(connection: HTTPConnection) -> str:
    """Return the path and the query of a request, unchanged."""
    scope = connection.scope
    path = scope.get("raw_path") or quote(scope["path"]).encode()
    return b"?".join(part for part in (path, scope["query_string"]) if part).decode("ascii")


async def _passed_on(
    request: Request, client: httpx.AsyncClient, *, is_streamed: bool = False
) -> Response:
    headers = {
        name: value
        for name in ("content-type", "accept")
        if (value := request.headers.get(name)) is not None
    }
    body = await request.body()
    try:
        question = client.build_request(
            request.method, _target(request), headers=headers, content=body
        )
        reply = await client.send(question, stream=is_streamed)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return error_reply(409, f"the other server cannot be reached: {type(error).__name__}")
    kept = {name: reply.headers[name] for name in _PASSED_ON if name in reply.headers}
    if not is_streamed:
        return Response(reply.content, reply.status_code, kept)
    return StreamingResponse(
        reply.aiter_raw(), reply.status_code, kept, background=BackgroundTask(reply.aclose)
    )


async def _piped(socket: WebSocket, upstream: websockets.ClientConnection) -> None:
    """Pass messages on in both directions until one side closes."""

    async def down() -> None:
        async for message in upstream:
            await socket.send_text(message if isinstance(message, str) else message.decode())

    async def up() -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await upstream.send(message.get("text") or message.get("bytes") or "")

    tasks = [asyncio.ensure_future(down()), asyncio.ensure_future(up())]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    # Whichever side ended first, the other one fails now.
    await asyncio.gather(*tasks, return_exceptions=True)
    with contextlib.suppress(RuntimeError):
        await socket.close()
