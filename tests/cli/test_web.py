"""`fifthstreet web`: it starts, answers, and ends when it is told to."""

from __future__ import annotations

import json
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from fifthstreet import web
from fifthstreet.cli import run
from fifthstreet.cli import web as web_command
from fifthstreet.solvers.postflop import open_solution, solve
from fifthstreet.web import WebSettings
from tests.cli.small_spot import SPOT, Capture
from tests.thoroughness import slow
from tests.web.program import running
from tests.web.serving import API, WAIT, raw_request, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")


@pytest.fixture(scope="module")
def solution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("solution") / "my river.solution"
    solve(SPOT, max_iterations=20).save(path)
    return path


@pytest.mark.parametrize("number", [signal.SIGINT, *slow(signal.SIGTERM)])
def test_starts_answers_and_ends(tmp_path: Path, solution: Path, number: signal.Signals) -> None:
    with running(tmp_path / "library", str(solution)) as program:
        assert program.address == f"{program.page}/#/browse?solution=my%20river"
        assert program.page.startswith("http://127.0.0.1:")
        page = httpx.get(program.page)
        assert page.status_code == 200
        assert "text/html" in page.headers["content-type"]
        with (
            program.client() as client,
            connect(f"{program.page.replace('http', 'ws')}{API}/jobs/changes") as socket,
        ):
            assert client.get("/machine").json()["is_remote"] is False
            assert [row["name"] for row in client.get("/solutions").json()] == ["my river"]
            start = time.monotonic()
            code, errors = program.end(number)  # while a page is open
            with pytest.raises(ConnectionClosed):
                socket.recv(WAIT)
    assert time.monotonic() - start < 45
    assert code == 128 + number
    assert errors == ""


# Options, without processes.


@dataclass(frozen=True)
class Started:
    """What the command serves."""

    app: FastAPI
    output: str

    @property
    def address(self) -> str:
        return str(json.loads(self.output)["address"])


Start = Callable[..., Started]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path) -> Start:
    """Return a function that runs the command, which ends as soon as it would serve."""
    served: list[FastAPI] = []

    def serve(app: FastAPI, listener: socket.socket, *, started: Callable[[], None]) -> None:
        served.append(app)
        listener.close()
        started()

    monkeypatch.setattr(web, "serve", serve)

    def run_command(*arguments: str) -> Started:
        options = ["--port", "0", "--no-browser", "--library", str(tmp_path / "library")]
        assert run(["web", *options, *arguments]) == 0
        return Started(served[-1], capsys.readouterr().out)

    return run_command


def test_address_as_people_see_it(start: Start, tmp_path: Path) -> None:
    first, second = start().output.split("\n", 1)
    assert first.startswith("The page is at http://127.0.0.1:")
    assert f"library: {tmp_path / 'library'}; Ctrl-C ends" in second.replace("\n", "")


def test_a_new_library_has_a_sample(start: Start, tmp_path: Path) -> None:
    """The page of a fresh installation had nothing to look at."""
    folder = tmp_path / "library/solutions"
    start()
    sample = open_solution(folder / "Sample.solution")
    assert sample.exploitability.pot_percent < 0.2
    assert sample.node("r").strategy is not None
    assert sample.node("r:k:k:n2c").strategy is not None  # re-solved
    (folder / "Sample.solution").unlink()
    start()  # the library is no longer new: what was deleted stays deleted
    assert list(folder.glob("*.solution")) == []


def test_other_hosts_get_a_random_token(start: Start) -> None:
    started = start("--host", "0.0.0.0", "--json")
    assert len(started.address.partition("?token=")[2]) >= 32


def test_other_hosts_need_a_token(start: Start, tmp_path: Path) -> None:
    started = start("--host", "0.0.0.0", "--json")
    page, _, token = started.address.partition("?token=")
    assert page.startswith("http://127.0.0.1:")
    assert len(token) >= 32
    with serving(WebSettings(library=tmp_path), started.app) as served:
        machine = f"{served.address}{API}/machine"
        assert httpx.get(machine).status_code == 401
        assert httpx.get(machine, headers={"authorization": f"Bearer {token}"}).status_code == 200
        with httpx.Client(follow_redirects=True) as browser:  # keeps the cookie
            opened = browser.get(f"{served.address}/?token={token}")
            assert str(opened.url) == f"{served.address}/"
            assert browser.get(machine).status_code == 200
    assert start("--host", "0.0.0.0", "--json").address.partition("?token=")[2] != token


def test_names_of_this_machine(start: Start, tmp_path: Path) -> None:
    started = start("--host", "0.0.0.0", "--token", "x" * 8, "--allow-host", "GPU-box", "--json")
    with serving(WebSettings(library=tmp_path), started.app) as served:
        for host, status in (("gpu-box:8055", 401), ("other", 421)):
            assert raw_request(served.port, f"{API}/machine", headers={"host": host}).status == (
                status
            )


def test_connected_page(start: Start, tmp_path: Path) -> None:
    settings = WebSettings(library=tmp_path / "far", token="a-token-of-tests", threads=1)
    near = WebSettings(library=tmp_path)
    with serving(settings) as far:
        options = ("--connect", far.address, "--token", "a-token-of-tests", "--json")
        started = start(*options)
        assert "token" not in started.address  # it listens on loopback only
        with serving(near, started.app) as served, served.client() as client:
            assert client.get("/machine").json()["is_remote"] is True
        for more in ((), ("--host", "0.0.0.0")):
            is_open = more == ()
            with serving(near, start(*options, *more).app) as served, served.client() as client:
                assert client.get("/machine").status_code == (200 if is_open else 401)
    with serving(WebSettings(library=tmp_path / "open", threads=1)) as far:
        started = start("--connect", far.address, "--host", "0.0.0.0", "--json")
        assert len(started.address.partition("?token=")[2]) >= 32


# What cannot be started: one line, exit code 2.


def refused(capsys: Capture, *arguments: str) -> str:
    assert run(["web", "--no-browser", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_missing_packages(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = ("uvicorn", "orjson")
    monkeypatch.setattr(
        web_command, "find_spec", lambda name: None if name in missing else find_spec(name)
    )
    assert "the web app requires uvicorn, orjson: install fifthstreet[web]" in refused(capsys)


def test_used_port(capsys: Capture, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        error = refused(capsys, "--port", port, "--library", str(tmp_path))
    assert f"cannot listen on 127.0.0.1 port {port}: Address already in use" in error


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "70000"], "--port must be from 0 to 65535, got 70000"),
        (["--port", "-1"], "--port must be from 0 to 65535, got -1"),
        (["--host", "nowhere.invalid"], "cannot listen on nowhere.invalid port "),
        (["--host", "203.0.113.7"], "cannot listen on 203.0.113.7 port "),
        (["--token", "short"], "token must be 8 to 200 letters"),
        (["--backend", "abacus"], "abacus"),
        (["--threads", "0"], "threads"),
        (["--connect", "ftp://x"], "address must be like http://gpu-box:8055, got 'ftp://x'"),
        (["--connect", "http://127.0.0.1:1"], "http://127.0.0.1:1 cannot be reached: "),
        (["nowhere.solution"], "nowhere.solution"),
    ],
)
def test_wrong_options(capsys: Capture, tmp_path: Path, arguments: list[str], words: str) -> None:
    port = [] if "--port" in arguments else ["--port", "0"]
    error = refused(capsys, *port, "--library", str(tmp_path / "library"), *arguments)
    assert words in error


def test_library_that_is_a_file(capsys: Capture, tmp_path: Path, solution: Path) -> None:
    (tmp_path / "library").write_text("a file")
    options = ("--port", "0", "--library", str(tmp_path / "library"))
    assert "library" in refused(capsys, *options)
    assert "library" in refused(capsys, *options, str(solution))


def test_damaged_solution(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "x.solution").write_text("not a solution")
    error = refused(capsys, "--port", "0", "--library", str(tmp_path), str(tmp_path / "x.solution"))
    assert "x.solution must be a solution, got a file of another kind" in error
