"""Errors of the web app, and how they are answered: one line that says what was wrong."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from fifthstreet.web.replies import JsonReply

_LOG = logging.getLogger("fifthstreet.web")


class NotFoundError(ValueError):
    """Something that a request names does not exist."""


class ConflictError(ValueError):
    """Something is not possible now, such as resuming a job that runs."""


def add_error_handlers(app: FastAPI) -> None:
    """Answer errors with a status and one line of JSON."""

    def handler(status: int):  # type: ignore[no-untyped-def]
        async def answer(_: Request, error: Exception) -> JsonReply:
            return error_reply(status, str(error))

        return answer

    app.add_exception_handler(NotFoundError, handler(404))
    app.add_exception_handler(ConflictError, handler(409))
    app.add_exception_handler(ValueError, handler(400))
    app.add_exception_handler(MemoryError, handler(400))
    app.add_exception_handler(OSError, _os_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(Exception, _unexpected)


def error_reply(status: int, message: str) -> JsonReply:
    """Return an error as JSON."""
    return JsonReply({"detail": message or "not possible"}, status)


async def _os_error(_: Request, error: Exception) -> JsonReply:
    # Paths of this machine are nobody's business.
    assert isinstance(error, OSError)
    return error_reply(409, f"the file cannot be used: {error.strerror or 'input or output error'}")


async def _http_error(_: Request, error: Exception) -> JsonReply:
    assert isinstance(error, HTTPException)
    reply = error_reply(error.status_code, str(error.detail))
    reply.headers.update(error.headers or {})
    return reply


async def _invalid(_: Request, error: Exception) -> JsonReply:
    """Return the first thing that is wrong with a request, with the name of its field."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"][1:]) or first["loc"][0]
    return error_reply(422, f"{field}: {first['msg']}")


async def _unexpected(request: Request, error: Exception) -> JsonReply:
    _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return error_reply(500, f"internal error: {type(error).__name__}")
