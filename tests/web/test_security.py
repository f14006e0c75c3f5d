"""Who may talk to the server, and what it tells them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from fifthstreet.errors import InputError
from fifthstreet.web import WebSettings, create_app
from fifthstreet.web.security import Guard
from tests.web.serving import API, Answer, Running, raw_request, serving

TOKEN = "a-token-of-tests"
MACHINE = f"{API}/machine"
LIMIT = 1 << 20
PROTECTING = (
    "content-security-policy",
    "x-content-type-options",
    "x-frame-options",
    "referrer-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "permissions-policy",
    "cache-control",
)


@pytest.fixture(scope="module")
def guarded(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Running]:
    """Serve an empty library to those who have the token."""
    settings = WebSettings(
        library=tmp_path_factory.mktemp("guarded"), token=TOKEN, threads=1, upload_bytes=LIMIT
    )
    with serving(settings) as running:
        yield running


def ask(server: Running, headers: Mapping[str, str], target: str = MACHINE) -> Answer:
    return raw_request(server.port, target, headers=headers)


# Pages elsewhere.


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8055",
        "127.0.0.1.evil.example",
        "localhost.",
        "0.0.0.0",
        "[",
        "",
    ],
)
def test_other_host_names_are_refused(reading_server: Running, host: str) -> None:
    """A name of somebody else that resolves to this machine is how DNS rebinding starts."""
    for target in (MACHINE, "/", "/nothing"):
        answer = ask(reading_server, {"host": host}, target)
        assert (answer.status, answer.detail) == (
            421,
            "this server does not answer to that host name",
        )


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LocalHost:{port}", "[::1]:{port}"])
def test_names_of_this_machine_are_accepted(reading_server: Running, host: str) -> None:
    answer = ask(reading_server, {"host": host.format(port=reading_server.port)})
    assert answer.status == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://localhost:{port}",  # another name of this machine is another page
        "http://127.0.0.1:1",
        "http://127.0.0.1:{port}.evil.example",
        "http://evil.example@127.0.0.1:{port}",
        "ftp://127.0.0.1:{port}",
        "http://[",
        "",
    ],
)
def test_other_pages_are_refused(reading_server: Running, origin: str) -> None:
    header = {"origin": origin.format(port=reading_server.port)}
    for target in (MACHINE, "/"):
        assert ask(reading_server, header, target).status == 403
    with pytest.raises(InvalidStatus), reading_server.socket("/jobs/changes", header):
        pass


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([("host", "localhost"), ("host", "evil.example")], 421),
        ([("host", "evil.example"), ("host", "localhost")], 421),
        ([], 421),
        ([("host", "localhost"), *(("origin", f"http://{n}") for n in ("localhost", "evil"))], 403),
        ([("host", "localhost"), ("origin", "http://localhost")], 200),
        ([("host", "localhost"), ("content-length", "\xb2")], 413),
        ([("host", "localhost"), ("content-length", "9" * 5000)], 413),
    ],
)
def test_headers_that_some_servers_let_through(headers: list[tuple[str, str]], status: int) -> None:
    """Given twice, or with numbers that are none: uvicorn refuses most of them itself."""
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await Response("")(scope, receive, send)

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    scope = {"type": "http", "method": "GET", "path": MACHINE, "headers": raw, "query_string": b""}
    asyncio.run(Guard(app, WebSettings(Path("unused")))(scope, receive, send))
    assert sent[0]["status"] == status


def test_own_page_is_accepted(reading_server: Running) -> None:
    header = {"origin": reading_server.address}
    assert ask(reading_server, header).status == 200
    with reading_server.socket("/jobs/changes", header):
        pass


@pytest.mark.parametrize(
    ("site", "status"),
    [("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("x", 403)],
)
def test_browsers_say_who_asks(reading_server: Running, site: str, status: int) -> None:
    assert ask(reading_server, {"sec-fetch-site": site}).status == status
    # A link elsewhere may lead to the page.
    assert ask(reading_server, {"sec-fetch-site": site}, "/").status == 200


# The token.


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": f"Bearer {TOKEN}x"},
        {"authorization": "Bearer "},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": "Bearer \xff"},
        {"cookie": "fifthstreet_token=wrong-token"},
        {"cookie": f"other={TOKEN}"},
        {"cookie": '=;;"fifthstreet_token=,'},
    ],
)
def test_requests_without_the_token_are_refused(guarded: Running, headers: dict[str, str]) -> None:
    for target in (MACHINE, f"{API}/openapi.json", f"{API}/nothing", f"{MACHINE}?token={TOKEN}"):
        answer = ask(guarded, headers, target)
        assert answer.status == 401
        assert TOKEN not in answer.detail
    with (
        pytest.raises(InvalidStatus),
        replace(guarded, settings=WebSettings()).socket("/jobs/changes", headers),
    ):
        pass


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": f"Bearer {TOKEN}"},
        {"cookie": f"a=b; fifthstreet_token={TOKEN}"},
    ],
)
def test_token_by_header_and_by_cookie(guarded: Running, headers: dict[str, str]) -> None:
    assert ask(guarded, headers).status == 200
    with replace(guarded, settings=WebSettings()).socket("/jobs/changes", headers):
        pass


def test_token_of_the_address_becomes_a_cookie(guarded: Running) -> None:
    answer = ask(guarded, {}, f"/?token={TOKEN}")
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", "Path=/"):
        assert part in cookie
    assert ask(guarded, {"cookie": cookie.partition(";")[0]}).status == 200
    assert_protected(answer)


def test_wrong_token_of_the_address_gives_no_cookie(guarded: Running) -> None:
    answer = ask(guarded, {}, "/?token=wrong-token&token=%ff")
    assert answer.status == 200  # the page, which says that the token is missing
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("token", ["short", "with space", "a&b=c#d?e", "größe-größe", "x" * 300])
def test_tokens_that_an_address_cannot_carry(tmp_path: Path, token: str) -> None:
    with pytest.raises(InputError, match=r"token must be 8 to 200 letters, digits") as error:
        WebSettings(library=tmp_path, token=token)
    assert token not in str(error.value)


def test_mounted_app_needs_the_token(tmp_path: Path) -> None:
    inner = create_app(WebSettings(library=tmp_path, token=TOKEN, threads=1))
    outer = FastAPI(lifespan=inner.router.lifespan_context)
    outer.mount("/poker", inner)
    with serving(WebSettings(library=tmp_path), outer) as running:
        target = f"/poker{MACHINE}"
        assert raw_request(running.port, target).status == 401
        authorization = {"authorization": f"Bearer {TOKEN}"}
        assert raw_request(running.port, target, headers=authorization).status == 200
        signed_in = raw_request(running.port, f"/poker/?token={TOKEN}")
        assert (signed_in.status, signed_in.headers["location"]) == (303, "/poker/")


# Headers of answers.


def assert_protected(answer: Answer) -> None:
    for name in PROTECTING:
        assert answer.headers[name]
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "server" not in answer.headers


@pytest.mark.parametrize(
    ("target", "method", "status"),
    [
        ("/", "GET", 200),
        ("/", "HEAD", 200),
        (MACHINE, "GET", 200),
        ("/nothing", "GET", 404),
        (f"{API}/nothing", "GET", 404),
        (MACHINE, "POST", 405),
        (MACHINE, "TRACE", 405),
        (f"{API}/spots/size", "POST", 422),
        (f"{API}/solutions/nothing", "GET", 404),
        (f"{API}/solutions/river/node?path=%00", "GET", 400),
        ("/%00", "GET", 404),
        ("/" + "x" * 5000, "GET", 404),
    ],
)
def test_every_answer_limits_pages(
    reading_server: Running, target: str, method: str, status: int
) -> None:
    answer = raw_request(reading_server.port, target, method=method)
    assert answer.status == status
    assert_protected(answer)


def test_refusals_limit_pages(guarded: Running) -> None:
    for headers in ({}, {"host": "evil.example"}, {"origin": "http://evil.example"}):
        assert_protected(ask(guarded, headers))


def test_bugs_limit_pages_and_reveal_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(WebSettings(library=tmp_path))

    @app.get(f"{API}/broken")
    def broken() -> None:
        raise ValueError(f"a secret of {tmp_path}")

    app.router.routes.insert(0, app.router.routes.pop())  # before the files of the page
    with serving(WebSettings(library=tmp_path), app) as running:
        answer = raw_request(running.port, f"{API}/broken")
    assert answer.status == 500
    number = answer.detail.removeprefix("internal error ").removesuffix(": the log has the details")
    assert len(number) == 8
    entry = next(record for record in caplog.records if number in record.getMessage())
    assert entry.exc_info is not None
    assert str(entry.exc_info[1]) == f"a secret of {tmp_path}"
    assert_protected(answer)


# Bodies.


def test_body_with_a_length_that_is_too_large(guarded: Running) -> None:
    answer = post(guarded, b"x" * (LIMIT + 1))
    assert (answer.status, answer.detail) == (413, "the request must have at most 1 MiB")
    assert_protected(answer)


def test_body_in_chunks_that_is_too_large(guarded: Running) -> None:
    """Without a length, the size is known only once too much has come."""
    answer = post(guarded, (b"x" * 65536 for _ in range(LIMIT // 65536 + 1)))
    assert (answer.status, answer.detail) == (413, "the request must have at most 1 MiB")


def test_body_in_chunks_that_fits(guarded: Running) -> None:
    assert post(guarded, iter([b'{"text": ', b'"AA"', b"}"])).status == 200


def test_largest_body_is_read(guarded: Running) -> None:
    body = json.dumps({"text": "AA"}).encode()
    assert post(guarded, body + b" " * (LIMIT - len(body))).status == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 50_000,
        b'{"text": ' + b"9" * 10_000 + b"}",
        b'{"text": "\\ud800"}',
        b'{"\\ud800": 1, "text": "AA"}',
        b'{"text": NaN}',
        b'{"text": "AA", "board": "' + b"As" * 10_000 + b'"}',
        b'{"' + b"x" * 100_000 + b'": 1}',
    ],
)
def test_bodies_that_are_no_request(guarded: Running, body: bytes) -> None:
    answer = post(guarded, body)
    assert answer.status in (400, 422)
    assert len(answer.detail) < 1000
    assert "\n" not in answer.detail


def post(server: Running, body: bytes | Iterator[bytes]) -> Answer:
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    return raw_request(
        server.port, f"{API}/ranges/parse", method="POST", headers=headers, body=body
    )
