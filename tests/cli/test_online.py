"""`fifthstreet online`: a match against a bot, interruptions, and bad input."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fifthstreet.cli import run
from tests.cli.interrupting import INTERRUPTED
from tests.interop.servers import SlumbotServer, WizardServer, serving

Capture = pytest.CaptureFixture[str]
QUICK = ["--agent", "calling_station", "--seconds-between", "0"]


def at(address: str) -> list[str]:
    return ["--address", f"{address}/slumbot/api"]


def test_a_match_is_shown_and_resumed(capsys: Capture, tmp_path: Path) -> None:
    path = str(tmp_path / "slumbot.match")
    server = SlumbotServer(seed=1)
    with serving(server) as address:
        command = ["online", "slumbot", *QUICK, *at(address), "--out", path]
        assert run([*command, "--hands", "3"]) == 0
        shown = capsys.readouterr().out
        assert run([*command, "--hands", "5", "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
    assert shown.startswith("calling_station against Slumbot: ")
    assert "mbb/hand over 3 hands\n" in shown
    assert "the same command resumes it" in shown.replace("\n", " ")
    assert (data["hands"], data["chips"], data["lost"]) == (5, sum(server.finished), 0)
    assert data["mbb/hand"]["confidence"] == 0.95
    assert server.wrong == []


def test_gto_wizard_and_a_key(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    server = WizardServer(seed=1)
    with serving(server) as address:
        command = ["online", "gto-wizard", *QUICK, "--address", address, "--hands", "4", "--json"]
        monkeypatch.delenv("GTO_WIZARD_KEY", raising=False)
        assert run(command) == 2
        assert (
            "requires a key in the environment variable GTO_WIZARD_KEY" in capsys.readouterr().err
        )
        monkeypatch.setenv("GTO_WIZARD_KEY", server.key)
        assert run(command) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["estimates"]["chips"] == pytest.approx(data["chips"] / 10)


def test_accounts(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    server = SlumbotServer(account=("ann", "pw"))
    with serving(server) as address:
        command = ["online", "slumbot", *QUICK, *at(address), "--hands", "1", "--username", "ann"]
        monkeypatch.delenv("SLUMBOT_PASSWORD", raising=False)
        assert run(command) == 2
        assert "requires the environment variable SLUMBOT_PASSWORD" in capsys.readouterr().err
        monkeypatch.setenv("SLUMBOT_PASSWORD", "pw")
        assert run(command) == 0
        monkeypatch.setenv("SLUMBOT_PASSWORD", "other")
        assert run(command) == 2
        assert "/login: Invalid username or password" in capsys.readouterr().err


def test_an_error_after_some_hands_shows_them(capsys: Capture) -> None:
    server = SlumbotServer(seed=1, faults=dict.fromkeys(range(12, 99), 400))
    with serving(server) as address:
        assert run(["online", "slumbot", *QUICK, *at(address), "--json"]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out)["chips"] == sum(server.finished)
    assert "error: " in captured.err
    assert "status 400" in captured.err


@pytest.mark.skipif(sys.platform == "win32", reason="sends no signals to programs")
def test_an_interrupted_match_is_shown_and_goes_on(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "match"
    server = SlumbotServer(seed=3)
    with serving(server) as address:
        command = ["online", "slumbot", *QUICK, *at(address), "--out", str(path)]
        program = [sys.executable, "-m", "fifthstreet", *command, "--hands", "100000", "--json"]
        with subprocess.Popen(program, stdout=subprocess.PIPE) as process:
            while len(server.requests) < 20 and process.poll() is None:
                time.sleep(0.005)
            process.send_signal(signal.SIGINT)
            output = process.communicate(timeout=60)[0]
        assert process.returncode == INTERRUPTED
        before = json.loads(output)
        hands = before["hands"] + 4
        assert run([*command, "--hands", str(hands), "--json"]) == 0
    after = json.loads(capsys.readouterr().out)
    assert after["hands"] + after["lost"] == hands
    assert after["lost"] + after["repeated"] <= 1  # if Ctrl-C came while an answer was on its way


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "service must be slumbot or gto-wizard, got none"),
        (["deepstack"], "service must be slumbot or gto-wizard, got 'deepstack'"),
        (["slumbot"], "specify an agent, like --agent equity"),
        (["slumbot", "--agent", "nobody"], "or module:Class, got 'nobody'"),
        (["slumbot", *QUICK, "--hands", "0"], "hands must be at least 1, got 0"),
        (["slumbot", *QUICK, "--attempts", "0"], "attempts must be at least 1, got 0"),
        (["slumbot", *QUICK, "--answer-seconds", "0"], "answer_seconds must be above 0, got 0.0"),
        (
            ["slumbot", *QUICK, "--address", "slumbot.com"],
            "address must start with http:// or https://, got",
        ),
        (["slumbot", *QUICK, "--out", "no/such/file"], "no/such"),
        (["gto-wizard", *QUICK, "--username", "ann"], "--username requires the service slumbot"),
    ],
)
def test_bad_input(capsys: Capture, arguments: list[str], message: str) -> None:
    assert run(["online", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1
