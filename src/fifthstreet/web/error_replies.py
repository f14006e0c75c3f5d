"""Replies to errors: a status and one line."""

from __future__ import annotations

import os
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from fifthstreet.errors import BusyError, FifthstreetError, NotFoundError
from fifthstreet.web.replies import JsonReply

_MAX_MESSAGE_LENGTH = 500  # characters
_MAX_INPUT_LENGTH = 80


def add_error_handlers(app: FastAPI, library: Path) -> None:
    """Answer errors with a status and one line of JSON, without the path of the library."""
    folder = f"{library}{os.sep}"

    def handler(status: int):  # type: ignore[no-untyped-def]
        async def answer(_: Request, error: Exception) -> JsonReply:
            return error_reply(status, str(error).replace(folder, ""))

        return answer

    app.add_exception_handler(NotFoundError, handler(404))
    app.add_exception_handler(BusyError, handler(409))
    app.add_exception_handler(FifthstreetError, handler(400))
    app.add_exception_handler(MemoryError, handler(400))
    app.add_exception_handler(OSError, _os_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _invalid)


def error_reply(status: int, message: str) -> JsonReply:
    """Return an error as JSON; characters that cannot be encoded become question marks."""
    line = " ".join((message or "not possible").split())
    if len(line) > _MAX_MESSAGE_LENGTH:
        line = f"{line[:_MAX_MESSAGE_LENGTH]}..."
    return JsonReply({"detail": line.encode("utf-8", "replace").decode()}, status)


async def _os_error(_: Request, error: Exception) -> JsonReply:
    # The path is not shown.
    assert isinstance(error, OSError)
    return error_reply(409, f"the file cannot be used: {error.strerror or 'input or output error'}")


async def _http_error(_: Request, error: Exception) -> JsonReply:
    assert isinstance(error, HTTPException)
    reply = error_reply(error.status_code, str(error.detail))
    reply.headers.update(error.headers or {})
    return reply


async def _invalid(_: Request, error: Exception) -> JsonReply:
    """Return the first error of a request, with the name of its field."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = [str(part) for part in first["loc"][1:]]
    # Of a field with several types, the place ends in a name of the type.
    field = ".".join(part for part in place if not part.startswith("constrained-"))
    field = field or first["loc"][0]
    message = first["msg"]
    if message == "Field required":
        return error_reply(422, f"{field} is required")
    if first["type"] == "extra_forbidden":
        return error_reply(422, f"{field} is not a field of this request")
    message = message.partition(" after validation")[0].partition(", unable to parse")[0]
    _, should, accepted = message.partition(" should ")
    if not should:
        return error_reply(422, f"{field}: {message}")
    given = repr(first["input"])
    given = given if len(given) <= _MAX_INPUT_LENGTH else f"{given[:_MAX_INPUT_LENGTH]}..."
    return error_reply(422, f"{field} must {accepted}, got {given}")
