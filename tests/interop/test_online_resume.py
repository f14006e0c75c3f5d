"""Matches against bots that were ended: their files, and what is resumed."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.notation import MatchState
from fifthstreet.interop.online import play_online
from fifthstreet.interop.online.json_http import JsonServer
from fifthstreet.interop.online.service import GAME
from fifthstreet.support.storage import read_lines
from tests.interop.servers import SlumbotServer, WizardServer, serving
from tests.interop.services import WIZARD, Case, both, slumbot, wizard


class Killed(BaseException):
    """The end of the program."""


@both
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_match_goes_on_after_the_program_was_ended(
    case: Case, moment: str, tmp_path: Path
) -> None:
    """It is ended at every request in turn: before it is sent, or before its answer is kept."""
    path = tmp_path / "match"
    server = case[0](seed=4)
    ends = 0
    with serving(server) as address:
        for request in count():
            service: Any = case[1](address)
            _end_at(service.server, request % 5, moment)
            try:
                match = play_online(service, "calling_station", hands=8, path=path)
                break
            except Killed:
                ends += 1
    assert ends > 5
    assert match.hands == 8
    if moment == "before":
        assert server.wrong == []
        assert (match.repeated, match.lost) == (0, 0)
        assert match.winnings.total == sum(server.finished)
        assert server.hands == 8
    elif case is WIZARD:
        assert [each for each in server.wrong if "409" in each or "Illegal" in each] == []
    again = play_online(service, "calling_station", hands=8, path=path)
    assert again.to_dict() == match.to_dict()


def _end_at(server: JsonServer, number: int, moment: str) -> None:
    """Let a server's request raise Killed, as if the program were ended there."""
    once, calls = server._once, count()

    def ending(path: str, body: Any) -> Any:
        is_end = next(calls) == number
        if is_end and moment == "before":
            raise Killed
        answer = once(path, body)
        if is_end:
            raise Killed
        return answer

    server._once = ending  # type: ignore[method-assign]


PROGRAM = """
import sys
from fifthstreet.interop.online import Patience, Slumbot, play_online
service = Slumbot(sys.argv[1] + "/slumbot/api", patience=Patience(seconds_between=0.01))
play_online(service, "calling_station", hands=10_000, path=sys.argv[2])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
def test_a_real_kill(tmp_path: Path) -> None:
    path = tmp_path / "match"
    server = SlumbotServer(seed=9)
    with serving(server) as address:
        with subprocess.Popen([sys.executable, "-c", PROGRAM, address, str(path)]) as process:
            while len(server.requests) < 20 and process.poll() is None:
                time.sleep(0.005)
            process.send_signal(signal.SIGKILL)
        played = len(server.finished)
        match = play_online(slumbot(address), "calling_station", hands=played + 5, path=path)
    assert match.hands == played + 5
    # At most the answer to the last request was lost.
    assert match.repeated + match.lost <= 1
    assert len(server.finished) - match.winnings.hands <= 1


def test_a_session_that_has_ended_is_begun_again(tmp_path: Path) -> None:
    """A match is resumed when the server has forgotten its token, and the hand with it."""
    path = tmp_path / "match"
    server = SlumbotServer(seed=2)
    with serving(server) as address:
        service = slumbot(address)
        _end_at(service.server, 9, "before")
        with pytest.raises(Killed):
            play_online(service, "calling_station", hands=9, path=path)
        server.token = None
        match = play_online(slumbot(address), "calling_station", hands=9, path=path)
    assert (match.hands, match.lost, match.repeated) == (9, 1, 0)
    assert server.sessions == 2
    assert len(server.wrong) == 2  # an action and a new hand, with the old token


def test_a_file_belongs_to_one_match(tmp_path: Path) -> None:
    path = tmp_path / "match"
    with serving(SlumbotServer()) as address:
        play_online(slumbot(address), "calling_station", hands=2, path=path)
        with pytest.raises(InputError, match=r"belongs to another run \(different agent"):
            play_online(slumbot(address), "random", hands=2, path=path)
        other = tmp_path / "other"
        Path(f"{path}.open").rename(f"{other}.open")
        with pytest.raises(InputError, match=r"other\.open belongs to a different match"):
            play_online(slumbot(address), "random", hands=2, path=other)
        Path(f"{path}.open").write_text("{}")
        with pytest.raises(InputError, match="is damaged: remove it to give up the hand in it"):
            play_online(slumbot(address), "calling_station", hands=3, path=path)


def test_hands_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "match"
    server = WizardServer(seed=6)
    with serving(server) as address:
        play_online(wizard(address), "calling_station", hands=8, path=path)
    records = read_lines(path).records
    assert [each["winnings"] for each in records] == server.finished
    hands = [MatchState.parse(each["hand"]) for each in records]
    assert [hand.hand for hand in hands] == list(range(8))
    for hand, won in zip(hands, server.finished, strict=True):
        if all(hand.hole_cards):
            assert hand.state(GAME.game(), GAME.starting_stack).payoffs[hand.position] == won
            assert hand.history(GAME.game(), GAME.starting_stack).actions
