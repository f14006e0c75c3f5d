"""Who may talk to the server: checks of Host, Origin and token, and headers that limit pages.

A page elsewhere in the same browser can send requests to a server on this machine. Three checks
keep it out: a name that resolves here by a trick (DNS rebinding) is not an accepted Host; a request
of another page carries an Origin, or a Sec-Fetch-Site, that is not ours; and with a token, requests
without it are refused.
"""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fifthstreet.web.errors import error_reply
from fifthstreet.web.settings import WebSettings

TOKEN_COOKIE = "fifthstreet_token"
API_PREFIX = "/api/"
_POLICY_VIOLATION = 1008  # close code of a WebSocket
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
        """Protect an application."""
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it on; add headers to the answer."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem = self._problem(scope)
        if problem is not None:
            await self._refuse(scope, receive, send, *problem)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        if (redirect := self._signed_in(scope)) is not None:
            await redirect(scope, receive, send)
            return
        await self._app(scope, _limited(receive, self._settings.upload_bytes), _with_headers(send))

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the reason to refuse a request; None if it is accepted."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if hostname(host) not in self._settings.hosts:
            return 421, "this server does not answer to that host name"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return 403, "requests of other pages are refused"
        is_api = scope["path"].startswith(API_PREFIX)
        if is_api and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "requests of other pages are refused"
        if is_api and not self._has_token(headers):
            return 401, "the token is missing or wrong; open the address that the server printed"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._settings.upload_bytes:
            most = self._settings.upload_bytes >> 20
            return 413, f"the request is too large; want at most {most} MiB"
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
        if token is None or scope["path"] != "/" or scope["method"] != "GET":
            return None
        offered = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if not any(hmac.compare_digest(text.encode(), token.encode()) for text in offered):
            return None
        reply = RedirectResponse("/", 303)
        reply.set_cookie(TOKEN_COOKIE, token, httponly=True, samesite="strict")
        return reply

    @staticmethod
    async def _refuse(
        scope: Scope, receive: Receive, send: Send, status: int, message: str
    ) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": message})
        else:
            await error_reply(status, message)(scope, receive, _with_headers(send))


def hostname(host: str) -> str:
    """Return the name of a Host header without its port.

    >>> hostname("localhost:8000"), hostname("[::1]:8000"), hostname("127.0.0.1")
    ('localhost', '::1', '127.0.0.1')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _limited(receive: Receive, most: int) -> Receive:
    """End a request whose body is longer than it may be, whatever its headers say."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return {"type": "http.disconnect"} if seen > most else message

    return limited


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            # Files of the page are checked with their ETag; answers are never kept.
            headers.setdefault("cache-control", "no-cache" if "etag" in headers else "no-store")
        await send(message)

    return sending
