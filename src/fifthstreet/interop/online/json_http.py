"""Requests to servers that speak JSON over HTTP, throttled and repeated while a server is busy."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from math import inf
from random import Random
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from fifthstreet.errors import InputError
from fifthstreet.game import one_line
from fifthstreet.support.version import __version__

_MAX_BYTES = 1 << 20  # of an answer
_TOO_MANY = 429  # requests
_MAX_PAUSE = 600.0  # seconds that a server may request
_SHOWN = 200  # characters of an error
_ERROR = "error_msg"  # in answers of Slumbot, whatever their status


class ServiceError(InputError):
    """A request that was refused, with the server's reason."""

    def __init__(self, status: int, message: str, *, is_repeated: bool = False) -> None:
        super().__init__(message)
        self.status = status
        self.is_repeated = is_repeated


@dataclass(frozen=True)
class Patience:
    """How long to wait between requests, for an answer, and before a request is repeated.

    The pause before the n-th repetition is drawn at random between 0 and
    `first_pause * 2 ** (n - 1)` seconds, at most `max_pause`, so that programs that were
    refused together do not repeat their requests together. It is longer if the server requests it.
    """

    seconds_between: float = 0.2  # from the start of a request to the start of the next
    answer_seconds: float = 60.0
    attempts: int = 8
    first_pause: float = 1.0
    max_pause: float = 30.0

    def __post_init__(self) -> None:
        for name in ("seconds_between", "first_pause", "max_pause"):
            if not 0 <= getattr(self, name) < inf:
                raise InputError(f"{name} must be at least 0, got {getattr(self, name)}")
        if not 0 < self.answer_seconds < inf:
            raise InputError(f"answer_seconds must be above 0, got {self.answer_seconds}")
        if self.attempts < 1:
            raise InputError(f"attempts must be at least 1, got {self.attempts}")


class _NoRedirects(HTTPRedirectHandler):
    """Treats redirects as errors, so that keys and passwords are not sent to other servers."""

    def redirect_request(self, *_: Any) -> None:
        """Follow no redirect."""


@dataclass
class JsonServer:
    """A server at an address; its errors are InputErrors of one line."""

    address: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)  # which may have secrets
    patience: Patience = field(default_factory=Patience)

    def __post_init__(self) -> None:
        if not self.address.startswith(("http://", "https://")):
            raise InputError(f"address must start with http:// or https://, got {self.address!r}")
        self.address = self.address.rstrip("/")
        self._opener = build_opener(_NoRedirects)
        self._last_start = -inf
        self._random = Random()

    def call(
        self,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        busy: frozenset[int] = frozenset(),
        before_repeat: Callable[[], Any] | None = None,
    ) -> Any:
        """Send a request, a POST if it has a body, and return the JSON of the answer.

        The request is repeated after time-outs, lost connections, and statuses of 500 or above, 429
        and those in `busy`. A server may have carried out a request whose answer was lost, so
        `before_repeat` is called first: if it returns an answer, the request is not repeated.
        ServiceError if the server refuses the request, InputError if it stays out of reach.
        """
        problem, pause = "", 0.0
        for attempt in range(self.patience.attempts):
            if attempt:
                sleep(max(pause, self._pause(attempt - 1)))
                if before_repeat is not None and (answer := before_repeat()) is not None:
                    return answer
            pause = 0.0
            try:
                answer = self._once(path, body)
            except HTTPError as error:
                with error:
                    message = _message(error.read(_MAX_BYTES)) or error.reason
                problem = one_line(f"status {error.code}: {message}")[:_SHOWN]
                if error.code < 500 and error.code != _TOO_MANY and error.code not in busy:
                    raise self._refusal(error.code, path, problem, attempt) from None
                pause = _requested_pause(error.headers.get("Retry-After"))
            except (URLError, HTTPException, OSError, UnicodeError) as error:
                reason = error.reason if isinstance(error, URLError) else error
                problem = one_line(str(reason) or type(reason).__name__)[:_SHOWN]
            else:
                if isinstance(answer, dict) and _ERROR in answer:
                    problem = one_line(str(answer[_ERROR]))[:_SHOWN]
                    raise self._refusal(200, path, problem, attempt)
                return answer
        attempts = self.patience.attempts
        raise InputError(f"{self.address}{path}: no answer in {attempts} attempts: {problem}")

    def _once(self, path: str, body: Mapping[str, Any] | None) -> Any:
        wait = self._last_start + self.patience.seconds_between - monotonic()
        if wait > 0:
            sleep(wait)
        self._last_start = monotonic()
        headers = {
            # Some servers refuse programs without a name.
            "User-Agent": f"fifthstreet/{__version__}",
            "Accept": "application/json",
            **({} if body is None else {"Content-Type": "application/json"}),
            **self.headers,
        }
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, headers)
        with self._opener.open(request, timeout=self.patience.answer_seconds) as response:
            text = response.read(_MAX_BYTES)
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise ServiceError(200, f"{self.address}{path}: the answer is not JSON") from None

    def _refusal(self, status: int, path: str, problem: str, attempt: int) -> ServiceError:
        return ServiceError(status, f"{self.address}{path}: {problem}", is_repeated=attempt > 0)

    def _pause(self, attempt: int) -> float:
        longest = min(self.patience.first_pause * 2**attempt, self.patience.max_pause)
        return self._random.uniform(0.0, longest)


def _message(body: bytes) -> str:
    """Return the message of an error answer."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    if isinstance(data, dict):
        for name in (_ERROR, "detail", "message", "error"):
            if name in data:
                return str(data[name])
    return ""


def _requested_pause(text: str | None) -> float:
    """Return the seconds of a Retry-After header; 0 if it has none, or a date."""
    if text is None or not (text.isascii() and text.isdecimal()):
        return 0.0
    return min(float(text), _MAX_PAUSE)
