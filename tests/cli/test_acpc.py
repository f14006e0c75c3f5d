"""`fifthstreet acpc`: matches between agents, other people's bots, and bad input."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

import pytest

from fifthstreet.cli import run
from tests.interop.matches import WAIT
from tests.interop.test_acpc_client import PUBLISHED, scripted
from tests.oracles.acpc import play

Capture = pytest.CaptureFixture[str]
AGENTS = ["--agent", "random", "--agent", "calling_station"]


def free_ports(count: int) -> list[int]:
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


def test_agents_play_each_other(capsys: Capture, tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    arguments = ["acpc", "dealer", "nolimit-2p", *AGENTS, "--hands", "9", "--log", str(log)]
    assert run([*arguments, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["hands"], data["failure"], data["unit"]) == (9, None, "mbb/hand")
    assert [each["name"] for each in data["players"]] == ["random", "calling_station"]
    lines = log.read_text().splitlines()
    assert lines[0] == "# name/game/hands/seed match holdem.nolimit.2p.reverse_blinds.game 9 0"
    score = [float(each) for each in lines[-1].split(":")[1].split("|")]
    assert score == [each["chips"] for each in data["players"]]
    assert run(arguments) == 0
    assert "calling_station" in capsys.readouterr().out


def test_a_bot_plays_against_agents_of_both_sides(capsys: Capture) -> None:
    """A bot and a client of ours connect to a dealer that has an agent of its own."""
    ports = free_ports(3)
    dealer = ["acpc", "dealer", "limit-3p", "--player", "bot", "--agent", "random", "--json"]
    dealer += ["--hands", "5", "--ports", ",".join(map(str, ports))]
    client = ["acpc", "client", "127.0.0.1", str(ports[1]), "--agent", "random", "--json"]
    with ThreadPoolExecutor(2) as pool:
        bot = pool.submit(play_when_ready, ports[0])
        joined = pool.submit(run, [*client, "--game", "limit-3p"])
        assert run([*dealer, "--start-seconds", "30"]) == 0
        assert joined.result(WAIT) == 0
        assert bot.result(WAIT)
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    by_dealer = next(each for each in shown if "players" in each)
    by_client = next(each for each in shown if "agent" in each)
    assert [each["name"] for each in by_dealer["players"]] == ["bot", "player2", "random"]
    assert by_client["chips"] == by_dealer["players"][1]["chips"]
    assert by_client["complete"]


def play_when_ready(port: int) -> list[str]:
    deadline = monotonic() + WAIT
    while True:
        try:
            return play(port, 3, True, lambda _: "c")
        except ConnectionRefusedError:
            if monotonic() > deadline:
                raise
            sleep(0.01)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["waiter", "nolimit-2p"], "role must be dealer or client, got 'waiter'"),
        (["dealer", "chess"], "game must be nolimit-2p, limit-2p, nolimit-3p"),
        (
            ["dealer", "nolimit-2p", "limit-2p"],
            "a dealer requires one game, like nolimit-2p, got 2",
        ),
        (
            ["dealer", "nolimit-2p", *AGENTS, "--player", "me"],
            "the game has 2 seats, got 1 players",
        ),
        (["dealer", "nolimit-2p", "--agent", "nobody"], "got 'nobody'"),
        (["dealer", "nolimit-2p", *AGENTS, "--hands", "0"], "hands must be at least 1, got 0"),
        (["dealer", "nolimit-2p", *AGENTS, "--ports", "a,b"], "separated by commas, got 'a,b'"),
        (["dealer", "nolimit-2p", *AGENTS, "--log", "no/such/match.log"], "no/such"),
        (
            ["dealer", "nolimit-2p", "--player", "a b"],
            "name must be ASCII without spaces, : or |, got 'a b'",
        ),
        (
            ["dealer", "nolimit-2p", *AGENTS, "--hand-seconds", "0"],
            "hand limit must be above 0 seconds, got 0.0",
        ),
        (["client", "localhost"], "address must be a host and a port, got 'localhost'"),
        (["client", "localhost", "1"], "a client requires one agent"),
    ],
)
def test_bad_input(capsys: Capture, arguments: list[str], message: str) -> None:
    assert run(["acpc", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_a_match_that_ends_early_is_an_error(capsys: Capture) -> None:
    assert run(["acpc", "dealer", "nolimit-2p", *AGENTS[:2], "--start-seconds", "0.05"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "error: the match ended after 0 hands: player1 has not connected" in captured.err


def test_a_client_shows_its_hands_if_the_dealer_fails(capsys: Capture) -> None:
    with scripted([*PUBLISHED, "MATCHSTATE:nonsense"]) as (port, _):
        client = ["acpc", "client", "127.0.0.1", str(port), "--agent", "calling_station"]
        assert run([*client, "--json"]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out)["hands"] == 2
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
