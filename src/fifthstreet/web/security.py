"""Who may talk to the server: checks of Host, Origin and token, and headers that limit pages.

A page elsewhere in the same browser can send requests to a server on this machine. Three checks
keep it out: a name that resolves here by a trick (DNS rebinding) is not an accepted Host; a request
of another page carries an Origin, or a Sec-Fetch-Site, that is not ours; and with a token, requests
without it are refused.
"""

from __future__ import annotations

import hmac
import logging
from http.cookies import CookieError, SimpleCookie
from secrets import token_hex
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fifthstreet.web.error_replies import error_reply
from fifthstreet.web.settings import WebSettings

_LOG = logging.getLogger("fifthstreet.web")
TOKEN_COOKIE = "fifthstreet_token"
API_PREFIX = "/api/"
_POLICY_VIOLATION = 1008  # close code of a WebSocket
_MAX_LENGTH_DIGITS = 15  # digits of a length
_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Lets through only requests of this app's own page, or of programs with the token."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it on; add headers to the answer."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem = self._problem(scope)
        if scope["type"] == "websocket":
            if problem is None:
                await self._app(scope, receive, send)
            else:
                await _close(receive, send, problem[1])
            return
        answer = _ProtectedAnswer(send)
        if problem is not None:
            await error_reply(*problem)(scope, receive, answer)
        elif (redirect := self._signed_in(scope)) is not None:
            await redirect(scope, receive, answer)
        else:
            await self._answer(scope, _limited(receive, self._settings.upload_bytes), answer)

    async def _answer(self, scope: Scope, receive: Receive, answer: _ProtectedAnswer) -> None:
        try:
            await self._app(scope, receive, answer)
        except Exception:  # a bug: the reply has only the number of the entry in the log
            number = token_hex(4)
            _LOG.exception("internal error %s: %s %s", number, scope["method"], scope["path"])
            if answer.is_started:
                raise
            message = f"internal error {number}: the log has the details"
            await error_reply(500, message)(scope, receive, answer)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the reason to refuse a request; None if it is accepted."""
        headers = Headers(scope=scope)
        hosts = [host.lower() for host in headers.getlist("host")]
        if len(hosts) != 1 or hostname(hosts[0]) not in self._settings.hosts:
            return 421, "this server does not answer to that host name"
        own = {f"http://{hosts[0]}", f"https://{hosts[0]}"}
        if not own.issuperset(origin.lower() for origin in headers.getlist("origin")):
            return 403, "requests of other pages are refused"
        is_api = _path(scope).startswith(API_PREFIX)
        if is_api and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "requests of other pages are refused"
        if is_api and not self._has_token(headers):
            return 401, "the token is missing or wrong; open the address that the server printed"
        length, most = headers.get("content-length", "0"), self._settings.upload_bytes
        if not length.isdecimal() or len(length) > _MAX_LENGTH_DIGITS or int(length) > most:
            return 413, _too_large(most)
        return None

    def _has_token(self, headers: Headers) -> bool:
        token = self._settings.token
        if token is None:
            return True
        offered = [headers.get("authorization", "").removeprefix("Bearer ")]
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(TOKEN_COOKIE)
        except CookieError:
            cookie = None
        if cookie is not None:
            offered.append(cookie.value)
        return any(hmac.compare_digest(text.encode(), token.encode()) for text in offered)

    def _signed_in(self, scope: Scope) -> RedirectResponse | None:
        """Turn the token of the printed address into a cookie, so that it leaves the address."""
        token = self._settings.token
        if token is None or _path(scope) != "/" or scope["method"] != "GET":
            return None
        offered = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if not any(hmac.compare_digest(text.encode(), token.encode()) for text in offered):
            return None
        home = f"{scope.get('root_path', '')}/"
        reply = RedirectResponse(home, 303)
        reply.set_cookie(TOKEN_COOKIE, token, path=home, httponly=True, samesite="strict")
        return reply


class _ProtectedAnswer:
    """Sends an answer with headers that limit pages."""

    def __init__(self, send: Send) -> None:
        self.is_started = False
        self._send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.is_started = True
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            # Files of the page are checked with their ETag; answers are never kept.
            headers.setdefault("cache-control", "no-cache" if "etag" in headers else "no-store")
        await self._send(message)


def hostname(host: str) -> str:
    """Return the name of a Host header without its port.

    >>> hostname("localhost:8000"), hostname("[::1]:8000"), hostname("127.0.0.1")
    ('localhost', '::1', '127.0.0.1')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _path(scope: Scope) -> str:
    """Return the path below the place where the app is mounted."""
    return str(scope["path"]).removeprefix(scope.get("root_path", ""))


def _limited(receive: Receive, most: int) -> Receive:
    """Limit the length of a body, regardless of its headers."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise HTTPException(413, _too_large(most))
        return message

    return limited


def _too_large(most: int) -> str:
    return f"the request must have at most {most >> 20} MiB"


async def _close(receive: Receive, send: Send, reason: str) -> None:
    """Refuse a WebSocket."""
    await receive()
    await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": reason})
